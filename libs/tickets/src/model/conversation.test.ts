import { describe, expect, it } from 'vitest'
import { buildCommentRow } from '../testing'
import { conversationOf, firstUnread } from './conversation'
import type { TicketEvent } from './rows'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 5, 10, 0, seconds)).toISOString()
const comment = (id: string, seconds: number, user_id = 'jun') =>
  buildCommentRow({ id, user_id, created_at: at(seconds) })
const event = (id: string, seconds: number, overrides: Partial<TicketEvent> = {}): TicketEvent => ({
  id,
  kind: 'status',
  actor_id: 'jun',
  from_value: null,
  to_value: null,
  is_internal: false,
  created_at: at(seconds),
  ...overrides,
})
const shape = (...args: Parameters<typeof conversationOf>) =>
  conversationOf(...args).map((item) =>
    item.kind === 'message'
      ? item.comment.id
      : item.kind === 'auto-reply'
        ? `auto ${item.event.id}`
        : item.kind === 'merged'
          ? `merged ${item.ticket.number}`
          : item.events.map(({ id }) => id),
  )

describe('conversationOf', () => {
  it('orders messages and changes by time', () => {
    const events = [event('e2', 300), event('e1', 100)]
    expect(shape([comment('m1', 0), comment('m2', 200)], events)).toEqual(['m1', ['e1'], 'm2', ['e2']])
  })

  it('groups changes by one person within a minute of each other', () => {
    const events = [event('e3', 121), event('e2', 60), event('e1', 0)]
    expect(shape([], events)).toEqual([['e1', 'e2'], ['e3']])
  })

  it.each([
    ['by another person', { actor_id: 'sam' }],
    ['visible to staff only', { is_internal: true }],
  ])('does not group a change %s', (_what, overrides) => {
    expect(shape([], [event('e2', 1, overrides), event('e1', 0)])).toEqual([['e1'], ['e2']])
  })

  it('does not group changes around a message', () => {
    expect(shape([comment('m1', 1)], [event('e2', 2), event('e1', 0)])).toEqual([['e1'], 'm1', ['e2']])
  })

  it.each(['auto_reply', 'unverified_auto_reply'])(
    'keeps an automatic reply (%s) on a line of its own',
    (kind) => {
      const system = { actor_id: null, is_internal: true }
      const events = [event('e3', 2, system), event('e2', 1, { ...system, kind }), event('e1', 0, system)]
      expect(shape([], events)).toEqual([['e1'], 'auto e2', ['e3']])
    },
  )

  it('places a change that was made with a message after it', () => {
    expect(shape([comment('m1', 5)], [event('e1', 5)])).toEqual(['m1', ['e1']])
  })

  it.each(['created', 'comment_added', 'note_added', 'attachment_added', 'comment_edited', 'note_edited'])(
    'leaves out %s, which the conversation shows anyway',
    (kind) => expect(shape([], [event('e1', 0, { kind })])).toEqual([]),
  )
})

it('leaves out that no tags became an empty list', () => {
  const tags = (id: string, from_value: string | null, to_value: string | null) =>
    event(id, 1, { kind: 'tags', from_value, to_value })
  expect(shape([], [tags('same', null, ''), tags('order', 'a, b', 'b, a'), tags('none', 'a', null)])).toEqual(
    [['none', 'order']],
  )
})

describe('firstUnread', () => {
  const comments = [comment('m1', 0), comment('mine', 20, 'me'), comment('m2', 30), comment('m3', 40)]

  it.each([
    ['after the last visit', at(10), 'm2'],
    ['none when all were read', at(40), undefined],
    ['none on the first visit', null, undefined],
  ])('%s', (_when, lastRead, id) => expect(firstUnread(comments, lastRead, 'me')).toBe(id))
})
