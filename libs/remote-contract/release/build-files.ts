import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { hashFiles } from '../build/release-files.mjs'
import { shellSchema, type ShellManifest } from '../src/offers'
import { manifestSchema, type RemoteManifest } from '../src/registry'
import * as z from 'zod/mini'
import { errorCode, ReleaseError } from './release-error'

/** Notes of the build for tools; no browser reads them. */
const NOT_RELEASED = /^(mf-stats\.json|\.vite\/.*)$/

/** The files of a build, relative to its folder, with forward slashes. */
export async function listFiles(dist: string): Promise<string[]> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => !NOT_RELEASED.test(path.replace(/\.(br|gz)$/, '')))
    .sort()
}

/**
 * The manifest of a built remote.
 * @throws ReleaseError when the files are not those of the manifest
 */
export async function readManifest(name: string, dist: string): Promise<RemoteManifest> {
  const manifest = await readJson(join(dist, 'remote.json'), manifestSchema)
  const { files } = hashFiles(dist)
  const differs = Object.keys({ ...files, ...manifest.files }).find(
    (file) => files[file] !== manifest.files[file],
  )
  if (manifest.name !== name || differs !== undefined)
    throw new ReleaseError(`${dist}/${differs ?? 'remote.json'} is not of this build. Build again.`)
  return manifest
}

export const readShellManifest = (dist: string): Promise<ShellManifest> =>
  readJson(join(dist, 'shell.json'), shellSchema)

async function readJson<T>(file: string, schema: z.ZodMiniType<T>): Promise<T> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') throw new ReleaseError(`${file} is missing. Build first.`)
    throw error
  })
  const parsed = z.safeParse(schema, JSON.parse(text))
  if (parsed.success) return parsed.data
  throw new ReleaseError(`${file} is not valid: ${parsed.error.issues[0]?.path.join('.') ?? ''}`)
}
