// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { canTakeOver, canTriage, claimRefusal, type Actor } from '@helpdesk/tickets/model/permissions'
import { TICKET_STATUSES } from '@helpdesk/tickets/model/statuses'
import type { SentRequest } from '@helpdesk/tickets/testing'
import { operateEverything } from '@helpdesk/tickets/testing/operate-everything'
import { dropOpenDrafts } from '../drafts/use-ticket-draft'
import { AGENT_ID, buildStaffDetail, openTicket, OTHER_ID, refusal, replied, signInAgent } from './testing'

// Operates every control of the ticket page in every state, against a backend with the rules that
// `rights.stack.test.ts` proves for the database in every status.
// The setting says nothing of admins.
const users = [
  { role: 'agent', setting: 'own' },
  { role: 'agent', setting: 'all' },
  { role: 'admin', setting: 'own' },
] as const
const states = users
  .flatMap((user) => (['nobody', 'me', 'colleague'] as const).map((holder) => ({ ...user, holder })))
  .map((state, index) => ({ ...state, status: TICKET_STATUSES[index % TICKET_STATUSES.length] ?? 'open' }))
const people = [
  { id: AGENT_ID, name: 'Avery Agent', email: 'avery@example.com', role: 'agent' },
  { id: OTHER_ID, name: 'Jun Takahashi', email: 'jun@example.com', role: 'agent' },
]
const FORBIDDEN = 'You do not have permission to update this ticket'

afterEach(() => {
  cleanup()
  dropOpenDrafts()
  localStorage.clear()
})

it.each(states)('as $role ($setting), a ticket of $holder, $status', { timeout: 240_000 }, async (state) => {
  const { role, setting, holder, status } = state
  signInAgent(role)
  const actor: Actor = { id: AGENT_ID, role }
  const assigned_to = { nobody: null, me: AGENT_ID, colleague: OTHER_ID }[holder]
  const detail = buildStaffDetail({
    ticket: { assigned_to, status, tags: ['billing'] },
    assignee: people.find(({ id }) => id === assigned_to) ?? null,
    staff: { agents_update: setting },
  })
  const { ticket } = detail
  const mayTriage = canTriage(actor, ticket, setting)
  const refused: unknown[] = []
  const sent: string[] = []
  // The ticket never changes, so that each control meets the same state.
  const guarded =
    (name: string, allowed: (request: SentRequest) => boolean, answer: (request: SentRequest) => object) =>
    (request: SentRequest) => {
      sent.push(name)
      if (allowed(request)) return answer(request)
      refused.push({ name, body: request.body })
      return refusal(400, FORBIDDEN, 'ticket_forbidden')
    }
  const changes = ({ body }: SentRequest) =>
    ['new_status', 'new_priority', 'add_tags'].some(
      (field) => typeof body === 'object' && body !== null && field in body,
    )
  openTicket(detail, {
    tickets: guarded(
      'update',
      () => mayTriage,
      () => ({ body: [ticket] }),
    ),
    claim_ticket: guarded(
      'claim',
      () => claimRefusal(actor, ticket) === null && !assigned_to,
      () => ({ body: ticket }),
    ),
    assign_ticket: guarded(
      'assign',
      () => mayTriage,
      () => ({ body: ticket }),
    ),
    take_over_ticket: guarded(
      'take over',
      () => canTakeOver(actor, ticket),
      () => ({ body: ticket }),
    ),
    send_reply: guarded(
      'reply',
      (request) => mayTriage || !changes(request),
      replied({ assigned_to, status }),
    ),
    profiles: () => ({ body: people }),
  })
  await screen.findByRole('article', { busy: false })
  const operated = await operateEverything()

  expect(refused).toEqual([])
  expect(screen.queryByText(FORBIDDEN)).toBeNull()
  expect(sent).toContain('reply')
  expect(sent.includes('update')).toBe(mayTriage)
  expect(sent.includes('claim')).toBe(holder === 'nobody')
  expect(sent.includes('take over')).toBe(holder === 'colleague')
  expect(operated.length).toBeGreaterThan(10)
})
