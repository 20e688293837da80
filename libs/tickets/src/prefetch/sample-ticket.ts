import type { TicketDetail } from '../model/rows'

const NIL = '00000000-0000-4000-8000-000000000000'
const AT = '2026-01-05T12:00:00Z'
/** A sample ticket with a message, which no server knows. */
export const SAMPLE: TicketDetail = {
  ticket: {
    id: NIL,
    number: 1001,
    subject: NIL,
    description: NIL,
    status: 'open',
    priority: 'normal',
    created_by: NIL,
    customer_id: NIL,
    assigned_to: null,
    created_at: AT,
    updated_at: AT,
    closed_at: null,
    tags: [],
    metadata: null,
    version: 1,
  },
  comments: [
    {
      id: NIL,
      ticket_id: NIL,
      user_id: NIL,
      content: NIL,
      is_internal: false,
      created_at: AT,
      updated_at: AT,
    },
  ],
  attachments: [],
  rating: null,
  assignee: null,
  customer: { id: NIL, name: NIL },
  loaded_at: AT,
  limits: { max_files: 1, max_file_bytes: 1, file_types: ['png'] },
  events: [],
  staff: { events: [], other_tickets: [] },
}
