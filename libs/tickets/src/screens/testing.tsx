import { dismissToast } from '@helpdesk/ui'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { commentUploadsAtom } from '../api/comment-uploads'
import { outboxAtom } from '../api/outbox/outbox-store'
import {
  buildCommentRow,
  buildTicketDetail,
  renderAt,
  stubBackend,
  TICKET_ID,
  type SentRequest,
} from '../testing'
import { TicketDetailScreen } from './detail/TicketDetailScreen'

/** The ticket's page as the customer reaches it. */
export const openTicket = (id = TICKET_ID) =>
  renderAt(`/tickets/${id}`, [
    { path: '/tickets/:id', element: <TicketDetailScreen listPath="/tickets" /> },
    { path: '/tickets', element: <p>the list</p> },
  ])

/** A device on which nothing was written yet. */
export function forgetEverything(): void {
  localStorage.clear()
  getDefaultStore().set(outboxAtom, {})
  getDefaultStore().set(commentUploadsAtom, {})
  dismissToast()
}

/** What a reload does: what only the page knew is gone, what the device keeps stays. */
export function forgetPage(): void {
  cleanup()
  getDefaultStore().set(outboxAtom, {})
  getDefaultStore().set(commentUploadsAtom, {})
}

type Reply = { status?: number; body?: unknown } | Promise<{ status?: number; body?: unknown }>

type DetailValues = Parameters<typeof buildTicketDetail>[0]

/**
 * Answers the ticket, and everything else as `others` says.
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
    rest.push(request)
    return others(request)
  })
  return rest
}

/** What the server answers to a comment: its row, with the sender's request id. */
export const savedComment = ({ body }: SentRequest) => {
  const { content, request_id } = body as { content: string; request_id: string }
  return { status: 201, body: buildCommentRow({ id: `saved-${request_id}`, content, request_id }) }
}

/** A refusal of the database. */
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
