import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from '@20minutes/s3rver'

const BUCKET = 'portal'

export interface S3 {
  /** Settings of the release tool for this store. */
  env: NodeJS.ProcessEnv
  /** `s3://…` */
  address: string
  /** The address of a key without credentials. */
  urlOf(key: string): string
  close(): Promise<void>
}

/**
 * A real S3 server: addresses, signatures of requests, ETags and headers are its own. No S3 server from npm or Debian 12
 * honours conditional PUTs, so `conditional` adds that one behaviour in front of it.
 */
export async function startS3({ conditional }: { conditional: boolean }): Promise<S3> {
  const directory = await mkdtemp(join(tmpdir(), 'helpdesk-s3-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    vhostBuckets: false,
    directory,
    configureBuckets: [{ name: BUCKET }],
  })
  // before the server's own handlers
  if (conditional) server.middleware.unshift(conditionalPuts())
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  return {
    env: { AWS_ENDPOINT_URL: endpoint, AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
    address: `s3://${BUCKET}/help`,
    urlOf: (key) => `${endpoint}/${BUCKET}/help/${key}`,
    async close() {
      await server.close()
      await rm(directory, { recursive: true })
    },
  }
}

/** As S3 does: 412 when the condition is not met; requests for a key never overlap, so that no half file is read. */
function conditionalPuts(): S3rver.Middleware {
  const turns = new Map<string, Promise<unknown>>()
  return async (context, next) => {
    const turn = (turns.get(context.path) ?? Promise.resolve()).then(async () => {
      if (context.method === 'PUT' && !(await isConditionMet(context))) {
        context.status = 412
        context.body = '<Error><Code>PreconditionFailed</Code></Error>'
        return
      }
      await next()
      if (context.body instanceof Readable) context.body = await buffer(context.body)
    })
    turns.set(
      context.path,
      turn.catch(() => undefined),
    )
    return turn
  }
}

async function isConditionMet({ path, request, store }: S3rver.Context): Promise<boolean> {
  const [, bucket = '', ...key] = decodeURIComponent(path).split('/')
  const { 'if-match': match, 'if-none-match': noneMatch } = request.headers
  if (match === undefined && noneMatch === undefined) return true
  const stored = await store.getObject(bucket, key.join('/'))
  stored?.content.destroy()
  return noneMatch === '*' ? !stored : match === stored?.metadata.etag
}
