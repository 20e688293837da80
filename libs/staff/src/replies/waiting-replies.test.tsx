// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildCommentRow } from '@helpdesk/tickets/testing'
import { z } from '@helpdesk/supabase'
import { commentRowSchema, type TicketDetail } from '@helpdesk/tickets/model/rows'
import { dropOpenDrafts } from '../drafts/use-ticket-draft'
import { errorTexts } from '../model/error-texts'
import {
  AGENT_ID,
  buildStaffDetail,
  openTicket,
  OTHER_ID,
  refusal,
  replied,
  signInAgent,
  type Answers,
} from '../screens/testing'

const box = () => screen.findByPlaceholderText('Add a comment...')
const send = () => screen.getByRole('button', { name: 'Send' })
const thread = () => within(screen.getByRole('region', { name: 'Comments' }))
const fileInput = async () => {
  await box()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no input')
  return input
}
const file = new File(['bytes'], 'invoice.pdf', { type: 'application/pdf' })

const waiting = (overrides = {}) =>
  buildCommentRow({
    id: 'w1',
    user_id: AGENT_ID,
    author_name: 'Avery Agent',
    author_role: 'agent',
    content: 'See the invoice',
    is_internal: true,
    send_at: '2099-01-05T10:00:00Z',
    ...overrides,
  })
const withWaiting = (comment = waiting(), reply = {}): TicketDetail =>
  buildStaffDetail({
    comments: [comment],
    staff: {
      undo_send_seconds: 10,
      waiting_replies: [{ comment_id: 'w1', is_scheduled: false, held_for: null, ...reply }],
    },
  })

/** The answer of `send_waiting_reply`. */
const sentNow = (content: string) =>
  replied()({
    method: 'POST',
    url: new URL('http://backend.test/rpc/send_waiting_reply'),
    body: { content },
  })

/** A ticket whose replies wait for so many seconds. */
function open(seconds: number, answers: Answers = {}) {
  let comments: TicketDetail['comments'] = []
  const detail = () => buildStaffDetail({ comments, staff: { undo_send_seconds: seconds } })
  return openTicket(detail, {
    queue_reply: (request) => {
      const answer = replied()(request)
      comments = [z.parse(z.object({ comment: commentRowSchema }), answer.body).comment]
      return answer
    },
    comments: () => {
      comments = []
      return { body: [{ id: 'w1' }] }
    },
    ...answers,
  })
}

beforeEach(() => signInAgent())
afterEach(() => {
  dropOpenDrafts()
  localStorage.clear()
})

describe('a reply that was just sent', () => {
  it('waits in the thread and is sent after the workspace’s seconds', async () => {
    const { bodies } = open(45, { send_waiting_reply: () => sentNow('On it') })
    await userEvent.type(await box(), 'On it')
    const timers = vi.spyOn(globalThis, 'setTimeout')
    await userEvent.click(send())
    expect(await screen.findByText('Your reply is sent in 45 seconds')).toBeVisible()
    expect(await thread().findByText('Not sent yet')).toBeVisible()
    expect(thread().getByText('Sent in a few seconds')).toBeVisible()
    expect(await box()).toHaveValue('')
    expect(bodies('send_reply')).toEqual([])
    expect(bodies('send_waiting_reply')).toEqual([])
    // The seconds are over.
    const over = timers.mock.calls.flatMap(([run, ms]) => (ms === 45_000 ? [run as () => void] : []))
    timers.mockRestore()
    act(() => over.forEach((run) => run()))
    await waitFor(() => expect(bodies('send_waiting_reply')).toEqual([{ comment_id: 'c-On it' }]))
  })

  it('is taken back with text, file and status, and the box has the focus', async () => {
    const { bodies, sent } = open(10)
    await userEvent.upload(await fileInput(), file)
    await userEvent.type(await box(), 'See the invoice{Control>}.{/Control}')
    await screen.findByText('Your reply is sent in 10 seconds')
    const notice = screen.getByRole('region', { name: 'Notifications' })
    await userEvent.click(within(notice).getByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await box()).toHaveValue('See the invoice'))
    const deleted = sent.find(({ method, url }) => method === 'DELETE' && url.pathname.endsWith('/comments'))
    expect(String(deleted?.url)).toContain('comments?id=eq.c-See+the+invoice&send_at=not.is.null')
    await waitFor(async () => expect(await box()).toHaveFocus())
    expect(screen.getByText('invoice.pdf')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Leave out status Solved' })).toBeVisible()
    expect(thread().queryByText('Not sent yet')).toBeNull()
    expect(screen.queryByText('Your reply is sent in 10 seconds')).toBeNull()
    expect(bodies('send_waiting_reply')).toEqual([])
  })

  it('is taken back from the empty box by Ctrl+Z, before what was typed since', async () => {
    open(10)
    await userEvent.type(await box(), 'First{Control>}{Enter}{/Control}')
    await screen.findByText('Your reply is sent in 10 seconds')
    await userEvent.type(await box(), '{Control>}z{/Control}')
    await waitFor(async () => expect(await box()).toHaveValue('First'))
    await userEvent.type(await box(), '{Control>}{Enter}{/Control}')
    await screen.findByText('Your reply is sent in 10 seconds')
    await userEvent.type(await box(), 'Second')
    await userEvent.click(thread().getByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await box()).toHaveValue('First\n\nSecond'))
  })

  it('is taken back from another page, which leads to the ticket', async () => {
    const { router } = open(10)
    await userEvent.type(await box(), 'Too early')
    await userEvent.click(send())
    await screen.findByText('Your reply is sent in 10 seconds')
    await router.navigate('/elsewhere')
    await screen.findByText('elsewhere')
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await box()).toHaveValue('Too early')
  })

  it('stays sent when the server was faster', async () => {
    open(10, { comments: () => ({ body: [] }) })
    await userEvent.type(await box(), 'Gone')
    await userEvent.click(send())
    await screen.findByText('Your reply is sent in 10 seconds')
    await userEvent.click(thread().getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('This reply was already sent, or taken back')).toBeVisible()
    expect(await box()).toHaveValue('')
  })

  it('does not wait as a note, or in a workspace without the wait', async () => {
    const { bodies } = open(0, { send_reply: replied() })
    await userEvent.type(await box(), 'At once')
    await userEvent.click(send())
    await screen.findByText('Comment added')
    expect(bodies('queue_reply')).toEqual([])
  })
})

describe('a waiting reply of an earlier page', () => {
  it('is taken back with its stored files', async () => {
    const detail = withWaiting()
    detail.attachments = [
      {
        id: 'a1',
        ticket_id: detail.ticket.id,
        comment_id: 'w1',
        file_name: 'stored.txt',
        file_type: 'text/plain',
        file_size: 5,
        storage_path: 'x/stored.txt',
        uploaded_by: AGENT_ID,
        created_at: '2026-01-05T10:00:00Z',
      },
    ]
    openTicket(detail, {
      comments: () => ({ body: [{ id: 'w1' }] }),
      'stored.txt': () => ({ body: 'bytes' }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await box()).toHaveValue('See the invoice'))
    const form = within(screen.getByRole('region', { name: 'Write' }))
    expect(await form.findByText('stored.txt')).toBeVisible()
  })

  it('is left to the server while its time is more than a timer holds', async () => {
    // As after a change of the clock.
    const { bodies } = openTicket(withWaiting())
    expect(await screen.findByText('Sent in a few seconds')).toBeVisible()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(bodies('send_waiting_reply')).toEqual([])
  })

  it('is shown to colleagues without its commands', async () => {
    openTicket(withWaiting(waiting({ user_id: OTHER_ID, author_name: 'Jun Takahashi' })))
    expect(await screen.findByText('Sent in a few seconds')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    expect(screen.queryByText('Internal Note')).toBeNull()
  })

  it('says why it was held, and is sent by its author', async () => {
    const { bodies } = openTicket(withWaiting(undefined, { held_for: 'failed' }), {
      send_waiting_reply: () => sentNow('See the invoice'),
    })
    expect(await screen.findByText('Not sent: the ticket could not be changed with it.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Edit' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Send anyway' }))
    await waitFor(() => expect(bodies('send_waiting_reply')).toEqual([{ comment_id: 'w1' }]))
  })
})

describe('a scheduled reply', () => {
  const scheduled = (reply = {}) =>
    withWaiting(waiting({ created_at: '2026-01-05T10:00:00Z' }), { is_scheduled: true, ...reply })

  it('is scheduled from the menu beside Send, and says so with Undo', async () => {
    const { bodies } = open(0)
    await userEvent.type(await box(), 'Tomorrow')
    await userEvent.click(screen.getByRole('button', { name: 'More ways to reply' }))
    await userEvent.click(screen.getByRole('menuitem', { name: /^Send tomorrow, / }))
    expect(await screen.findByRole('status')).toHaveTextContent(/Scheduled for/)
    const [{ send_at }] = bodies('queue_reply') as [{ send_at: string }]
    const at = new Date(send_at)
    expect([at.getHours(), at.getMinutes()]).toEqual([9, 0])
    expect(at.getTime()).toBeGreaterThan(Date.now())
    await userEvent.type(await box(), '{Control>}z{/Control}')
    await waitFor(async () => expect(await box()).toHaveValue('Tomorrow'))
  })

  it('is scheduled for a time of one’s own', async () => {
    const { bodies } = open(10)
    await userEvent.type(await box(), 'Later')
    await userEvent.click(screen.getByRole('button', { name: 'More ways to reply' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Pick a date and time…' }))
    const input = await screen.findByLabelText('Send the reply at')
    fireEvent.change(input, { target: { value: '2020-01-01T09:00' } })
    await userEvent.click(screen.getByRole('button', { name: 'Schedule' }))
    expect(screen.getByText('Choose a time to come')).toBeVisible()
    const time = `${new Date().getFullYear() + 1}-01-01T09:00`
    fireEvent.change(input, { target: { value: time } })
    await userEvent.click(screen.getByRole('button', { name: 'Schedule' }))
    await waitFor(() =>
      expect(bodies('queue_reply')).toMatchObject([{ send_at: new Date(time).toISOString() }]),
    )
  })

  it('says why it was not scheduled, and keeps the words', async () => {
    const refused = () => refusal(400, 'Too late', 'send_at_too_late')
    open(0, { queue_reply: refused })
    await userEvent.type(await box(), 'Tomorrow')
    await userEvent.click(screen.getByRole('button', { name: 'More ways to reply' }))
    await userEvent.click(screen.getByRole('menuitem', { name: /^Send tomorrow, / }))
    expect((await screen.findAllByText(errorTexts.send_at_too_late))[0]).toBeVisible()
    expect(await box()).toHaveValue('Tomorrow')
    expect(screen.queryByText(/^Scheduled for/)).toBeNull()
  })

  it('is edited, sent now or cancelled by its author, with a way back', async () => {
    const { bodies } = openTicket(scheduled(), {
      comments: () => ({ body: [{ id: 'w1' }] }),
      send_waiting_reply: () => sentNow('See the invoice'),
    })
    expect(await screen.findByText(/^Scheduled for Mon, Jan 5, 2099/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Send now' }))
    await waitFor(() => expect(bodies('send_waiting_reply')).toHaveLength(1))
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    await screen.findByText('Reply cancelled')
    expect(await box()).toHaveValue('')
    await userEvent.click(
      within(screen.getByRole('region', { name: 'Notifications' })).getByRole('button', { name: 'Undo' }),
    )
    await waitFor(async () => expect(await box()).toHaveValue('See the invoice'))
  })

  it('asks again once the customer wrote', async () => {
    const detail = scheduled()
    detail.comments.push(
      buildCommentRow({
        id: 'c2',
        author_role: 'customer',
        content: 'Never mind',
        created_at: '2026-01-05T11:00:00Z',
      }),
    )
    openTicket(detail)
    expect(await screen.findByText('The customer wrote since.')).toBeVisible()
    for (const name of ['Send anyway', 'Edit', 'Cancel'])
      expect(screen.getByRole('button', { name })).toBeVisible()
  })

  it('of somebody who left is cancelled by an admin', async () => {
    signInAgent('admin')
    const detail = scheduled({ held_for: 'author_left' })
    detail.comments = [waiting({ user_id: OTHER_ID })]
    openTicket(detail)
    expect(await screen.findByText('Not sent: its author is no longer in the team.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send anyway' })).toBeNull()
  })
})
