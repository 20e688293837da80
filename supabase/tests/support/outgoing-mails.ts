import type { TransactionSql } from 'postgres'
import type { TestUser } from './backend'

interface Mail {
  id: string
  kind: string
  recipient_email: string
  comment_id: string | null
  message: string | null
  message_id: string
  in_reply_to: string | null
  references: string[]
  reply_to: string | null
  history: { author: string; text: string }[]
  files: { name: string; path: string }[]
  copies: { address: string }[]
  is_staff: boolean
}

/** Domain of the workspace in Message-IDs. */
export const host = 'help.example.com'

/** Acts as the user within the transaction, without the rights of the role. */
export const become = (tx: TransactionSql, who: TestUser | null) =>
  tx`select set_config('request.jwt.claims', ${who ? JSON.stringify({ sub: who.id, role: 'authenticated' }) : ''}, true)`

/** What the sender takes from the queue next, by kind. */
export const take = async (tx: TransactionSql) => {
  const rows = await tx<{ mail: Mail }[]>`select mail from public.take_mails(${host}, 100) mail`
  return rows.map(({ mail }) => mail).sort((a, b) => a.kind.localeCompare(b.kind))
}

/** Reasons of the mails that are not sent. */
export const dropped = async (tx: TransactionSql) =>
  (
    await tx<{ error: string }[]>`select error from public.notification_outbox where dropped_at is not null`
  ).map(({ error }) => error)
