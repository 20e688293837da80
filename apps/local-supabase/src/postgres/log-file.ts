import { createGuard } from '../guard'
import { copyFile, open, readFile, rename, stat, truncate, type FileHandle } from 'node:fs/promises'

/** Bytes of the log and of each earlier part. */
const MAX_BYTES = 5 * 1024 * 1024
/** Earlier parts, `postgres.log.1` being the newest. */
const PARTS = 3
const CHECK_MS = 10 * 60_000

const sizeOf = async (file: string) => (await stat(file).catch(() => undefined))?.size ?? 0

/** The server appends to its descriptor, so the file itself stays and is emptied. */
async function rotate(file: string, maxBytes: number): Promise<boolean> {
  if ((await sizeOf(file)) <= maxBytes) return false
  for (let part = PARTS; part > 1; part -= 1)
    await rename(`${file}.${part - 1}`, `${file}.${part}`).catch(() => {})
  await copyFile(file, `${file}.1`)
  await truncate(file)
  return true
}

export interface LogFile {
  /** For appending, by a new server. @param isFirst - in contrast to a restart after a crash, whose reason is above */
  open(isFirst: boolean): Promise<FileHandle>
  /** The last lines since the first launch. */
  tail(): Promise<string>
  close(): void
}

/** The log of the database server, kept across starts and bounded in size. */
export async function keepLogFile(file: string, maxBytes = MAX_BYTES, checkMs = CHECK_MS): Promise<LogFile> {
  // A log that cannot be rotated is no reason to end or not to start.
  await rotate(file, maxBytes).catch(() => {})
  let from = 0
  let isRotating = false
  const check = createGuard({ name: 'postgres.log' })(async () => {
    if (isRotating) return
    isRotating = true
    try {
      if (await rotate(file, maxBytes)) from = 0
    } finally {
      isRotating = false
    }
  })
  const timer = setInterval(check, checkMs)
  timer.unref()
  return {
    async open(isFirst) {
      if (isFirst) from = await sizeOf(file)
      return open(file, 'a', 0o600)
    },
    async tail() {
      const log = await readFile(file).catch(() => Buffer.alloc(0))
      return log.subarray(from).toString().split('\n').slice(-20).join('\n')
    },
    close: () => clearInterval(timer),
  }
}
