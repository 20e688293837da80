import { expect, it, vi } from 'vitest'
import { createReload } from './reload'

/** What a reading saw, and ends it. */
interface Reading {
  seen: number
  end(): void
  fail(error: Error): void
}

function startReading() {
  const readings: Reading[] = []
  const log = vi.fn()
  let schema = 1
  let cached = 0
  const read = () => {
    const seen = schema
    return new Promise<void>((resolve, reject) => {
      let ended = false
      const end = () => {
        if (!ended) cached = seen
        ended = true
        resolve()
      }
      readings.push({ seen, end, fail: reject })
    })
  }
  const reload = createReload(read, log)
  const change = () => {
    schema += 1
    reload()
  }
  return { readings, log, reload, change, cached: () => cached }
}

it('ends with the newest schema, however late a reading that began before the change ends', async () => {
  const { readings, reload, change, cached } = startReading()
  reload()
  change()
  // whatever has begun ends in the opposite order
  for (const reading of [...readings].reverse()) reading.end()
  await vi.waitFor(() => expect(readings.at(-1)?.seen).toBe(2))
  readings.at(-1)?.end()
  await vi.waitFor(() => expect(cached()).toBe(2))
})

it('reads once more for all changes during a reading', async () => {
  const { readings, reload, change } = startReading()
  reload()
  for (let n = 0; n < 3; n += 1) change()
  readings[0]?.end()
  await vi.waitFor(() => expect(readings).toHaveLength(2))
  readings[1]?.end()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(readings.map(({ seen }) => seen)).toEqual([1, 4])
})

it('logs a failure and reads again', async () => {
  const { readings, reload, log } = startReading()
  reload()
  readings[0]?.fail(new Error('cache lookup failed'))
  await vi.waitFor(() => expect(readings).toHaveLength(2), { timeout: 5_000 })
  expect(log).toHaveBeenCalledOnce()
})
