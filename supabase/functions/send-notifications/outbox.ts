import { toJson } from '../_shared/json.ts'
import type { MailFailure } from '../_shared/smtp.ts'
import { parseNotification, type Notification } from './notification.ts'

/** Result of an attempt. */
export type Attempt = { response: string } | { error: string; failure: MailFailure; status: string | null }

export interface Outbox {
  /** Whether any mail is due. */
  hasDue(): Promise<boolean>
  /** Leases due mails: other callers skip them until the lease expires. */
  take(): Promise<Notification[]>
  /** Records that a mail was sent, or why it failed. */
  finish(id: string, attempt: Attempt): Promise<void>
  /** Records whether the mail server answers. */
  reportServer(error: string | null, sender: string): Promise<void>
}

// One at a time, because `take_mails` checks the recipient's rights and they may change before a later mail.
const BATCH_SIZE = 1
/** Attempts to record a result: an unrecorded mail would be sent again after its lease. */
const FINISH_ATTEMPTS = 3

/**
 * `notification_outbox` over the Data API, with the secret key. All methods throw when the database fails.
 * @param host - the end of the Message-IDs
 */
export function createOutbox(url: string, secret: string, host: string): Outbox {
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
    request(`rpc/${name}`, { method: 'POST', body: toJson(body) })
  const list = (value: unknown): unknown[] => {
    if (Array.isArray(value)) return value
    throw new Error('The outbox did not return a list')
  }

  return {
    async hasDue() {
      const now = encodeURIComponent(new Date().toISOString())
      const due = `sent_at=is.null&dropped_at=is.null&next_attempt_at=lte.${now}`
      return list(await request(`notification_outbox?select=id&${due}&limit=1`)).length > 0
    },
    async take() {
      return list(await call('take_mails', { host, max_rows: BATCH_SIZE })).map(parseNotification)
    },
    async finish(id, attempt) {
      for (let left = FINISH_ATTEMPTS - 1; ; left -= 1) {
        try {
          await call('finish_notification', { id, ...attempt })
          return
        } catch (error) {
          if (left === 0) throw error
        }
      }
    },
    async reportServer(error, sender) {
      await call('report_mail_server', { error, sender })
    },
  }
}
