import { dismissToast } from '@helpdesk/ui'
import {
  buildTicketDetail,
  renderAt,
  signInAs,
  stubBackend,
  type SentRequest,
} from '@helpdesk/tickets/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { NewTicketFor } from './NewTicketFor'

const { ticket } = buildTicketDetail()
const casey = { id: 'casey', name: 'Casey Morgan', email: 'casey@example.com' }

function open(answer: (request: SentRequest) => { status?: number; body?: unknown }) {
  const sent = stubBackend((request) =>
    request.url.pathname.endsWith('/profiles') ? { body: [casey] } : answer(request),
  )
  renderAt('/tickets/new-for', [
    { path: '/tickets/new-for', element: <NewTicketFor /> },
    { path: '/tickets/:id', element: <p>one ticket</p> },
  ])
  return () => sent.filter(({ url }) => url.pathname.endsWith('open_ticket_for')).map(({ body }) => body)
}
const created = (is_new: boolean) => ({
  body: { ticket: { ...ticket, number: 1042 }, requester: { ...casey, is_new } },
})
const fill = async (email: string) => {
  await userEvent.type(screen.getByLabelText(/^Customer's email/), email)
  await userEvent.type(screen.getByLabelText(/^Subject/), 'No dial tone')
  await userEvent.type(screen.getByLabelText(/^Description/), 'The phone has been dead since noon.')
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create ticket' }))

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  signInAs({ role: 'agent' })
})

describe('NewTicketFor', () => {
  it('opens a ticket for a known customer and continues in it', async () => {
    const sent = open(() => created(false))
    await fill('Casey@example.com')
    expect(await screen.findByText('Casey Morgan is already a customer')).toBeVisible()
    expect(screen.queryByLabelText("Customer's name")).toBeNull()
    await submit()
    expect(await screen.findByText('one ticket')).toBeVisible()
    expect(screen.getByText('#1042 created')).toBeVisible()
    expect(screen.getByText('Casey Morgan was notified by email.')).toBeVisible()
    expect(sent()).toEqual([
      expect.objectContaining({
        requester_email: 'Casey@example.com',
        subject: 'No dial tone',
        priority: 'normal',
        request_id: expect.any(String),
      }),
    ])
  })

  it('invites a new customer by name', async () => {
    const sent = open(() => created(true))
    await fill('new@example.com')
    await userEvent.type(screen.getByLabelText("Customer's name"), 'Nora New')
    await submit()
    expect(await screen.findByText(/notified by email and invited to the portal/)).toBeVisible()
    expect(sent()).toEqual([expect.objectContaining({ requester_name: 'Nora New' })])
  })

  it('saves the tags, also one that is typed and not added', async () => {
    const sent = open(() => created(false))
    await fill('casey@example.com')
    await userEvent.type(screen.getByLabelText('Tags'), 'Phone{Enter}outage')
    expect(screen.getByRole('button', { name: 'Remove tag phone' })).toBeVisible()
    await submit()
    expect(await screen.findByText('one ticket')).toBeVisible()
    expect(sent()).toEqual([expect.objectContaining({ tags: ['phone', 'outage'] })])
  })

  it('keeps the ticket when a tag is too long', async () => {
    const sent = open(() => created(false))
    await fill('casey@example.com')
    await userEvent.type(screen.getByLabelText('Tags'), 'x'.repeat(41))
    await submit()
    expect(await screen.findByText('A tag must not exceed 40 characters')).toBeVisible()
    expect(sent()).toEqual([])
  })

  it('shows a refused address at its field and keeps the text', async () => {
    const message = 'This address belongs to a member of staff'
    open(() => ({ status: 400, body: { code: 'P0001', message, details: 'requester_is_staff', hint: null } }))
    await fill('agent@example.com')
    await submit()
    expect(await screen.findByText(message)).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText(/^Customer's email/)).toHaveFocus())
    expect(screen.getByLabelText(/^Subject/)).toHaveValue('No dial tone')
  })

  it('repeats a lost request with the same id', async () => {
    let tries = 0
    const sent = open(() => (tries++ === 0 ? { status: 500, body: { message: 'broken' } } : created(false)))
    await fill('casey@example.com')
    await submit()
    expect(await screen.findByText('The ticket was not created')).toBeVisible()
    await submit()
    expect(await screen.findByText('one ticket')).toBeVisible()
    const ids = sent().map((body) => (body as { request_id: string }).request_id)
    expect(ids).toEqual([ids[0], ids[0]])
  })

  it('requires an address, a subject and a description', async () => {
    const sent = open(() => created(false))
    await submit()
    expect(await screen.findByText('Please enter a valid email address')).toBeVisible()
    expect(screen.getByText('Subject is required')).toBeVisible()
    expect(sent()).toEqual([])
  })

  it('keeps what is written, until it is sent or discarded', async () => {
    const sent = open(() => created(false))
    await fill('casey@example.com')
    await userEvent.type(screen.getByLabelText('Tags'), 'phone{Enter}')
    cleanup()
    open(() => created(false))
    expect(screen.getByText('Draft restored')).toBeVisible()
    expect(screen.getByLabelText(/^Customer's email/)).toHaveValue('casey@example.com')
    expect(screen.getByLabelText(/^Description/)).toHaveValue('The phone has been dead since noon.')
    expect(screen.getByRole('button', { name: 'Remove tag phone' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Discard draft' }))
    expect(screen.getByLabelText(/^Subject/)).toHaveValue('')
    cleanup()
    open(() => created(false))
    expect(screen.queryByText('Draft restored')).toBeNull()
    await fill('casey@example.com')
    await submit()
    expect(await screen.findByText('one ticket')).toBeVisible()
    expect(Object.keys(localStorage).filter((key) => key.includes('new-ticket-for'))).toEqual([])
    expect(sent()).toEqual([])
  })

  it('repeats a lost request with the same id after a reload, and what was changed since with another', async () => {
    const lost = open(() => ({ status: 500, body: { message: 'broken' } }))
    await fill('casey@example.com')
    await submit()
    expect(await screen.findByText('The ticket was not created')).toBeVisible()
    cleanup()
    const again = open(() => ({ status: 500, body: { message: 'broken' } }))
    await submit()
    expect(await screen.findByText('The ticket was not created')).toBeVisible()
    expect(again()).toEqual(lost())
    await userEvent.type(screen.getByLabelText(/^Description/), ' And the fax.')
    await submit()
    await waitFor(() => expect(again()).toHaveLength(2))
    const [first, second] = again() as { request_id: string }[]
    expect(second?.request_id).not.toBe(first?.request_id)
  })
})
