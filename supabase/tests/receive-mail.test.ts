import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, insertTicket, type TestUsers } from './support/backend'
import {
  commentsOf,
  deliver,
  SUPPORT_ADDRESS,
  numberOf,
  personWith,
  rawMail,
  receive,
  recordSent,
  replyAddress,
  stranger,
} from './support/mail'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const statusOf = async (ticket: string) => {
  const [row] = await db<{ status: string }[]>`select status from public.tickets where id = ${ticket}`
  return row?.status
}

describe('a mail from somebody unknown', () => {
  it('opens a ticket of a customer without a password and is acknowledged', async () => {
    const from = stranger()
    const mail = await receive({
      from: `Nora New <${from}>`,
      subject: 'Help =?utf-8?q?f=C3=BCr?= me',
      text: 'It hurts.',
    })
    expect(mail).toMatchObject({ state: 'accepted', via: null, reply: 'acknowledgement' })
    const person = await personWith(from)
    expect(person).toMatchObject({ role: 'customer', name: 'Nora New' })
    const [ticket] =
      await db`select subject, description, source, status, customer_id, created_by from public.tickets where id = ${mail.ticket_id}`
    expect(ticket).toEqual({
      subject: 'Help für me',
      description: 'It hurts.',
      source: 'mail',
      status: 'open',
      customer_id: person?.id,
      created_by: person?.id,
    })
    const [account] =
      await db`select encrypted_password, email_confirmed_at from auth.users where id = ${person?.id ?? ''}`
    expect(account).toEqual({ encrypted_password: null, email_confirmed_at: null })
  })

  it('is filed once, however often it is delivered', async () => {
    const raw = rawMail({ from: stranger(), id: `${randomUUID()}@x.example` })
    const answers = await Promise.all([deliver(raw), deliver(raw), deliver(raw)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const [row] =
      await db`select count(*)::int as tickets from public.tickets t join private.mail_messages m on m.ticket_id = t.id
      where m.message_id = ${/Message-ID: <(.*)>/.exec(raw)?.[1] ?? ''}`
    expect(row).toEqual({ tickets: 1 })
  })

  it.each([
    ['reads the body in another way', { headers: ['Content-Transfer-Encoding: base64'] }],
    [
      'passes for an automatic answer',
      { headers: ['Auto-Submitted: auto-replied', 'In-Reply-To: <x@y.example>'] },
    ],
    ['answers another mail', { headers: ['References: <x@y.example>'] }],
  ])('is not lost behind a forged copy that came first and %s', async (_name, forged) => {
    const mail = {
      from: stranger(),
      id: `${randomUUID()}@customer.example`,
      verdict: 'none',
      text: 'SGVscCBtZSBub3c=',
    } as const
    await deliver(rawMail({ ...mail, ...forged }))
    const { results } = await deliver(rawMail(mail))
    expect(results).toMatchObject([{ state: 'accepted' }])
    const rows = await db`select 1 from private.mail_messages
      where message_id = ${mail.id} and state = 'accepted' and content = ${mail.text}`
    expect(rows).not.toHaveLength(0)
  })

  it('to two addresses of the workspace opens one ticket', async () => {
    const other = `sales-${randomUUID().slice(0, 8)}@localhost`
    await db`insert into public.mail_addresses (address, default_priority, default_tags) values (${other}, 'high', '{sales}')`
    const from = stranger()
    const { results } = await deliver(rawMail({ from }), { to: [other, SUPPORT_ADDRESS] })
    expect(results.map(({ state, reason }) => [state, reason])).toEqual([
      ['accepted', ''],
      ['ignored', 'same_message'],
    ])
    const rows =
      await db`select t.priority, g.tags, t.tags as shown from public.tickets t join public.profiles p on p.id = t.customer_id
      left join public.ticket_tags g on g.ticket_id = t.id where p.email = ${from}`
    expect([...rows]).toEqual([{ priority: 'high', tags: ['sales'], shown: null }])
    await db`delete from public.mail_addresses where address = ${other}`
  })

  it("to an address that is not the workspace's waits for staff and opens no ticket", async () => {
    const from = stranger()
    const raw = rawMail({ from, to: 'nobody@localhost' })
    expect((await deliver(raw, { to: ['nobody@localhost'] })).results).toEqual([
      { recipient: 'nobody@localhost', state: 'unmatched', reason: 'unknown_recipient' },
    ])
    expect(await personWith(from)).toBeUndefined()
    expect((await deliver(raw, { to: ['nobody@localhost'] })).results).toMatchObject([{ state: 'unmatched' }])
    const [row] =
      await db`select count(*)::int as kept from private.mail_messages where from_address = ${from}`
    expect(row).toEqual({ kept: 1 })
  })

  it.each(['Delivered-To', 'X-Forwarded-To', 'X-Original-To'])(
    'forwarded to an unknown envelope is filed by its %s',
    async (name) => {
      const raw = rawMail({
        from: stranger(),
        to: 'hello@company.example',
        headers: [`${name}: <${SUPPORT_ADDRESS}>`],
      })
      const { results } = await deliver(raw, { to: ['0123abcd@inbound.provider.example'] })
      expect(results).toEqual([{ recipient: SUPPORT_ADDRESS, state: 'accepted', reason: '' }])
    },
  )
})

describe('an answer', () => {
  it.each([
    ['to the reply address', async (ticket: string) => ({ to: await replyAddress(ticket) }), 'address'],
    [
      'to a mail of the workspace',
      async (ticket: string) => ({
        headers: [`In-Reply-To: <${await recordSent(ticket, people.owner.email)}>`],
      }),
      'references',
    ],
    [
      'further down the thread',
      async (ticket: string) => ({
        headers: [
          `References: <${await recordSent(ticket, people.owner.email)}> <unknown@elsewhere.example>`,
        ],
      }),
      'references',
    ],
    [
      'with the number in its subject',
      async (ticket: string) => ({ subject: `Re: [#${await numberOf(ticket)}] Fire` }),
      'subject',
    ],
  ])('%s joins the ticket of its requester, and reopens it', async (_name, values, via) => {
    const ticket = await insertTicket(people.owner, { status: 'pending' })
    const mail = await receive({
      from: people.owner.email,
      text: 'Still on fire.',
      ...(await values(ticket)),
    })
    expect(mail).toMatchObject({ state: 'accepted', via, ticket_id: ticket, reply: null })
    expect([...(await commentsOf(ticket))]).toEqual([
      { user_id: people.owner.id, content: 'Still on fire.', is_internal: false, source: 'mail' },
    ])
    expect(await statusOf(ticket)).toBe('open')
    const mails = await db`select kind from public.notification_outbox where ticket_id = ${ticket}`
    expect([...mails]).toEqual([])
  })

  it('notifies the assignee', async () => {
    const ticket = await insertTicket(people.owner, { assigned_to: people.agent.id, status: 'in_progress' })
    await receive({ from: people.owner.email, to: await replyAddress(ticket) })
    const mails =
      await db`select kind, recipient_id from public.notification_outbox where ticket_id = ${ticket}`
    expect([...mails]).toEqual([{ kind: 'comment', recipient_id: people.agent.id }])
  })

  it('of staff is a reply, and to the note address a note', async () => {
    const ticket = await insertTicket(people.owner)
    await db`insert into public.mail_addresses (address, kind) values ('notes@localhost', 'note') on conflict do nothing`
    await receive({
      from: people.agent.email,
      to: await replyAddress(ticket, 'note'),
      text: 'Careful with this one.',
    })
    await receive({ from: people.agent.email, to: await replyAddress(ticket), text: 'We are on it.' })
    expect([...(await commentsOf(ticket))]).toMatchObject([
      { user_id: people.agent.id, content: 'Careful with this one.', is_internal: true },
      { user_id: people.agent.id, content: 'We are on it.', is_internal: false },
    ])
    const [row] = await db`select assigned_to, status from public.tickets where id = ${ticket}`
    expect(row).toEqual({ assigned_to: people.agent.id, status: 'in_progress' })
  })

  it('of staff to a mail about a note is a note, unless it goes to the reply address', async () => {
    const ticket = await insertTicket(people.owner)
    const sent = await recordSent(ticket, people.agent.email)
    await db`update private.sent_mails set is_internal = true where message_id = ${sent}`
    const headers = [`In-Reply-To: <${sent}>`]
    await receive({ from: people.agent.email, headers, text: 'He is angry.' })
    await receive({ from: people.agent.email, to: await replyAddress(ticket), headers, text: 'Hello!' })
    expect([...(await commentsOf(ticket))]).toMatchObject([
      { content: 'He is angry.', is_internal: true },
      { content: 'Hello!', is_internal: false },
    ])
  })

  it('of somebody in copy joins the ticket and reopens it', async () => {
    const copied = stranger()
    const opened = await receive({
      from: people.owner.email,
      headers: [`Cc: Carl Copy <${copied}>, ${people.agent.email}, ${SUPPORT_ADDRESS}`],
    })
    const ticket = opened.ticket_id ?? ''
    const rows =
      await db`select address, name, added_by from public.ticket_participants where ticket_id = ${ticket}`
    expect([...rows]).toEqual([{ address: copied, name: 'Carl Copy', added_by: people.owner.id }])
    await db`update public.tickets set status = 'solved' where id = ${ticket}`
    const mail = await receive({
      from: copied,
      text: 'I see it too.',
      headers: [`In-Reply-To: <${await recordSent(ticket, copied)}>`],
    })
    expect(mail).toMatchObject({ state: 'accepted', ticket_id: ticket })
    const person = await personWith(copied)
    expect([...(await commentsOf(ticket))]).toMatchObject([{ user_id: person?.id, content: 'I see it too.' }])
    expect(await statusOf(ticket)).toBe('open')
    // Mail is all they get: the portal shows the ticket to its requester and staff only.
    const { data } = await people.otherCustomer.client.from('ticket_participants').select('id')
    expect(data).toEqual([])
  })

  it('keeps the quoted text for staff and for its author', async () => {
    const ticket = await insertTicket(people.owner)
    await receive({
      from: people.owner.email,
      to: await replyAddress(ticket),
      text: 'Yes.\r\n\r\nOn 24/11/2026 10:12, Ada Agent wrote:\r\n> Is it red?',
    })
    expect([...(await commentsOf(ticket))]).toMatchObject([{ content: 'Yes.' }])
    const quoted = 'On 24/11/2026 10:12, Ada Agent wrote:\n> Is it red?'
    const seen = await people.agent.client.rpc('ticket_mails', { ticket_id: ticket })
    expect(seen.data).toMatchObject({
      messages: [{ quoted, from_address: people.owner.email, has_original: true }],
    })
    const own = await people.owner.client.rpc('ticket_mails', { ticket_id: ticket })
    expect(own.data).toEqual({
      messages: [{ comment_id: expect.any(String), is_unverified: false, quoted }],
      failures: [],
    })
    expect((await people.otherCustomer.client.rpc('ticket_mails', { ticket_id: ticket })).data).toBeNull()
  })
})

describe('senders', () => {
  it('who are deactivated are refused once', async () => {
    const from = stranger()
    await receive({ from })
    await db`update public.profiles set deactivated_at = now() where email = ${from}`
    const replies = [await receive({ from }), await receive({ from })].map(({ state, reason, reply }) => [
      state,
      reason,
      reply,
    ])
    expect(replies).toEqual([
      ['refused', 'deactivated', 'refusal'],
      ['refused', 'deactivated', null],
    ])
  })

  it('who are deactivated get the answer to their own mail also after forged ones', async () => {
    const from = stranger()
    await receive({ from })
    await db`update public.profiles set deactivated_at = now() where email = ${from}`
    const replies = []
    for (const verdict of ['none', 'none', 'pass', 'pass'] as const)
      replies.push((await receive({ from, verdict })).reply)
    expect(replies).toEqual(['refusal', null, 'refusal', null])
  })
})
