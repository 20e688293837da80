import { describe, expect, it, vi } from 'vitest'
import type { Person } from '../model/person'
import { PeopleCache } from './people-cache'

const person = (id: string): Person => ({ id, name: `Name ${id}`, email: `${id}@example.com` })
const start = (missing: string[] = []) => {
  const fetch = vi.fn(async (ids: readonly string[]) => ids.filter((id) => !missing.includes(id)).map(person))
  return { fetch, people: new PeopleCache(fetch) }
}

describe('PeopleCache', () => {
  it('requests several people at once, and only those not cached', async () => {
    const { fetch, people } = start()
    await people.load(['a', 'b', 'a'])
    await people.load(['b', 'c'])
    await people.load(['a', 'c'])
    expect(fetch.mock.calls).toEqual([[['a', 'b']], [['c']]])
    expect(people.snapshot().get('b')).toEqual(person('b'))
  })

  it('does not request a person twice while a request is pending', async () => {
    const { fetch, people } = start()
    await Promise.all([people.load(['a']), people.load(['a', 'b'])])
    expect(fetch.mock.calls).toEqual([[['a']], [['b']]])
  })

  it('keeps the identity of added people who have not changed, and does not request them', async () => {
    const { fetch, people } = start()
    people.add([person('a'), person('b')])
    const [before, changed] = [people.snapshot(), { ...person('b'), name: 'New name' }]
    people.add([person('a')])
    expect(people.snapshot()).toBe(before)
    people.add([person('a'), changed])
    expect(people.snapshot().get('a')).toBe(before.get('a'))
    expect(people.snapshot().get('b')).toBe(changed)
    await people.load(['a', 'b'])
    expect(fetch).not.toHaveBeenCalled()
  })

  it('requests at most a hundred at a time', async () => {
    const { fetch, people } = start()
    await people.load(Array.from({ length: 101 }, (_, n) => `id ${n}`))
    expect(fetch.mock.calls.map(([ids]) => ids.length)).toEqual([100, 1])
  })

  it('does not request people that were added', async () => {
    const { fetch, people } = start()
    people.add([person('me')])
    await people.load(['me'])
    expect(fetch).not.toHaveBeenCalled()
  })

  it('remembers that a profile is gone', async () => {
    const { fetch, people } = start(['gone'])
    await people.load(['gone'])
    await people.load(['gone'])
    expect(people.snapshot().get('gone')).toBeNull()
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it('retries after a failure', async () => {
    const { fetch, people } = start()
    fetch.mockRejectedValueOnce(new Error('offline'))
    await people.load(['a'])
    expect(people.snapshot().get('a')).toBeNull()
    await people.load(['a'])
    expect(people.snapshot().get('a')).toEqual(person('a'))
  })

  it('notifies subscribers with a new snapshot', async () => {
    const { people } = start()
    const before = people.snapshot()
    const listener = vi.fn()
    const unsubscribe = people.subscribe(listener)
    await people.load(['a'])
    expect(listener).toHaveBeenCalledTimes(1)
    expect(people.snapshot()).not.toBe(before)
    unsubscribe()
    await people.load(['b'])
    expect(listener).toHaveBeenCalledTimes(1)
  })
})
