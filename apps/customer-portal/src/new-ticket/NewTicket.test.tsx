import {
  buildTicket,
  renderAt,
  signInAs,
  signOutNow,
  stubBackend,
  TICKET_ID,
} from '@helpdesk/tickets/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { NewTicket } from './NewTicket'

const open = () =>
  renderAt('/tickets/new', [
    { path: '/tickets/new', element: <NewTicket /> },
    { path: '/tickets/:id', element: <p>one ticket</p> },
    { path: '/tickets', element: <p>the list</p> },
  ])

async function fill() {
  await userEvent.type(await screen.findByLabelText('Subject'), 'Printer is offline')
  await userEvent.type(screen.getByLabelText('Description'), 'Since this morning.')
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create Ticket' }))

beforeEach(() => signInAs())

describe('Create New Ticket', () => {
  it('shows every text of a form left empty and sends nothing', async () => {
    const sent = stubBackend(() => ({ body: null }))
    open()
    await screen.findByLabelText('Subject')
    await submit()
    expect(await screen.findByText('Subject is required')).toBeVisible()
    expect(screen.getByText('Description must be at least 10 characters')).toBeVisible()
    expect(screen.getByLabelText('Priority')).toHaveValue('normal')
    expect(sent).toHaveLength(0)
  })

  it('creates one ticket however often it is pressed, then leads to it after 1.5 s', async () => {
    const sent = stubBackend(() => ({ status: 201, body: buildTicket() }))
    const { router } = open()
    await fill()
    await userEvent.selectOptions(screen.getByLabelText('Priority'), 'Urgent')
    await userEvent.dblClick(screen.getByRole('button', { name: 'Create Ticket' }))
    expect(await screen.findByText('Ticket Created Successfully')).toBeVisible()
    const created = Date.now()
    expect(screen.getByText('You will be redirected to your ticket details.')).toBeVisible()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.body).toMatchObject({ subject: 'Printer is offline', priority: 'urgent' })
    expect(router.state.location.pathname).toBe('/tickets/new')
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${TICKET_ID}`), {
      timeout: 3000,
    })
    expect(Date.now() - created).toBeGreaterThan(1200)
  })

  it('shows a refusal under the form and in a toast, and lets the person try again', async () => {
    stubBackend(() => ({
      status: 400,
      body: { message: 'The desk is closed', code: 'P0001', details: 'desk_closed', hint: null },
    }))
    open()
    await fill()
    await submit()
    expect(await screen.findByText('Error Creating Ticket')).toBeVisible()
    expect(screen.getAllByText('The desk is closed').length).toBeGreaterThanOrEqual(2)
    expect(screen.getByRole('button', { name: 'Create Ticket' })).toBeEnabled()
    expect(screen.getByLabelText('Subject')).toHaveValue('Printer is offline')
  })

  it('refuses without a user', async () => {
    signOutNow()
    stubBackend(() => ({ body: null }))
    open()
    await fill()
    await submit()
    expect((await screen.findAllByText('User must be logged in to create a ticket')).length).toBeGreaterThan(
      0,
    )
  })

  it('goes back to the list when there is no page before', async () => {
    stubBackend(() => ({ body: null }))
    open()
    await userEvent.click(screen.getByRole('button', { name: 'Back to Tickets' }))
    expect(await screen.findByText('the list')).toBeVisible()
  })

  it('keeps the ticket when a file fails, names the file and tries again', async () => {
    let broken = true
    const record = {
      id: 'a1',
      ticket_id: TICKET_ID,
      comment_id: null,
      file_name: 'note.txt',
      file_type: 'text/plain',
      file_size: 5,
      storage_path: `${TICKET_ID}/1.txt`,
      uploaded_by: null,
      created_at: '2026-01-05T10:00:00+00:00',
    }
    const sent = stubBackend(({ url }) => {
      if (url.pathname.startsWith('/storage')) {
        return broken
          ? {
              status: 400,
              body: { statusCode: '413', error: 'too large', message: 'The object exceeded the limit' },
            }
          : { body: { Key: 'k', Id: 'i' } }
      }
      return { status: 201, body: url.pathname.endsWith('attachments') ? record : buildTicket() }
    })
    const { router, container } = open()
    await fill()
    await screen.findByText('Drag and drop files here, or click to select files')
    const input = container.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('no file input')
    await userEvent.upload(input, new File(['hello'], 'note.txt', { type: 'text/plain' }))
    await submit()
    expect(await screen.findByText('note.txt: The object exceeded the limit')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to ticket' })).toHaveAttribute(
      'href',
      `/tickets/${TICKET_ID}`,
    )
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Ticket Created Successfully')).toBeVisible()
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${TICKET_ID}`), {
      timeout: 3000,
    })
    expect(sent.filter(({ url }) => url.pathname === '/rest/v1/tickets')).toHaveLength(1)
  })
})
