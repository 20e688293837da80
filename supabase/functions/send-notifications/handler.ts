import { createMailer, MailError, type DkimEnvironment, type Mailer } from '../_shared/smtp.ts'
import { createFileReader, logoOnWhite, removeUnrecorded } from './files.ts'
import { notificationMail } from './mail.ts'
import type { Notification } from './notification.ts'
import { createOutbox, type Attempt, type Outbox } from './outbox.ts'
import { hasSecretKey, readProject, secretKeys, type ProjectEnvironment } from '../_shared/api-keys.ts'
import { createServiceApi } from '../_shared/service-api.ts'
import { runHere, type RunTask } from '../_shared/task.ts'
import { renderMessagesOf } from './rendered-messages.ts'
import * as texts from './texts.ts'
import { sendDueReplies, wakeTickets } from './due-work.ts'

/** Environment variables. */
export interface Environment extends ProjectEnvironment, DkimEnvironment {
  /** `smtps://user:password@host:465` */
  SMTP_URL?: string
  /** `Helpdesk <no-reply@example.com>` */
  MAIL_FROM?: string
  /** URL of the portal, the base of all links. */
  PORTAL_URL?: string
}

interface Failure {
  /** null when the mail server or the database failed, not one notification. */
  id: string | null
  error: string
}

/** Milliseconds after which a call stops; the next call continues. */
const TIME_LIMIT = 45_000

/** Connections to the mail server, and mails that are sent at once when it is slow. */
const CONNECTIONS = 2
/** Milliseconds after which the next mail no longer waits for a slow one. */
const PATIENCE = 10_000
/** Milliseconds after which a server that has not greeted is reported. It may still do so. */
const GREETING_PATIENCE = 60_000

const json = (status: number, body: Record<string, unknown>) => Response.json(body, { status })
const failure = (status: number, error: string, code: string) => json(status, { error, code })

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500)

interface Sending {
  mailer: Mailer
  outbox: Outbox
  readFiles: ReturnType<typeof createFileReader>
  portal: string
  /** URL of the functions. */
  functions: string
  run: RunTask
}

async function attempt(
  row: Notification,
  { mailer, readFiles, portal, functions, run }: Sending,
): Promise<Attempt> {
  try {
    const messages = await renderMessagesOf(row, run)
    const workspace = { ...row.workspace, logo: logoOnWhite(row.workspace.logo) }
    return {
      response: await mailer.send(
        notificationMail({ ...row, workspace }, portal, await readFiles(row.files), functions, messages),
      ),
    }
  } catch (reason) {
    const { failure, status } = reason instanceof MailError ? reason : new MailError('', 'temporary')
    return { error: messageOf(reason), failure, status }
  }
}

/** Sends one mail and records the result. @returns the failures, and whether the mail server is still there */
async function deliver(
  row: Notification,
  sending: Sending,
): Promise<{ failures: Failure[]; isServerUp: boolean }> {
  const result = await attempt(row, sending)
  const failures: Failure[] = 'error' in result ? [{ id: row.id, error: result.error }] : []
  // An unrecorded mail is resent after its lease, with the same Message-ID: at least once, not at most once.
  await sending.outbox.finish(row.id, result).catch((reason: unknown) => {
    failures.push({ id: row.id, error: messageOf(reason) })
  })
  return { failures, isServerUp: !('failure' in result && result.failure === 'unreachable') }
}

/** Checked first, so that an unreachable mail server does not use up attempts. */
async function checkServer({ mailer, outbox }: Sending): Promise<void> {
  // The platform may end this call before the server has greeted.
  const report = () => outbox.reportServer(texts.serverSilent, mailer.sender)
  const timer = setTimeout(() => void report().catch(() => undefined), GREETING_PATIENCE)
  try {
    await mailer.verify()
  } catch (reason) {
    await outbox.reportServer(messageOf(reason), mailer.sender)
    throw reason
  } finally {
    clearTimeout(timer)
  }
  await outbox.reportServer(null, mailer.sender)
}

/** Waits for the work, but not longer than that. */
async function waitAtMost(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([work, over])
  clearTimeout(timer)
}

/**
 * Wakes tickets whose snooze is over, sends the replies of staff whose time has come and the due mails of
 * `notification_outbox`, and removes files of tickets that no record names. Called by a webhook, a cron job or
 * the local backend with a secret key as bearer or `apikey`.
 *
 * Answers `{ sent, failed, errors: [{ id, error }] }` with 200, or 502 when a mail or the database failed (failed mails
 * are retried); 401 without the key, 405, 500 when a setting is missing.
 */
export async function handler(request: Request, env: Environment, run: RunTask = runHere): Promise<Response> {
  if (request.method !== 'POST') return failure(405, 'Use POST', 'method_not_allowed')
  const { url, secretKey: secret } = readProject(env)
  const { SMTP_URL: smtp, MAIL_FROM: from } = env
  if (!url || !secret) return failure(500, 'SUPABASE_URL and its secret key are not set', 'not_configured')
  if (!(await hasSecretKey(request, secretKeys(env))))
    return failure(401, 'Only the secret key may send', 'not_authorized')
  const api = createServiceApi(url, secret)
  const errors: Failure[] = []
  const report = (reason: unknown) => void errors.push({ id: null, error: messageOf(reason) })
  // First, and without a mail server too: their mails are among the due ones.
  await wakeTickets(api).catch(report)
  await sendDueReplies(api).catch(report)
  const portal = env.PORTAL_URL?.replace(/(?<!\/)\/+$/, '')
  if (!smtp || !from || !portal || !/^https?:\/\//.test(portal))
    return failure(500, 'SMTP_URL, MAIL_FROM and PORTAL_URL must be set', 'not_configured')

  const mailer = createMailer(smtp, from, CONNECTIONS, env)
  const outbox = createOutbox(url, secret, new URL(portal).hostname)
  const sending = {
    mailer,
    outbox,
    readFiles: createFileReader(url, secret),
    portal,
    functions: `${url}/functions/v1`,
    run,
  }
  const end = Date.now() + TIME_LIMIT
  let taken = 0
  let failed = 0
  let isServerUp = true
  const underway = new Set<Promise<void>>()

  async function send(row: Notification): Promise<void> {
    const result = await deliver(row, sending)
    errors.push(...result.failures)
    if (result.failures.length > 0) failed += 1
    isServerUp &&= result.isServerUp
  }

  try {
    if (await outbox.hasDue()) await checkServer(sending)
    for (let rows = await outbox.take(); rows.length > 0; rows = await outbox.take()) {
      taken += rows.length
      for (const row of rows) {
        const sent = send(row).finally(() => underway.delete(sent))
        underway.add(sent)
        await waitAtMost(PATIENCE, sent)
        if (underway.size >= CONNECTIONS) await Promise.race(underway)
      }
      if (!isServerUp || Date.now() > end) break
    }
  } catch (reason) {
    report(reason)
  } finally {
    await Promise.all(underway)
    mailer.close()
  }
  await removeUnrecorded(api).catch(report)
  return json(errors.length > 0 ? 502 : 200, { sent: taken - failed, failed, errors: errors.slice(0, 20) })
}
