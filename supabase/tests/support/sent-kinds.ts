import { randomUUID } from 'node:crypto'
import { parseNotification } from '../../functions/send-notifications/notification'
import { notificationMail, type Mail } from '../../functions/send-notifications/mail'
import { db } from './backend'

/** Kinds of mails about a ticket that people answer; forwards are answered by outsiders. */
export const toCustomers = ['received', 'reply', 'status', 'opened'] as const
export const toStaff = [
  'comment',
  'reopened',
  'assigned',
  'taken_over',
  'mention',
  'unassigned',
  'followed',
] as const

type SentKind = (typeof toCustomers)[number] | (typeof toStaff)[number] | 'copy' | 'forward'

/** A mail as the workspace sends it, taken from the queue in the same transaction, before the workspace's own sender sees it. */
export async function sendOf(kind: SentKind, ticket: string, address: string): Promise<Mail> {
  const id = randomUUID()
  const row = await db.begin(async (tx) => {
    await tx`insert into public.notification_outbox (id, kind, recipient_email, recipient_name, ticket_id, actor_name)
      values (${id}, ${kind}, ${address.toLowerCase()}, '', ${ticket}, 'Ada')`
    const [taken] = await tx<{ mail: unknown }[]>`
      select mail from public.take_mails('desk.example', 100) mail where mail ->> 'id' = ${id}`
    return taken
  })
  if (!row) throw new Error(`The mail of kind ${kind} was not taken`)
  return notificationMail(parseNotification(row.mail), 'https://desk.example')
}
