import { toRecord, toText } from '../_shared/json.ts'
import type { Notification } from './mail.ts'

export interface Outbox {
  /** Whether any mail is due. */
  hasDue(): Promise<boolean>
  /** Leases due mails: other callers skip them until the lease expires. */
  take(): Promise<Notification[]>
  /** Records that a mail was sent, or why it failed and needs a retry. */
  finish(id: string, error: string | null): Promise<void>
}

// One at a time, because `take_notifications` checks the recipient's rights and they may change before a later mail.
const BATCH_SIZE = 1

function parseRow(value: unknown): Notification {
  const row = toRecord(value)
  return {
    id: toText(row.id),
    kind: toText(row.kind),
    recipientEmail: toText(row.recipient_email),
    recipientName: toText(row.recipient_name),
    ticketId: toText(row.ticket_id),
    ticketNumber: Number(row.ticket_number),
    ticketSubject: toText(row.ticket_subject),
    actorName: toText(row.actor_name),
    excerpt: toText(row.excerpt),
    needsPassword: row.needs_password === true,
  }
}

/** `notification_outbox` over the Data API, with the secret key. All methods throw when the database fails. */
export function createOutbox(url: string, secret: string): Outbox {
  const keys = { apikey: secret, authorization: `Bearer ${secret}` }

  async function request(path: string, init: RequestInit = {}): Promise<unknown> {
    const response = await fetch(`${url}/rest/v1/${path}`, {
      ...init,
      headers: { ...keys, 'content-type': 'application/json' },
    })
    const body = await response.text()
    const name = path.split('?')[0]
    if (!response.ok) throw new Error(`${name} answered ${response.status}: ${body.slice(0, 300)}`)
    return body ? JSON.parse(body) : undefined
  }
  const call = (name: string, body: Record<string, unknown>) =>
    request(`rpc/${name}`, { method: 'POST', body: JSON.stringify(body) })
  const list = (value: unknown): unknown[] => {
    if (Array.isArray(value)) return value
    throw new Error('The outbox did not return a list')
  }

  return {
    async hasDue() {
      const now = encodeURIComponent(new Date().toISOString())
      const due = `sent_at=is.null&attempts=lt.5&next_attempt_at=lte.${now}`
      return list(await request(`notification_outbox?select=id&${due}&limit=1`)).length > 0
    },
    async take() {
      return list(await call('take_notifications', { max_rows: BATCH_SIZE })).map(parseRow)
    },
    async finish(id, error) {
      await call('finish_notification', { id, error })
    },
  }
}
