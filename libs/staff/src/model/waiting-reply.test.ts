import { buildCommentRow, buildTicketDetail } from '@helpdesk/tickets/testing'
import type { WaitingReply } from '@helpdesk/tickets/model/rows'
import { describe, expect, it } from 'vitest'
import { extrasOf, waitOf } from './waiting-reply'

const comment = (sendAt: string) =>
  buildCommentRow({ id: 'w', is_internal: true, created_at: '2026-01-05T10:00:00Z', send_at: sendAt })
const reply = (more: Partial<WaitingReply> = {}): WaitingReply => ({
  comment_id: 'w',
  is_scheduled: true,
  held_for: null,
  ...more,
})
const tomorrow = comment('2026-01-06T09:00:00Z')
const wrote = (author_role: string, created_at: string, is_internal = false) =>
  buildTicketDetail({
    comments: [buildCommentRow({ id: 'c', user_id: author_role, author_role, created_at, is_internal })],
  })

describe('waitOf', () => {
  it('knows a reply that waits for an undo, also before the ticket is read again', () => {
    expect(waitOf(comment('2026-01-05T10:00:10Z'), reply({ is_scheduled: false }), undefined).isShort).toBe(
      true,
    )
    expect(waitOf(comment('2026-01-05T10:01:00Z'), undefined, undefined).isShort).toBe(true)
    expect(waitOf(comment('2026-01-05T10:01:01Z'), undefined, undefined).isShort).toBe(false)
    expect(waitOf(tomorrow, undefined, undefined).isShort).toBe(false)
  })

  it('holds a scheduled reply once the customer or a colleague wrote since, and not for notes and its author', () => {
    const heldFor = (detail: Parameters<typeof waitOf>[2]) => waitOf(tomorrow, reply(), detail).heldFor
    expect(heldFor(wrote('customer', '2026-01-05T11:00:00Z'))).toBe('customer_wrote')
    expect(heldFor(wrote('customer', '2026-01-05T10:00:00Z'))).toBeUndefined()
    expect(heldFor(wrote('agent', '2026-01-05T11:00:00Z'))).toBe('colleague_wrote')
    expect(heldFor(wrote('agent', '2026-01-05T11:00:00Z', true))).toBeUndefined()
    const own = wrote('agent', '2026-01-05T11:00:00Z')
    expect(waitOf({ ...tomorrow, user_id: 'agent' }, reply(), own).heldFor).toBeUndefined()
    expect(heldFor(undefined)).toBeUndefined()
  })

  it('names the reason of the server first', () => {
    expect(waitOf(tomorrow, reply({ held_for: 'ticket_done' }), undefined)).toEqual({
      isShort: false,
      heldFor: 'ticket_done',
    })
  })
})

it('extrasOf returns the changes that go with it', () => {
  expect(extrasOf(reply({ new_status: 'solved', add_tags: ['vpn'] }))).toEqual({
    status: 'solved',
    addTags: ['vpn'],
  })
  expect(extrasOf(undefined)).toEqual({ addTags: [] })
})
