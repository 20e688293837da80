import {
  buildCommentRow,
  buildTicket,
  buildTicketDetail,
  renderAt,
  signInAs,
  stubBackend,
  TICKET_ID,
} from '@helpdesk/tickets/testing'
import type { SentRequest } from '@helpdesk/tickets/testing'
import type { Ticket, TicketDetail, TicketEvent } from '@helpdesk/tickets/model/rows'
import { TicketDetailScreen } from '@helpdesk/tickets/screens/detail/TicketDetailScreen'
import { ChangesTool } from '@helpdesk/tickets/screens/thread/ChangesItem'
import { WaitingLine } from '@helpdesk/tickets/screens/thread/CommentItem'
import { LeftOutCopies } from './mail/LeftOutCopies'
import { WaitingReplyLine } from '../replies/WaitingReplyLine'
import { StaffAside } from './aside/StaffAside'
import { TicketControls } from './aside/TicketControls'
import { StaffComposer } from './composer/StaffComposer'

export const AGENT_ID = '00000000-0000-4000-8000-0000000000a1'
export const OTHER_ID = '00000000-0000-4000-8000-0000000000a2'

export const signInAgent = (role: 'agent' | 'admin' = 'agent') =>
  signInAs({ id: AGENT_ID, role, name: 'Avery Agent', email: 'avery@example.com' })

export const buildEvent = (overrides: Partial<TicketEvent> = {}): TicketEvent => ({
  id: 'e1',
  kind: 'status',
  actor_id: OTHER_ID,
  actor_name: 'Jun Takahashi',
  from_value: 'open',
  to_value: 'pending',
  is_internal: false,
  created_at: '2026-01-05T10:00:00+00:00',
  ...overrides,
})

type Staff = NonNullable<TicketDetail['staff']>
type Overrides = Omit<NonNullable<Parameters<typeof buildTicketDetail>[0]>, 'staff'> & {
  staff?: Partial<Staff>
}

/** A ticket with staff data, assigned to the signed-in agent. */
export const buildStaffDetail = ({ staff, ticket, ...rest }: Overrides = {}): TicketDetail =>
  buildTicketDetail({
    ticket: { assigned_to: AGENT_ID, ...ticket },
    assignee: { id: AGENT_ID, name: 'Avery Agent' },
    ...rest,
    staff: { events: [], other_tickets: [], drafts: { comment: null, note: null }, ...staff },
  })

type Answer = { status?: number; body?: unknown }
/** Responses by the last part of the path, such as `send_reply`; the ticket has a default. */
export type Answers = Record<string, (request: SentRequest) => Answer | Promise<Answer>>

/**
 * Renders the ticket page for staff.
 * @returns the requests, and `bodies` by the last part of the path
 */
export function openTicket(detail: TicketDetail | (() => TicketDetail), answers: Answers = {}) {
  let draft = ''
  const sent = stubBackend((request) => {
    const name = request.url.pathname.split('/').pop() ?? ''
    const answer = answers[name]
    if (answer) return answer(request)
    if (name === 'get_ticket_detail') return { body: typeof detail === 'function' ? detail() : detail }
    if (name === 'save_draft') {
      draft = { content: '', ...asObject(request.body) }.content
      return { status: 204 }
    }
    if (name === 'ticket_drafts')
      return { body: draft ? [{ content: draft, updated_at: '2026-01-05T10:00:00Z' }] : [] }
    return { body: [] }
  })
  const view = renderAt(`/tickets/${TICKET_ID}`, [
    {
      path: '/tickets/:id',
      element: (
        <WaitingLine value={WaitingReplyLine}>
          <ChangesTool value={LeftOutCopies}>
            <TicketDetailScreen
              controls={(each) => <TicketControls detail={each} />}
              aside={(each) => <StaffAside detail={each} />}
              composer={(each) => <StaffComposer detail={each} />}
            />
          </ChangesTool>
        </WaitingLine>
      ),
    },
    { path: '*', element: <p>elsewhere</p> },
  ])
  const bodies = (name: string) =>
    sent.filter(({ url }) => url.pathname.endsWith(`/${name}`)).map(({ body }) => body)
  return { ...view, sent, bodies }
}

/** The response of `send_reply`: the sent comment and the ticket. */
export const replied =
  (ticket: Partial<Ticket> = {}) =>
  ({ url, body }: SentRequest): Answer => {
    const { content, is_internal, request_id } = {
      content: '',
      is_internal: false,
      request_id: '',
      ...asObject(body),
    }
    const comment = buildCommentRow({
      id: `c-${content}`,
      user_id: AGENT_ID,
      content,
      is_internal,
      request_id,
      author_name: 'Avery Agent',
      author_role: 'agent',
      ...(url.pathname.endsWith('queue_reply') && { is_internal: true, send_at: '2026-01-05T10:00:10Z' }),
    })
    return { body: { comment, ticket: buildTicket({ assigned_to: AGENT_ID, ...ticket }) } }
  }

const asObject = (body: unknown): object => (typeof body === 'object' && body !== null ? body : {})

/** An error of the data API; `detail` is the stable code. */
export const refusal = (
  status: number,
  message: string,
  detail: string | null = null,
  code = 'P0001',
  hint: string | null = null,
): Answer => ({
  status,
  body: { message, code, details: detail, hint },
})
