import { beforeAll, describe, expect, it } from 'vitest'
import { desiredPeople, makePerson } from './people'
import { tagNames } from './tags'
import { DAY, makeTickets, type Desk, type Ticket } from './tickets'

const count = 40_000
const now = Date.UTC(2026, 5, 30, 12)
const people = desiredPeople(count)
const desk: Desk = {
  seed: 1,
  count,
  now,
  customers: Array.from({ length: people.customers }, (_, n) => makePerson('customer', n + 1)),
  agents: Array.from({ length: people.agents }, (_, n) => makePerson('agent', n + 1)),
}

let tickets: Ticket[]
beforeAll(() => {
  const ticketAt = makeTickets(desk)
  tickets = Array.from({ length: count }, (_, n) => ticketAt(n))
})

const share = (isMatch: (ticket: Ticket) => boolean) => tickets.filter(isMatch).length / count

const countBy = (key: (ticket: Ticket) => string) => {
  const counts = new Map<string, number>()
  for (const ticket of tickets) counts.set(key(ticket), (counts.get(key(ticket)) ?? 0) + 1)
  return counts
}

describe('tickets', () => {
  it('are the same for the same seed, in any order', () => {
    const again = makeTickets(desk)
    for (const n of [39_999, 5, 1234]) expect(again(n)).toEqual(tickets[n])
    expect(makeTickets({ ...desk, seed: 2 })(5)).not.toEqual(tickets[5])
  })

  it('come in order of time over two years, more of them towards the end', () => {
    expect(tickets.every(({ createdAt }, n) => n === 0 || createdAt >= tickets[n - 1]!.createdAt)).toBe(true)
    expect(tickets[0]!.createdAt).toBeGreaterThan(now - 731 * DAY)
    expect(tickets.at(-1)!.createdAt).toBeLessThanOrEqual(now)
    expect(share(({ createdAt }) => createdAt > now - 365 * DAY)).toBeGreaterThan(0.55)
  })

  it('are mostly active when new and resolved when old', () => {
    const isActive = ({ status }: Ticket) => status !== 'solved' && status !== 'closed'
    const activeAmong = (part: Ticket[]) => part.filter(isActive).length / part.length
    expect(activeAmong(tickets.slice(-100))).toBeGreaterThan(0.5)
    expect(activeAmong(tickets.slice(0, 30_000))).toBeLessThan(0.02)
  })

  it('keep their times in order and in the past', () => {
    const isWrong = ({ createdAt, firstResponseAt, resolvedAt, closedAt, updatedAt, thread }: Ticket) => {
      const times = [createdAt, ...thread.map(({ at }) => at)]
      const isSorted = times.every((at, n) => n === 0 || at >= times[n - 1]!)
      const isPast = [...times, resolvedAt ?? 0, closedAt ?? 0, updatedAt].every((at) => at <= now)
      const isNext = (firstResponseAt ?? createdAt) >= createdAt && (closedAt ?? now) >= (resolvedAt ?? 0)
      return !isSorted || !isPast || !isNext
    }
    expect(tickets.filter(isWrong)).toEqual([])
  })

  it('have resolution and closing times that fit the status', () => {
    for (const { status, resolvedAt, closedAt } of tickets) {
      expect(closedAt !== undefined).toBe(status === 'closed')
      expect(resolvedAt !== undefined).toBe(status === 'closed' || status === 'solved')
    }
  })

  it('have three comments on average, and notes only from staff', () => {
    const replies = tickets.flatMap(({ thread }) => thread)
    expect(replies.length / count).toBeGreaterThan(2.7)
    expect(replies.length / count).toBeLessThan(3.6)
    expect(replies.filter(({ isInternal, isStaff }) => isInternal && !isStaff)).toEqual([])
    expect(replies.filter(({ isInternal }) => isInternal).length / replies.length).toBeGreaterThan(0.05)
  })

  it('have a first response exactly when staff replied in public', () => {
    for (const { thread, firstResponseAt } of tickets) {
      expect(firstResponseAt).toBe(thread.find(({ isStaff, isInternal }) => isStaff && !isInternal)?.at)
    }
  })
})

describe('customers', () => {
  it('have a heavy tail: the largest 2 to 6 percent of the tickets, most a few', () => {
    const counts = [...countBy(({ customer }) => customer.id).values()].sort((a, b) => b - a)
    expect(counts[0]! / count).toBeGreaterThan(0.02)
    expect(counts[0]! / count).toBeLessThan(0.06)
    expect(counts.at(-1)).toBe(1)
    expect(counts[Math.floor(counts.length / 2)]).toBeLessThan(8)
  })

  it('write in four languages, most in English', () => {
    const counts = countBy(({ customer }) => customer.language)
    const order = [...counts].sort((a, b) => b[1] - a[1]).map(([language]) => language)
    expect(counts.size).toBe(4)
    expect(order.slice(0, 2)).toEqual(['en', 'de'])
  })
})

describe('tags', () => {
  const withTag = (tag: string | undefined) => share(({ tags }) => tags.includes(tag ?? ''))

  it('range from one ticket in six to a handful', () => {
    expect(withTag(tagNames[0])).toBeGreaterThan(0.155)
    expect(withTag(tagNames[0])).toBeLessThan(0.185)
    expect(withTag(tagNames[20])).toBeLessThan(0.01)
    expect(withTag(tagNames.at(-1))).toBeLessThan(0.0003)
  })

  it('include those that the customer gave, without repetition', () => {
    for (const { tags, givenTags } of tickets) {
      expect(new Set(tags).size).toBe(tags.length)
      expect(givenTags.every((tag) => tags.includes(tag))).toBe(true)
    }
  })
})
