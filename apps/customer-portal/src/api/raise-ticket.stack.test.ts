// @vitest-environment node
import { startWorkspace, type Workspace } from '@helpdesk/testing/browser-workspace'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { deleteAttachment } from '@helpdesk/tickets/api/delete-attachment'
import { getDownloadUrl } from '@helpdesk/tickets/api/download-attachment'
import { createTicket } from './create-ticket'
import { findSimilarTickets } from './find-similar-tickets'
import { getCustomerDashboard } from './get-customer-dashboard'
import { getTicket } from '@helpdesk/tickets/api/get-ticket'
import { updateTicket } from '@helpdesk/tickets/api/update-ticket'
import { uploadAttachment, uploadPath, uploadTo } from '@helpdesk/tickets/api/upload-attachment'

let workspace: Workspace<'customer'>
let me: string

const values = {
  subject: 'Printer on floor 3 is offline',
  description: 'The screen stays dark.',
  priority: 'high',
} as const
const png = new Uint8Array([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1,
  8, 6, 0, 0, 0, 0x1f, 0x15, 0xc4, 0x89,
])
const image = (name = 'Photo one.PNG') => new File([png], name, { type: 'image/png' })
const REQUEST = '33333333-3333-4333-8333-333333333333'

/** Lets the next request succeed but drops its response. */
function loseResponseOf(path: string) {
  const real = fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const answer = await real(input, init)
    const url = input instanceof Request ? input.url : String(input)
    if (init?.method !== 'POST' || !url.includes(path)) return answer
    spy.mockRestore()
    throw new TypeError('Failed to fetch')
  })
}

beforeAll(async () => {
  workspace = await startWorkspace({ customer: { name: 'Casey Customer' } })
  me = await workspace.signIn('customer')
}, 90_000)
afterAll(() => workspace?.stop())

describe('creating a ticket against the real backend', () => {
  it('stores files and returns them unchanged', async () => {
    const ticket = await createTicket(me, values)
    expect(ticket).toMatchObject({ ...values, status: 'open', customer_id: me, created_by: me })
    await uploadAttachment(ticket.id, image())
    const { attachments } = await getTicket(ticket.id)
    expect(attachments).toMatchObject([{ file_name: 'Photo one.PNG', file_type: 'image/png' }])
    const [attachment] = attachments
    if (!attachment) throw new Error('no attachment')
    const download = await fetch(await getDownloadUrl(attachment))
    expect(new Uint8Array(await download.arrayBuffer())).toEqual(png)
    expect(download.headers.get('content-disposition')).toContain('Photo')
    await deleteAttachment(attachment.id)
    expect((await getTicket(ticket.id)).attachments).toEqual([])
  })

  it('keeps the ticket and its other files when one file is refused', async () => {
    const ticket = await createTicket(me, values)
    await uploadAttachment(ticket.id, image('ok.png'))
    const refused = uploadAttachment(ticket.id, new File(['x'], 'virus.exe'))
    await expect(refused).rejects.toThrow(/^File type must be/)
    expect((await getTicket(ticket.id)).attachments).toHaveLength(1)
  })

  it('creates one ticket per request id, also after a lost response', async () => {
    const requestId = crypto.randomUUID()
    loseResponseOf('/rest/v1/tickets')
    await expect(createTicket(me, values, requestId)).rejects.toMatchObject({ code: 'network' })
    const [first, second] = await Promise.all([
      createTicket(me, values, requestId),
      createTicket(me, values, requestId),
    ])
    expect(second.id).toBe(first.id)
    expect((await createTicket(me, values)).id).not.toBe(first.id)
  })

  it('updates the ticket to the text of a retry, unless its text is final', async () => {
    const first = await createTicket(me, values, REQUEST)
    const again = await createTicket(me, { ...values, subject: 'Printer on floor 4' }, REQUEST)
    expect(again).toMatchObject({ id: first.id, subject: 'Printer on floor 4' })
    await updateTicket(me, first.id, { status: 'closed' })
    const late = await createTicket(me, { ...values, subject: 'Printer on floor 5' }, REQUEST)
    expect(late).toMatchObject({ id: first.id, subject: 'Printer on floor 4' })
  })

  it.each(['/storage/v1/object', '/rest/v1/attachments'])(
    'stores a file once when the response of %s was lost',
    async (path) => {
      const ticket = await createTicket(me, values)
      const target = { ticketId: ticket.id, commentId: null, path: uploadPath(ticket.id, image().name) }
      const upload = () => uploadTo(target, image())
      loseResponseOf(path)
      await expect(upload()).rejects.toMatchObject({ name: 'NetworkError' })
      const stored = await upload()
      const { attachments } = await getTicket(ticket.id)
      expect(attachments.map(({ id }) => id)).toEqual([stored.id])
      expect((await fetch(await getDownloadUrl(stored))).status).toBe(200)
    },
  )

  it('maps refusals of Storage, and uploads nothing when cancelled', async () => {
    const ticket = await createTicket(me, values)
    const fake = new File(['no picture at all'], 'fake.png', { type: 'image/png' })
    await expect(uploadAttachment(ticket.id, fake)).rejects.toMatchObject({ status: 415 })
    const controller = new AbortController()
    controller.abort()
    const cancelled = uploadAttachment(ticket.id, image(), null, { signal: controller.signal })
    await expect(cancelled).rejects.toMatchObject({ code: 'aborted' })
    expect((await getTicket(ticket.id)).attachments).toEqual([])
  })

  it('finds at most three similar tickets of the caller', async () => {
    const found = await findSimilarTickets('printer at floor 3 offline')
    expect(found).toHaveLength(3)
    expect(found[0]?.subject).toBe(values.subject)
    expect(await findSimilarTickets('holiday allowance')).toEqual([])
  })

  it('refuses a signed-out caller', async () => {
    await expect(createTicket(null, values)).rejects.toThrow('User must be logged in to create a ticket')
  })
})

describe('customer dashboard', () => {
  it('returns the last five tickets and counts open ones', async () => {
    for (let n = 0; n < 5; n++) await workspace.raise('customer')
    const dashboard = await getCustomerDashboard()
    expect(dashboard.recent_tickets).toHaveLength(5)
    expect(dashboard.open_tickets).toBeGreaterThan(0)
    expect(dashboard.recent_activity).toBeGreaterThanOrEqual(dashboard.open_tickets)
  })
})
