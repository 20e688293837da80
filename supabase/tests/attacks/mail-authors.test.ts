/** Mails tell staff from everybody else, and repeat a stranger's words to nobody who may not have written them. */
import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { beforeAll, describe, expect, it } from 'vitest'
import { notificationMail } from '../../functions/send-notifications/mail'
import { parseNotification } from '../../functions/send-notifications/notification'
import { createUsers, db, insertTicket, type TestUser, type TestUsers } from '../support/backend'
import { receive, stranger } from '../support/mail'
import { become, take } from '../support/outgoing-mails'
import { rolledBack } from '../support/rolled-back'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const mailsOf = async (tx: TransactionSql) =>
  (await take(tx)).map((row) => notificationMail(parseNotification(row), 'https://help.example.com'))

describe('the author', () => {
  /** What the mails about a comment say first, by recipient. */
  const afterWordsOf = async (author: () => TestUser) => {
    const ticket = await insertTicket(people.owner, { assigned_to: people.agent.id })
    const found = new Map<string, { said: string | undefined; from: string | undefined; text: string }>()
    await rolledBack(async (tx) => {
      await tx`insert into public.ticket_participants (ticket_id, address, name, person_id) values
        (${ticket}, ${people.otherCustomer.email}, 'Stan', ${people.otherCustomer.id}), (${ticket}, 'bob@copy.example', 'Bob', null)`
      await tx`delete from public.notification_outbox`
      await become(tx, author())
      await tx`insert into public.comments (ticket_id, user_id, content) values (${ticket}, ${author().id}, 'Words')`
      await become(tx, null)
      for (const { to, text, fromName } of await mailsOf(tx))
        found.set(to.address, { said: text.split('\n')[2], from: fromName, text })
    })
    return found
  }

  it('is named as a person in copy, with the address', async () => {
    const { name, email } = { ...people.otherCustomer, name: 'Stan Stranger' }
    const mails = await afterWordsOf(() => people.otherCustomer)
    const from = `${email} via Helpdesk`
    expect(mails.get(people.owner.email)).toMatchObject({
      said: `A person in copy wrote on your ticket: ${name} <${email}>.`,
      from,
    })
    expect(mails.get('bob@copy.example')).toMatchObject({
      said: `A person in copy wrote on a ticket you are copied on: ${name} <${email}>.`,
      from,
    })
  })

  it('is named as the requester, with the address, and earlier authors have theirs', async () => {
    const { email } = people.owner
    const mails = await afterWordsOf(() => people.owner)
    expect(mails.get('bob@copy.example')).toMatchObject({
      said: `The requester wrote on a ticket you are copied on: Olive Owner <${email}>.`,
      from: `${email} via Helpdesk`,
    })
    expect(mails.get('bob@copy.example')?.text).toContain(`Olive Owner <${email}> wrote:`)
    expect(mails.get(people.agent.email)).toMatchObject({
      said: `Olive Owner <${email}> commented on a ticket assigned to you.`,
      from: `${email} via Helpdesk`,
    })
  })

  it('has no address when it is staff', async () => {
    const mails = await afterWordsOf(() => people.agent)
    const from = 'Ada Agent (Helpdesk)'
    expect(mails.get(people.owner.email)).toMatchObject({ said: 'Ada Agent replied to your ticket.', from })
    expect(mails.get('bob@copy.example')?.said).toBe('Ada Agent replied to a ticket you are copied on.')
  })
})

describe('the acknowledgement', () => {
  const acknowledged = async (verdict: 'pass' | 'none', id = `${randomUUID()}@x.example`) => {
    const from = stranger()
    await receive({ from: `Buy pills <${from}>`, subject: 'At evil.example', verdict, id })
    const [row] = await db`
      select t.number, to_jsonb(o) || private.mail_contents(o, 'help.example.com') || jsonb_build_object('ticket_number', t.number) as mail
      from public.notification_outbox o join public.tickets t on t.id = o.ticket_id
      where o.recipient_email = ${from} and o.kind = 'received'`
    return {
      mail: notificationMail(parseNotification(row?.mail), 'https://help.example.com'),
      number: row?.number,
    }
  }

  it('repeats no word of a mail that proves nothing', async () => {
    const { mail, number } = await acknowledged('none')
    expect(mail.subject).toBe(`[#${number}] We received your message`)
    expect(JSON.stringify({ ...mail, messageId: '', references: [], inReplyTo: '' })).not.toMatch(
      /pills|evil/,
    )
  })

  it('repeats name and subject of a mail that proves its sender', async () => {
    const { mail, number } = await acknowledged('pass')
    expect(mail.subject).toBe(`[#${number}] At evil.example`)
    expect(mail.text).toContain('Hello Buy pills,')
  })

  it('is not proven by another mail of that Message-ID', async () => {
    const id = `${randomUUID()}@x.example`
    await acknowledged('pass', id)
    expect((await acknowledged('none', id)).mail.subject).toMatch(/We received your message$/)
  })
})
