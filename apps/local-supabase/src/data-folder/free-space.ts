import { statfs } from 'node:fs/promises'
import { Unhealthy, type Check } from '../health/checks'

const megabyte = 1024 * 1024

/** Bytes of a disk. */
interface Disk {
  free: number
  /** What has to stay free, so that the database can write whatever mails and files people send. */
  least: number
}

export interface FreeSpace {
  /** Undefined while the folder cannot be looked at. */
  read(): Promise<Disk | undefined>
  /** Since when mails and files are refused; undefined while there is room for them. */
  refusesSince(): Promise<Date | undefined>
  /** Fails while mails and files are refused. */
  check: Check
}

interface FreeSpaceOptions {
  /** Megabytes; by default 1,000 or a tenth of the disk, whichever is less. */
  leastMegabytes?: number | undefined
  /** Milliseconds that what was seen holds, so that a flood of mails and files costs no look each. */
  cacheMs?: number
  /** Looks at the disk. */
  look?: (folder: string) => Promise<{ blocks: number; bavail: number; bsize: number }>
}

/** Watches the disk of a folder. */
export function createFreeSpace(folder: string, options: FreeSpaceOptions = {}): FreeSpace {
  const { leastMegabytes, cacheMs = 2_000, look = statfs } = options
  let seen: { until: number; disk: Promise<Disk | undefined> } | undefined
  let since: Date | undefined

  async function measure(): Promise<Disk | undefined> {
    // Whoever writes there next gets the reason.
    const disk = await look(folder).catch(() => undefined)
    if (!disk) return undefined
    const { blocks, bavail, bsize } = disk
    const least = (leastMegabytes ?? Math.min(1000, (blocks * bsize) / 10 / megabyte)) * megabyte
    const free = bavail * bsize
    since = free < least ? (since ?? new Date()) : undefined
    return { free, least }
  }

  function read(): Promise<Disk | undefined> {
    if (!seen || seen.until < performance.now())
      seen = { until: performance.now() + cacheMs, disk: measure() }
    return seen.disk
  }

  async function refusesSince(): Promise<Date | undefined> {
    await read()
    return since
  }

  return {
    read,
    refusesSince,
    async check() {
      const [disk, begin] = [await read(), await refusesSince()]
      if (!disk || !begin) return
      const [free, least] = [disk.free, disk.least].map((bytes) => Math.floor(bytes / megabyte))
      throw new Unhealthy(
        `The disk of the data folder is nearly full: ${free} MB are free, of which ${least} MB are kept for the database. ` +
          `Emails (452, 503) and files (507) are refused since ${begin.toISOString()}.`,
      )
    },
  }
}
