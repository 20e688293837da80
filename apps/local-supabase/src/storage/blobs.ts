import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../data-folder/durable-write'
import { errorCode } from '../error-code'
import { toWebStream } from '../http/file-stream'

export interface OpenBlob {
  size: number
  stream: ReadableStream<Uint8Array>
}

/** One file per version: `<root>/<bucket>/<version>`. */
export interface BlobStore {
  /** Writes the bytes durably. They are visible once a committed row references the version. */
  write(bucket: string, version: string, bytes: Buffer): Promise<void>
  copy(bucket: string, version: string, newVersion: string): Promise<void>
  /** @returns undefined when the version is gone, e.g. replaced between reading the row and opening the file */
  open(bucket: string, version: string): Promise<OpenBlob | undefined>
  remove(bucket: string, version: string): Promise<void>
  /** Removes unreferenced files, left behind by a crash between write and commit. */
  sweep(isKnown: (versions: string[]) => Promise<Set<string>>, olderThan: Date): Promise<number>
}

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(errorCode(error))

/** Names in one question to the database. */
const SWEPT_AT_ONCE = 1_000

/** @returns false for a file that is gone, such as the temporary one of an upload that ended */
async function isOlder(path: string, than: Date): Promise<boolean> {
  try {
    return (await stat(path)).mtime <= than
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

export function createBlobStore(root: string): BlobStore {
  // An encoded id cannot leave the root; the prefix excludes `.` and `..`.
  const folderOf = (bucket: string) => join(root, `b-${encodeURIComponent(bucket)}`)
  const pathOf = (bucket: string, version: string) => join(folderOf(bucket), encodeURIComponent(version))

  async function publish(bucket: string, version: string, fill: (temporary: string) => Promise<void>) {
    await mkdir(folderOf(bucket), { recursive: true })
    const temporary = join(folderOf(bucket), `.${randomUUID()}.tmp`)
    try {
      await fill(temporary)
      await rename(temporary, pathOf(bucket, version))
      await syncFolder(folderOf(bucket))
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  return {
    write: (bucket, version, bytes) =>
      publish(bucket, version, async (temporary) => {
        const file = await open(temporary, 'wx', 0o600)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
      }),

    copy: (bucket, version, newVersion) =>
      publish(bucket, newVersion, async (temporary) => {
        await copyFile(pathOf(bucket, version), temporary)
        const file = await open(temporary, 'r+')
        try {
          await file.sync()
        } finally {
          await file.close()
        }
      }),

    async open(bucket, version) {
      try {
        const file = await open(pathOf(bucket, version), 'r')
        const { size } = await file.stat()
        return { size, stream: toWebStream(file.createReadStream()) }
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    async remove(bucket, version) {
      await rm(pathOf(bucket, version), { force: true })
    },

    async sweep(isKnown, olderThan) {
      let removed = 0
      const folders = await readdir(root).catch(() => [])
      for (const folder of folders) {
        const names = await readdir(join(root, folder)).catch(() => [])
        const paths = names.map((name) => join(root, folder, name))
        for (let from = 0; from < names.length; from += SWEPT_AT_ONCE) {
          const known = await isKnown(names.slice(from, from + SWEPT_AT_ONCE))
          for (const [index, path] of paths.slice(from, from + SWEPT_AT_ONCE).entries()) {
            if (known.has(names[from + index] ?? '') || !(await isOlder(path, olderThan))) continue
            await rm(path, { force: true })
            removed += 1
          }
        }
      }
      return removed
    },
  }
}
