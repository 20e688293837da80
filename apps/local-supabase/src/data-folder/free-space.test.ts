import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFreeSpace } from './free-space'

const megabyte = 1024 * 1024
/** A disk of megabytes, in blocks of 4 kB. */
const disk = (size: number, free: number) => ({ bsize: 4096, blocks: size * 256, bavail: free * 256 })
const refuses = async (size: number, free: number, leastMegabytes?: number) => {
  const space = createFreeSpace('/data', { leastMegabytes, look: async () => disk(size, free) })
  return (await space.refusesSince()) !== undefined
}

afterEach(() => vi.useRealTimers())

describe('the free space of the data folder', () => {
  it.each([
    [100_000, 1_000, undefined, false],
    [100_000, 999, undefined, true],
    [2_000, 200, undefined, false],
    [2_000, 199, undefined, true],
    [2_000, 999, 1_000, true],
    [100_000, 100, 50, false],
    [100_000, 0, 0, false],
  ])(
    'of a disk of %i MB with %i MB free and the setting %s is too little: %s',
    async (size, free, least, expected) => expect(await refuses(size, free, least)).toBe(expected),
  )

  it('is looked at once for many mails, and again after a while', async () => {
    const look = vi.fn(async () => disk(100_000, 5_000))
    vi.useFakeTimers({ toFake: ['performance'] })
    const space = createFreeSpace('/data', { cacheMs: 2_000, look })
    await Promise.all(Array.from({ length: 500 }, () => space.refusesSince()))
    expect(look).toHaveBeenCalledExactlyOnceWith('/data')
    vi.advanceTimersByTime(1_900)
    await space.read()
    expect(look).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(200)
    await space.read()
    expect(look).toHaveBeenCalledTimes(2)
  })

  it('says since when mails and files are refused, until there is room', async () => {
    let free = 900
    const space = createFreeSpace('/data', { cacheMs: 0, look: async () => disk(100_000, free) })
    const since = await space.refusesSince()
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(since?.getTime() ?? Infinity))
    free = 800
    expect(await space.refusesSince()).toEqual(since)
    await expect(space.check()).rejects.toThrow(
      `The disk of the data folder is nearly full: 800 MB are free, of which 1000 MB are kept for the database. ` +
        `Emails (452, 503) and files (507) are refused since ${since?.toISOString()}.`,
    )
    free = 1_000
    await vi.waitFor(async () => expect(await space.refusesSince()).toBeUndefined())
    await expect(space.check()).resolves.toBeUndefined()
    expect(await space.read()).toEqual({ free: 1_000 * megabyte, least: 1_000 * megabyte })
  })

  it('refuses nothing while the folder cannot be looked at', async () => {
    const space = createFreeSpace('/data', { look: () => Promise.reject(new Error('ENOENT')) })
    expect(await space.refusesSince()).toBeUndefined()
    await expect(space.check()).resolves.toBeUndefined()
  })
})
