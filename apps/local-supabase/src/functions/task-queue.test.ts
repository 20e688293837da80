import { describe, expect, it } from 'vitest'
import { createTaskQueue, type Queued } from './task-queue'

const places = 50
const jobOf = (sender: string | undefined, isUrgent = false): Queued => ({ sender, isUrgent, megabytes: 0 })

function createFilled(senders: number, isUrgent = false) {
  const queue = createTaskQueue({ deadline: 5_000, maxWaiting: places })
  for (let n = 0; n < places; n += 1)
    for (let sender = 0; sender < senders; sender += 1) queue.add(jobOf(`heavy${sender}`, isUrgent))
  return queue
}

function takeAll(queue: ReturnType<typeof createFilled>): (string | undefined)[] {
  const senders = []
  for (let job = queue.next(); job; job = queue.next()) senders.push(job.sender)
  return senders
}

describe('the queue of tasks', () => {
  it.each([1, 2, 3, 10])('has places for newcomers beside %i senders with many tasks', (count) => {
    for (const isUrgent of [false, true]) {
      const queue = createFilled(count, isUrgent)
      for (let n = 0; n < 10; n += 1)
        for (let turn = 0; turn < 2; turn += 1) {
          const job = jobOf(`newcomer${n}`, isUrgent)
          const refused = queue.add(job)
          expect(refused).not.toBe(job)
          expect(refused?.sender ?? 'heavy').toMatch('heavy')
        }
      const left = takeAll(queue)
      expect(left.filter((sender) => sender?.startsWith('newcomer'))).toHaveLength(20)
      expect(left.length).toBeLessThanOrEqual(places)
    }
  })

  it('refuses the last task of the sender with the most', () => {
    const queue = createTaskQueue<Queued & { n?: number }>({ deadline: 5_000, maxWaiting: 4 })
    for (const n of [1, 2, 3]) expect(queue.add({ ...jobOf('a'), n })).toBeUndefined()
    expect(queue.add(jobOf('b'))).toBeUndefined()
    expect(queue.add(jobOf('c'))).toMatchObject({ sender: 'a', n: 3 })
    expect([queue.next(), queue.next(), queue.next(), queue.next(), queue.next()]).toEqual([
      expect.objectContaining({ n: 1 }),
      jobOf('b'),
      jobOf('c'),
      expect.objectContaining({ n: 2 }),
      undefined,
    ])
  })

  it('replaces no task of a sender who has only one more', () => {
    const queue = createTaskQueue({ deadline: 5_000, maxWaiting: 3 })
    for (const sender of ['a', 'a', 'b']) queue.add(jobOf(sender))
    const another = jobOf('b')
    expect(queue.add(another)).toBe(another)
    expect(queue.add(jobOf('c'))).toMatchObject({ sender: 'a' })
    const newcomer = jobOf('d')
    expect(queue.add(newcomer)).toBe(newcomer)
  })

  it('replaces no task without a sender, and none of the other kind', () => {
    const queue = createTaskQueue({ deadline: 5_000, maxWaiting: 2 })
    for (const sender of [undefined, undefined, 'a', 'a']) queue.add(jobOf(sender, sender === undefined))
    const newcomer = jobOf('b', true)
    expect(queue.add(newcomer)).toBe(newcomer)
  })
})
