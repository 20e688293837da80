import { describe, expect, it } from 'vitest'
import { buildRow } from '../testing/build-row'
import {
  choicesIn,
  comesBefore,
  filterOf,
  IS_WORDS,
  matchesFilter,
  paramsOf,
  wordsOf,
  type TicketListFilter,
} from './ticket-list'
import { describeEvent } from './timeline'

describe('a ticket and the filter of a list', () => {
  const ticket = buildRow(1, { status: 'pending', priority: 'high', desk_tags: ['vip'], assigned_to: 'me' })

  it.each<[TicketListFilter, boolean]>([
    [{}, true],
    [{ status: 'active' }, true],
    [{ status: 'pending', priority: 'high', tag: 'vip', assignedTo: 'me' }, true],
    [{ status: 'open' }, false],
    [{ priority: 'low' }, false],
    [{ tag: 'billing' }, false],
    [{ assignedTo: null }, false],
    [{ assignedTo: 'somebody else' }, false],
    [{ customerId: 'somebody else' }, false],
    [{ snoozed: true }, false],
    [{ snoozed: false }, true],
    [{ sort: 'snoozed' }, false],
    // lists only tickets that wait
    [{ sort: 'waiting' }, false],
    // what a text finds is known to the server alone
    [{ search: 'ticket' }, false],
  ])('%j: %s', (filter, matches) => {
    expect(matchesFilter(ticket, filter)).toBe(matches)
  })

  it('leaves active lists when it is solved or closed, and unassigned lists when somebody takes it', () => {
    for (const status of ['solved', 'closed'] as const)
      expect(matchesFilter({ ...ticket, status }, { status: 'active' })).toBe(false)
    expect(matchesFilter({ ...ticket, assigned_to: null }, { assignedTo: null })).toBe(true)
  })
})

describe('a snoozed ticket', () => {
  const until = (snoozed_until: string) => buildRow(1, { snoozed_until })
  const [later, past] = [until('2099-01-01T09:00:00Z'), until('2026-01-01T09:00:00Z')]

  it('is in the lists of snoozed tickets until its time', () => {
    expect([later, past].map((row) => matchesFilter(row, { snoozed: true }))).toEqual([true, false])
    expect([later, past].map((row) => matchesFilter(row, { snoozed: false }))).toEqual([false, true])
  })

  it('is not among active tickets until its time, unless snoozed ones are asked for', () => {
    const answer = until('infinity')
    const active = (row: typeof later, snoozed?: boolean) =>
      matchesFilter(row, { status: 'active', ...(snoozed !== undefined && { snoozed }) })
    expect([later, answer, past].map((row) => active(row))).toEqual([false, false, true])
    expect([later, answer, past].map((row) => active(row, true))).toEqual([true, true, false])
    expect(matchesFilter({ ...later, status: 'open' }, { status: 'open' })).toBe(true)
  })

  it('is chosen by a select, an address, a saved view and is:snoozed', () => {
    const chosen = choicesIn(new URLSearchParams('snoozed=no'))
    expect(chosen.snoozed).toBe(false)
    expect(paramsOf(chosen)).toContainEqual(['snoozed', 'no'])
    expect(filterOf({ snoozed: false })).toEqual({ snoozed: false })
    expect(wordsOf({ snoozed: true })).toContain('snoozed')
    expect(IS_WORDS).toContainEqual({ word: 'snoozed', detail: 'Snoozed', filter: { snoozed: true } })
  })

  it('comes first when it returns first, and has its time in the history', () => {
    const sooner = until('2098-01-01T09:00:00Z')
    expect(comesBefore(sooner, later, { sort: 'snoozed' })).toBe(true)
    const answer = until('infinity')
    expect(comesBefore(later, answer, { sort: 'snoozed' })).toBe(true)
    expect(comesBefore(answer, answer, { sort: 'snoozed' })).toBe(false)
    const event = {
      kind: 'snoozed_until',
      actor_id: 'a',
      from_value: null,
      to_value: sooner.snoozed_until ?? null,
    }
    expect(describeEvent(event, 'a')).toMatchObject({
      what: expect.stringMatching(/^snoozed the ticket until .*2098/),
    })
    expect(describeEvent({ ...event, to_value: null }, 'a').what).toBe('ended the snooze of the ticket')
    expect(describeEvent({ ...event, to_value: 'infinity' }, 'a').what).toBe(
      'snoozed the ticket until the customer answers',
    )
    expect(describeEvent({ ...event, actor_id: null, to_value: null }, 'a').who).toBe('The system')
  })
})

describe('the order of a list', () => {
  const older = buildRow(1, { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-03-01T00:00:00Z' })
  const newer = buildRow(2, { created_at: '2026-02-01T00:00:00Z', updated_at: '2026-02-02T00:00:00Z' })
  const urgent = { ...older, priority: 'urgent', status: 'closed' } as const
  const waits = (since: string) => ({ ...older, waiting_since: since })

  it.each([
    ['the newest first', newer, older, {}],
    ['the oldest first', older, newer, { ascending: true }],
    ['the last updated first', older, newer, { sort: 'updated_at' }],
    ['the most urgent first', urgent, newer, { sort: 'priority' }],
    ['the least urgent first', newer, urgent, { sort: 'priority', ascending: true }],
    [
      'the newest first within a priority, in both directions',
      newer,
      older,
      { sort: 'priority', ascending: true },
    ],
    ['open first', newer, urgent, { sort: 'status' }],
    ['closed first', urgent, newer, { sort: 'status', ascending: true }],
    [
      'the longest waiting first',
      waits('2026-01-02T00:00:00Z'),
      waits('2026-01-03T00:00:00Z'),
      { sort: 'waiting' },
    ],
  ] as const)('%s', (_, first, second, filter) => {
    expect([comesBefore(first, second, filter), comesBefore(second, first, filter)]).toEqual([true, false])
  })

  it('is unknown for texts, which the server folds', () => {
    const [a, b] = [buildRow(1, { subject: 'A' }), buildRow(2, { subject: 'B' })]
    expect([comesBefore(a, b, { sort: 'subject' }), comesBefore(b, a, { sort: 'subject' })]).toEqual([
      false,
      false,
    ])
  })
})
