import { beforeAll, describe, expect, it } from 'vitest'
import { makePerson } from './people'
import { Random } from './random'
import { makeMessage, makeSubject } from './text'
import { DAY, makeTicket, type Workspace, type Ticket } from './tickets'
import { languages } from './words'

const count = 20_000
const now = Date.UTC(2026, 5, 30, 12)
const workspace: Workspace = {
  now,
  customers: Array.from({ length: count / 8 }, (_, n) => makePerson('customer', n + 1)),
  agents: Array.from({ length: 5 }, (_, n) => makePerson('agent', n + 1)),
}
const makeTickets = (seed: number) => {
  const random = new Random(seed)
  return Array.from({ length: count }, (_, n) => makeTicket(workspace, (n + 1) / count, random))
}

let tickets: Ticket[]
beforeAll(() => {
  tickets = makeTickets(1)
})

const share = (isMatch: (ticket: Ticket) => boolean, among = tickets) =>
  among.filter(isMatch).length / among.length

describe.each(languages)('texts in %s', (language) => {
  it('fit the limits of their columns and have no placeholder', () => {
    const random = new Random(3)
    const make = (text: () => string) => Array.from({ length: 2000 }, text)
    const subjects = make(() => makeSubject(language, random))
    const messages = make(() => makeMessage(language, 5, random))
    const lengths = (texts: string[]) => texts.map((text) => text.length)
    expect(Math.max(...lengths(subjects))).toBeLessThanOrEqual(255)
    expect(Math.min(...lengths(messages))).toBeGreaterThanOrEqual(10)
    expect(Math.max(...lengths(messages))).toBeLessThanOrEqual(2000)
    expect([...subjects, ...messages].filter((text) => /[{}]|undefined/.test(text))).toEqual([])
  })
})

it('makes the same texts from the same seed, and others from another', () => {
  const subjects = (seed: number) => makeTicket(workspace, 1, new Random(seed)).subject
  expect(subjects(1)).toBe(subjects(1))
  expect(subjects(1)).not.toBe(subjects(2))
})

describe('tickets', () => {
  it('are mostly active when new and done when old', () => {
    const isActive = ({ status }: Ticket) => status !== 'solved' && status !== 'closed'
    expect(share(isActive, tickets.slice(-50))).toBeGreaterThan(0.5)
    expect(share(isActive, tickets.slice(0, 15_000))).toBeLessThan(0.03)
  })

  it('have times in order, within two years, and those of their status', () => {
    const isWrong = ({ createdAt, thread, status, resolvedAt, closedAt }: Ticket) => {
      const times = [now - 731 * DAY, createdAt, ...thread.map(({ at }) => at), now]
      const isSorted = times.every((at, n) => n === 0 || at >= times[n - 1]!)
      const isDone = status === 'closed' || status === 'solved'
      const isNext = (resolvedAt ?? createdAt) >= createdAt && (closedAt ?? now) >= (resolvedAt ?? 0)
      const isOfStatus =
        isDone === (resolvedAt !== undefined) && (status === 'closed') === (closedAt !== undefined)
      return !isSorted || !isNext || !isOfStatus
    }
    expect(tickets.filter(isWrong)).toEqual([])
  })

  it('have three comments on average, and notes only from staff', () => {
    const replies = tickets.flatMap(({ thread }) => thread)
    expect(replies.length / count).toBeGreaterThan(2.5)
    expect(replies.length / count).toBeLessThan(3.5)
    expect(replies.filter(({ isInternal, isStaff }) => isInternal && !isStaff)).toEqual([])
  })

  it('are few for most customers, and many for the largest', () => {
    const largest = share(({ customer }) => customer === workspace.customers[0])
    expect(largest).toBeGreaterThan(0.02)
    expect(largest).toBeLessThan(0.07)
    expect(share(({ customer }) => customer === workspace.customers.at(-1))).toBeLessThan(0.001)
  })

  it('have tags without repetition, one of them in every sixth ticket', () => {
    const withTag = (tag: string) => share(({ tags }) => tags.includes(tag))
    expect(withTag('billing')).toBeGreaterThan(0.14)
    expect(withTag('billing')).toBeLessThan(0.19)
    expect(withTag('search-escalation')).toBeLessThan(0.001)
    expect(tickets.every(({ tags }) => new Set(tags).size === tags.length)).toBe(true)
  })
})
