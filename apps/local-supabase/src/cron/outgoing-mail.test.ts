/** Outgoing mail against a real SMTP server of the test, which keeps the bytes of each message and can refuse. */
import { randomUUID } from 'node:crypto'
import { clientAs, createUser, freePort, serviceClient, sql, startStack, type Stack } from '@helpdesk/testing'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startSink } from '../test-support/mail-sink'

let stack: Stack
let db: Sql
let port: number
let customer: SupabaseClient
let agent: SupabaseClient
let customerId: string
beforeAll(async () => {
  port = await freePort()
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Desk <desk@example.com>' }
  stack = await startStack({ env })
  db = sql(stack)
  customerId = (await createUser(stack, { email: 'cora@example.com', name: 'Cora Customer' })).id
  await createUser(stack, { email: 'ada@example.com', role: 'agent', name: 'Ada Agent' })
  customer = await clientAs(stack, 'cora@example.com')
  agent = await clientAs(stack, 'ada@example.com')
}, 90_000)
afterAll(async () => {
  await db?.end()
  await stack?.stop()
})
beforeEach(async () => {
  await db`delete from public.notification_outbox`
  await db`delete from public.mail_addresses`
})

async function newTicket(subject = 'Fire'): Promise<string> {
  const row = { subject, description: 'Smoke comes out of the left side.' }
  const { data, error } = await customer.from('tickets').insert(row).select('id').single()
  if (error) throw error
  return String(data.id)
}
async function reply(ticket: string, content: string, files = 0): Promise<string> {
  const { data, error } = await agent.rpc('send_reply', { ticket_id: ticket, content, files })
  if (error) throw error
  return String(data.comment.id)
}
const run = () => serviceClient(stack).functions.invoke('send-notifications', { method: 'POST' })
/** Moves the clock of the outbox. */
const later = (interval: string) => db`
  update public.notification_outbox
  set next_attempt_at = next_attempt_at - ${interval}::interval, created_at = created_at - ${interval}::interval`
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 50 })
const state = async () => {
  const rows = await db<{ attempts: number; sent: boolean; dropped: boolean }[]>`
    select attempts, sent_at is not null as sent, dropped_at is not null as dropped from public.notification_outbox`
  return rows[0]
}

describe('a mail', () => {
  it('has sender, thread, reply address, people in copy, files and an inline image', async () => {
    const sink = await startSink(port)
    try {
      await db`insert into public.mail_addresses (address) values ('support@example.com')`
      await db`update public.workspace_settings set workspace_name = 'Acme', mail_signature = 'Acme GmbH'`
      const ticket = await newTicket()
      await db`insert into public.ticket_participants (ticket_id, address, name) values (${ticket}, 'bob@partner.example', 'Bob')`
      const comment = await reply(ticket, 'Please see **both** files.', 2)
      for (const [name, type, bytes] of [
        ['screen.png', 'image/png', Buffer.from('iVBORw0KGgo=', 'base64')],
        ['notes.txt', 'text/plain', Buffer.from('hello')],
      ] as const) {
        const path = `${ticket}/${randomUUID()}.${name.split('.')[1]}`
        const stored = await agent.storage
          .from('ticket-attachments')
          .upload(path, bytes, { contentType: type })
        expect(stored.error).toBeNull()
        const { error } = await agent.from('attachments').insert({
          ticket_id: ticket,
          comment_id: comment,
          file_name: name,
          file_type: type,
          file_size: bytes.length,
          storage_path: path,
          uploaded_by: (await agent.auth.getUser()).data.user?.id,
        })
        expect(error).toBeNull()
      }
      await until(() =>
        expect(sink.got.map(({ to }) => to).sort()).toEqual(['bob@partner.example', 'cora@example.com']),
      )
      const { mail, raw } = sink.got.find(({ to }) => to === 'cora@example.com') ?? sink.got[0]!
      expect(mail.from).toMatchObject({ name: 'Ada Agent (Acme)', address: 'desk@example.com' })
      expect(mail.cc).toMatchObject([{ name: 'Bob', address: 'bob@partner.example' }])
      expect(mail.replyTo?.[0]?.address).toMatch(/^support\+\d+\.[0-9a-f]{20}@example\.com$/)
      expect(mail.messageId).toMatch(/^<notification\.[0-9a-f-]{36}@127\.0\.0\.1>$/)
      expect(mail.references).toBe(`<ticket.${ticket}@127.0.0.1>`)
      expect(mail.text).toContain('Please see both files.\n\nAcme GmbH')
      expect(mail.text).toMatch(
        /UTC, Cora Customer <cora@example\.com> wrote:\n> Smoke comes out of the left side\./,
      )
      expect(mail.html).toContain('<strong>both</strong>')
      expect(raw).not.toMatch(/^Auto-Submitted/im)
      expect(mail.attachments.map(({ filename, disposition }) => [filename, disposition]).sort()).toEqual([
        ['notes.txt', 'attachment'],
        ['screen.png', 'inline'],
      ])
      const image = mail.attachments.find(({ filename }) => filename === 'screen.png')
      expect(mail.html).toContain(`cid:${image?.contentId?.replace(/[<>]/g, '')}`)
      // A second mail of the thread answers the first.
      await reply(ticket, 'One more thing.')
      await until(() => expect(sink.got).toHaveLength(4))
      const next = sink.got.filter(({ to }) => to === 'cora@example.com')[1]
      expect(next?.mail.inReplyTo).toBe(mail.messageId)
      expect(next?.mail.references).toBe(`<ticket.${ticket}@127.0.0.1> ${mail.messageId}`)
    } finally {
      await sink.close()
    }
  })

  it('carries no header that a name or subject injects', async () => {
    const sink = await startSink(port)
    const nasty = 'x\r\nBcc: victim@example.com\r\n\r\nbody'
    try {
      const ticket = await newTicket()
      // Past the rules of the API, as an import could.
      await db.begin(async (tx) => {
        await tx`set local session_replication_role = replica`
        await tx`update public.tickets set subject = ${nasty} where id = ${ticket}`
        await tx`update public.profiles set name = ${nasty} where id = ${customerId}`
      })
      await db`insert into public.ticket_participants (ticket_id, address, name) values (${ticket}, 'bob@partner.example', 'Bob "B" <script>')`
      await reply(ticket, nasty)
      await until(() => expect(sink.got).toHaveLength(2))
      for (const { raw, mail } of sink.got) {
        expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).not.toMatch(/^bcc:/im)
        expect(mail.bcc).toBeUndefined()
        expect(mail.subject).toMatch(/^\[#\d+\] x Bcc: victim@example\.com body$/)
      }
      expect(sink.got.map(({ to }) => to).sort()).toEqual(['bob@partner.example', 'cora@example.com'])
    } finally {
      await db`update public.profiles set name = 'Cora Customer' where id = ${customerId}`
      await sink.close()
    }
  })
})

describe('a mail server in trouble', () => {
  it('that is down for a day loses no mail and gets each once', async () => {
    const ticket = await newTicket()
    for (const text of ['One', 'Two', 'Three']) await reply(ticket, text)
    for (let hour = 0; hour < 26; hour += 1) {
      expect((await run()).error).not.toBeNull()
      await later('1 hour')
    }
    const waiting = await db`select attempts, sent_at, dropped_at from public.notification_outbox`
    expect(waiting).toHaveLength(3)
    for (const row of waiting) expect(row).toEqual({ attempts: 0, sent_at: null, dropped_at: null })
    const [channel] =
      await db`select failing_since is not null as failing, last_error from private.mail_channel`
    expect(channel).toMatchObject({ failing: true, last_error: expect.stringContaining('ECONNREFUSED') })

    const sink = await startSink(port)
    try {
      await Promise.all([run(), run(), run()])
      await until(() => expect(sink.got).toHaveLength(3))
      await run()
      expect(sink.got).toHaveLength(3)
      expect(new Set(sink.got.map(({ mail }) => mail.messageId)).size).toBe(3)
      const [after] =
        await db`select failing_since, last_sent_at is not null as sent from private.mail_channel`
      expect(after).toEqual({ failing_since: null, sent: true })
    } finally {
      await sink.close()
    }
  })

  it('that refuses for a day gets the mail afterwards, with every attempt recorded', async () => {
    const sink = await startSink(port)
    try {
      sink.refuse = { at: 'DATA', code: 451, text: '4.3.0 try again later' }
      await reply(await newTicket(), 'Patience')
      let hours = 0
      for (let attempt = 1; attempt <= 13; attempt += 1) {
        await until(async () => expect((await state())?.attempts).toBe(attempt))
        await until(async () => {
          const open = await db`select 1 from private.mail_attempts where ended_at is null`
          expect(open).toHaveLength(0)
        })
        const [wait] = await db<{ hours: number }[]>`
          select extract(epoch from next_attempt_at - now())::float / 3600 as hours from public.notification_outbox`
        hours += wait?.hours ?? 0
        await later(`${Math.ceil((wait?.hours ?? 0) * 3600)} seconds`)
        if (attempt < 13) await run()
      }
      expect(hours).toBeGreaterThan(24)
      expect(await state()).toEqual({ attempts: 13, sent: false, dropped: false })
      sink.refuse = undefined
      await run()
      await until(() => expect(sink.got).toHaveLength(1))
      await until(async () => expect(await state()).toMatchObject({ sent: true }))
      const attempts = await db`select error, response from private.mail_attempts order by id`
      expect(attempts).toHaveLength(14)
      expect(attempts[0]?.error).toContain('4.3.0 try again later')
      expect(attempts[13]).toMatchObject({ error: null, response: expect.stringMatching(/^250/) })
    } finally {
      await sink.close()
    }
  })

  it('that names a wrong address ends the mail and marks the address', async () => {
    const sink = await startSink(port)
    try {
      sink.refuse = { at: 'RCPT', code: 550, text: '5.1.1 no such user' }
      const ticket = await newTicket()
      await reply(ticket, 'Hello?')
      await until(async () => expect(await state()).toMatchObject({ attempts: 1, dropped: true }))
      const marked = await db`select address, status from public.undeliverable_addresses`
      expect([...marked]).toEqual([{ address: 'cora@example.com', status: '5.1.1' }])
      sink.refuse = undefined
      await reply(ticket, 'Still there?')
      await until(async () => {
        const rows =
          await db`select error from public.notification_outbox where attempts = 0 and dropped_at is not null`
        expect([...rows]).toEqual([{ error: 'address_undeliverable' }])
      })
      expect(sink.got).toEqual([])
    } finally {
      await db`delete from public.undeliverable_addresses`
      await sink.close()
    }
  })

  it('a sender that dies after sending repeats the mail with the same Message-ID', async () => {
    const sink = await startSink(port)
    try {
      await reply(await newTicket(), 'Once or twice')
      await until(async () => expect(await state()).toMatchObject({ sent: true }))
      // As if the result had not been recorded.
      await db`update public.notification_outbox set sent_at = null`
      await run()
      expect(sink.got).toHaveLength(1)
      await later('6 minutes')
      await run()
      await until(() => expect(sink.got).toHaveLength(2))
      expect(sink.got[1]?.mail.messageId).toBe(sink.got[0]?.mail.messageId)
    } finally {
      await sink.close()
    }
  })
})

describe('the test mail', () => {
  const test = (client: SupabaseClient) => client.functions.invoke('test-mail', { body: {} })

  it('tells admins what the mail server answered', async () => {
    await createUser(stack, { email: 'amy@example.com', role: 'admin', name: 'Amy Admin' })
    const admin = await clientAs(stack, 'amy@example.com')
    const server = `127.0.0.1:${port}`
    const down = await test(admin)
    expect(down.data).toMatchObject({ ok: false, server, error: expect.stringContaining('ECONNREFUSED') })
    const sink = await startSink(port)
    try {
      const { data } = await test(admin)
      expect(data).toMatchObject({
        ok: true,
        recipient: 'amy@example.com',
        sender: 'desk@example.com',
        server,
      })
      expect(data.response).toMatch(/^250/)
      expect(sink.got.map(({ to }) => to)).toEqual(['amy@example.com'])
      for (const client of [customer, agent]) expect((await test(client)).error?.context.status).toBe(403)
      expect(sink.got).toHaveLength(1)
    } finally {
      await sink.close()
    }
  })
})
