// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  buildCommentRow,
  buildTicketDetail,
  renderAt,
  signInAs,
  signOutNow,
  stubBackend,
  TICKET_ID,
} from '../../testing'
import { TicketDetailScreen } from '../lazy'

const open = (id = TICKET_ID) =>
  renderAt(`/tickets/${id}`, [
    { path: '/tickets/:id', element: <TicketDetailScreen listPath="/tickets" /> },
    { path: '/tickets', element: <p>the list</p> },
  ])

beforeEach(() => signInAs())

describe('ticket detail', () => {
  it('asks once for the ticket, its comments and its files, and shows them', async () => {
    const sent = stubBackend(() => ({ body: buildTicketDetail() }))
    open()
    expect(screen.getByRole('status')).toHaveTextContent('Loading ticket details...')
    expect(await screen.findByRole('heading', { level: 1, name: 'Printer is offline' })).toBeVisible()
    expect(screen.getByText(`Ticket #${TICKET_ID}`)).toBeVisible()
    expect(screen.getByText('in progress')).toBeVisible()
    expect(screen.getByText('urgent')).toBeVisible()
    expect(screen.getByText('No comments yet. Be the first to comment!')).toBeVisible()
    const link = screen.getByRole('link', { name: 'https://status.example.com' })
    expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
    expect(sent).toHaveLength(1)
    expect(sent[0]?.url.pathname).toBe('/rest/v1/rpc/get_ticket_detail')
    expect(sent[0]?.url.searchParams.get('ticket_id')).toBe(TICKET_ID)
  })

  it('shows author, tag and files', async () => {
    const attachment = {
      id: 'a1',
      ticket_id: TICKET_ID,
      comment_id: null,
      file_name: 'photo.png',
      file_type: 'image/png',
      file_size: 1536,
      storage_path: `${TICKET_ID}/1.png`,
      uploaded_by: null,
      created_at: '2026-01-05T10:00:00+00:00',
    }
    const note = buildCommentRow({ is_internal: true, author_name: 'Alex Agent', author_role: 'agent' })
    stubBackend(() => ({ body: buildTicketDetail({ comments: [note], attachments: [attachment] }) }))
    open()
    expect(await screen.findByText('Internal Note')).toBeVisible()
    expect(screen.getByText('Alex Agent')).toBeVisible()
    expect(screen.getByText('It blinks red.')).toBeVisible()
    expect(screen.getByText('1.5 KB')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Download photo.png' })).toBeEnabled()
  })

  it.each([
    ['a ticket without rights', TICKET_ID, 1],
    ['an id that is none', 'not-an-id', 0],
  ])('shows one and the same page for %s', async (_name, id, requests) => {
    const sent = stubBackend(() => ({ body: null }))
    open(id)
    expect(await screen.findByText('Ticket not found')).toBeVisible()
    expect(sent).toHaveLength(requests)
  })

  it('offers Retry after a failure', async () => {
    let broken = true
    stubBackend(() =>
      broken
        ? { status: 500, body: { message: 'out of order', code: 'XX000', details: null, hint: null } }
        : { body: buildTicketDetail() },
    )
    open()
    expect(await screen.findByRole('alert')).toHaveTextContent('out of order')
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Printer is offline')).toBeVisible()
  })

  it('forgets the ticket when the reader leaves', async () => {
    const sent = stubBackend(() => ({ body: buildTicketDetail() }))
    const { router } = open()
    await screen.findByText('Printer is offline')
    await router.navigate('/tickets')
    await screen.findByText('the list')
    await new Promise((resolve) => setTimeout(resolve, 10))
    await router.navigate(`/tickets/${TICKET_ID}`)
    await waitFor(() => expect(sent).toHaveLength(2))
  })
})

describe('the comment box', () => {
  const send = () => screen.getByRole('button', { name: 'Send' })
  const box = () => screen.findByPlaceholderText('Add a comment...')

  it('is disabled for blank text', async () => {
    stubBackend(() => ({ body: buildTicketDetail() }))
    open()
    await userEvent.type(await box(), '   ')
    expect(send()).toBeDisabled()
    await userEvent.type(await box(), 'x')
    expect(send()).toBeEnabled()
  })

  it('is disabled without a user', async () => {
    signOutNow()
    stubBackend(() => ({ body: buildTicketDetail() }))
    open()
    await userEvent.type(await box(), 'Hello')
    expect(send()).toBeDisabled()
  })

  it('shows the comment at once, is disabled while sending, and says so when it arrived', async () => {
    let arrive = (_answer: { status: number; body: unknown }) => {}
    const sent = stubBackend(({ method }) =>
      method === 'POST' ? new Promise((resolve) => (arrive = resolve)) : { body: buildTicketDetail() },
    )
    open()
    await userEvent.type(await box(), '  It blinks red. ')
    await userEvent.click(send())
    expect(await screen.findByText('It blinks red.')).toBeVisible()
    expect(send()).toBeDisabled()
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]?.body).toMatchObject({ content: 'It blinks red.', is_internal: false })
    arrive({ status: 201, body: buildCommentRow() })
    expect(await screen.findByText('Comment added')).toBeVisible()
    expect(screen.getByText('Your comment has been added successfully.')).toBeVisible()
    expect(await box()).toHaveValue('')
  })

  it('takes the comment back and keeps the words when sending fails', async () => {
    stubBackend(({ method }) =>
      method === 'POST'
        ? { status: 403, body: { message: 'no', code: '42501', details: null, hint: null } }
        : { body: buildTicketDetail() },
    )
    open()
    await userEvent.type(await box(), 'Hello')
    await userEvent.click(send())
    expect(await screen.findByText('Failed to add comment. Please try again.')).toBeVisible()
    expect(screen.getByText('No comments yet. Be the first to comment!')).toBeVisible()
    expect(await box()).toHaveValue('Hello')
  })
})
