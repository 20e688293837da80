import { describe, expect, it } from 'vitest'
import { createFairQueue, dataApiShares, type QueueKey, type Shares } from './fair-queue'

const shares: Shares = {
  each: { anonymous: 1, customer: 2, staff: 2 },
  upTo: { anonymous: 1, customer: 3, staff: 5 },
  waiting: 2,
}
const person = (key: string, rank: QueueKey['rank'] = 'customer'): QueueKey => ({ key, rank })
const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A queue whose work ends on request of the test. */
function setup() {
  const queue = createFairQueue(shares)
  const running = new Map<string, () => void>()
  const start = (name: string, caller: QueueKey) =>
    queue
      .run(caller, () => new Promise<void>((end) => running.set(name, end)))
      .finally(() => running.delete(name))
  const end = async (name: string) => {
    running.get(name)?.()
    await tick()
  }
  return { start, end, names: () => [...running.keys()] }
}

describe('the queue for connections', () => {
  it('limits one caller to a share and leaves the rest to others', async () => {
    const { start, names } = setup()
    for (const name of ['a1', 'a2', 'a3']) void start(name, person('a'))
    void start('b1', person('b'))
    await tick()
    expect(names()).toEqual(['a1', 'a2', 'b1'])
  })

  it('reserves connections for staff', async () => {
    const { start, names } = setup()
    for (const key of ['a', 'b', 'c', 'd', 'e']) void start(key, person(key))
    for (const key of ['127.0.0.1', '127.0.0.2']) void start(key, person(key, 'anonymous'))
    void start('agent', person('agent', 'staff'))
    void start('admin', person('admin', 'staff'))
    await tick()
    expect(names()).toEqual(['a', 'b', 'c', 'agent', 'admin'])
  })

  it('gives anonymous callers the smallest share', async () => {
    const { start, names } = setup()
    for (const key of ['127.0.0.1', '127.0.0.2', '127.0.0.3']) void start(key, person(key, 'anonymous'))
    void start('a', person('a'))
    await tick()
    expect(names()).toEqual(['127.0.0.1', 'a'])
  })

  it('gives a free connection to the caller with the fewest, then to the first', async () => {
    const { start, end, names } = setup()
    for (const name of ['a1', 'a2', 'a3']) void start(name, person('a'))
    void start('b1', person('b'))
    void start('c1', person('c'))
    void start('b2', person('b'))
    await tick()
    await end('a1')
    expect(names()).toEqual(['a2', 'b1', 'c1'])
    await end('a2')
    expect(names()).toEqual(['b1', 'c1', 'a3'])
  })

  it('lets callers take turns, however many requests of one came first', async () => {
    const queue = createFairQueue({ ...shares, waiting: 10 })
    const order: string[] = []
    const run = (name: string, key: string) =>
      queue.run(person(key, 'anonymous'), async () => void order.push(name))
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => run(name, 'a'))
    await Promise.all([...all, run('b1', 'b'), run('b2', 'b'), run('c1', 'c')])
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })

  it('releases a connection when the work fails', async () => {
    const queue = createFairQueue(shares)
    const failing = Array.from({ length: 3 }, () =>
      queue.run(person('a'), () => Promise.reject(new Error('no'))),
    )
    await Promise.allSettled(failing)
    await expect(queue.run(person('a'), async () => 'done')).resolves.toBe('done')
  })

  it('rejects only the caller with too many waiting requests', async () => {
    const { start, names } = setup()
    for (const name of ['a1', 'a2', 'a3', 'a4']) void start(name, person('a'))
    await expect(start('a5', person('a'))).rejects.toMatchObject({ status: 429, code: 'too_many_at_once' })
    void start('b1', person('b'))
    await tick()
    expect(names()).toContain('b1')
  })

  it('reserves connections of the pool of 20 for staff and the service role', () => {
    expect(dataApiShares.upTo.customer).toBeLessThan(dataApiShares.upTo.staff)
    expect(dataApiShares.upTo.staff).toBeLessThan(20)
  })

  it('takes linear time for many requests of one caller', async () => {
    const queue = createFairQueue({ ...shares, waiting: 40_000 })
    const before = process.cpuUsage().user
    await Promise.all(Array.from({ length: 40_000 }, () => queue.run(person('a'), () => Promise.resolve())))
    expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(2)
  })
})
