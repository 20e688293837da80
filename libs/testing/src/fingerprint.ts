import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout's root. */
export const root = fileURLToPath(new URL('../../..', import.meta.url))

function* contents(path: string): Generator<string | Buffer> {
  if (!statSync(path).isDirectory()) return void (yield path, yield readFileSync(path))
  for (const name of readdirSync(path).sort()) yield* contents(join(path, name))
}

/**
 * Hash of the paths and contents of files. Reads them one after the other: every start of a test stack waits for it, and
 * promises take four times the CPU time.
 * @param sources - files and folders, relative to the root
 * @param salt - what else the hash depends on
 */
export function fingerprint(sources: readonly string[], salt: string): string {
  const hash = createHash('sha256').update(salt)
  for (const source of sources) for (const part of contents(join(root, source))) hash.update(part)
  return hash.digest('hex').slice(0, 16)
}
