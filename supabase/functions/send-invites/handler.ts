import { readProject, type ProjectEnvironment } from '../_shared/api-keys.ts'
import { authenticate } from '../_shared/caller.ts'
import { corsHeaders } from '../_shared/cors.ts'
import { failedStatus, HttpError } from '../_shared/http-error.ts'
import { toRecord } from '../_shared/json.ts'
import { logError } from '../_shared/log.ts'
import { ServiceError } from '../_shared/service-api.ts'
import { createMailer, type DkimEnvironment } from '../_shared/smtp.ts'
import { createInvitesApi, type InviteRow } from './invites-api.ts'
import { inviteLink, inviteMail, type Sender } from './mail.ts'
import { mailNotSent } from './texts.ts'

/** Environment variables. */
export interface Environment extends ProjectEnvironment, DkimEnvironment {
  /** `smtps://user:password@host:465` */
  SMTP_URL?: string
  /** `Helpdesk <no-reply@example.com>` */
  MAIL_FROM?: string
  /** URL of the portal, the base of all links. */
  PORTAL_URL?: string
}

/** The result for one address. An invite whose mail failed is still usable by its link. */
interface Result {
  email: string
  ok: boolean
  link?: string
  code: string | null
  message: string | null
}

/** Milliseconds after which unsent mails count as failed, because the admin waits for the response. */
const TIME_LIMIT = 60_000

const json = (status: number, body: Record<string, unknown>) =>
  Response.json(body, { status, headers: { ...corsHeaders, 'Cache-Control': 'no-store' } })
const failure = (status: number, error: string, code: string) => json(status, { error, code })

type Send = (row: InviteRow) => Promise<unknown>

/** @param send - rejects when the mail was not accepted */
async function deliver(request: Request, row: InviteRow, portal: string, send: Send): Promise<Result> {
  if (row.refusal) return { email: row.email, ok: false, ...row.refusal }
  const link = inviteLink(row.token, portal)
  try {
    await send(row)
    return { email: row.email, ok: true, link, code: null, message: null }
  } catch (reason) {
    logError(
      request,
      `send-invites: a mail was not sent: ${reason instanceof Error ? reason.message : String(reason)}`,
    )
    return { email: row.email, ok: false, link, code: 'mail_not_sent', message: mailNotSent }
  }
}

const withDeadline = (work: Promise<unknown>, end: number) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timed out')), Math.max(0, end - Date.now()))
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

async function deliverAll(
  request: Request,
  rows: InviteRow[],
  sender: Sender,
  portal: string,
  env: Environment,
) {
  const { SMTP_URL: smtp, MAIL_FROM: from } = env
  const none: Send = () => Promise.reject(new Error('SMTP_URL and MAIL_FROM must be set'))
  if (!smtp || !from) return Promise.all(rows.map((row) => deliver(request, row, portal, none)))
  const end = Date.now() + TIME_LIMIT
  const mailer = createMailer(smtp, from, 4, env)
  try {
    // An unreachable mail server is tried once, not once per address.
    const open = rows.some(({ refusal }) => !refusal) ? mailer.verify() : Promise.resolve()
    open.catch(() => undefined)
    const send: Send = (row) =>
      withDeadline(
        open.then(() => mailer.send(inviteMail(row, sender, portal))),
        end,
      )
    return await Promise.all(rows.map((row) => deliver(request, row, portal, send)))
  } finally {
    mailer.close()
  }
}

interface Wanted {
  addresses: string[]
  role: string
}

async function readInvites(request: Request): Promise<Wanted> {
  const { emails, role, ...rest } = toRecord(await request.json().catch(() => undefined))
  if (!Array.isArray(emails) || emails.length < 1 || emails.length > 100)
    throw new HttpError(400, 'invite_count', 'Between 1 and 100 addresses can be invited at once')
  const addresses = emails.filter(
    (email): email is string => typeof email === 'string' && email.length <= 320,
  )
  if (addresses.length < emails.length)
    throw new HttpError(400, 'invalid', 'emails must be a list of addresses')
  if (role !== 'agent' && role !== 'admin')
    throw new HttpError(400, 'invite_role', 'An invite can only grant the role agent or admin')
  if (Object.keys(rest).length > 0) throw new HttpError(400, 'invalid', 'Only emails and role are accepted')
  return { addresses, role }
}

/**
 * Invites addresses as agents or admins with the caller's rights, and mails a link to each.
 *
 * Takes POST `{ emails: string[] (1 to 100), role: 'agent' | 'admin' }` and a bearer token. Answers
 * `{ results: [{ email, ok, link?, code, message }] }` in the order of the addresses, or `{ error, code }` with status
 * 400, 401, 403, 405, 500, 502 or 503. Tokens are stored hashed, so the links cannot be read again.
 */
export async function handler(request: Request, env: Environment): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: corsHeaders })
  if (request.method !== 'POST') return failure(405, 'Use POST', 'method_not_allowed')
  const project = readProject(env)
  if (!project.url || !project.publishableKey)
    return failure(500, 'SUPABASE_URL and its key are not set', 'not_configured')
  try {
    const caller = await authenticate(request, project)
    const portal = env.PORTAL_URL?.replace(/(?<!\/)\/+$/, '')
    if (!portal || !/^https?:\/\//.test(portal))
      return failure(500, 'Invites cannot be sent: PORTAL_URL is not set', 'not_configured')
    const { addresses, role } = await readInvites(request)
    const api = createInvitesApi(project.url, project.publishableKey, `Bearer ${caller.token}`)
    const rows = await api.createInvites(addresses, role)
    const results = await deliverAll(request, rows, await api.sender(caller.id), portal, env)
    return json(200, { results })
  } catch (error) {
    if (error instanceof HttpError) return failure(error.status, error.message, error.code)
    logError(request, `send-invites: ${error instanceof Error ? error.message : String(error)}`)
    const status = failedStatus(error instanceof ServiceError ? error.status : undefined)
    return failure(status, 'Failed to send the invites', 'invites_failed')
  }
}
