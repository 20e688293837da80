import { createHmac, randomUUID } from 'node:crypto'
import { handler, type Environment } from '../../functions/receive-mail/handler'
import { signMail } from '../../functions/receive-mail/signature'
import { runHere } from '../../functions/_shared/task'
import { db, stack } from './backend'

/** A workspace without MAIL_AUTHSERV_ID, as it is by default. */
export const withoutHost = (): Environment => {
  const rest = { ...environment }
  delete rest.MAIL_AUTHSERV_ID
  return rest
}

/** The address that the backend gives a workspace without one. */
export const SUPPORT_ADDRESS = 'support@localhost'
/** The receiving host whose findings the tests configure. */
export const HOST = 'mx.desk.example'

export const secret = createHmac('sha256', stack.secretKey).update('receive-mail').digest('hex')
export const environment: Environment = {
  SUPABASE_URL: stack.url,
  SUPABASE_SERVICE_ROLE_KEY: stack.secretKey,
  RECEIVE_MAIL_SECRET: secret,
  MAIL_AUTHSERV_ID: HOST,
}

/** A new address of a new domain: limits by domain leave the tests alone. */
export const stranger = () => `ann-${randomUUID().slice(0, 8)}@${randomUUID().slice(0, 8)}.example`

type Verdict = 'pass' | 'fail' | 'none'

interface MailValues {
  from: string
  to?: string
  subject?: string
  text?: string
  /** What the receiving host found; null without its header. */
  verdict?: Verdict | null
  id?: string
  date?: string
  headers?: string[]
}

const domainOf = (address: string) => /@([^@>\s]+)>?$/.exec(address)?.[1] ?? ''

/** A raw mail in plain text. */
export function rawMail({
  from,
  to = SUPPORT_ADDRESS,
  subject = 'The printer is on fire',
  text = 'Smoke comes out of the left side.',
  verdict = 'pass',
  id = `${randomUUID()}@customer.example`,
  date = 'Tue, 24 Nov 2026 10:12:13 +0000',
  headers = [],
}: MailValues): string {
  return [
    ...(verdict
      ? [
          `Authentication-Results: ${HOST}; spf=${verdict} smtp.mailfrom=${domainOf(from)}; dmarc=${verdict} header.from=${domainOf(from)}`,
        ]
      : []),
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${id}>`,
    `Date: ${date}`,
    'MIME-Version: 1.0',
    ...(headers.some((line) => /^content-type:/i.test(line))
      ? []
      : ['Content-Type: text/plain; charset=utf-8']),
    ...headers,
    '',
    text,
  ].join('\r\n')
}

interface Answer {
  status: number
  code?: string
  results: { recipient: string; state: string; reason: string }[]
}

/** Delivers a raw mail to the function as a mail server does. */
export async function deliver(
  raw: string | Uint8Array,
  envelope: { to?: string[]; from?: string; signedInAs?: string } = {},
  env: Environment = environment,
  run = runHere,
): Promise<Answer> {
  const body = typeof raw === 'string' ? new TextEncoder().encode(raw) : raw
  const described = JSON.stringify({ to: [SUPPORT_ADDRESS], from: 'sender@customer.example', ...envelope })
  const headers = {
    'content-type': 'message/rfc822',
    'x-mail-envelope': described,
    'x-mail-signature': await signMail(secret, described, body),
  }
  const request = new Request('http://function/', { method: 'POST', headers, body: new Uint8Array(body) })
  const response = await handler(request, env, run)
  return { results: [], ...(await response.json()), status: response.status }
}

interface Received {
  id: string
  state: string
  reason: string
  via: string | null
  ticket_id: string | null
  comment_id: string | null
  suspected_ticket_id: string | null
  reply: string | null
  content: string
  quoted: string
}

/** Delivers a mail and reads what became of it. */
export async function receive(
  values: MailValues,
  envelope: Parameters<typeof deliver>[1] = {},
  env: Environment = environment,
): Promise<Received> {
  const id = values.id ?? `${randomUUID()}@customer.example`
  const to = values.to?.match(/[^\s<>,]+@[^\s<>,]+/g) ?? [SUPPORT_ADDRESS]
  const { status } = await deliver(rawMail({ ...values, id }), { to, ...envelope }, env)
  const [row] = await db<
    Received[]
  >`select * from private.mail_messages where message_id = ${id} order by received_at limit 1`
  if (status !== 200 || !row) throw new Error(`The function answered ${status} and kept no mail`)
  return row
}

/** The reply address of a ticket. */
export async function replyAddress(ticket: string, kind = 'support'): Promise<string> {
  const [row] = await db<{ address: string }[]>`select private.reply_address(${ticket}, ${kind}) as address`
  if (!row?.address) throw new Error('no reply address')
  return row.address
}

/** Records a mail that the workspace sent. @returns its Message-ID */
export async function recordSent(
  ticket: string,
  recipient: string,
  comment: string | null = null,
): Promise<string> {
  const id = `${randomUUID()}@desk.example`
  await db`insert into private.sent_mails (message_id, recipient, ticket_id, comment_id)
    values (${id}, ${recipient.toLowerCase()}, ${ticket}, ${comment})`
  return id
}

export const commentsOf = (ticket: string) =>
  db<{ user_id: string; content: string; is_internal: boolean; source: string }[]>`
    select user_id, content, is_internal, source from public.comments where ticket_id = ${ticket} order by created_at, id`

export const numberOf = async (ticket: string) => {
  const [row] = await db<{ number: string }[]>`select number::text from public.tickets where id = ${ticket}`
  return row?.number ?? ''
}

export const personWith = async (address: string) => {
  const [row] = await db<{ id: string; role: string; name: string }[]>`
    select id, role, name from public.profiles where email = ${address}`
  return row
}
