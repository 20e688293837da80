import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { errorCode } from '../error-code'
import { exists } from '../exists'
import { StartError } from '../start-error'

const chunkSize = 1024 * 1024
/** The last entry: an archive without it is truncated. */
const endMarker = 'complete'

/** Writes a gzipped tar, readable by its owner only, which gets its name when complete. */
export interface ArchiveWriter {
  addFolder(name: string): Promise<void>
  addBytes(name: string, bytes: Uint8Array): Promise<void>
  /** @returns false if the file is gone. A file that shrinks meanwhile is padded with zeros. */
  addFile(name: string, path: string): Promise<boolean>
  finish(): Promise<void>
  abort(): Promise<void>
}

const isMissing = (error: unknown) => errorCode(error) === 'ENOENT'

/** Throws StartError when the file exists already. */
export async function writeArchive(file: string): Promise<ArchiveWriter> {
  if (await exists(file)) throw new StartError(`${file} exists already. Name another file.`)
  const draft = `${file}.${process.pid}.partial`
  const { readable, controller } = createTarPacker()
  const target = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
  let broken: unknown
  const written = pipeline(chunksOf(readable), createGzip({ level: 3 }), target)
  written.catch((error: unknown) => (broken = error))

  async function add(name: string, size: number, body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    try {
      const writer = controller.add({ name, size, mode: 0o600 }).getWriter()
      for await (const chunk of body) await writer.write(chunk)
      await writer.close()
    } catch (error) {
      // A full disk ends the stream first, with the actual reason.
      await new Promise(setImmediate)
      throw broken ?? error
    }
  }
  return {
    async addFolder(name) {
      await controller.add({ name: `${name}/`, size: 0, type: 'directory', mode: 0o700 }).close()
    },
    addBytes: (name, bytes) => add(name, bytes.byteLength, [bytes]),
    async addFile(name, path) {
      const handle = await open(path, 'r').catch((error: unknown) => {
        if (isMissing(error)) return undefined
        throw error
      })
      if (!handle) return false
      try {
        const { size } = await handle.stat()
        await add(name, size, readExactly(handle, size))
        return true
      } finally {
        await handle.close()
      }
    },
    async finish() {
      await add(endMarker, 0, [])
      controller.finalize()
      await written
      await rename(draft, file)
    },
    async abort() {
      controller.error(new Error('The backup was aborted'))
      await written.catch(() => {})
      await finished(target, { cleanup: true }).catch(() => {})
      await rm(draft, { force: true })
    },
  }
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel().catch(() => {})
  }
}

interface Source {
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>
}

async function* readExactly(handle: Source, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; at += chunkSize) {
    // Allocated anew, because the previous chunk may not be written yet. Unread bytes remain zero.
    const chunk = new Uint8Array(Math.min(chunkSize, size - at))
    for (let filled = 0; filled < chunk.length;) {
      const { bytesRead } = await handle.read(chunk, filled, chunk.length - filled, at + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    yield chunk
  }
}

export interface Entry {
  name: string
  isFolder: boolean
  body: ReadableStream<Uint8Array>
}

/**
 * Reads an archive entry by entry; each body must be read completely before the next one.
 * Throws StartError for a foreign, broken or truncated file.
 */
export async function readArchive(file: string, each: (entry: Entry) => Promise<void>): Promise<void> {
  if (!(await exists(file))) throw new StartError(`There is no file ${file}.`)
  const source = createReadStream(file)
  const unzipped = createGunzip()
  const decoder = createTarDecoder({ strict: true })
  let isComplete = false
  const feeding = pipeline(source, unzipped, async function (chunks: AsyncIterable<Uint8Array>) {
    const writer = decoder.writable.getWriter()
    try {
      for await (const chunk of chunks) await writer.write(chunk)
      await writer.close()
    } catch (error) {
      await writer.abort(error).catch(() => {})
      throw error
    }
  })
  feeding.catch(() => {})
  let failure: unknown
  try {
    for await (const { header, body } of decoder.readable) {
      if (header.type !== 'file' && header.type !== 'directory')
        throw new StartError(`${file} has an unexpected entry: it is not a backup of this portal.`)
      if (header.name === endMarker) isComplete = true
      await each({ name: header.name.replace(/\/$/, ''), isFolder: header.type === 'directory', body })
    }
    await feeding
  } catch (error) {
    source.destroy()
    failure = error
  }
  if (failure instanceof StartError) throw failure
  if (failure && isSystemError(failure)) throw failure
  if (failure || !isComplete)
    throw new StartError(
      `${file} is not a complete backup${failure instanceof Error ? ` (${failure.message})` : ''}.`,
    )
}

const isSystemError = (error: unknown) => /^E[A-Z]+$/.test(errorCode(error))
