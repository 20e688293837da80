import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { hashFiles } from '../../build/release-files.mjs'
import type { RemoteManifest } from '../../src/registry'
import { releaseOf } from '../../src/testing'

/** A temporary folder of the running test. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'helpdesk-release-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

async function writeFiles(folder: string, files: Record<string, string | Buffer>): Promise<void> {
  for (const [file, body] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), body)
  }
}

/** A remote's `dist` with these words in its code. */
export async function sampleBuild(
  name: string,
  words: string,
  overrides: Partial<RemoteManifest> = {},
): Promise<{ dist: string; version: string }> {
  const dist = await newFolder()
  const entry = `export const words = ${JSON.stringify(words)}\n`
  await writeFiles(dist, {
    'remoteEntry.js': entry,
    'remoteEntry.js.br': brotliCompressSync(entry),
    'assets/routes-A1b2C3d4.js': 'export default []\n',
    'assets/logo-A1b2C3d4.svg': '<svg/>',
  })
  const { files, hash } = hashFiles(dist)
  const manifest = {
    ...releaseOf(name, { version: `0.1.0-${hash.slice(0, 12)}`, files, ...overrides }),
    base: undefined,
  }
  await writeFiles(dist, { 'remote.json': JSON.stringify(manifest) })
  return { dist, version: manifest.version }
}

/** A shell's `dist`. */
export async function sampleShell(version: string, names: string[]): Promise<string> {
  const dist = await newFolder()
  const offers = { '@helpdesk/ui': { version: '0.1.0', names } }
  await writeFiles(dist, {
    'index.html': `<title>${version}</title>`,
    'assets/start-A1b2C3d4.js': 'export {}\n',
    'shell.json': JSON.stringify({ version, contract: 1, offers }),
  })
  return dist
}
