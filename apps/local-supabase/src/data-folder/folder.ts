import { mkdir, open, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../start-error'
import { explainDiskError } from './disk-errors'
import { restrictDataFolder } from './permissions'

const megabyte = 1024 * 1024
/** A new database with its log takes some 80 MB, more while it is being made. */
const needed = { first: 200, later: 50 }

/** Writes and syncs a little: rights, mounts and quotas say no now, not in the middle of the start. */
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
  const isFirst = await stat(join(dataDir, 'keys.json')).then(
    () => false,
    () => true,
  )
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
 * Makes the data folder, closed to other accounts.
 * Throws StartError when it cannot be written or its disk is full.
 */
export async function openDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true }).catch(async (error: unknown) => {
      // Of a read-only disk Node's recursive mkdir says ENOENT; the plain one says why.
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
