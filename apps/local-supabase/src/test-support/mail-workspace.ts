import { clientAs, createUser, sql, startStack, type Stack } from '@helpdesk/testing'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Sql } from 'postgres'
import { expect, vi } from 'vitest'
import { passOn, type MailExchange } from './mail-exchange'

/** A backend of its own that mails through an exchange. */
export interface MailWorkspace {
  /** Receives mails, and is the sender of all. */
  address: string
  stack: Stack
  db: Sql
  agent: SupabaseClient
  agentAddress: string
  stop(): Promise<void>
}

/** Takes a mail and does nothing more. */
export const keep = async (): Promise<void> => undefined

/**
 * Starts a workspace at `support@<name>.example`. Mails to its agent are kept.
 * @param settings - further environment variables
 */
export async function startMailWorkspace(
  name: string,
  exchange: MailExchange,
  settings: Record<string, string> = {},
): Promise<MailWorkspace> {
  const domain = `${name.toLowerCase()}.example`
  const [address, agentAddress] = [`support@${domain}`, `ada@staff.${domain}`]
  const own = { SMTP_URL: exchange.url, MAIL_FROM: `${name} <${address}>`, MAIL_AUTHSERV_ID: exchange.host }
  const stack = await startStack({ env: { ...own, ...settings } })
  const db = sql(stack)
  await db`delete from public.mail_addresses`
  await db`insert into public.mail_addresses (address) values (${address})`
  await db`update public.workspace_settings set workspace_name = ${name}`
  await createUser(stack, { email: agentAddress, role: 'agent', name: `Ada of ${name}` })
  exchange.deliverTo(domain, (mail) => passOn(mail, stack.smtpUrl ?? ''))
  exchange.deliverTo(`staff.${domain}`, keep)
  const agent = await clientAs(stack, agentAddress)
  const stop = async () => {
    await db.end()
    await stack.stop()
  }
  return { address, stack, db, agent, agentAddress, stop }
}

const isQuiet = async ({ db }: MailWorkspace) => {
  const [row] = await db<{ quiet: boolean }[]>`
    select not exists (select from public.notification_outbox where sent_at is null and dropped_at is null)
      and not exists (select from private.mail_attempts where ended_at is null) as quiet`
  return row?.quiet === true
}

/** Waits until no mail is on its way. A mail is in an outbox or underway, until all that follows from it is stored. */
export async function settled(exchange: MailExchange, ...workspaces: MailWorkspace[]): Promise<void> {
  await vi.waitFor(
    async () => {
      const before = exchange.carried.length
      expect(exchange.underway()).toBe(0)
      expect(await Promise.all(workspaces.map(isQuiet))).not.toContain(false)
      expect([exchange.underway(), exchange.carried.length]).toEqual([0, before])
    },
    { timeout: 150_000, interval: 100 },
  )
  expect(exchange.failures).toEqual([])
}

/** Tickets of the customer with that address, oldest first. */
export const ticketsOf = ({ db }: MailWorkspace, customer: string) => db<{ id: string; status: string }[]>`
  select t.id, t.status from public.tickets t join public.profiles p on p.id = t.customer_id
  where p.email = ${customer} order by t.created_at, t.id`

/** Texts of the comments of a ticket, oldest first. */
export async function commentsOf({ db }: MailWorkspace, ticket: string): Promise<string[]> {
  const rows = await db<{ content: string }[]>`
    select content from public.comments where ticket_id = ${ticket} order by created_at, id`
  return rows.map(({ content }) => content)
}

/**
 * Replies as the agent.
 * @param files - number of files that follow; the mails wait for them
 */
export async function reply(
  { agent }: MailWorkspace,
  ticket: string,
  content: string,
  files = 0,
): Promise<void> {
  const { error } = await agent.rpc('send_reply', { ticket_id: ticket, content, files })
  if (error) throw error
}
