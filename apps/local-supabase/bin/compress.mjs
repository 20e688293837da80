// Writes `.br` and `.gz` files beside the text files of a build, so that the server need not compress responses.
// usage: node compress.mjs <dist> [<dist> …]
import { readFile, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const textual = new Set([
  '.html',
  '.js',
  '.mjs',
  '.css',
  '.json',
  '.svg',
  '.txt',
  '.map',
  '.webmanifest',
  '.wasm',
])
const minimumSize = 1024
const encoders = {
  '.br': (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  '.gz': (bytes) => promisify(gzip)(bytes, { level: 9 }),
}

async function compress(path) {
  const source = await stat(path)
  if (source.size < minimumSize) return 0
  let written = 0
  for (const [extension, encode] of Object.entries(encoders)) {
    const existing = await stat(path + extension).catch(() => undefined)
    if (existing && existing.mtimeMs >= source.mtimeMs) continue
    await writeFile(`${path}${extension}.tmp`, await encode(await readFile(path)))
    await rename(`${path}${extension}.tmp`, path + extension)
    written += 1
  }
  return written
}

async function walk(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile() && textual.has(extname(entry.name)))
  let written = 0
  for (const file of files) written += await compress(join(file.parentPath ?? file.path, file.name))
  return written
}

let total = 0
for (const folder of process.argv.slice(2)) total += await walk(folder)
console.log(`compressed: ${total} files written`)
