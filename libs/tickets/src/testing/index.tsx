import { configureSupabase } from '@helpdesk/supabase'
import { UiProvider } from '@helpdesk/ui'
import { createMemoryRouter, RouterProvider, type RouteObject } from '@helpdesk/ui/router'
import { polyfillDialog } from '@helpdesk/ui/test-dialog'
import { render } from '@testing-library/react'
import { vi } from 'vitest'
import { SessionQueryProvider } from './SessionQueryProvider'
import type { Attachment, Ticket, TicketDetail } from '../model/rows'
import { CUSTOMER_ID } from './sign-in-as'
import { stubXhr, type SentRequest } from './stub-xhr'

export { forgetUploads } from './forget-uploads'
export { CUSTOMER_ID, signInAs, signOutNow } from './sign-in-as'
export { stubIndexedDB } from './stub-indexed-db'
export type { SentRequest } from './stub-xhr'

const TIMESTAMP = '2026-01-05T10:00:00+00:00'

type Answer = { status?: number; body?: unknown } | Promise<{ status?: number; body?: unknown }>

/**
 * Replaces the backend: `answer` responds to every request of the page.
 * @returns the requests in the order in which they were sent
 */
export function stubBackend(answer: (request: SentRequest) => Answer): SentRequest[] {
  configureSupabase({ url: 'http://backend.test', publishableKey: 'public' })
  const sent: SentRequest[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(input instanceof Request ? input.url : String(input))
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    const request = { method: (init.method ?? 'GET').toUpperCase(), url, body }
    // Asked at intervals beside what a screen does.
    if (url.pathname.endsWith('/rpc/changes_since'))
      return Response.json({ cursor: 'c', reset: false, tickets: [] })
    if (url.pathname.endsWith('/rpc/ticket_topics')) return Response.json(null)
    sent.push(request)
    const { status = 200, body: reply = null } = await answer(request)
    const isFile = reply instanceof Uint8Array
    return new Response(status === 204 ? null : isFile ? new Uint8Array(reply) : JSON.stringify(reply), {
      status,
      headers: { 'content-type': 'application/json' },
    })
  })
  if (typeof window !== 'undefined') stubXhr(sent, answer)
  return sent
}

/** Renders routes at a path, inside the providers that a screen needs. */
export function renderAt(path: string, routes: RouteObject[]) {
  polyfillDialog()
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  const view = render(
    <UiProvider>
      <SessionQueryProvider>
        <RouterProvider router={router} />
      </SessionQueryProvider>
    </UiProvider>,
  )
  return { ...view, router }
}

export const TICKET_ID = '11111111-1111-4111-8111-111111111111'

/** A ticket of Pat's. */
export const buildTicket = (overrides: Partial<Ticket> = {}): Ticket => ({
  id: TICKET_ID,
  subject: 'Printer is offline',
  description: 'First line\nSee https://status.example.com',
  status: 'in_progress',
  priority: 'urgent',
  created_by: CUSTOMER_ID,
  customer_id: CUSTOMER_ID,
  assigned_to: null,
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
  closed_at: null,
  tags: null,
  metadata: null,
  version: 1,
  close_reason: null,
  ...overrides,
})

/** The beginning of a PNG, which says how large its picture is. */
export function pngOf(width: number, height: number): Uint8Array {
  const file = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, ...new Uint8Array(20)])
  new DataView(file.buffer).setUint32(16, width)
  new DataView(file.buffer).setUint32(20, height)
  return file
}

/** The result of `get_ticket_detail` for Pat's ticket, without comments or files. */
export const buildTicketDetail = ({
  ticket,
  ...overrides
}: Partial<Omit<TicketDetail, 'ticket'>> & { ticket?: Partial<Ticket> } = {}): TicketDetail => ({
  ticket: buildTicket(ticket),
  comments: [],
  attachments: [],
  rating: null,
  assignee: null,
  customer: { id: CUSTOMER_ID, name: 'Pat Example', email: 'pat@example.com' },
  loaded_at: TIMESTAMP,
  limits: { max_files: 5, max_file_bytes: 5242880 },
  staff: null,
  ...overrides,
})

export const buildCommentRow = (overrides: Partial<TicketDetail['comments'][number]> = {}) => ({
  id: '22222222-2222-4222-8222-222222222222',
  ticket_id: TICKET_ID,
  user_id: CUSTOMER_ID,
  content: 'It blinks red.',
  is_internal: false,
  author_name: 'Pat Example',
  author_role: 'customer',
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
  request_id: null,
  ...overrides,
})

/** A picture uploaded by Pat to the ticket itself. */
export const buildAttachment = (overrides: Partial<Attachment> = {}): Attachment => ({
  id: '33333333-3333-4333-8333-333333333333',
  ticket_id: TICKET_ID,
  comment_id: null,
  file_name: 'photo.png',
  file_type: 'image/png',
  file_size: 1536,
  storage_path: `${TICKET_ID}/1.png`,
  uploaded_by: CUSTOMER_ID,
  created_at: TIMESTAMP,
  ...overrides,
})
