import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout's root. */
export const root = fileURLToPath(new URL('../../..', import.meta.url))

async function* contents(path: string): AsyncGenerator<string | Buffer> {
  if (!(await stat(path)).isDirectory()) return void (yield path, yield await readFile(path))
  for (const name of (await readdir(path)).sort()) yield* contents(join(path, name))
}

/**
 * Hash of the paths and contents of files.
 * @param sources - files and folders, relative to the root
 * @param salt - what else the hash depends on
 */
export async function fingerprint(sources: readonly string[], salt: string): Promise<string> {
  const hash = createHash('sha256').update(salt)
  for (const source of sources) for await (const part of contents(join(root, source))) hash.update(part)
  return hash.digest('hex').slice(0, 16)
}
