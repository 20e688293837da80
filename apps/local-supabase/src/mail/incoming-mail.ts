import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import type { FreeSpace } from '../data-folder/free-space'
import { setConnection } from '../http/connection'
import type { Keys } from '../http/types'
import type { IncomingSmtpOptions } from './incoming-smtp'

/** Key of requests to `receive-mail`, unless RECEIVE_MAIL_SECRET sets one. */
export const receiveMailSecret = (keys: Keys) =>
  createHmac('sha256', keys.secret).update('receive-mail').digest('hex')

/** The header `x-mail-signature` that `receive-mail` checks. */
function signMail(secret: string, envelope: string, raw: Buffer): string {
  const time = Math.floor(Date.now() / 1000)
  const nonce = randomUUID()
  const text = `${time}.${nonce}.${envelope}.${createHash('sha256').update(raw).digest('hex')}`
  return `t=${time},n=${nonce},v1=${createHmac('sha256', secret).update(text).digest('hex')}`
}

/** The first address of a workspace that has none. */
export async function addDefaultAddress(sql: Sql): Promise<string[]> {
  await sql`insert into public.mail_addresses (address)
    select 'support@localhost' where not exists (select from public.mail_addresses)`
  const rows = await sql<{ address: string }[]>`
    select address from public.mail_addresses where is_active and kind = 'support' order by created_at, address`
  return rows.map(({ address }) => address)
}

interface Source {
  origin: string
  keys: Keys
  secret: string
  sql: Sql
  space: FreeSpace
  fetch: (request: Request) => Promise<Response>
}

/** Connects the SMTP server to the services of this process. */
export function connectIncomingMail({
  origin,
  keys,
  secret,
  sql,
  space,
  fetch,
}: Source): Omit<IncomingSmtpOptions, 'port' | 'log'> {
  return {
    hasRoom: async () => !(await space.refusesSince()),
    async isRecipient(address) {
      const [name = '', domain] = address.toLowerCase().split('@')
      // RFC 5321, 4.5.1: every domain has a postmaster, and a host has one without a domain. Staff find these mails among
      // those without a ticket.
      const [row] = await sql<{ known: boolean }[]>`
        select public.is_mail_recipient(${address}) or ${name === 'postmaster'} and (${domain === undefined} or exists (
          select from public.mail_addresses a where a.is_active and split_part(a.address, '@', 2) = ${domain ?? ''})) as known`
      return row?.known === true
    },
    async deliver(raw, envelope) {
      const described = JSON.stringify(envelope).replace(
        /[^\x20-\x7e]/g,
        (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
      const headers = {
        'content-type': 'message/rfc822',
        authorization: `Bearer ${keys.secret}`,
        'x-mail-envelope': described,
        'x-mail-signature': signMail(secret, described, raw),
      }
      const body = new Uint8Array(raw)
      return fetch(new Request(`${origin}/functions/v1/receive-mail`, { method: 'POST', headers, body }))
    },
    async canSignIn(email, password, address) {
      function call(path: string, headers: Record<string, string>, body?: unknown): Promise<Response> {
        const request = new Request(`${origin}/auth/v1/${path}`, {
          method: 'POST',
          headers: { apikey: keys.publishable, 'content-type': 'application/json', ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        // Each client has its own limits, so that wrong passwords of one keep no other from signing in.
        setConnection(request, { address, isHttp10: false, close: () => undefined })
        return fetch(request)
      }
      const response = await call('token?grant_type=password', {}, { email, password })
      if (response.status === 429 || response.status >= 500)
        throw new Error(`Auth answered ${response.status}`)
      if (!response.ok) return false
      const session: unknown = await response.json()
      const token =
        typeof session === 'object' && session !== null ? Reflect.get(session, 'access_token') : ''
      // Only the proof was wanted, no session.
      await (await call('logout?scope=local', { authorization: `Bearer ${String(token)}` })).body?.cancel()
      return true
    },
  }
}
