import { DEFAULT_WORKSPACE, rememberWorkspace } from '@helpdesk/auth'
import {
  buildTicket,
  renderAt,
  signInAs,
  signOutNow,
  stubBackend,
  TICKET_ID,
} from '@helpdesk/tickets/testing'
import { SIMILAR_DEBOUNCE_MS } from '@helpdesk/tickets/model/limits'
import { dismissToast } from '@helpdesk/ui'
import { Link } from '@helpdesk/ui/router'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { NewTicket } from './NewTicket'

const page = (
  <>
    <Link to="/tickets">Menu</Link>
    <NewTicket />
  </>
)
const open = () =>
  renderAt('/tickets/new', [
    { path: '/tickets/new', element: page },
    { path: '/tickets/:id', element: <p>one ticket</p> },
    { path: '/tickets', element: <p>the list</p> },
  ])

const subject = () => screen.findByLabelText('Subject')
async function fill() {
  await userEvent.type(await subject(), 'Offline')
  await userEvent.type(screen.getByLabelText('Description'), 'Since this morning.')
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create Ticket' }))
const leavesPage = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

beforeEach(() => {
  localStorage.clear()
  // Fresh settings, so that the form does not request them.
  rememberWorkspace(DEFAULT_WORKSPACE)
  dismissToast()
  signInAs()
})

describe('new ticket form', () => {
  it('shows errors for an empty form and sends nothing', async () => {
    const sent = stubBackend(() => ({ body: null }))
    open()
    expect(screen.getByRole('heading', { level: 1, name: 'Create New Ticket' })).toBeVisible()
    expect(screen.getByText('Submit a new support request')).toBeVisible()
    await subject()
    await submit()
    expect(await screen.findByText('Subject is required')).toBeVisible()
    expect(screen.getByText('Description must be at least 10 characters')).toBeVisible()
    expect(screen.getByLabelText('Priority')).toHaveValue('normal')
    expect(sent).toHaveLength(0)
  })

  it('shows errors for text that is too long', async () => {
    const sent = stubBackend(() => ({ body: null }))
    open()
    await userEvent.click(await subject())
    await userEvent.paste('x'.repeat(256))
    await userEvent.click(screen.getByLabelText('Description'))
    await userEvent.paste('x'.repeat(2001))
    await submit()
    expect(await screen.findByText('Subject must be less than 255 characters')).toBeVisible()
    expect(screen.getByText('Description must be less than 2000 characters')).toBeVisible()
    expect(sent.filter(({ url }) => url.pathname === '/rest/v1/tickets')).toHaveLength(0)
  })

  it('creates one ticket on a double click, then opens it after 1.5 s', async () => {
    const sent = stubBackend(() => ({ status: 201, body: buildTicket() }))
    const { router } = open()
    await fill()
    await userEvent.selectOptions(screen.getByLabelText('Priority'), 'Urgent')
    const timers = vi.spyOn(globalThis, 'setTimeout')
    await userEvent.dblClick(screen.getByRole('button', { name: 'Create Ticket' }))
    expect(await screen.findByText('Ticket Created Successfully')).toBeVisible()
    expect(screen.getByText('You will be redirected to your ticket details.')).toBeVisible()
    const created = sent.filter(({ url }) => url.pathname === '/rest/v1/tickets')
    expect(created.map(({ body }) => body)).toMatchObject([{ subject: 'Offline', priority: 'urgent' }])
    expect(leavesPage()).toBe(false)
    expect(router.state.location.pathname).toBe('/tickets/new')
    const redirect = timers.mock.calls.find(([, delay]) => delay === 1_500)?.[0]
    await act(async () => redirect?.())
    expect(router.state.location.pathname).toBe(`/tickets/${TICKET_ID}`)
  })

  it('shows a refusal under the form and in a toast, and can be submitted again', async () => {
    stubBackend(() => ({
      status: 400,
      body: { message: 'The workspace is closed', code: 'P0001', details: 'desk_closed', hint: null },
    }))
    open()
    await fill()
    await submit()
    expect(await screen.findByText('Error Creating Ticket')).toBeVisible()
    expect(screen.getAllByText('An unknown error occurred').length).toBeGreaterThanOrEqual(2)
    expect(screen.getByRole('button', { name: 'Create Ticket' })).toBeEnabled()
    expect(await subject()).toHaveValue('Offline')
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

  it('returns to the list when there is no previous page', async () => {
    stubBackend(() => ({ body: null }))
    open()
    await userEvent.click(screen.getByRole('button', { name: 'Back to Tickets' }))
    expect(await screen.findByText('the list')).toBeVisible()
  })
})

describe('new ticket draft', () => {
  it('survives a reload until the user starts over', async () => {
    stubBackend(() => ({ body: [] }))
    open()
    await fill()
    await userEvent.selectOptions(screen.getByLabelText('Priority'), 'High')
    cleanup()
    open()
    expect(await subject()).toHaveValue('Offline')
    expect(screen.getByLabelText('Description')).toHaveValue('Since this morning.')
    expect(screen.getByLabelText('Priority')).toHaveValue('high')
    await userEvent.click(screen.getByRole('button', { name: 'Discard draft' }))
    expect(await subject()).toHaveValue('')
    cleanup()
    open()
    expect(await subject()).toHaveValue('')
    expect(screen.queryByRole('button', { name: 'Discard draft' })).toBeNull()
  })

  it('is submitted with the same request id after a lost response and a reload', async () => {
    let broken = true
    const sent = stubBackend(({ method }) => {
      if (broken) return Promise.reject(new TypeError('Failed to fetch'))
      if (method === 'GET')
        return { body: buildTicket({ subject: 'Offline', description: 'Since this morning.' }) }
      return { status: 409, body: { code: '23505', message: 'duplicate', details: null, hint: null } }
    })
    open()
    await fill()
    await submit()
    expect((await screen.findAllByText(/could not be reached/)).length).toBeGreaterThan(0)
    cleanup()
    broken = false
    open()
    expect(await screen.findByText(/sending again will not create a second ticket/)).toBeVisible()
    await submit()
    expect(await screen.findByText('Ticket Created Successfully')).toBeVisible()
    const [first, second, look] = sent
    expect(first?.body).toMatchObject({ request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(second?.body).toEqual(first?.body)
    expect(look?.url.searchParams.get('request_id')).toMatch(/^eq\.[0-9a-f-]{36}$/)
    expect(Object.keys(localStorage)).toEqual(['helpdesk-workspace'])
  })
})

describe('leaving the form', () => {
  it('asks when there is text, and stays or leaves', async () => {
    stubBackend(() => ({ body: [] }))
    const { router } = open()
    await fill()
    expect(leavesPage()).toBe(true)
    await userEvent.click(screen.getByText('Menu'))
    const dialog = await screen.findByRole('dialog', { name: 'Leave without creating the ticket?' })
    expect(within(dialog).getByText(/saved on this device/)).toBeVisible()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Stay' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(router.state.location.pathname).toBe('/tickets/new')
    await userEvent.click(screen.getByRole('button', { name: 'Back to Tickets' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    expect(await screen.findByText('the list')).toBeVisible()
    expect(leavesPage()).toBe(false)
  })

  it('does not ask for an empty form or a signed-out user', async () => {
    stubBackend(() => ({ body: [] }))
    open()
    await userEvent.type(await subject(), 'a{Backspace}')
    expect(leavesPage()).toBe(false)
    await userEvent.type(await subject(), 'Offline')
    act(() => signOutNow())
    expect(leavesPage()).toBe(false)
    await userEvent.click(screen.getByText('Menu'))
    expect(await screen.findByText('the list')).toBeVisible()
  })
})

describe('similar tickets', () => {
  const similar = [
    {
      id: TICKET_ID,
      number: 1042,
      subject: 'Printer was offline',
      status: 'solved',
      created_at: '2024-01-05T12:00:00Z',
    },
  ]

  it('are shown from eight characters after a pause, without moving the focus', async () => {
    const sent = stubBackend(() => ({ body: similar }))
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    open()
    await userEvent.type(await subject(), 'Printer')
    await act(() => vi.advanceTimersByTimeAsync(SIMILAR_DEBOUNCE_MS * 2))
    expect(sent).toHaveLength(0)
    await userEvent.type(await subject(), ' offline')
    const link = await screen.findByRole('link', { name: 'Printer was offline' })
    expect(sent.map(({ body }) => body)).toEqual([{ subject: 'Printer offline' }])
    expect(link).toHaveAttribute('href', `/tickets/${TICKET_ID}`)
    expect(link).toHaveAttribute('target', '_blank')
    expect(screen.getByText('Jan 5, 2024')).toBeVisible()
    expect(screen.getByText('#1042')).toBeVisible()
    expect(await subject()).toHaveFocus()
    await userEvent.click(screen.getByRole('link', { name: '1 similar ticket' }))
    expect(screen.getByRole('complementary')).toHaveFocus()
    await userEvent.clear(await subject())
    expect(screen.queryByRole('complementary')).toBeNull()
  })

  it('show nothing after a failure', async () => {
    const sent = stubBackend(() => ({ status: 500, body: { message: 'out of order' } }))
    open()
    await userEvent.type(await subject(), 'Printer offline')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('complementary')).toBeNull()
  })
})
