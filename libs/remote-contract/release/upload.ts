import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { encodingOf, headersOf } from './file-headers'
import { ReleaseError } from './release-error'
import type { Target } from './target'

const PARALLEL = 8

/**
 * Uploads the files of a build that never change again. Files that are already there are compared, so that an
 * interrupted upload can be repeated.
 * @param prefix - of the keys, with a slash at its end
 * @returns the number of files written
 * @throws ReleaseError when a file is already there with another content
 */
export async function uploadImmutable(
  target: Target,
  dist: string,
  prefix: string,
  files: string[],
): Promise<number> {
  let written = 0
  async function upload(file: string): Promise<void> {
    const body = await readFile(join(dist, file))
    if (await target.create(prefix + file, body, headersOf(file, true))) written += 1
    else if (!(await isSame(target, prefix + file, body)))
      throw new ReleaseError(
        `${prefix}${file} is already there with another content. A released version never changes: build again from clean sources, or raise the version.`,
      )
  }
  // web servers compare times: a compressed sibling must not be older than its file
  for (const group of [files.filter((file) => !encodingOf(file)), files.filter(encodingOf)])
    await inParallel(group, upload)
  return written
}

async function isSame(target: Target, key: string, body: Buffer): Promise<boolean> {
  const stored = await target.read(key)
  if (!stored || stored.body.equals(body)) return stored !== null
  // Compressed by another zlib, or already decoded by `fetch`.
  const decoded = await decode(key, body)
  return decoded.equals(stored.body) || decoded.equals(await decode(key, stored.body))
}

async function decode(key: string, body: Buffer): Promise<Buffer> {
  const encoding = encodingOf(key)
  if (!encoding) return body
  return promisify(encoding === 'br' ? brotliDecompress : gunzip)(body).catch(() => body)
}

async function inParallel<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
}
