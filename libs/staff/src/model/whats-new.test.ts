import { expect, it } from 'vitest'
import type { TicketComment, TicketEvent } from '@helpdesk/tickets/model/rows'
import { whatsNew, type Seen } from './whats-new'

const ME = 'me'
const comment = (
  id: string,
  user_id: string | null,
  overrides: Partial<TicketComment> = {},
): TicketComment => ({
  id,
  ticket_id: 't',
  user_id,
  content: `text of ${id}`,
  is_internal: false,
  author_name: 'Casey',
  author_role: 'customer',
  created_at: '2026-01-05T10:05:00Z',
  updated_at: '2026-01-05T10:05:00Z',
  request_id: null,
  ...overrides,
})
const event = (id: string, kind: string, overrides: Partial<TicketEvent> = {}): TicketEvent => ({
  id,
  kind,
  actor_id: 'jun',
  actor_name: 'Jun',
  from_value: null,
  to_value: null,
  is_internal: false,
  created_at: '2026-01-05T10:06:00Z',
  ...overrides,
})
const seen = (
  comments: TicketComment[],
  events: TicketEvent[] = [],
  loaded_at = '2026-01-05T10:00:00Z',
): Seen => ({
  loaded_at,
  comments,
  staff: { events, other_tickets: [], drafts: null },
})

it('returns nothing without changes', () => {
  const state = seen([comment('a', 'c')], [event('1', 'created')])
  expect(whatsNew(state, state, ME)).toEqual([])
})

it('returns new comments with their text and changes, oldest first', () => {
  const after = seen(
    [comment('a', 'c'), comment('b', 'c', { created_at: '2026-01-05T10:07:00Z' })],
    [event('2', 'comment_added'), event('1', 'status', { from_value: 'open', to_value: 'solved' })],
  )
  expect(whatsNew(seen([comment('a', 'c')]), after, ME)).toEqual([
    { id: '1', who: 'Jun', what: 'changed the status from Open to Solved', at: '2026-01-05T10:06:00Z' },
    { id: 'b', who: 'Casey', what: 'wrote', at: '2026-01-05T10:07:00Z', text: 'text of b' },
  ])
})

it('distinguishes notes from replies and names a former member', () => {
  const after = seen([comment('n', null, { is_internal: true, author_name: null })])
  expect(whatsNew(seen([]), after, ME)).toMatchObject([
    { who: 'Former member', what: 'wrote an internal note', text: 'text of n' },
  ])
})

it('leaves out your own changes', () => {
  const after = seen([comment('mine', ME)], [event('1', 'tags', { actor_id: ME, to_value: 'a' })])
  expect(whatsNew(seen([]), after, ME)).toEqual([])
})

const aHundred = Array.from({ length: 100 }, (_, n) => event(`e${n}`, 'tags'))

it('leaves out events older than a truncated history, but not those of the same instant', () => {
  const after = seen(
    [],
    [
      event('old', 'tags', { created_at: '2026-01-05T09:59:59Z', to_value: 'a' }),
      event('now', 'tags', { created_at: '2026-01-05T10:00:00Z', to_value: 'b' }),
    ],
  )
  expect(whatsNew(seen([], aHundred), after, ME).map(({ id }) => id)).toEqual(['now'])
})

it('returns an event that committed after the history was read', () => {
  const after = seen([], [event('slow', 'tags', { created_at: '2026-01-05T09:59:59Z', to_value: 'a' })])
  expect(whatsNew(seen([], aHundred.slice(1)), after, ME)).toHaveLength(1)
})

it('accepts a ticket without history', () => {
  expect(
    whatsNew({ ...seen([]), staff: null }, { ...seen([comment('b', 'c')]), staff: null }, ME),
  ).toHaveLength(1)
})
