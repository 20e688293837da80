import { describe, expect, it } from 'vitest'
import type { SendFileOptions } from './send-file'
import { createUploadQueue, UPLOADS_AT_ONCE } from './upload-queue'

const file = (name: string) => new File(['x'], name)
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

/** A queue whose uploads the test ends. */
function start(count: number) {
  const tries: { name: string; options: SendFileOptions; end: (error?: Error) => void }[] = []
  const files = Array.from({ length: count }, (_, n) => file(`${n}.txt`))
  const queue = createUploadQueue(files, ({ name }) => (options) => {
    return new Promise<void>((resolve, reject) => {
      options.signal?.addEventListener('abort', () => reject(new Error('aborted')))
      tries.push({ name, options, end: (error) => (error ? reject(error) : resolve()) })
    })
  })
  const states = () => queue.items().map(({ status }) => status)
  return { queue, tries, states }
}

describe('createUploadQueue', () => {
  it('runs at most two uploads and starts the next in order', async () => {
    const { tries, states } = start(5)
    expect(UPLOADS_AT_ONCE).toBe(2)
    expect(states()).toEqual(['uploading', 'uploading', 'waiting', 'waiting', 'waiting'])
    tries[1]?.end()
    await settle()
    expect(states()).toEqual(['uploading', 'done', 'uploading', 'waiting', 'waiting'])
    for (let n = 0; n < 5; n += 1) {
      tries[n]?.end()
      await settle()
    }
    expect(tries.map(({ name }) => name)).toEqual(['0.txt', '1.txt', '2.txt', '3.txt', '4.txt'])
    expect(new Set(states())).toEqual(new Set(['done']))
  })

  it('reports progress per file', () => {
    const { queue, tries } = start(2)
    let notified = 0
    const end = queue.subscribe(() => (notified += 1))
    const before = queue.items()
    tries[1]?.options.onProgress?.(0.25)
    expect(queue.items().map(({ progress }) => progress)).toEqual([0, 0.25])
    expect(queue.items()).not.toBe(before)
    end()
    tries[1]?.options.onProgress?.(0.5)
    expect(notified).toBe(1)
  })

  it('retries a failed file without the others', async () => {
    const { queue, tries, states } = start(2)
    const reason = new Error('out of order')
    tries[0]?.end(reason)
    tries[1]?.end()
    await settle()
    expect(states()).toEqual(['failed', 'done'])
    expect(queue.items()[0]?.error).toBe(reason)
    queue.retry(1)
    queue.retry(0)
    queue.retry(0)
    expect(states()).toEqual(['uploading', 'done'])
    expect(queue.items()[0]?.error).toBeUndefined()
    expect(tries).toHaveLength(3)
    tries[2]?.end()
    await settle()
    expect(states()).toEqual(['done', 'done'])
  })

  it('cancels running and waiting uploads and starts the next', async () => {
    const { queue, tries, states } = start(4)
    queue.cancel(2)
    queue.cancel(0)
    await settle()
    expect(states()).toEqual(['cancelled', 'uploading', 'cancelled', 'uploading'])
    tries[0]?.options.onProgress?.(0.9)
    expect(queue.items()[0]?.progress).toBe(0)
    queue.retry(0)
    expect(states()[0]).toBe('waiting')
  })

  it('reports a file as done when the cancel came too late', async () => {
    let arrive = () => {}
    const queue = createUploadQueue(
      [file('a.txt')],
      () => () => new Promise<void>((resolve) => (arrive = resolve)),
    )
    queue.cancel(0)
    arrive()
    await settle()
    expect(queue.items()[0]?.status).toBe('done')
  })

  it('cancels every unfinished upload on stop', async () => {
    const { queue, tries, states } = start(4)
    tries[0]?.end()
    await settle()
    queue.stop()
    await settle()
    expect(states()).toEqual(['done', 'cancelled', 'cancelled', 'cancelled'])
    expect(tries).toHaveLength(3)
  })
})
