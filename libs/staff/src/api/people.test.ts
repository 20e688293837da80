import { describe, expect, it, vi } from 'vitest'
import { PeopleDirectory, type Person } from './people'

const person = (id: string): Person => ({ id, name: `Name ${id}`, email: `${id}@example.com` })
const start = (missing: string[] = []) => {
  const fetch = vi.fn(async (ids: readonly string[]) => ids.filter((id) => !missing.includes(id)).map(person))
  return { fetch, people: new PeopleDirectory(fetch) }
}

describe('the people of a list', () => {
  it('are asked for in one request, and only those that are not known', async () => {
    const { fetch, people } = start()
    await people.ask(['a', 'b', 'a'])
    await people.ask(['b', 'c'])
    await people.ask(['a', 'c'])
    expect(fetch.mock.calls).toEqual([[['a', 'b']], [['c']]])
    expect(people.snapshot().get('b')).toEqual(person('b'))
  })

  it('are not asked for twice while they are on their way', async () => {
    const { fetch, people } = start()
    await Promise.all([people.ask(['a']), people.ask(['a', 'b'])])
    expect(fetch.mock.calls).toEqual([[['a']], [['b']]])
  })

  it('fit into one address: a hundred at a time', async () => {
    const { fetch, people } = start()
    await people.ask(Array.from({ length: 101 }, (_, n) => `id ${n}`))
    expect(fetch.mock.calls.map(([ids]) => ids.length)).toEqual([100, 1])
  })

  it('need no request when they came another way', async () => {
    const { fetch, people } = start()
    people.add([person('me')])
    await people.ask(['me'])
    expect(fetch).not.toHaveBeenCalled()
  })

  it('who are gone are remembered as gone', async () => {
    const { fetch, people } = start(['gone'])
    await people.ask(['gone'])
    await people.ask(['gone'])
    expect(people.snapshot().get('gone')).toBeNull()
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it('are asked for again after a failure', async () => {
    const { fetch, people } = start()
    fetch.mockRejectedValueOnce(new Error('offline'))
    await people.ask(['a'])
    expect(people.snapshot().get('a')).toBeNull()
    await people.ask(['a'])
    expect(people.snapshot().get('a')).toEqual(person('a'))
  })

  it('tell those who show them, with a new snapshot', async () => {
    const { people } = start()
    const before = people.snapshot()
    const told = vi.fn()
    const end = people.subscribe(told)
    await people.ask(['a'])
    expect(told).toHaveBeenCalledTimes(1)
    expect(people.snapshot()).not.toBe(before)
    end()
    await people.ask(['b'])
    expect(told).toHaveBeenCalledTimes(1)
  })
})
