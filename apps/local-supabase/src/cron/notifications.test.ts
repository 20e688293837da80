import {
  anonClient,
  clientAs,
  createUser,
  freePort,
  serviceClient,
  sql,
  startStack,
  type Stack,
  type StackMail,
} from '@helpdesk/testing'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Mail } from '../mail/mail'
import { startSmtpReceiver } from '../mail/smtp-receiver'

const evil = 'Printer <script>alert(1)</script>\r\nBcc: everybody@example.com'

/** A customer with a ticket, and an agent who may answer it. */
async function openWorkspace(stack: Stack, subject = 'The printer is on fire') {
  await createUser(stack, { email: 'customer@example.com', name: 'Cora Customer' })
  await createUser(stack, { email: 'agent@example.com', role: 'agent', name: 'Ada <b>Agent</b>' })
  const customer = await clientAs(stack, 'customer@example.com')
  const agent = await clientAs(stack, 'agent@example.com')
  return { customer, agent, ticket: await newTicket(customer, subject) }
}
async function newTicket(customer: SupabaseClient, subject: string): Promise<string> {
  const row = { subject, description: 'Smoke comes out of the left side.' }
  const { data, error } = await customer.from('tickets').insert(row).select('id').single()
  if (error) throw error
  return String(data.id)
}
async function say(client: SupabaseClient, ticket: string, content: string, internal = false) {
  const { data } = await client.auth.getUser()
  const row = { ticket_id: ticket, user_id: data.user?.id, content, is_internal: internal }
  const { error } = await client.from('comments').insert(row)
  if (error) throw error
}
const send = (stack: Stack, client = serviceClient(stack)) =>
  client.functions.invoke('send-notifications', { method: 'POST' })

describe('mails about tickets', () => {
  let stack: Stack
  let db: Sql
  let workspace: Awaited<ReturnType<typeof openWorkspace>>
  beforeAll(async () => {
    stack = await startStack()
    db = sql(stack)
    workspace = await openWorkspace(stack, evil)
  }, 90_000)
  afterAll(async () => {
    await db?.end()
    await stack?.stop()
  })
  const mailTo = (email: string, contains: string): Promise<StackMail> =>
    vi.waitFor(
      async () => {
        const found = (await stack.mails(email)).find(({ text }) => text.includes(contains))
        if (!found) throw new Error(`no mail to ${email}`)
        return found
      },
      { timeout: 40_000, interval: 50 },
    )

  it('reach the customer after a reply, with author, content and a link', async () => {
    await say(workspace.agent, workspace.ticket, 'Try <img src=x onerror=alert(1)>\nand turn it off & on.')
    const mail = await mailTo('customer@example.com', 'turn it off & on.')
    const link = `${stack.url}/tickets/${workspace.ticket}`
    expect(mail.subject).toBe('[#1001] Printer <script>alert(1)</script> Bcc: everybody@example.com')
    expect(mail.text).toContain('Hello Cora Customer,')
    expect(mail.text).toContain('Ada <b>Agent</b> replied to your ticket.')
    expect(mail.text).toContain('\n\nTry <img src=x onerror=alert(1)>\nand turn it off & on.\n')
    expect(mail.text).toContain(`Open the ticket: ${link}`)
    expect(mail.html).toContain(`href="${link}"`)
    expect(mail.html).toContain('Try &lt;img src=x onerror=alert(1)&gt;')
    expect(mail.html).not.toMatch(/<script|<img|<b>/)
    expect(await stack.mails('everybody@example.com')).toEqual([])
  })

  it(
    'reach the assignee after a comment, and the customer after a status change',
    { timeout: 60_000 },
    async () => {
      const ticket = await newTicket(workspace.customer, 'The printer burns again')
      const { error } = await workspace.agent.rpc('claim_ticket', { ticket_id: ticket })
      expect(error).toBeNull()
      // Mails about a change that can be undone wait for 15 seconds.
      await mailTo('customer@example.com', 'set the status of your ticket to In Progress.')
      await say(workspace.customer, ticket, 'It still burns.')
      expect((await mailTo('agent@example.com', 'It still burns.')).text).toContain(
        'Cora Customer <customer@example.com> commented on a ticket assigned to you.',
      )
    },
  )

  it('are not sent for internal notes, nor to customers who turned them off', async () => {
    await createUser(stack, { email: 'quiet@example.com', name: 'Quinn Quiet' })
    const quiet = await clientAs(stack, 'quiet@example.com')
    const { data } = await quiet.auth.getUser()
    const { error } = await quiet
      .from('profiles')
      .update({ preferences: { notify_reply: false } })
      .eq('id', data.user?.id ?? '')
    expect(error).toBeNull()
    const ticket = await newTicket(quiet, 'Quiet please')
    await say(workspace.agent, ticket, 'An answer nobody wants by mail')
    await say(workspace.agent, workspace.ticket, 'A note between us', true)
    await say(workspace.agent, workspace.ticket, 'The last word')
    await mailTo('customer@example.com', 'The last word')
    expect(await stack.mails('quiet@example.com')).toEqual([])
    expect(JSON.stringify(await stack.mails())).not.toContain('A note between us')
  })

  it('are sent once each by concurrent senders', async () => {
    // At most twenty mails per ticket and hour are sent.
    const tickets = [await newTicket(workspace.customer, 'Even'), await newTicket(workspace.customer, 'Odd')]
    for (let n = 0; n < 25; n += 1) await say(workspace.agent, tickets[n % 2] ?? '', `Number ${n}.`)
    const answers = await Promise.all([1, 2, 3].map(() => send(stack)))
    expect(answers.map(({ error }) => error)).toEqual([null, null, null])
    // The portal's own worker sends beside these three: its mails may come later than the last number.
    const numbers = await vi.waitFor(async () => {
      const [{ waiting } = {}] =
        await db`select count(*)::int as waiting from notification_outbox where sent_at is null`
      expect(waiting).toBe(0)
      return (await stack.mails('customer@example.com')).flatMap(
        ({ text }) => /Number (\d+)\./.exec(text)?.[1] ?? [],
      )
    }, 20_000)
    expect(numbers.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, n) => n))
  })

  it('can be sent with the secret key only', async () => {
    for (const client of [anonClient(stack), workspace.customer, workspace.agent])
      expect((await send(stack, client)).error?.context.status).toBe(401)
    const { data, error } = await send(stack)
    expect(error).toBeNull()
    expect(data).toEqual({ sent: 0, failed: 0, errors: [] })
    const got = await fetch(`${stack.url}/functions/v1/send-notifications`)
    expect(got.status).toBe(405)
  })
})

describe('a failing mail server', () => {
  let stack: Stack
  let db: Sql
  let port: number
  beforeAll(async () => {
    port = await freePort()
    const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Desk <desk@example.com>' }
    stack = await startStack({ env })
    db = sql(stack)
  }, 90_000)
  afterAll(async () => {
    await db?.end()
    await stack?.stop()
  })
  const row = async () => {
    const [one] = await db`select attempts, sent_at, error from notification_outbox`
    return one
  }

  it('loses no mail: an unreachable server counts no attempt, a refusal is recorded and retried', async () => {
    const { agent, ticket } = await openWorkspace(stack)
    await say(agent, ticket, 'Is it out?')
    await vi.waitFor(() => expect(stack.output()).toContain('notifications: not all were sent: 502'), 10_000)
    // The mail may have become due in the middle of the portal's own call: it is then tried again a minute later.
    await vi.waitFor(async () => {
      await db`update notification_outbox set next_attempt_at = now(), error = null`
      const { error } = await send(stack)
      expect(await error?.context.json()).toMatchObject({
        sent: 0,
        failed: 0,
        errors: [{ id: null, error: expect.stringContaining('ECONNREFUSED') }],
      })
    }, 10_000)
    expect(await row()).toEqual({ attempts: 0, sent_at: null, error: null })

    const got: Mail[] = []
    let full = true
    const deliver = async (mail: Mail) => {
      if (full) throw new Error('The mailbox is full')
      got.push(mail)
    }
    const receiver = await startSmtpReceiver({ deliver }, () => {}, port)
    await db`notify helpdesk_notifications`
    await vi.waitFor(async () => expect((await row())?.attempts).toBe(1), 10_000)
    await vi.waitFor(async () => expect((await row())?.error).toContain('The mailbox is full'), 10_000)
    full = false
    await db`update notification_outbox set next_attempt_at = now()`
    await db`notify helpdesk_notifications`
    await vi.waitFor(() => expect(got).toHaveLength(1), 10_000)
    expect(got[0]).toMatchObject({ to: 'customer@example.com' })
    await vi.waitFor(async () => expect((await row())?.sent_at).toBeInstanceOf(Date), 10_000)
    await receiver.close()
  })
})
