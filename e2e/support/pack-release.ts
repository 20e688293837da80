/**
 * `npm run release:pack` keeps the built apps of this version in e2e/releases, where a journey opens them over later schemas.
 * Run it after `npm run build` when a version is released: about 1 MB. It removes that of the version before.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { z } from 'zod'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = join(root, 'e2e/releases')

const versioned = z.object({ version: z.string() })
const versionIn = (file: string) => versioned.parse(JSON.parse(readFileSync(file, 'utf8'))).version

const appNames = (appsDir: string) =>
  readdirSync(appsDir).filter((name) => existsSync(join(appsDir, name, 'vite.config.ts')))

/** @throws when an app is not built, or was built as another version */
function checkBuilds(version: string, appsDir: string): void {
  for (const name of appNames(appsDir)) {
    const file = join(appsDir, name, 'dist', name === 'shell' ? 'shell.json' : 'remote.json')
    const built = existsSync(file) ? versionIn(file) : 'nothing'
    if (built !== version && !built.startsWith(`${version}-`))
      throw new Error(`apps/${name}/dist has ${built}, not ${version}: run npm run build first`)
  }
}

/** A tar of `<app>/dist`, without the siblings that are compressed or for debugging. */
function tarApps(appsDir: string): Buffer {
  const built = appNames(appsDir)
  const left = ['*.br', '*.gz', '*.map'].map((pattern) => `--exclude=${pattern}`)
  const args = ['-cf', '-', ...left, ...built.map((name) => `${name}/dist`)]
  return execFileSync('tar', args, { cwd: appsDir, maxBuffer: 200_000_000 })
}

function packApps(file: string, appsDir: string): number {
  const tar = tarApps(appsDir)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
    [constants.BROTLI_PARAM_LGWIN]: 26,
    [constants.BROTLI_PARAM_SIZE_HINT]: tar.length,
  }
  const packed = brotliCompressSync(tar, { params })
  writeFileSync(file, packed)
  return packed.length
}

/** Unpacks the last release's apps into an empty folder. @returns its version; undefined before the first was packed */
export function unpackLastRelease(target: string): string | undefined {
  const packed = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.tar.br')) : []
  const [last] = packed.sort().slice(-1)
  if (!last) return undefined
  const params = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 }
  const tar = brotliDecompressSync(readFileSync(join(folder, last)), { params })
  execFileSync('tar', ['-xf', '-', '-C', target], { input: tar })
  return last.replace('.tar.br', '')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const version = versionIn(join(root, 'package.json'))
  const appsDir = join(root, 'apps')
  checkBuilds(version, appsDir)
  mkdirSync(folder, { recursive: true })
  // One is kept: that of the release before this one is no longer opened.
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  const size = packApps(join(folder, `${version}.tar.br`), appsDir)
  process.stdout.write(`e2e/releases/${version}.tar.br: ${(size / 1_000_000).toFixed(2)} MB\n`)
}
