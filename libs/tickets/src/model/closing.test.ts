import { describe, expect, it } from 'vitest'
import { canClose, canReopen, CLOSE_REASON_MAX, CLOSE_REASONS } from './closing'
import { canRate, RATING_WORDS, ratingWord } from './rating'
import { TICKET_STATUSES } from './statuses'

const owner = { id: 'c1', role: 'customer' } as const
const ticket = (status: (typeof TICKET_STATUSES)[number]) => ({ customer_id: 'c1', status })

describe.each(TICKET_STATUSES)('the requester of a ticket that is %s', (status) => {
  const resolved = status === 'solved' || status === 'closed'
  it('may close it unless it is already closed', () =>
    expect(canClose(owner, ticket(status))).toBe(status !== 'closed'))
  it('may reopen and rate it only when solved or closed', () => {
    expect(canReopen(owner, ticket(status))).toBe(resolved)
    expect(canRate(owner, ticket(status))).toBe(resolved)
  })
})

it.each([
  ['another customer', { id: 'c2', role: 'customer' }],
  ['an agent', { id: 'a1', role: 'agent' }],
  ['nobody', null],
] as const)('%s may not close, reopen or rate', (_actor, actor) => {
  expect(canClose(actor, ticket('open'))).toBe(false)
  expect(canReopen(actor, ticket('closed'))).toBe(false)
  expect(canRate(actor, ticket('solved'))).toBe(false)
})

it('has no requester for a ticket without a customer', () =>
  expect(canClose(owner, { customer_id: null, status: 'open' })).toBe(false))

it('keeps every common reason within the limit', () =>
  expect(CLOSE_REASONS.every((reason) => reason.length <= CLOSE_REASON_MAX)).toBe(true))

it('names the five scores', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map(ratingWord)).toEqual(['', ...RATING_WORDS, ''])
})
