import type { Notification } from './mail.ts'

export interface Outbox {
  /** Whether anything is due. */
  isWaiting(): Promise<boolean>
  /** Leases what is due; nobody else gets it meanwhile. */
  take(): Promise<Notification[]>
  /** Notes that it was sent, or why not: then it comes again later. */
  finish(id: string, error: string | null): Promise<void>
}

// One at a time: whether its recipient may read a mail is decided right before it is sent.
const batch = 1

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
const text = (value: unknown) => (typeof value === 'string' ? value : '')

function parseRow(value: unknown): Notification {
  const row = record(value)
  return {
    id: text(row.id),
    kind: text(row.kind),
    recipientEmail: text(row.recipient_email),
    recipientName: text(row.recipient_name),
    ticketId: text(row.ticket_id),
    ticketSubject: text(row.ticket_subject),
    actorName: text(row.actor_name),
    excerpt: text(row.excerpt),
  }
}

/** `notification_outbox` through the data API, with the secret key. Everything throws when the database refuses. */
export function outboxOf(url: string, secret: string): Outbox {
  const keys = { apikey: secret, authorization: `Bearer ${secret}` }

  async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
    const response = await fetch(`${url}/rest/v1/${path}`, {
      ...init,
      headers: { ...keys, 'content-type': 'application/json' },
    })
    const said = await response.text()
    const name = path.split('?')[0]
    if (!response.ok) throw new Error(`${name} answered ${response.status}: ${said.slice(0, 300)}`)
    return said ? JSON.parse(said) : undefined
  }
  const call = (name: string, body: Record<string, unknown>) =>
    ask(`rpc/${name}`, { method: 'POST', body: JSON.stringify(body) })
  const list = (value: unknown): unknown[] => {
    if (Array.isArray(value)) return value
    throw new Error('The outbox answered with something else than a list')
  }

  return {
    async isWaiting() {
      const now = encodeURIComponent(new Date().toISOString())
      const due = `sent_at=is.null&attempts=lt.5&next_attempt_at=lte.${now}`
      return list(await ask(`notification_outbox?select=id&${due}&limit=1`)).length > 0
    },
    async take() {
      return list(await call('take_notifications', { max_rows: batch })).map(parseRow)
    },
    async finish(id, error) {
      await call('finish_notification', { id, error })
    },
  }
}
