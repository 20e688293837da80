import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_PASSWORD } from '@helpdesk/testing/stack'
import { createTransport } from 'nodemailer'
import type { Person } from '../people'

/** Milliseconds until a request counts as unanswered. */
const TIMEOUT_MS = 30_000
const PAUSE_MS = 150

export interface Written {
  /** Texts of acknowledged comments, each of which must exist once. */
  comments: string[]
  /** Those of agents, of which customers get a mail. */
  replies: string[]
  /** Message-IDs that the workspace took by SMTP. */
  mails: string[]
}

export interface Watch {
  /** When the last fault ended: nobody can be faster. */
  faultEnded(): number
  isOver(): boolean
  /** An action succeeded `ms` after its begin, or after the end of the fault. */
  took(ms: number): void
  /** Another answer than success, by its text. */
  refused(text: string): void
}

/** Repeats until it succeeds, as clients do. */
async function persist(attempt: () => Promise<string | undefined>, watch: Watch): Promise<void> {
  const began = Date.now()
  for (;;) {
    const sent = Date.now()
    const refusal = await attempt().catch((error: unknown) => String(error))
    if (refusal === undefined) break
    watch.refused(Date.now() - sent >= TIMEOUT_MS ? 'unanswered for 30 s' : refusal.slice(0, 120))
    await sleep(PAUSE_MS)
  }
  watch.took(Date.now() - Math.max(began, watch.faultEnded()))
}

/** Writes comments as a customer, or replies as staff, on the tickets that the person sees. */
export async function writeComments(me: Person, written: Written, watch: Watch): Promise<void> {
  let tickets: string[] = []
  await persist(async () => {
    const { error } = await me.client.auth.signInWithPassword({ email: me.email, password: DEMO_PASSWORD })
    if (error) return error.message
    const { data, error: refused } = await me.client.rpc('list_tickets', { max_rows: 50 })
    const rows: { id: string }[] = data ?? []
    tickets = rows.map(({ id }) => id)
    return refused?.message
  }, watch)
  while (!watch.isOver()) {
    const request_id = randomUUID()
    // Few of one ticket, whose mails are limited.
    const ticket = tickets[Math.floor(Math.random() * tickets.length)] ?? ''
    const content = `Comment ${request_id}`
    await persist(async () => {
      const call =
        me.role === 'customer'
          ? me.client.from('comments').insert({ ticket_id: ticket, content, request_id })
          : me.client.rpc('send_reply', { ticket_id: ticket, content, request_id })
      const { error, status } = await call.abortSignal(AbortSignal.timeout(TIMEOUT_MS))
      // The first attempt was stored.
      return !error || error.code === '23505' ? undefined : `${status} ${error.code ?? ''} ${error.message}`
    }, watch)
    written.comments.push(content)
    if (me.role !== 'customer') written.replies.push(content)
    await sleep(2_000 + Math.random() * 1_000)
  }
}

/** Writes mails to the workspace, each from an address of its own. */
export async function writeMails(smtpUrl: string, written: Written, watch: Watch): Promise<void> {
  const { hostname, port } = new URL(smtpUrl)
  const transport = createTransport({ host: hostname, port: Number(port), ignoreTLS: true })
  while (!watch.isOver()) {
    const id = randomUUID()
    const messageId = `<${id}@soak.example>`
    const mail = {
      from: `soak-${id.slice(0, 8)}@${id.slice(0, 8)}.example`,
      to: 'support@localhost',
      subject: `Mail ${id}`,
      text: 'Written while things break.',
      messageId,
      // No acknowledgement: its mails are not those that are counted.
      headers: { 'X-Auto-Response-Suppress': 'All' },
    }
    await persist(() => transport.sendMail(mail).then(() => undefined), watch)
    written.mails.push(messageId)
    await sleep(1_000)
  }
}
