import {
  buildTicket,
  CUSTOMER_ID,
  forgetUploads,
  renderAt,
  signInAs,
  stubBackend,
  stubIndexedDB,
  TICKET_ID,
} from '@helpdesk/tickets/testing'
import { resumeUploads } from '@helpdesk/tickets/uploads/uploads'
import { dismissToast } from '@helpdesk/ui'
import { useQueryClient, type QueryClient } from '@helpdesk/ui/query'
import { Link } from '@helpdesk/ui/router'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { NewTicket } from './NewTicket'

let queries: QueryClient
function Queries() {
  queries = useQueryClient()
  return null
}
const page = (
  <>
    <Queries />
    <Link to="/tickets">Menu</Link>
    <NewTicket />
  </>
)
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
type Reply = { status?: number; body?: unknown } | Promise<{ status?: number; body?: unknown }>

/** A backend with a stub of Storage; tickets and records are always accepted. */
const backend = (storage: (name: string) => Reply) =>
  stubBackend(({ url, body }) => {
    if (url.pathname.startsWith('/storage')) return storage(body instanceof File ? body.name : '')
    return { status: 201, body: url.pathname.endsWith('attachments') ? record : buildTicket() }
  })
const stored = { body: { Key: 'k', Id: 'i' } }
const never = new Promise<never>(() => undefined)

const render = () =>
  renderAt('/tickets/new', [
    { path: '/tickets/new', element: page },
    { path: '/tickets/:id', element: <p>one ticket</p> },
    { path: '/tickets', element: <p>the list</p> },
  ])

/** Fills in the form and chooses files. */
async function fill(...names: string[]) {
  const view = render()
  await userEvent.type(await screen.findByLabelText('Subject'), 'Offline')
  await userEvent.type(screen.getByLabelText('Description'), 'Since this morning.')
  const files = names.map((name) => new File(['hello'], name, { type: 'text/plain' }))
  await userEvent.upload(await screen.findByLabelText('Attachments'), files)
  await screen.findByText(names[0] ?? '')
  return view
}

/** Fills in and submits the form. */
async function send(...names: string[]) {
  const view = await fill(...names)
  await userEvent.click(screen.getByRole('button', { name: 'Create Ticket' }))
  await screen.findByRole('list', { name: 'Files being uploaded' })
  return view
}
const row = (name: string) => {
  const item = screen.getByText(name).closest('li')
  if (!item) throw new Error(`no row for ${name}`)
  return within(item)
}
const createdTickets = (sent: ReturnType<typeof backend>) =>
  sent.filter(({ method, url }) => method === 'POST' && url.pathname === '/rest/v1/tickets').length

beforeEach(() => {
  localStorage.clear()
  forgetUploads()
  dismissToast()
  signInAs()
})

describe('files of a new ticket', () => {
  it('are uploaded after it is created, before the redirect', async () => {
    const sent = backend(() => stored)
    const { router } = await send('one.txt', 'two.txt', 'three.txt')
    expect(await screen.findByText('3 of 3 files uploaded')).toBeVisible()
    expect(await screen.findByText('Ticket Created Successfully')).toBeVisible()
    expect(sent.filter(({ url }) => url.pathname.startsWith('/storage'))).toHaveLength(3)
    expect(createdTickets(sent)).toBe(1)
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${TICKET_ID}`), {
      timeout: 3000,
    })
  })

  it('show their progress, upload two at a time, and can be cancelled', async () => {
    backend(() => never)
    await send('one.txt', 'two.txt', 'three.txt')
    expect(screen.getByRole('heading', { name: 'Your ticket is created' })).toHaveFocus()
    expect(row('one.txt').getByRole('progressbar', { name: 'Uploading one.txt' })).toHaveValue(0.5)
    expect(row('two.txt').getByText('50%')).toBeVisible()
    expect(row('three.txt').getByText('Waiting')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel one.txt' }))
    expect(await row('one.txt').findByText('Cancelled')).toBeVisible()
    expect(await row('three.txt').findByRole('progressbar')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Retry one.txt' }))
    expect(row('one.txt').getByText('Waiting')).toBeVisible()
  })

  it.each([
    [{ status: 413, body: 'a page' }, /too large for the server/],
    [{ status: 429, body: null }, /Too many uploads at the moment/],
    [{ status: 500, body: { message: 'boom' } }, /server could not store the file/],
  ])('show why one failed (%j) and retry it alone', async (answer, reason) => {
    let broken = true
    const sent = backend((name) => (broken && name === 'bad.txt' ? answer : stored))
    const { router } = await send('good.txt', 'bad.txt')
    expect(await row('bad.txt').findByText(reason)).toBeVisible()
    expect(await row('good.txt').findByText('Uploaded')).toBeVisible()
    expect(screen.getByText(/Your ticket was created, but 1 file was not attached/)).toBeVisible()
    expect(screen.queryByText('Ticket Created Successfully')).toBeNull()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry bad.txt' }))
    expect(await screen.findByText('Ticket Created Successfully')).toBeVisible()
    expect(sent.filter(({ url }) => url.pathname.startsWith('/storage'))).toHaveLength(3)
    expect(createdTickets(sent)).toBe(1)
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${TICKET_ID}`), {
      timeout: 3000,
    })
  })

  it('report a lost connection and can be skipped', async () => {
    backend(() => Promise.reject(new TypeError('Failed to fetch')))
    await send('one.txt', 'two.txt')
    expect(await screen.findAllByText('The connection was lost. Check it and retry.')).toHaveLength(2)
    expect(screen.getByRole('button', { name: 'Retry all' })).toBeEnabled()
    await userEvent.click(screen.getByRole('link', { name: 'Continue without them' }))
    expect(await screen.findByText('one ticket')).toBeVisible()
  })

  it('go on when the user opens another page, and at the next visit', async () => {
    const kept = stubIndexedDB()
    const sent = backend(() => never)
    await send('one.txt')
    await userEvent.click(screen.getByText('Menu'))
    expect(await screen.findByText('the list')).toBeVisible()
    expect(!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
    expect(kept.size).toBe(1)
    const before = sent.find(({ url }) => url.pathname.startsWith('/storage'))
    forgetUploads()
    const later = backend(() => stored)
    await resumeUploads(queries, CUSTOMER_ID)
    await waitFor(() => expect(kept.size).toBe(0))
    expect(later.map(({ url }) => url.pathname)).toEqual([before?.url.pathname, '/rest/v1/attachments'])
  })

  it('are restored with the draft after a reload and uploaded with it', async () => {
    const kept = stubIndexedDB()
    backend(() => stored)
    await fill('one.txt', 'two.txt')
    expect([...kept.keys()]).toEqual([expect.stringMatching(/^helpdesk-draft:.*:new-ticket$/)])
    cleanup()
    render()
    expect(await screen.findByText('two.txt')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Remove one.txt' }))
    await waitFor(() => expect([...kept.values()].flat()).toHaveLength(1))
    await userEvent.click(screen.getByRole('button', { name: 'Create Ticket' }))
    expect(await screen.findByText('1 of 1 file uploaded')).toBeVisible()
    await waitFor(() => expect(kept.size).toBe(0))
    expect(localStorage).toHaveLength(0)
  })

  it('are asked for again when the browser cannot store them', async () => {
    backend(() => stored)
    await fill('one.txt')
    cleanup()
    render()
    expect(await screen.findByText(/Please attach its files again/)).toBeVisible()
    expect(screen.getByLabelText('Subject')).toHaveValue('Offline')
    expect(await screen.findByLabelText('Attachments')).toBeEnabled()
  })
})
