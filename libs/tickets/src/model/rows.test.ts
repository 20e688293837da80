import { describe, expect, it } from 'vitest'
import { ticketDetailSchema, ticketSchema } from './rows'

const row = {
  id: '11111111-1111-4111-8111-111111111111',
  subject: 'Printer',
  description: 'Blank pages only',
  status: 'on_hold',
  priority: 'medium',
  created_by: null,
  customer_id: null,
  assigned_to: null,
  created_at: '2026-01-05T10:00:00+00:00',
  updated_at: '2026-01-05T10:00:00.123456+00:00',
  closed_at: null,
  tags: null,
  metadata: null,
  version: 3,
  search_vector: 'unknown',
}

describe('row schemas', () => {
  it('drop unknown columns', () => {
    const ticket = ticketSchema.parse(row)
    expect(ticket.version).toBe(3)
    expect(ticket).not.toHaveProperty('search_vector')
  })
  it.each([
    ['status', 'reopened'],
    ['priority', 'critical'],
    ['created_at', 'yesterday'],
    ['tags', 'vip'],
  ])('refuse an invalid %s', (field, value) => {
    expect(ticketSchema.safeParse({ ...row, [field]: value }).success).toBe(false)
  })
  it('require comments, attachments and a valid rating in a detail', () => {
    const people = { rating: null, assignee: null, customer: null, staff: null, loaded_at: row.created_at }
    expect(ticketDetailSchema.safeParse({ ticket: row, ...people }).success).toBe(false)
    const detail = { ticket: row, comments: [], attachments: [], ...people }
    expect(ticketDetailSchema.safeParse(detail).success).toBe(true)
    expect(ticketDetailSchema.safeParse({ ...detail, rating: { score: 6, comment: null } }).success).toBe(
      false,
    )
  })
})
