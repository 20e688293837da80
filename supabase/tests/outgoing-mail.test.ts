import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { describe, expect, it } from 'vitest'
import { createConversation } from './support/conversation'
import { become, dropped, host, take } from './support/outgoing-mails'

const { people, ticket, bob, alone, say, copy } = createConversation()

describe('copies', () => {
  it('reach the people in copy with the whole text, and name everybody who gets it', () =>
    alone(async (tx) => {
      await copy(tx)
      const text = 'A long answer. '.repeat(60).trim()
      const comment = await say(tx, people().agent, text)
      const mails = await take(tx)
      expect(mails.map(({ kind, recipient_email }) => [kind, recipient_email])).toEqual([
        ['copy', bob],
        ['reply', people().owner.email],
      ])
      for (const mail of mails)
        expect(mail).toMatchObject({ comment_id: comment, message: text, is_staff: false })
      expect(mails[0]?.copies).toEqual([{ address: people().owner.email, name: 'Olive Owner' }])
      expect(mails[1]?.copies).toEqual([{ address: bob, name: 'Bob' }])
    }))

  it('go to nobody for internal notes', () =>
    alone(async (tx) => {
      await copy(tx)
      await become(tx, people().agent)
      await tx`insert into public.comments (ticket_id, user_id, content, is_internal)
        values (${ticket()}, ${people().agent.id}, 'secret', true)`
      expect(await take(tx)).toEqual([])
    }))

  it('skip people who were removed, blocked, bounced, or have got the mail directly', () =>
    alone(async (tx) => {
      await copy(tx)
      await say(tx, people().agent, 'One')
      await tx`delete from public.ticket_participants where ticket_id = ${ticket()}`
      expect((await take(tx)).map(({ kind }) => kind)).toEqual(['reply'])
      await copy(tx)
      await say(tx, people().agent, 'Two')
      await tx`insert into public.blocked_senders (address) values ('@partner.example')`
      expect((await take(tx)).map(({ kind }) => kind)).toEqual(['reply'])
      await tx`delete from public.blocked_senders where address = '@partner.example'`
      await say(tx, people().agent, 'Three')
      await tx`insert into public.undeliverable_addresses (address) values (${bob})`
      expect((await take(tx)).map(({ kind }) => kind)).toEqual(['reply'])
      await tx`delete from public.undeliverable_addresses where address = ${bob}`
      const comment = await say(tx, people().owner, 'Four', 'mail')
      await tx`insert into private.mail_messages (message_id, recipient, from_address, authentication, state, ticket_id, comment_id, recipients)
        values ('four@partner.example', 'support@help.example.com', ${people().owner.email}, 'pass', 'accepted', ${ticket()}, ${comment},
          ${tx.json({ to: [], cc: [{ address: bob.toUpperCase(), name: '' }] })})`
      expect((await take(tx)).map(({ kind }) => kind)).toEqual(['comment'])
      expect((await dropped(tx)).sort()).toEqual([
        'address_blocked',
        'address_undeliverable',
        'recipient_has_it',
        'recipient_not_in_copy',
      ])
    }))

  it('never go to an address of the workspace', () =>
    alone(async (tx) => {
      await tx`insert into public.mail_addresses (address) values ('loop@help.example.com')`
      await copy(tx, 'loop+1042.0123456789abcdef0123@help.example.com')
      await say(tx, people().agent, 'Around and around')
      expect((await take(tx)).map(({ kind }) => kind)).toEqual(['reply'])
      expect(await dropped(tx)).toEqual(['address_is_own'])
    }))
})

describe('threading', () => {
  it('names the earlier mails of the conversation and records its own', () =>
    alone(async (tx) => {
      const received = await say(tx, people().owner, 'It burns', 'mail')
      await tx`insert into private.mail_messages (message_id, recipient, from_address, authentication, state, ticket_id, comment_id, received_at)
        values ('CAF=1@mail.example', 'support@help.example.com', ${people().owner.email}, 'pass', 'accepted', ${ticket()}, ${received}, now() - interval '1 hour')`
      await say(tx, people().agent, 'First')
      const [first] = await take(tx)
      expect(first).toMatchObject({
        message_id: `notification.${first?.id}@${host}`,
        references: [`ticket.${ticket()}@${host}`, 'CAF=1@mail.example'],
      })
      await say(tx, people().agent, 'Second')
      const [second] = await take(tx)
      expect(second?.references).toEqual([
        `ticket.${ticket()}@${host}`,
        'CAF=1@mail.example',
        first?.message_id,
      ])
      const sent =
        await tx`select message_id, recipient from private.sent_mails where ticket_id = ${ticket()} order by 1`
      expect(sent.map((row) => row.message_id).sort()).toEqual([first?.message_id, second?.message_id].sort())
      expect(sent[0]?.recipient).toBe(people().owner.email)
    }))

  it('keeps the Message-ID of a retried mail', () =>
    alone(async (tx) => {
      await say(tx, people().agent, 'Once')
      const [first] = await take(tx)
      await tx`update public.notification_outbox set next_attempt_at = now() - interval '1 second'`
      const [again] = await take(tx)
      expect(again).toMatchObject({
        id: first?.id,
        message_id: first?.message_id,
        references: first?.references,
      })
    }))

  it('answers to the signed address of the ticket, when the workspace has one', () =>
    alone(async (tx) => {
      await tx`delete from public.mail_addresses`
      await say(tx, people().agent, 'No address')
      expect((await take(tx))[0]?.reply_to).toBeNull()
      await tx`insert into public.mail_addresses (address) values ('support@help.example.com')`
      await say(tx, people().agent, 'With address')
      const [mail] = await take(tx)
      expect(mail?.reply_to).toMatch(/^support\+\d+\.[0-9a-f]{20}@help\.example\.com$/)
      const [found] = await tx`select private.ticket_of_reply_address(${mail?.reply_to ?? ''}) as id`
      expect(found?.id).toBe(ticket())
    }))

  it('of a mention answers to the address for notes, never to the public one', () =>
    alone(async (tx) => {
      const mention = () =>
        tx`insert into public.notification_outbox (kind, recipient_id, recipient_email, recipient_name, ticket_id, ticket_subject, actor_name)
          values ('mention', ${people().agent.id}, ${people().agent.email}, 'Ada', ${ticket()}, 'Fire', 'Rick')`
      await tx`delete from public.mail_addresses`
      await tx`insert into public.mail_addresses (address) values ('support@help.example.com')`
      await mention()
      const [without] = await take(tx)
      expect(without).toMatchObject({ kind: 'mention', reply_to: null })
      await tx`insert into public.mail_addresses (address, kind) values ('notes@help.example.com', 'note')`
      await mention()
      const [mail] = await take(tx)
      expect(mail?.reply_to).toMatch(/^notes\+\d+\.[0-9a-f]{20}@help\.example\.com$/)
      const sent = await tx`select is_internal from private.sent_mails where ticket_id = ${ticket()}`
      expect([...sent]).toEqual([{ is_internal: true }, { is_internal: true }])
    }))

  it('quotes earlier public messages, never notes', () =>
    alone(async (tx) => {
      await say(tx, people().owner, 'Question')
      await become(tx, people().agent)
      await tx`insert into public.comments (ticket_id, user_id, content, is_internal)
        values (${ticket()}, ${people().agent.id}, 'secret', true)`
      await say(tx, people().agent, 'Answer')
      const [mail] = await take(tx)
      expect(mail?.history.map(({ text }) => text).sort()).toEqual([
        'Question',
        'Smoke comes out of the left side.',
      ])
    }))

  it('rejects a host that could break a header', () =>
    alone(async (tx) => {
      await expect(
        tx.savepoint((sp) => sp`select public.take_mails(${'a\r\nBcc: b@example.com'}, 1)`),
      ).rejects.toThrow(/not valid/)
    }))
})

describe('automatic answers', () => {
  const receive = (tx: TransactionSql, reply: string, ticketId: string | null) =>
    tx`insert into private.mail_messages (message_id, recipient, from_address, from_name, subject, authentication, state, ticket_id, reply)
      values ('q1@mail.example', 'support@help.example.com', 'Nina@mail.example', 'Nina', 'Hello', 'pass', 'accepted', ${ticketId}, ${reply})`

  it('acknowledge a ticket by mail once, in its thread', () =>
    alone(async (tx) => {
      await receive(tx, 'acknowledgement', ticket())
      const [mail, ...others] = await take(tx)
      expect(others).toEqual([])
      expect(mail).toMatchObject({
        kind: 'received',
        recipient_email: 'nina@mail.example',
        in_reply_to: 'q1@mail.example',
        message: null,
        history: [],
      })
      expect(mail?.references).toContain('q1@mail.example')
    }))

  it('refuse a deactivated sender without a ticket', () =>
    alone(async (tx) => {
      await receive(tx, 'refusal', null)
      expect(await take(tx)).toMatchObject([
        { kind: 'refused', recipient_email: 'nina@mail.example', references: [] },
      ])
    }))

  it('are not sent to blocked senders', () =>
    alone(async (tx) => {
      await tx`insert into public.blocked_senders (address) values ('nina@mail.example')`
      await receive(tx, 'refusal', null)
      expect(await take(tx)).toEqual([])
    }))
})

describe('files', () => {
  it('hold the mails of a reply until all are there, at most two minutes', () =>
    alone(async (tx) => {
      await tx`select private.set_context('files', '2')`
      const comment = await say(tx, people().agent, 'See the files')
      expect(await take(tx)).toEqual([])
      const seconds =
        await tx`select extract(epoch from next_attempt_at - now())::int as wait from public.notification_outbox`
      expect([...seconds]).toEqual([{ wait: 120 }])
      const attach = (name: string) =>
        tx`insert into public.attachments (ticket_id, comment_id, file_name, file_type, file_size, storage_path, uploaded_by)
          values (${ticket()}, ${comment}, ${name}, 'text/plain', 5, ${`${ticket()}/${randomUUID()}.txt`}, ${people().agent.id})`
      await attach('one.txt')
      expect(await take(tx)).toEqual([])
      await attach('two.txt')
      // The clock of the transaction stands still.
      await tx`update public.notification_outbox set next_attempt_at = least(next_attempt_at, now()) where files = 0`
      const [mail] = await take(tx)
      expect(mail?.files.map(({ name }) => name).sort()).toEqual(['one.txt', 'two.txt'])
    }))
})

describe('a mail that the mail server refuses', () => {
  const refusedText = '550 Blacklisted URL in message. (5.1.1.evil.example)'
  it.each([
    ['a wrong address', '550 5.1.1 no such user', 'permanent', '5.1.1', 1],
    ['a refused text', '554 5.7.1 message refused', 'temporary', null, 0],
    ['a refused text that quotes a code', refusedText, 'temporary', null, 0],
    ['another refusal of the address', '550 5.7.1 access denied 5.1.1', 'permanent', '5.7.1', 0],
  ])(
    'because of %s is shown on its ticket, with its words if the address is wrong',
    (_name, error, failure, status, marks) =>
      alone(async (tx) => {
        // The last of its attempts.
        const [mail] = await tx<{ id: string }[]>`
        insert into public.notification_outbox (kind, recipient_email, recipient_name, ticket_id, ticket_subject, actor_name, attempts)
        values ('copy', ${bob}, 'Bob', ${ticket()}, 'Fire', 'Ada', 14) returning id`
        await tx`select public.finish_notification(${mail?.id ?? ''}, ${error}, failure => ${failure}, status => ${status})`
        const events = await tx`select from_value, to_value, is_internal from public.ticket_events
        where ticket_id = ${ticket()} and kind = 'delivery_failed'`
        const neutral = 'the mail server did not accept it. Admins find its answer in the outbox.'
        expect([...events]).toEqual([
          { from_value: marks ? error : neutral, to_value: bob, is_internal: true },
        ])
        const marked = await tx`select status from public.undeliverable_addresses where address = ${bob}`
        expect([...marked]).toEqual(Array(marks).fill({ status }))
      }),
  )
})

it.each([
  ['that is tried again', 1, 'temporary', false],
  ['of a mail server that does not answer', 14, 'unreachable', false],
  ['to a colleague', 14, 'temporary', true],
] as const)('a failure %s is not shown on the ticket', (_name, attempts, failure, isStaff) =>
  alone(async (tx) => {
    const [mail] = await tx<{ id: string }[]>`
      insert into public.notification_outbox (kind, recipient_id, recipient_email, recipient_name, ticket_id, ticket_subject, actor_name, attempts)
      values ('comment', ${isStaff ? people().agent.id : null}, ${bob}, 'Bob', ${ticket()}, 'Fire', 'Ada', ${attempts}) returning id`
    await tx`select public.finish_notification(${mail?.id ?? ''}, 'no', failure => ${failure})`
    expect([
      ...(await tx`select 1 from public.ticket_events where ticket_id = ${ticket()} and kind = 'delivery_failed'`),
    ]).toEqual([])
  }),
)
