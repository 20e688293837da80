import { mkdir, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { exists } from '../exists'
import { StartError } from '../start-error'
import { explainDiskError } from './disk-errors'
import { restrictDataFolder } from './permissions'

const megabyte = 1024 * 1024
/** A new database takes some 80 MB, more during its creation. */
const needed = { first: 200, later: 50 }

/** Reveals missing permissions, read-only mounts and quotas before the start. */
async function tryWriting(dataDir: string): Promise<void> {
  const file = join(dataDir, `.write-test-${process.pid}`)
  try {
    const handle = await open(file, 'w', 0o600)
    try {
      await handle.writeFile(new Uint8Array(64 * 1024))
      await handle.sync()
    } finally {
      await handle.close()
    }
  } finally {
    await rm(file, { force: true }).catch(() => {})
  }
}

async function checkSpace(dataDir: string): Promise<void> {
  const isFirst = !(await exists(join(dataDir, 'keys.json')))
  const { bavail, bsize } = await statfs(dataDir)
  const free = Math.floor((bavail * bsize) / megabyte)
  const least = isFirst ? needed.first : needed.later
  if (free >= least) return
  throw new StartError(
    `The disk of the data folder ${dataDir} is nearly full: ${free} MB are free, ${least} MB are needed.\n` +
      'Make room, or choose another place: HELPDESK_DATA=/path npm start',
  )
}

/**
 * Creates the data folder, closed to other accounts.
 * Throws StartError when it is not writable or its disk is full.
 */
export async function openDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true }).catch(async (error: unknown) => {
      // On a read-only disk, Node's recursive mkdir fails with ENOENT, the plain one with the reason.
      await mkdir(dataDir)
      throw error
    })
    await restrictDataFolder(dataDir)
    await tryWriting(dataDir)
  } catch (error) {
    const what = `The data folder ${dataDir} cannot be written`
    const known = explainDiskError(error, what)
    throw known instanceof StartError ? known : new StartError(`${what}: ${String(error)}`)
  }
  await checkSpace(dataDir)
}
