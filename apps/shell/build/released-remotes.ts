import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, resolve } from 'node:path'
import * as z from 'zod/mini'

/** Path of a release folder's files on the development server. */
export const RELEASED_PATH = '/released'

const releaseSchema = z.looseObject({ base: z.string() })
const entrySchema = z.looseObject({
  ...releaseSchema.shape,
  previous: z.optional(z.array(releaseSchema)),
  canary: z.optional(z.looseObject({ release: releaseSchema })),
})
const portalSchema = z.looseObject({ remotes: z.record(z.string(), entrySchema) })

type ReleasedRemote = z.output<typeof entrySchema>

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

/**
 * The remotes of a release target as its `portal.json` lists them, with bases that the development server's page can
 * load.
 * @param source - address of a `portal.json`, or path of a release folder
 * @throws Error when it cannot be read, or is not a registry
 */
export async function releasedRemotes(source: string): Promise<Record<string, ReleasedRemote>> {
  const address = folderOf(source) === null ? source : null
  const { remotes } = z.parse(portalSchema, address ? await fetchJson(address) : await readJson(source))
  const located = <Release extends { base: string }>(release: Release): Release => ({
    ...release,
    base: address
      ? new URL(release.base, address).href
      : release.base.replace(/^\/(?!\/)/, `${RELEASED_PATH}/`),
  })
  const entries = Object.entries(remotes).map(([name, { previous, canary, ...entry }]) => [
    name,
    {
      ...located(entry),
      ...(previous && { previous: previous.map(located) }),
      ...(canary && { canary: { ...canary, release: located(canary.release) } }),
    },
  ])
  return Object.fromEntries(entries)
}

/** The release folder that a setting names; null when it is an address. */
export const folderOf = (source: string): string | null =>
  /^https?:\/\//.test(source) ? null : resolve(process.env['INIT_CWD'] || '.', source)

/** Serves the files of a release folder below {@link RELEASED_PATH}. */
export function serveReleased(folder: string) {
  return (
    request: Pick<IncomingMessage, 'url'>,
    response: Pick<ServerResponse, 'statusCode' | 'setHeader' | 'end'>,
    next: (error: unknown) => void,
  ): void => {
    // resolves `..`
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    readFile(join(folder, pathname)).then(
      (body) => {
        response.setHeader('content-type', TYPES[extname(pathname)] ?? 'application/octet-stream')
        response.end(body)
      },
      (error: unknown) => {
        if (!isMissing(error)) return next(error)
        response.statusCode = 404
        response.end()
      },
    )
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

async function fetchJson(address: string): Promise<unknown> {
  const response = await fetch(address, { signal: AbortSignal.timeout(10_000) })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return response.json()
}

const readJson = async (source: string): Promise<unknown> =>
  JSON.parse(await readFile(join(folderOf(source) ?? '', 'portal.json'), 'utf8'))
