import { parseNotification, type Notification } from './notification.ts'

/** A row of the outbox: Ada, of the staff, has replied to Cora. */
export const notification = (overrides: Partial<Notification> = {}): Notification => ({
  ...parseNotification({}),
  id: 'b8a3a1f0-0000-4000-8000-000000000001',
  kind: 'reply',
  recipientId: '5d2e3c1e-0000-4000-8000-000000000003',
  recipientEmail: 'cora@example.com',
  recipientName: 'Cora',
  ticketId: '3f0c9c1e-0000-4000-8000-000000000002',
  ticketNumber: 1042,
  ticketSubject: 'Printer',
  actorName: 'Ada',
  message: 'Done.',
  isFromStaff: true,
  messageId: 'notification.b8a3a1f0@help.example.com',
  references: ['ticket.3f0c9c1e@help.example.com'],
  ...overrides,
})
export const portal = 'https://help.example.com'
