// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { isResolved } from '../../model/closing'
import { TICKET_STATUSES, type TicketStatus } from '../../model/statuses'
import { buildCommentRow, buildTicket, CUSTOMER_ID, signInAs, type SentRequest } from '../../testing'
import { operateEverything } from '../../testing/operate-everything'
import { openTicket, refusal, resetDevice, savedComment, stubTicket } from '../testing'

// Operates every control of a customer's own ticket in every status, rated or not, against a backend with the rules of
// `guard_ticket_update` and of the policies of comments and ratings.
const states = TICKET_STATUSES.flatMap((status) => [false, true].map((rated) => ({ status, rated })))
const FORBIDDEN = 'You do not have permission to update this ticket'

// Loaded when they open.
beforeAll(() => Promise.all([import('./CloseDialog'), import('./ReopenDialog')]))
beforeEach(() => {
  resetDevice()
  signInAs()
})
afterEach(() => cleanup())

it.each(states)(
  'a ticket that is $status, rated: $rated',
  { timeout: 120_000 },
  async ({ status, rated }) => {
    const ticket = buildTicket({ status, number: 1042 })
    const refused: unknown[] = []
    const asked: string[] = []
    stubTicket(
      {
        ticket,
        comments: [
          buildCommentRow({ created_at: new Date().toISOString() }),
          buildCommentRow({ id: 'c2', user_id: 'agent', author_name: 'Avery', author_role: 'agent' }),
        ],
        rating: rated ? buildRating() : null,
      },
      (request) => {
        const name = `${request.method} ${request.url.pathname.split('/').pop() ?? ''}`
        asked.push(name)
        if (isAllowed(name, request, status)) return answers[name]?.(request) ?? { body: [] }
        refused.push({ name, body: request.body })
        return refusal(400, FORBIDDEN, 'P0001', 'ticket_forbidden')
      },
    )
    openTicket()
    await screen.findByRole('article', { busy: false })
    const operated = await operateEverything()

    expect(refused).toEqual([])
    expect(screen.queryByText(FORBIDDEN)).toBeNull()
    expect(asked).toContain('POST comments')
    expect(asked.includes('PATCH tickets')).toBe(true)
    expect(operated.length).toBeGreaterThan(3)
  },
)

const buildRating = () => ({
  ticket_id: buildTicket().id,
  customer_id: CUSTOMER_ID,
  score: 4,
  comment: null,
  created_at: new Date().toISOString(),
  updated_at: new Date().toISOString(),
})
const answers: Record<string, (request: SentRequest) => { status?: number; body?: unknown }> = {
  'PATCH tickets': () => ({ body: [buildTicket({ number: 1042 })] }),
  'POST comments': savedComment,
  'POST ticket_ratings': () => ({ status: 201, body: buildRating() }),
  'PATCH ticket_ratings': () => ({ body: [buildRating()] }),
}

/** What the database lets a customer change of their own ticket. */
function isAllowed(name: string, { body }: SentRequest, status: TicketStatus): boolean {
  if (name.endsWith('ticket_ratings')) return isResolved({ status })
  if (name !== 'PATCH tickets') return true
  const { status: to, close_reason: reason, ...others } = { ...(body as Record<string, unknown>) }
  const canReopen = to === 'open' && isResolved({ status })
  return (
    Object.keys(others).length === 0 &&
    (to === 'closed' || canReopen) &&
    (reason === undefined || reason === null || status !== 'closed')
  )
}
