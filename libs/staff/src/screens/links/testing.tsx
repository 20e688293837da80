import { TICKET_ID, type SentRequest } from '@helpdesk/tickets/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { IncidentRow } from '../../model/incident-reply'
import { buildStaffDetail, openTicket } from '../testing'

export const row = (number: number, overrides: Partial<IncidentRow> = {}): IncidentRow => ({
  id: `i${number}`,
  number,
  subject: `Toaster ${number}`,
  status: 'open',
  is_problem: false,
  requester_name: `Customer ${number}`,
  mail: 'mail',
  copies: null,
  assigned_to: 'me',
  assignee_name: 'Avery Agent',
  may_change: true,
  merged: null,
  waits: false,
  messages: number,
  ...overrides,
})
export interface Sent {
  ticket_ids: string[]
  seen: number[]
  contents: string[]
  request_id: string
  new_status?: string
}
export const AT = '2026-01-05T10:00:10Z'
export const written = (id: string) => ({
  id,
  number: Number(id.slice(1)),
  ok: true,
  comment_id: `c-${id}`,
  send_at: AT,
})

/** A backend that takes the replies but for those that it refuses by id. */
export async function open(rows: IncidentRow[], refused: Record<string, string> = {}, answers = {}) {
  const problem = row(7, { id: TICKET_ID, is_problem: true, subject: 'All toasters' })
  const links = {
    tickets: rows.map(({ id, number, subject, status }) => ({
      relation: 'incident',
      id,
      number,
      subject,
      status,
    })),
    incidents: rows.length,
    open_incidents: rows.length,
  }
  const asked = openTicket(buildStaffDetail({ ticket: { number: 7 }, staff: { links } }), {
    preview_incident_reply: () => ({ body: { undo_send_seconds: 10, tickets: [...rows, problem] } }),
    reply_to_incidents: ({ body }: SentRequest) => ({
      body: {
        results: (body as Sent).ticket_ids.map((id) =>
          refused[id] ? { id, number: Number(id.slice(1)), ok: false, code: refused[id] } : written(id),
        ),
      },
    }),
    // As many as were asked for.
    comments: ({ url }: SentRequest) => ({
      body: (url.searchParams.get('id') ?? '').split(',').map((id) => ({ id })),
    }),
    ...answers,
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Reply to all…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Reply to the incidents of #7' })
  await within(dialog).findByRole('group', { name: 'Who gets what' })
  return {
    requests: asked.sent,
    dialog: within(dialog),
    sent: () => asked.bodies('reply_to_incidents') as Sent[],
  }
}
export const box = () => screen.getByRole('textbox', { name: /^Reply/ })
