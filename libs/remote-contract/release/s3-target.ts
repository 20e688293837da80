import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { ReleaseError } from './release-error'
import type { FileHeaders, Target } from './target'

/** Tells whether the store honours conditions; its content never changes. */
const PROBE = 'remotes/.conditional-writes'

/**
 * A bucket on S3 or a compatible store (`AWS_ENDPOINT_URL`). Two releases at once are safe only on a store that honours
 * `If-Match` and `If-None-Match` of PUT, so the first write checks that.
 */
export function s3Target(to: string, env: NodeJS.ProcessEnv): Target {
  const { bucket, prefix } = parseAddress(to)
  const region = env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? 'us-east-1'
  const base = baseAddress(bucket, region, env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL)
  const client = createClient(region, env)
  const addressOf = (key: string) =>
    `${base}/${`${prefix}${key}`.split('/').map(encodeURIComponent).join('/')}`

  async function put(key: string, body: Buffer, headers: FileHeaders): Promise<boolean> {
    const response = await client.fetch(addressOf(key), {
      method: 'PUT',
      body: new Uint8Array(body),
      headers: { ...headers, 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
    })
    // 409: another conditional write to the same key at the same time
    if (response.status === 412 || response.status === 409) return false
    await expectOk(response, 'PUT', key)
    return true
  }

  let checked: Promise<void> | undefined
  async function checkConditions(): Promise<void> {
    const body = Buffer.from('Written by the release tool.\n')
    await put(PROBE, body, { 'if-none-match': '*' })
    const ignored =
      (await put(PROBE, body, { 'if-none-match': '*' })) || (await put(PROBE, body, { 'if-match': '"none"' }))
    if (ignored)
      throw new ReleaseError(
        `${to}: the store ignores If-Match or If-None-Match of PUT. Two releases at once could lose one, so nothing was released.`,
      )
  }
  async function putIf(key: string, body: Buffer, headers: FileHeaders): Promise<boolean> {
    await (checked ??= checkConditions())
    return put(key, body, headers)
  }

  return {
    async read(key) {
      const response = await client.fetch(addressOf(key))
      if (response.status === 404) return null
      await expectOk(response, 'GET', key)
      const tag = response.headers.get('etag')
      if (!tag) throw new ReleaseError(`${to}: the store sends no ETag`)
      return { body: Buffer.from(await response.arrayBuffer()), tag }
    },
    create: (key, body, headers) => putIf(key, body, { ...headers, 'if-none-match': '*' }),
    replace: (key, body, headers, tag) => putIf(key, body, { ...headers, 'if-match': tag }),
  }
}

function parseAddress(to: string): { bucket: string; prefix: string } {
  const [, bucket, path = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(to) ?? []
  if (!bucket) throw new ReleaseError(`${to} is not an address like s3://bucket/prefix`)
  const prefix = path.replace(/\/+$/, '')
  return { bucket, prefix: prefix && `${prefix}/` }
}

function baseAddress(bucket: string, region: string, endpoint: string | undefined): string {
  return endpoint
    ? `${endpoint.replace(/\/+$/, '')}/${bucket}`
    : `https://s3.${region}.amazonaws.com/${bucket}`
}

function createClient(region: string, env: NodeJS.ProcessEnv): AwsClient {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!accessKeyId || !secretAccessKey)
    throw new ReleaseError('Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to release to S3')
  return new AwsClient({
    accessKeyId,
    secretAccessKey,
    sessionToken: env.AWS_SESSION_TOKEN,
    service: 's3',
    region,
    retries: 4,
  })
}

async function expectOk(response: Response, method: string, key: string): Promise<void> {
  if (response.ok) return
  const [, code = ''] = /<Code>([^<]*)<\/Code>/.exec(await response.text()) ?? []
  throw new ReleaseError(
    `The store answered ${response.status} ${code} to ${method} ${key}`.replace('  ', ' '),
  )
}
