import { dismissToast } from '@helpdesk/ui'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { forgetUploads } from '../testing/forget-uploads'
import { outboxAtom } from '../outbox/outbox-store'
import {
  buildCommentRow,
  buildTicketDetail,
  renderAt,
  stubBackend,
  TICKET_ID,
  type SentRequest,
} from '../testing'
import { TicketDetailScreen } from './detail/TicketDetailScreen'

/** Renders the ticket's page as a customer opens it. */
export const openTicket = (id = TICKET_ID) =>
  renderAt(`/tickets/${id}`, [
    { path: '/tickets/:id', element: <TicketDetailScreen listPath="/tickets" /> },
    { path: '/tickets', element: <p>the list</p> },
  ])

/** Clears everything stored on the device or in memory. */
export function resetDevice(): void {
  localStorage.clear()
  clearMemory()
  dismissToast()
}

/** Simulates a reload: only data stored on the device remains. */
export function reload(): void {
  cleanup()
  clearMemory()
}

function clearMemory(): void {
  getDefaultStore().set(outboxAtom, {})
  forgetUploads()
}

type Reply = { status?: number; body?: unknown } | Promise<{ status?: number; body?: unknown }>

type DetailValues = Parameters<typeof buildTicketDetail>[0]

/**
 * Stubs the backend with a ticket; `others` answers all other requests.
 * @returns the other requests, in order
 */
export function stubTicket(
  detail: DetailValues | (() => DetailValues),
  others: (request: SentRequest) => Reply = () => ({ body: [] }),
): SentRequest[] {
  const rest: SentRequest[] = []
  stubBackend((request) => {
    if (request.url.pathname.endsWith('/get_ticket_detail')) {
      return { body: buildTicketDetail(typeof detail === 'function' ? detail() : detail) }
    }
    if (request.url.pathname.endsWith('/mark_ticket_read')) return { body: null }
    rest.push(request)
    return others(request)
  })
  return rest
}

/** The server's response to a comment: its row, with the sender's request id. */
export const savedComment = ({ body }: SentRequest) => {
  const { content, request_id } = body as { content: string; request_id: string }
  return { status: 201, body: buildCommentRow({ id: `saved-${request_id}`, content, request_id }) }
}

/** An error response of the database. */
export const refusal = (status: number, message: string, code = 'P0001', details: string | null = null) => ({
  status,
  body: { message, code, details, hint: null },
})

export const box = () => screen.findByPlaceholderText('Add a comment...')
export const sendButton = () => screen.getByRole('button', { name: 'Send' })

export async function write(text: string): Promise<void> {
  await userEvent.type(await box(), text)
}
export async function writeAndSend(text: string): Promise<void> {
  await write(text)
  await userEvent.click(sendButton())
}
