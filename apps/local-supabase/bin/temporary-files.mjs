import { statfsSync } from 'node:fs'
import { env } from './lib.mjs'

/** Linux's file system in memory. */
const MEMORY = { folder: '/dev/shm', type: 0x01021994, bytesFree: 8 * 1024 ** 3 }

/** Whether the temporary files of all tests fit there. Containers often have 64 MB of it. */
function fitInMemory() {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY.folder)
    return type === MEMORY.type && bavail * bsize >= MEMORY.bytesFree
  } catch {
    return false
  }
}

/**
 * Puts the temporary files of this process and of the tools that it runs into memory, if they fit and no other folder is
 * named. Each test stack copies a data folder of 1,400 files: a second of CPU time on disk, a tenth in memory.
 */
export function keepTemporaryFilesInMemory() {
  if (!env.TMPDIR && fitInMemory()) process.env.TMPDIR = env.TMPDIR = MEMORY.folder
}
