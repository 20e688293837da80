import { openPostOffice } from '../_shared/post-office.ts'
import { mailOf, type Notification } from './mail.ts'
import { outboxOf, type Outbox } from './outbox.ts'
import { holdsKey, secretKeys } from './trust.ts'

/** What the function reads of its environment; hosted projects set the first two for every function. */
export interface Environment {
  SUPABASE_URL?: string
  SUPABASE_SERVICE_ROLE_KEY?: string
  SUPABASE_SECRET_KEY?: string
  /** Newer projects: `{ "name": "sb_secret_…" }`. */
  SUPABASE_SECRET_KEYS?: string
  /** `smtps://user:password@host:465` */
  SMTP_URL?: string
  /** `Helpdesk <no-reply@example.com>` */
  MAIL_FROM?: string
  /** Where the links lead: the portal's address. */
  PORTAL_URL?: string
}

interface Failure {
  /** null: not one notification, but the post office or the database. */
  id: string | null
  error: string
}

/** A call ends in time and leaves the rest to the next one. */
const longest = 45_000

const answer = (status: number, body: Record<string, unknown>) => Response.json(body, { status })
const failure = (status: number, error: string, code: string) => answer(status, { error, code })

const words = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500)

type Send = (mail: ReturnType<typeof mailOf>) => Promise<unknown>

/** Sends one and notes how it went. @returns what went wrong */
async function deliver(row: Notification, portal: string, send: Send, box: Outbox): Promise<Failure[]> {
  const failures: Failure[] = []
  let error: string | null = null
  try {
    await send(mailOf(row, portal))
  } catch (reason) {
    error = words(reason)
    failures.push({ id: row.id, error })
  }
  // Not noted means sent again after the lease: rather twice than never.
  await box.finish(row.id, error).catch((reason: unknown) => {
    failures.push({ id: row.id, error: words(reason) })
  })
  return failures
}

/**
 * Sends the mails that wait in `notification_outbox`. For a webhook, a cron job or the local backend, with a secret
 * key as bearer or `apikey`.
 *
 * Answers `{ sent, failed, errors: [{ id, error }] }`: 200 when all went well, 502 when a mail or the database failed
 * (those are tried again), 401 without the key, 405, 500 when a setting is missing.
 */
export async function handler(request: Request, env: Environment): Promise<Response> {
  if (request.method !== 'POST') return failure(405, 'Use POST', 'method_not_allowed')
  const { SUPABASE_URL: url, SUPABASE_SERVICE_ROLE_KEY: secret, SMTP_URL: smtp, MAIL_FROM: from } = env
  if (!url || !secret) return failure(500, 'SUPABASE_URL and its secret key are not set', 'not_configured')
  if (!(await holdsKey(request, secretKeys(env))))
    return failure(401, 'Only the secret key may send', 'not_authorized')
  const portal = env.PORTAL_URL?.replace(/\/+$/, '')
  if (!smtp || !from || !portal || !/^https?:\/\//.test(portal))
    return failure(500, 'SMTP_URL, MAIL_FROM and PORTAL_URL must be set', 'not_configured')

  const office = openPostOffice(smtp, from)
  const box = outboxOf(url, secret)
  const end = Date.now() + longest
  const errors: Failure[] = []
  let taken = 0
  let failed = 0
  try {
    // A post office that does not answer costs no notification one of its tries.
    if (await box.isWaiting()) await office.verify()
    for (let rows = await box.take(); rows.length > 0; rows = await box.take()) {
      taken += rows.length
      for (const row of rows) {
        const failures = await deliver(row, portal, office.send, box)
        errors.push(...failures)
        if (failures.length > 0) failed += 1
      }
      if (Date.now() > end) break
    }
  } catch (reason) {
    errors.push({ id: null, error: words(reason) })
  } finally {
    office.close()
  }
  return answer(errors.length > 0 ? 502 : 200, { sent: taken - failed, failed, errors: errors.slice(0, 20) })
}
