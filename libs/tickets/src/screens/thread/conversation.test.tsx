// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  buildCommentRow,
  buildTicketDetail,
  CUSTOMER_ID,
  signInAs,
  stubBackend,
  TICKET_ID,
} from '../../testing'
import type { TicketDetail } from '../../model/rows'
import { openTicket, resetDevice, savedComment, writeAndSend } from '../testing'

const staff = (overrides: Partial<NonNullable<TicketDetail['staff']>> = {}) => ({
  events: [],
  other_tickets: [],
  ...overrides,
})
const at = (minute: number) => `2026-01-05T10:0${minute}:00+00:00`
const theirs = (minute: number) =>
  buildCommentRow({
    id: `c${minute}`,
    content: `Message ${minute}`,
    created_at: at(minute),
    user_id: 'other',
  })

function open(detail: TicketDetail) {
  const sent = stubBackend(({ url }) => ({
    body: url.pathname.endsWith('get_ticket_detail') ? detail : null,
  }))
  openTicket()
  return () => sent.filter(({ url }) => url.pathname.endsWith('mark_ticket_read')).map(({ body }) => body)
}
const scrollIntoView = vi.fn()

beforeEach(() => {
  resetDevice()
  signInAs({ id: 'a1', role: 'agent', name: 'Alex Agent' })
  Element.prototype.scrollIntoView = scrollIntoView
})
afterEach(() => scrollIntoView.mockReset())

/** How many formatted words each message of the conversation has, oldest first, behind the description. */
async function formattedWords(): Promise<number[]> {
  await waitFor(() => expect(document.querySelector('li em')).not.toBeNull(), { timeout: 20_000 })
  const items = [...document.querySelectorAll('[data-message]')].slice(1)
  return items.map((item) => item.querySelectorAll('em').length)
}

it('shows the newest of very many messages, and earlier ones when asked', async () => {
  const comments = Array.from({ length: 460 }, (_, n) => ({
    ...theirs(n % 10),
    id: `c${n}`,
    content: `Entry ${n}.`,
    created_at: new Date(Date.UTC(2026, 0, 5, 10, n)).toISOString(),
  }))
  open(buildTicketDetail({ comments, staff: staff() }))
  const shown = () => [...document.querySelectorAll('[data-message]')].slice(1)
  await screen.findByText('Entry 459.')
  expect(shown()).toHaveLength(210)
  expect(screen.queryByText('Entry 249.')).toBeNull()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Show 200 of 250 earlier entries' }))
  expect(shown()).toHaveLength(410)
  await user.click(screen.getByRole('button', { name: 'Show 50 earlier entries' }))
  expect(shown()).toHaveLength(460)
  expect(screen.queryByRole('button', { name: /earlier/ })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Comments' }))
}, 60_000)

it('formats the newest messages of a conversation that has too many to format', async () => {
  const content = '- an *item* of a list\n'.repeat(200)
  const comments = Array.from({ length: 30 }, (_, n) => ({ ...theirs(n % 10), id: `c${n}`, content }))
  open(buildTicketDetail({ comments, staff: staff() }))
  const formatted = await formattedWords()
  expect(formatted).toHaveLength(30)
  expect(formatted.at(-1)).toBe(200)
  expect(formatted[0]).toBe(0)
  expect(document.querySelectorAll('[data-message]')[1]?.textContent).toContain(content)
  expect(formatted.filter(Boolean).length).toBeLessThan(20)
})

it('formats the newest descriptions of merged tickets when there are too many', async () => {
  const merged = Array.from({ length: 30 }, (_, n) => ({
    id: `m${n}`,
    number: 2000 + n,
    subject: 'The same again',
    description: '- an *item* of a list\n'.repeat(200),
    created_at: at(n % 10),
    created_by: null,
    creator_name: null,
    customer_id: CUSTOMER_ID,
    requester_name: 'Pat',
    requester_email: null,
    source: 'portal',
  }))
  open({ ...buildTicketDetail({ staff: staff() }), merged })
  const formatted = await formattedWords()
  expect(formatted).toHaveLength(30)
  expect(formatted.at(-1)).toBe(200)
  expect(formatted[0]).toBe(0)
  expect(formatted.filter(Boolean).length).toBeLessThan(20)
})

it('shows the description, messages and changes as one list', async () => {
  const events = [
    { id: 'e1', kind: 'status', from_value: 'open', to_value: 'pending', created_at: at(2) },
    { id: 'e2', kind: 'priority', from_value: 'low', to_value: 'high', created_at: at(2) },
  ].map((event) => ({ ...event, actor_id: 'jun', actor_name: 'Jun', is_internal: false }))
  open(buildTicketDetail({ comments: [theirs(1), theirs(3)], staff: staff({ events: events.reverse() }) }))
  await screen.findByText('Message 1')
  const items = within(screen.getByRole('region', { name: 'Comments' })).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('First line'),
    expect.stringContaining('Message 1'),
    expect.stringMatching(
      /Jun changed the status from Open to Pending and changed the priority from Low to High/,
    ),
    expect.stringContaining('Message 3'),
  ])
})

it('opens at the first unread message and marks the ticket as read', async () => {
  const marked = open(
    buildTicketDetail({ comments: [theirs(1), theirs(3)], staff: staff({ last_read_at: at(2) }) }),
  )
  const mark = await screen.findByText('New')
  expect(mark.nextElementSibling).toHaveTextContent('Message 3')
  expect(scrollIntoView.mock.contexts[0]).toBe(mark)
  await waitFor(() => expect(marked()).toEqual([{ ticket_id: TICKET_ID, read_until: at(0) }]))
})

it('opens at the end when all was read, and marks nothing', async () => {
  const marked = open(buildTicketDetail({ comments: [theirs(1)], staff: staff({ last_read_at: at(2) }) }))
  await screen.findByText('Message 1')
  expect(screen.queryByText('New')).toBeNull()
  expect(scrollIntoView).toHaveBeenCalledWith({ block: 'nearest' })
  expect(marked()).toEqual([])
})

it('opens a ticket without messages at its top', async () => {
  open(buildTicketDetail({ staff: staff() }))
  await screen.findByText('No comments yet. Be the first to comment!')
  expect(scrollIntoView).not.toHaveBeenCalled()
})

describe('for a customer', () => {
  beforeEach(() => signInAs())

  it('shows public changes between the messages, and where the unread ones begin', async () => {
    const event = {
      kind: 'assigned_to',
      actor_id: null,
      from_value: null,
      to_value: null,
      is_internal: false,
    }
    const marked = open(
      buildTicketDetail({
        comments: [theirs(1), theirs(3)],
        events: [{ ...event, id: 'e1', created_at: at(2) }],
        last_read_at: at(2),
      }),
    )
    const mark = await screen.findByText('New')
    expect(mark.nextElementSibling).toHaveTextContent('Message 3')
    expect(mark.previousElementSibling).toHaveTextContent(/^Support is on it/)
    expect(scrollIntoView.mock.contexts[0]).toBe(mark)
    await waitFor(() => expect(marked()).toEqual([{ ticket_id: TICKET_ID, read_until: at(0) }]))
  })

  it('marks nothing when all was read', async () => {
    const marked = open(buildTicketDetail({ comments: [theirs(1)], last_read_at: at(2) }))
    await screen.findByText('Message 1')
    expect(screen.queryByText('New')).toBeNull()
    expect(marked()).toEqual([])
  })

  it('shows that an answer has reopened the ticket', async () => {
    const event = { kind: 'status', from_value: 'pending', to_value: 'open', is_internal: false }
    const answered = buildTicketDetail({
      ticket: { status: 'open' },
      comments: [buildCommentRow({ content: 'Still broken' })],
      events: [{ ...event, id: 'e1', actor_id: CUSTOMER_ID, created_at: at(4) }],
    })
    let sent = false
    stubBackend((request) => {
      if (request.url.pathname.endsWith('/comments')) {
        sent = true
        return savedComment(request)
      }
      if (!request.url.pathname.endsWith('get_ticket_detail')) return { body: null }
      return { body: sent ? answered : buildTicketDetail({ ticket: { status: 'pending' } }) }
    })
    openTicket()
    await writeAndSend('Still broken')
    expect(await screen.findByText(/changed the status from Pending to Open/)).toBeVisible()
    expect(screen.getByText('open')).toBeVisible()
  })
})
