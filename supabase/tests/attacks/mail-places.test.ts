/** A stranger chooses reply addresses and Message-IDs that others answer: neither takes their mails away nor lets the stranger read them. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, insertTicket, type TestUsers } from '../support/backend'
import {
  commentsOf,
  deliver,
  SUPPORT_ADDRESS,
  numberOf,
  rawMail,
  receive,
  recordSent,
  replyAddress,
  stranger,
} from '../support/mail'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const newId = () => `${randomUUID()}@mail.example`
const answering = (...ids: string[]) => `References: ${ids.map((id) => `<${id}>`).join(' ')}`

async function ownTicket() {
  const ticket = await insertTicket(people.owner)
  return { ticket, sent: await recordSent(ticket, people.owner.email), address: await replyAddress(ticket) }
}
async function foreignTicket() {
  const ticket = await insertTicket(people.otherCustomer)
  return { ticket, address: await replyAddress(ticket) }
}
const rowsOf = (id: string) =>
  db<{ state: string; reason: string; ticket_id: string | null }[]>`
    select state, reason, ticket_id from private.mail_messages where message_id = ${id} order by received_at`

describe('a mail to the reply addresses of two tickets', () => {
  it('is filed in the ticket of its sender, whichever address comes first and however often it comes', async () => {
    const [own, foreign] = [await ownTicket(), await foreignTicket()]
    const id = newId()
    const raw = rawMail({ from: people.owner.email, to: `${foreign.address}, ${own.address}`, id })
    for (let turn = 0; turn < 2; turn += 1) await deliver(raw, { to: [foreign.address, own.address] })
    expect(await rowsOf(id)).toMatchObject([
      { state: 'unmatched', reason: 'foreign_ticket' },
      { state: 'accepted', ticket_id: own.ticket },
    ])
    expect(await commentsOf(own.ticket)).toHaveLength(1)
  })

  it('is filed in both when staff write it, unless it is for others', async () => {
    const [one, two, three] = [await ownTicket(), await foreignTicket(), await foreignTicket()]
    const from = people.agent.email
    for (let turn = 0; turn < 2; turn += 1)
      await receive({ from, to: `${one.address}, ${two.address}`, id: `both.${one.ticket}@mail.example` })
    expect([await commentsOf(one.ticket), await commentsOf(two.ticket)]).toMatchObject([[{}], [{}]])
    await receive({ from, to: `${people.owner.email}, ${one.address}, ${three.address}` })
    expect(await commentsOf(one.ticket)).toHaveLength(2)
    expect(await commentsOf(three.ticket)).toEqual([])
    await receive({ from, to: `${people.owner.email}, ${three.address}, ${one.address}` })
    expect(await commentsOf(one.ticket)).toHaveLength(3)
  })

  it('is filed in both when both are its sender’s', async () => {
    const [one, two] = [await ownTicket(), await ownTicket()]
    await receive({ from: people.owner.email, to: `${one.address}, ${two.address}` })
    expect([await commentsOf(one.ticket), await commentsOf(two.ticket)]).toMatchObject([[{}], [{}]])
  })

  it('is filed in the ticket of its sender when a host delivers it to the plain address', async () => {
    const [own, foreign] = [await ownTicket(), await foreignTicket()]
    const to = `${foreign.address}, ${own.address}`
    expect(await receive({ from: people.owner.email, to }, { to: [SUPPORT_ADDRESS] })).toMatchObject({
      ticket_id: own.ticket,
    })
  })

  it.each(['support', 'note'] as const)(
    'is filed in both when they are of two desks (%s), and its sender writes on both',
    async (kind) => {
      const [desk, author, other] = [`${kind}-${randomUUID().slice(0, 8)}@localhost`, stranger(), stranger()]
      await db`insert into public.mail_addresses (address, kind) values (${desk}, ${kind})`
      const first = { from: other, ...(kind === 'support' ? { to: desk } : {}), headers: [`Cc: ${author}`] }
      const [own, theirs] = [await receive({ from: author }), await receive(first)]
      const to = [await replyAddress(theirs.ticket_id ?? '', kind), await replyAddress(own.ticket_id ?? '')]
      expect(to[0]).toContain(kind === 'support' ? 'support-' : 'note-')
      for (const from of [author, people.agent.email])
        for (let turn = 0; turn < 2; turn += 1)
          await deliver(rawMail({ from, to: `${author}, ${to.join(', ')}`, id: `two.${desk}.${from}` }), {
            to,
          })
      expect(await commentsOf(own.ticket_id ?? '')).toMatchObject([
        { is_internal: false },
        { is_internal: false },
      ])
      expect(await commentsOf(theirs.ticket_id ?? '')).toHaveLength(2)
      await db`delete from public.mail_addresses where address = ${desk}`
    },
  )

  it('is filed in the ticket of its sender rather than in one where they are in copy', async () => {
    const author = stranger()
    const own = await receive({ from: author })
    const theirs = await receive({ from: stranger(), headers: [`Cc: ${author}`] })
    const to = [theirs, own].map(({ ticket_id }) => replyAddress(ticket_id ?? ''))
    const mail = await receive(
      { from: author, to: (await Promise.all(to)).join(', ') },
      { to: [SUPPORT_ADDRESS] },
    )
    expect(mail).toMatchObject({ state: 'accepted', ticket_id: own.ticket_id })
  })

  it.each(['answers', 'opens'] as const)(
    'and that proves nothing is not known for a copy that a stranger had delivered to theirs first (it %s a ticket)',
    async (kind) => {
      const [author, other, id] = [stranger(), stranger(), newId()]
      const own = await receive({ from: author, verdict: 'none' })
      const theirs = await receive({ from: other, headers: [`Cc: ${author}`] })
      const headers = kind === 'answers' ? [answering(await recordSent(own.ticket_id ?? '', author))] : []
      const to = `${SUPPORT_ADDRESS}, ${other}`
      const raw = rawMail({ from: author, id, verdict: 'none', to, headers })
      await deliver(raw, { to: [await replyAddress(theirs.ticket_id ?? '')] })
      for (let turn = 0; turn < 2; turn += 1) await deliver(raw, { to: [SUPPORT_ADDRESS] })
      const rows = await rowsOf(id)
      expect(rows).toMatchObject([{ ticket_id: theirs.ticket_id }, { state: 'accepted' }])
      if (kind === 'answers') expect(rows[1]?.ticket_id).toBe(own.ticket_id)
      else expect([own.ticket_id, theirs.ticket_id]).not.toContain(rows[1]?.ticket_id)
    },
  )

  it('to many addresses, the first of them chosen by a stranger, is filed in the ticket of its sender too', async () => {
    const own = await ownTicket()
    const theirs = await Promise.all(Array.from({ length: 21 }, foreignTicket))
    const to = [...theirs.map(({ address }) => address), own.address]
    for (const [from, count] of [
      [people.owner.email, 1],
      [people.agent.email, 2],
    ] as const) {
      await deliver(rawMail({ from, to: to.join(', ') }), { to })
      expect(await commentsOf(own.ticket)).toHaveLength(count)
    }
    // A service that receives mails for the workspace has an address of its own in the envelope.
    await deliver(rawMail({ from: people.owner.email, to: to.join(', ') }), { to: ['box@service.example'] })
    expect(await commentsOf(own.ticket)).toHaveLength(3)
  })

  it('one of which has a wrong code is filed in the other', async () => {
    const own = await ownTicket()
    const wrong = own.address.replace(/\.[0-9a-f]{20}@/, `.${'0'.repeat(20)}@`)
    const mail = await receive({ from: people.owner.email, to: `${wrong}, ${own.address}` })
    expect(mail).toMatchObject({ state: 'accepted', via: 'address', ticket_id: own.ticket })
  })
})

describe('a genuine mail that somebody first delivers to another reply address', () => {
  it.each([
    ['is filed in the ticket that it answers', true],
    ['opens its ticket', false],
  ])('%s', async (_name, isAnswer) => {
    const [own, foreign] = [await ownTicket(), await foreignTicket()]
    const id = newId()
    const raw = rawMail({ from: people.owner.email, id, headers: isAnswer ? [answering(own.sent)] : [] })
    await deliver(raw, { to: [foreign.address] })
    for (let turn = 0; turn < 2; turn += 1) await deliver(raw)
    const [bait, real, another] = await rowsOf(id)
    expect(bait).toMatchObject({ state: 'unmatched', reason: 'foreign_ticket' })
    expect(real?.state).toBe('accepted')
    if (isAnswer) expect(real?.ticket_id).toBe(own.ticket)
    expect(another).toBeUndefined()
  })

  it('is filed once when it waits for staff wherever it is delivered', async () => {
    const foreign = await foreignTicket()
    const id = newId()
    const raw = rawMail({ from: people.owner.email, id, to: foreign.address })
    for (const to of [foreign.address, SUPPORT_ADDRESS, foreign.address]) await deliver(raw, { to: [to] })
    expect(await rowsOf(id)).toHaveLength(1)
  })
})

describe('a mail of a stranger with a Message-ID that others answer', () => {
  const bait = async (id: string, copied: string[] = []) =>
    receive({ from: stranger(), id, headers: copied.length > 0 ? [`Cc: ${copied.join(', ')}`] : [] })

  it('does not hold an answer back that also names a mail of its sender’s ticket', async () => {
    const { ticket, sent } = await ownTicket()
    const id = newId()
    await bait(id)
    const headers = [answering(sent, id), `In-Reply-To: <${id}>`]
    expect(await receive({ from: people.owner.email, headers })).toMatchObject({
      ...{ state: 'accepted', via: 'references', ticket_id: ticket },
    })
  })

  it('and with a mail of the workspace to the stranger among its references does not hold an answer back either', async () => {
    const [{ ticket, sent }, foreign] = [await ownTicket(), await foreignTicket()]
    const theirs = await recordSent(foreign.ticket, people.otherCustomer.email)
    const headers = [answering(sent, theirs, newId())]
    expect(await receive({ from: people.owner.email, headers })).toMatchObject({
      ...{ state: 'accepted', via: 'references', ticket_id: ticket },
    })
    const waiting = await receive({ from: people.owner.email, headers: [answering(theirs)] })
    expect(waiting).toMatchObject({ reason: 'foreign_ticket', suspected_ticket_id: foreign.ticket })
  })

  it('brings no answer of somebody whom it put in copy to the stranger, unless it is addressed to them', async () => {
    const id = newId()
    const lure = await bait(id, [people.owner.email])
    const answer = (values: object) =>
      receive({ from: people.owner.email, headers: [answering(id)], ...values })
    const alone = await answer({})
    expect(alone.state).toBe('accepted')
    expect(alone.ticket_id).not.toBe(lure.ticket_id)
    const [{ from_address: author = '' } = {}] = await db<{ from_address: string }[]>`
      select from_address from private.mail_messages where message_id = ${id}`
    const toAll = await answer({ headers: [answering(id), `Cc: ${author}`] })
    expect(toAll).toMatchObject({ state: 'accepted', ticket_id: lure.ticket_id })
  })

  it.each([
    ['the workspace', () => SUPPORT_ADDRESS],
    ['staff', () => people.agent.email],
    ['them', () => people.owner.email],
  ])('that asks to answer %s brings no answer of somebody whom it put in copy', async (_name, asked) => {
    const id = newId()
    const copied = `Cc: ${people.owner.email}`
    const lure = await receive({ from: stranger(), id, headers: [copied, `Reply-To: ${asked()}`] })
    const to = `${SUPPORT_ADDRESS}, ${people.agent.email}, ${people.owner.email}`
    const answer = await receive(
      { from: people.owner.email, to, headers: [answering(id)] },
      { to: [SUPPORT_ADDRESS] },
    )
    expect(answer.state).toBe('accepted')
    expect(answer.ticket_id).not.toBe(lure.ticket_id)
  })

  it('in the name of somebody whom it put in copy brings none of their answers', async () => {
    const [author, friend] = [stranger(), stranger()]
    const lure = await receive({ from: author, headers: [`Cc: ${people.owner.email}, ${friend}`] })
    const to = await replyAddress(lure.ticket_id ?? '')
    for (const forged of [people.owner.email, friend]) {
      const id = newId()
      const bait = await receive({ from: forged, to, id, verdict: 'none' })
      expect(bait.ticket_id).toBe(lure.ticket_id)
      const answer = (readers: string) =>
        receive(
          { from: people.owner.email, to: `${SUPPORT_ADDRESS}, ${readers}`, headers: [answering(id)] },
          { to: [SUPPORT_ADDRESS] },
        )
      expect((await answer(friend)).ticket_id).not.toBe(lure.ticket_id)
      expect((await answer(`${friend}, ${author}`)).ticket_id).toBe(lure.ticket_id)
    }
  })

  it.each([
    ['to a customer', () => people.owner.email],
    ['to the workspace alone', () => SUPPORT_ADDRESS],
  ])('brings no mail of staff %s to the stranger', async (_name, to) => {
    const id = newId()
    const lure = await bait(id)
    const mail = await receive(
      { from: people.agent.email, to: to(), headers: [answering(id)] },
      { to: [SUPPORT_ADDRESS] },
    )
    expect(mail.ticket_id).not.toBe(lure.ticket_id)
    expect(await commentsOf(lure.ticket_id ?? '')).toEqual([])
  })

  it.each([
    ['its number', async (ticket: string) => ({ subject: `Re: [#${await numberOf(ticket)}] Fire` })],
    [
      'a mail of the workspace to them',
      async (ticket: string, to: string) => ({ headers: [answering(await recordSent(ticket, to))] }),
    ],
    ['its root', async (ticket: string) => ({ headers: [answering(`ticket.${ticket}@desk.example`)] })],
  ])('that names their ticket by %s brings no mail of staff to others to them', async (_name, naming) => {
    const author = stranger()
    const opened = await receive({ from: author })
    const values = await naming(opened.ticket_id ?? '', author)
    const from = people.agent.email
    const send = (to: string) =>
      receive({ from, to: `${to}, ${SUPPORT_ADDRESS}`, ...values }, { to: [SUPPORT_ADDRESS] })
    const toOthers = await send(people.owner.email)
    expect(toOthers.ticket_id).not.toBe(opened.ticket_id)
    const toThem = await send(`${people.owner.email}, ${author}`)
    expect(toThem).toMatchObject({ state: 'accepted', ticket_id: opened.ticket_id })
  })

  it('leaves the answers of staff and of everybody in copy to a mail of the requester where they belong', async () => {
    const copied = stranger()
    const id = newId()
    const opened = await receive({ from: people.owner.email, id, headers: [`Cc: ${copied}`] })
    await bait(id)
    const to = `${people.owner.email}, ${SUPPORT_ADDRESS}`
    for (const from of [people.agent.email, copied, people.owner.email])
      expect(await receive({ from, to, headers: [answering(id)] }, { to: [SUPPORT_ADDRESS] })).toMatchObject({
        ...{ state: 'accepted', ticket_id: opened.ticket_id },
      })
  })
})
