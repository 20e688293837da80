import { openPostOffice } from '../_shared/post-office.ts'
import { deskOf, Refusal, type InviteRow } from './desk.ts'
import { linkOf, mailOf, type Sender } from './mail.ts'

/** What the function reads of its environment; hosted projects set the first two for every function. */
export interface Environment {
  SUPABASE_URL?: string
  SUPABASE_ANON_KEY?: string
  /** `smtps://user:password@host:465` */
  SMTP_URL?: string
  /** `Helpdesk <no-reply@example.com>` */
  MAIL_FROM?: string
  /** Where the links lead: the portal's address. */
  PORTAL_URL?: string
}

/** How it went with one address. An invite whose mail did not go out is usable by its link. */
interface Result {
  email: string
  ok: boolean
  link?: string
  code: string | null
  message: string | null
}

/** Mails that are not sent by then count as not sent: the admin waits for the answer. */
const longest = 60_000

const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
}
const answer = (status: number, body: Record<string, unknown>) =>
  Response.json(body, { status, headers: { ...cors, 'Cache-Control': 'no-store' } })
const failure = (status: number, error: string, code: string) => answer(status, { error, code })

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

/** The user id of the token. The database verifies the token before the id is used. */
function subjectOf(bearer: string): string {
  try {
    const payload = bearer.split('.')[1] ?? ''
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    const { sub } = record(claims)
    return typeof sub === 'string' ? sub : ''
  } catch {
    return ''
  }
}

type Send = (row: InviteRow) => Promise<unknown>

/** @param send - rejects when the mail was not taken */
async function deliver(row: InviteRow, portal: string, send: Send): Promise<Result> {
  if (row.refusal) return { email: row.email, ok: false, ...row.refusal }
  const link = linkOf(row.token, portal)
  try {
    await send(row)
    return { email: row.email, ok: true, link, code: null, message: null }
  } catch (reason) {
    console.error('send-invites: a mail was not sent:', reason instanceof Error ? reason.message : reason)
    const message = 'The invite was made, but its mail could not be sent. Pass its link on yourself.'
    return { email: row.email, ok: false, link, code: 'mail_not_sent', message }
  }
}

const inTime = (work: Promise<unknown>, end: number) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('not in time')), Math.max(0, end - Date.now()))
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

async function deliverAll(rows: InviteRow[], sender: Sender, portal: string, env: Environment) {
  const { SMTP_URL: smtp, MAIL_FROM: from } = env
  const none: Send = () => Promise.reject(new Error('SMTP_URL and MAIL_FROM must be set'))
  if (!smtp || !from) return Promise.all(rows.map((row) => deliver(row, portal, none)))
  const end = Date.now() + longest
  const office = openPostOffice(smtp, from, 4)
  try {
    // A mail server that does not answer is tried once, not once per address.
    const open = rows.some(({ refusal }) => !refusal) ? office.verify() : Promise.resolve()
    open.catch(() => undefined)
    const send: Send = (row) => inTime(open.then(() => office.send(mailOf(row, sender, portal))), end)
    return await Promise.all(rows.map((row) => deliver(row, portal, send)))
  } finally {
    office.close()
  }
}

/**
 * Invites addresses as agents or admins, with the caller's own rights, and mails each its link.
 *
 * Takes POST `{ emails: string[] (1 to 100), role: 'agent' | 'admin' }` and a bearer token. Answers
 * `{ results: [{ email, ok, link?, code, message }] }` in the order of the addresses, or `{ error, code }` with status
 * 400, 401, 403, 405, 500 or 502. Tokens are stored hashed: the links are given out here, and never again.
 */
export async function handler(request: Request, env: Environment): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: cors })
  if (request.method !== 'POST') return failure(405, 'Use POST', 'method_not_allowed')
  const { SUPABASE_URL: url, SUPABASE_ANON_KEY: apikey } = env
  const portal = env.PORTAL_URL?.replace(/\/+$/, '')
  if (!url || !apikey || !portal || !/^https?:\/\//.test(portal))
    return failure(500, 'Invites cannot be sent: PORTAL_URL is not set', 'not_configured')
  const bearer = request.headers.get('authorization') ?? ''
  if (!/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/.test(bearer))
    return failure(401, 'Not authenticated', 'not_authenticated')

  const { emails, role, ...rest } = record(await request.json().catch(() => undefined))
  if (!Array.isArray(emails) || emails.length < 1 || emails.length > 100)
    return failure(400, 'Between 1 and 100 addresses can be invited at once', 'invite_count')
  const addresses = emails.filter((email): email is string => typeof email === 'string' && email.length <= 320)
  if (addresses.length < emails.length) return failure(400, 'emails must be a list of addresses', 'invalid')
  if (role !== 'agent' && role !== 'admin')
    return failure(400, 'An invite can only grant the role agent or admin', 'invite_role')
  if (Object.keys(rest).length > 0) return failure(400, 'Only emails and role are accepted', 'invalid')

  try {
    const desk = deskOf(url, apikey, bearer)
    const rows = await desk.createInvites(addresses, role)
    const results = await deliverAll(rows, await desk.sender(subjectOf(bearer)), portal, env)
    return answer(200, { results })
  } catch (error) {
    if (error instanceof Refusal) return failure(error.status, error.message, error.code)
    console.error('send-invites:', error instanceof Error ? error.message : error)
    return failure(502, 'Failed to send the invites', 'invites_failed')
  }
}
