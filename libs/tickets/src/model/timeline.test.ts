import { describe, expect, it } from 'vitest'
import { formatDateTime } from '@helpdesk/ui'
import { describeEvent, describePublicEvent } from './timeline'

const ME = 'me'
const event = (kind: string, overrides: Partial<Parameters<typeof describeEvent>[0]> = {}) => ({
  kind,
  actor_id: 'jun',
  actor_name: 'Jun Takahashi',
  from_value: null,
  to_value: null,
  from_name: null,
  to_name: null,
  ...overrides,
})
const what = (...args: Parameters<typeof event>) => describeEvent(event(...args), ME).what

describe('actor', () => {
  it.each([
    ['a colleague', {}, 'Jun Takahashi'],
    ['the viewer', { actor_id: ME, actor_name: 'Avery' }, 'You'],
    ['a deleted profile', { actor_name: null }, 'Former member'],
    ['the system', { actor_id: null, actor_name: null }, 'The system'],
  ] as const)('names %s', (_actor, overrides, expected) => {
    expect(describeEvent(event('created', overrides), ME).who).toBe(expected)
  })

  it('leaves out the year of an absence that ends in the year of the reply', () => {
    const reply = { from_value: '2026-12-07', created_at: '2026-11-24T10:00:00Z' }
    expect(what('auto_reply', reply)).toBe('is away until Monday, December 7')
  })

  it.each(['auto_reply', 'unverified_auto_reply'])('of an automatic reply (%s) is its author', (kind) => {
    const reply = event(kind, { actor_id: null, actor_name: null, to_value: 'Ann' })
    expect(describeEvent(reply, ME).who).toBe('Ann')
  })
})

it('says of a change that was undone both, in one line', () => {
  const change = { from_value: 'open', to_value: 'solved' }
  expect(what('status', { ...change, undone: true })).toBe(`${what('status', change)}, and undid it`)
})

describe('links', () => {
  it.each([
    ['problem #12', 'linked #12 as its problem'],
    ['incident #12', 'linked #12 as an incident'],
    ['related #12', 'linked #12 as related'],
    ['newer #12', 'linked #12'],
    [null, 'linked another ticket'],
  ])('says what %s is to the ticket', (value, words) => {
    expect(what('linked', { to_value: value })).toBe(words)
  })

  it('says which link was removed', () => {
    expect(what('unlinked', { from_value: 'split_from #12' })).toBe('removed the link to #12')
  })
})

describe('a reply that is sent later', () => {
  const time = '2026-01-05T09:00:00+00:00'
  it('names the time', () => {
    expect(what('reply_scheduled', { to_value: time })).toBe(`scheduled a reply for ${formatDateTime(time)}`)
    expect(what('reply_cancelled', { from_value: time })).toBe(
      `took back the reply for ${formatDateTime(time)}`,
    )
  })
})

describe('description', () => {
  it.each([
    ['created', 'opened the ticket'],
    ['description', 'changed the description'],
    ['comment_added', 'commented'],
    ['comment_edited', 'edited a comment'],
    ['comment_deleted', 'deleted a comment'],
    ['note_added', 'added an internal note'],
    ['note_edited', 'edited an internal note'],
    ['note_deleted', 'deleted an internal note'],
    ['attachment_added', 'attached a file'],
    ['attachment_deleted', 'removed a file'],
  ])('of %s is "%s"', (kind, words) => expect(what(kind)).toBe(words))

  it.each([
    ['status', 'open', 'in_progress', 'changed the status from Open to In Progress'],
    ['status', null, 'on_hold', 'set the status to On Hold'],
    ['status', 'solved', 'open', 'reopened the ticket'],
    ['status', 'closed', 'open', 'reopened the ticket'],
    ['status', 'pending', 'open', 'changed the status from Pending to Open'],
    ['status', 'open', 'parked', 'changed the status from Open to parked'],
    ['priority', 'normal', 'urgent', 'changed the priority from Normal to Urgent'],
    ['subject', 'Old', 'New', 'changed the subject from “Old” to “New”'],
    ['rated', null, '4', 'rated support as Good'],
    ['rated', null, null, 'rated support'],
    ['rated', 'link', '2', 'rated support as Bad by the link in an email'],
    ['tags', null, 'billing', 'added the tag billing'],
    ['tags', 'billing, plan', 'plan, vip, eu', 'added the tags vip, eu and removed the tag billing'],
    ['tags', 'billing', '', 'removed the tag billing'],
    ['tags', 'a, b', 'b, a', 'changed the order of the tags'],
    ['auto_reply', '2026-12-07', 'Ann', 'is away until Monday, December 7, 2026'],
    ['auto_reply', 'away', 'Ann', 'is away'],
    ['unverified_auto_reply', 'away', 'ann@x.example', 'is away'],
    ['auto_reply', null, 'Ann', 'sent an automatic reply'],
    ['delivery_failed', null, 'bob@example.com', 'could not deliver an email to bob@example.com'],
    ['file_refused', null, 'shot.png', 'could not store the file shot.png of an email'],
    [
      'copies_left_out',
      null,
      'a@x.example, b@x.example',
      'did not add a@x.example, b@x.example to CC, because the sender of the email could not be verified',
    ],
    [
      'copies_left_out',
      'limit',
      'a@x.example',
      'did not add a@x.example to CC, because a colleague had removed them, or a ticket has at most 20 CC recipients',
    ],
    [
      'copies_left_out',
      'reply_to',
      'a@x.example',
      'did not add a@x.example to CC. The email asks to reply there, but nothing proves that its author reads it',
    ],
    ['copies_removed', 'staff', 'a@x.example', 'removed a@x.example from CC'],
    [
      'copies_removed',
      null,
      'a@x.example',
      'removed a@x.example from CC. An unverified email had named them, and a verified one of its sender does not name them',
    ],
    [
      'not_sent_on',
      'repeated',
      'Ann',
      'did not send an email of Ann to the other people on the ticket, because it says what an earlier one said',
    ],
    [
      'not_sent_on',
      'newer',
      'Ann',
      'did not send an email of Ann to the other people on the ticket, to prevent a mail loop',
    ],
    [
      'delivery_failed',
      '550 5.1.1 unknown user',
      'bob@example.com',
      'could not deliver an email to bob@example.com: 550 5.1.1 unknown user',
    ],
    ['taken_over', 'sam', 'Sam is away', 'took the ticket over: “Sam is away”'],
    ['due_date', null, 'tomorrow', 'set the due date to tomorrow'],
    ['due_date', 'today', null, 'removed the due date, which was today'],
    ['split_off', null, null, 'changed the split off'],
  ] as const)('of %s from %s to %s is "%s"', (kind, from_value, to_value, words) => {
    expect(what(kind, { from_value, to_value })).toBe(words)
  })

  it.each([
    [null, 'jun', 'took the ticket'],
    ['sam', 'jun', 'took the ticket over from Sam'],
    [null, 'sam', 'assigned the ticket to Sam'],
    [null, ME, 'assigned the ticket to you'],
    ['jun', 'sam', 'handed the ticket over to Sam'],
    ['jun', null, 'gave the ticket back to the queue'],
    [ME, null, 'took the ticket from you and put it back into the queue'],
    ['sam', ME, 'handed the ticket over from Sam to you'],
    [null, null, 'unassigned the ticket'],
    ['gone', 'sam', 'handed the ticket over from a former member to Sam'],
  ] as const)('of assigned_to from %s to %s is "%s"', (from_value, to_value, words) => {
    const name = (id: string | null) => (id === 'sam' ? 'Sam' : id === 'jun' ? 'Jun Takahashi' : null)
    const names = { from_name: name(from_value), to_name: name(to_value) }
    expect(what('assigned_to', { from_value, to_value, ...names })).toBe(words)
  })

  it('names the old and the new requester', () => {
    const values = { from_value: 'c1', to_value: 'c2', from_name: 'Casey', to_name: 'Noor' }
    expect(what('customer_id', values)).toBe('changed the requester from Casey to Noor')
  })
})

describe('description for the customer', () => {
  it.each([
    ['a claim by somebody unknown', { actor_id: null, to_value: null }, 'Support is on it'],
    ['a claim by the assignee', { to_value: 'jun', to_name: 'Jun Takahashi' }, 'Jun Takahashi is on it'],
    [
      'an assignment to a colleague',
      { to_value: 'sam', to_name: 'Sam' },
      'Jun Takahashi assigned the ticket to Sam',
    ],
    [
      'a change by somebody unknown',
      { kind: 'status', actor_id: null, from_value: 'open', to_value: 'solved' },
      'Support changed the status from Open to Solved',
    ],
    [
      'a change of their own',
      { kind: 'status', actor_id: ME, from_value: 'solved', to_value: 'open' },
      'You reopened the ticket',
    ],
  ] as const)('of %s', (_event, overrides, expected) => {
    const { who, what } = describePublicEvent(event('assigned_to', overrides), ME)
    expect(`${who} ${what}`).toBe(expected)
  })
})
