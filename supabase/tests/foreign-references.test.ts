/** A colleague answers from their own mail program, and the next mail names that answer alone. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, insertTicket, type TestUsers } from './support/backend'
import {
  commentsOf,
  SUPPORT_ADDRESS,
  numberOf,
  receive,
  recordSent,
  replyAddress,
  stranger,
} from './support/mail'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const newId = () => `${randomUUID()}@mail.example`
const answering = (...ids: string[]) => ({ headers: [`References: ${ids.map((id) => `<${id}>`).join(' ')}`] })

async function sentTicket() {
  const ticket = await insertTicket(people.owner)
  return { ticket, sent: await recordSent(ticket, people.owner.email) }
}
const copy = (ticket: string, address: string, source = 'staff') =>
  db`insert into public.ticket_participants (ticket_id, address, source) values (${ticket}, ${address}, ${source})`

describe('the answer of a colleague with the workspace in copy', () => {
  const answer = async (sent: string, values: object = {}) => {
    const id = newId()
    const mail = await receive(
      { from: people.agent.email, to: people.owner.email, id, ...answering(sent), ...values },
      { to: [SUPPORT_ADDRESS] },
    )
    return { id, mail }
  }

  it('is their public reply when proven, and the mail that answers it joins the ticket', async () => {
    const { ticket, sent } = await sentTicket()
    const { id } = await answer(sent, { headers: [`Cc: ${SUPPORT_ADDRESS}`, `In-Reply-To: <${sent}>`] })
    const next = await receive({ from: people.owner.email, ...answering(id) })
    expect(next).toMatchObject({ state: 'accepted', via: 'references', ticket_id: ticket })
    expect(await commentsOf(ticket)).toMatchObject([
      { user_id: people.agent.id, is_internal: false },
      { user_id: people.owner.id },
    ])
  })

  it.each([
    ['that proves nothing', () => people.agent.email, 'none'],
    ['who is not on the ticket', stranger, 'pass'],
  ] as const)(
    '%s waits for staff, and the mail that answers it joins the ticket',
    async (_name, from, verdict) => {
      const { ticket, sent } = await sentTicket()
      const { id, mail } = await answer(sent, { from: from(), verdict })
      expect(mail).toMatchObject({ state: 'unmatched', suspected_ticket_id: ticket })
      expect(await receive({ from: people.owner.email, ...answering(id) })).toMatchObject({
        state: 'accepted',
        ticket_id: ticket,
      })
    },
  )
})

describe('Message-IDs that the mails of a ticket name', () => {
  it.each([
    ['its author', async () => people.owner.email],
    [
      'its author, through an answer to them',
      async (ticket: string) => {
        const copied = stranger()
        await copy(ticket, copied)
        return copied
      },
    ],
  ])('lead mails of %s to it', async (_name, senderOf) => {
    const { ticket, sent } = await sentTicket()
    const elsewhere = newId()
    await receive({ from: people.owner.email, ...answering(elsewhere, sent) })
    const from = await senderOf(ticket)
    const values = { from, to: `${people.owner.email}, ${SUPPORT_ADDRESS}`, ...answering(elsewhere) }
    expect(await receive(values, { to: [SUPPORT_ADDRESS] })).toMatchObject({
      state: 'accepted',
      via: 'references',
      ticket_id: ticket,
    })
  })

  it('lead everybody on the ticket to it when proven staff named them', async () => {
    const { ticket, sent } = await sentTicket()
    const elsewhere = newId()
    await receive(
      {
        ...{ from: people.agent.email, to: `${people.owner.email}, ${SUPPORT_ADDRESS}` },
        ...answering(elsewhere, sent),
      },
      { to: [SUPPORT_ADDRESS] },
    )
    expect(await receive({ from: people.owner.email, ...answering(elsewhere) })).toMatchObject({
      ticket_id: ticket,
    })
  })

  it('are kept of the mail that opened the ticket', async () => {
    const elsewhere = newId()
    const opened = await receive({ from: people.owner.email, ...answering(elsewhere) })
    expect(await receive({ from: people.owner.email, ...answering(elsewhere) })).toMatchObject({
      ticket_id: opened.ticket_id,
    })
  })

  it('are up to 20 of a mail and 300 of a ticket', async () => {
    const { ticket, sent } = await sentTicket()
    const kept = async () =>
      (
        await db<
          { count: number }[]
        >`select count(*)::int from private.foreign_references where ticket_id = ${ticket}`
      )[0]?.count
    await receive({ from: people.owner.email, ...answering(...Array.from({ length: 140 }, newId), sent) })
    expect(await kept()).toBe(20)
    await db`insert into private.foreign_references (message_id, ticket_id, named_by)
      select gen_random_uuid()::text, ${ticket}, '' from generate_series(1, 275)`
    await receive({ from: people.owner.email, ...answering(...Array.from({ length: 20 }, newId), sent) })
    expect(await kept()).toBe(300)
  })

  it('give way to the number in the subject of a ticket of the sender', async () => {
    const [{ ticket }, other] = [await sentTicket(), await sentTicket()]
    const elsewhere = newId()
    await receive({ from: people.owner.email, ...answering(elsewhere, other.sent) })
    const subject = `Re: [#${await numberOf(ticket)}] Fire`
    expect(await receive({ from: people.owner.email, subject, ...answering(elsewhere) })).toMatchObject({
      via: 'subject',
      ticket_id: ticket,
    })
  })
})

describe('an outsider who copies or guesses a Message-ID', () => {
  const named = async () => {
    const { ticket, sent } = await sentTicket()
    const elsewhere = newId()
    await receive({ from: people.owner.email, ...answering(elsewhere, sent) })
    return { ticket, sent, elsewhere }
  }

  it.each([
    ['as themselves', stranger, 'pass'],
    ['as another customer', () => people.otherCustomer.email, 'pass'],
    ['as the requester, unproven', () => people.owner.email, 'none'],
    ['as the requester, disproven', () => people.owner.email, 'fail'],
    ['as staff, unproven', () => people.agent.email, 'none'],
  ] as const)('does not enter the ticket %s', async (_name, from, verdict) => {
    const { ticket, elsewhere } = await named()
    const mail = await receive({ from: from(), verdict, ...answering(elsewhere) })
    expect(mail.ticket_id).not.toBe(ticket)
    expect(await commentsOf(ticket)).toHaveLength(1)
  })

  it('cannot name mails in the name of the requester', async () => {
    const { ticket, sent } = await sentTicket()
    const confidential = newId()
    await receive({ from: people.owner.email, verdict: 'none', ...answering(confidential, sent) })
    const answer = await receive({ from: people.owner.email, ...answering(confidential) })
    expect(answer.ticket_id).not.toBe(ticket)
  })

  it('cannot make a known number a way in by naming the ticket first', async () => {
    const { ticket } = await sentTicket()
    const own = newId()
    const subject = `Re: [#${await numberOf(ticket)}] Fire`
    await receive({ from: stranger(), verdict: 'none', subject, id: own })
    const forged = await receive({ from: people.owner.email, verdict: null, ...answering(own) })
    expect(forged.ticket_id).not.toBe(ticket)
  })

  it('gets no answers of others by naming their mails on a ticket of their own', async () => {
    const confidential = newId()
    const attacker = stranger()
    const bait = await receive({
      from: attacker,
      headers: [`Cc: ${people.owner.email}`, `References: <${confidential}>`],
    })
    const answer = await receive({ from: people.owner.email, ...answering(confidential) })
    expect(answer.ticket_id).not.toBe(bait.ticket_id)
    const staff = await receive(
      { from: people.agent.email, to: people.owner.email, ...answering(confidential) },
      { to: [SUPPORT_ADDRESS] },
    )
    expect(staff.ticket_id).not.toBe(bait.ticket_id)
  })

  it('gets no answers of somebody in copy by sending an id of their choice to a ticket of their own', async () => {
    const lure = newId()
    const bait = await receive({ from: stranger(), headers: [`Cc: ${people.owner.email}`] })
    const reply = await replyAddress(bait.ticket_id ?? '')
    await receive({ from: stranger(), verdict: 'none', id: lure, to: reply })
    const answer = await receive({ from: people.owner.email, subject: 'Fwd: private', ...answering(lure) })
    expect(answer).toMatchObject({ state: 'accepted' })
    expect(answer.ticket_id).not.toBe(bait.ticket_id)
  })

  it('gets no answers of staff by using the id of their mail', async () => {
    const { ticket, sent } = await sentTicket()
    const confidential = newId()
    await copy(ticket, stranger())
    await receive({ from: stranger(), id: confidential, ...answering(sent) })
    const staff = await receive(
      { from: people.agent.email, to: people.owner.email, ...answering(confidential) },
      { to: [SUPPORT_ADDRESS] },
    )
    expect(staff.ticket_id).not.toBe(ticket)
  })

  it('of a forward enters the ticket by no mail of their own', async () => {
    const { ticket } = await sentTicket()
    const expert = stranger()
    const forward = await recordSent(ticket, expert)
    await db`update private.sent_mails set forward_code = left(md5(random()::text), 20) where message_id = ${forward}`
    const own = newId()
    expect(await receive({ from: expert, id: own, ...answering(forward) })).toMatchObject({
      reason: 'forward_answer',
    })
    const forged = await receive({ from: people.owner.email, ...answering(own) })
    expect(forged.ticket_id).not.toBe(ticket)
  })
})
