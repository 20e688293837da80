/** A stranger puts somebody in copy on a ticket of their own, and writes its marks into mails to others, which their programs copy. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { db, insertTicket } from '../support/backend'
import {
  commentsOf,
  receive,
  recordSent,
  replyAddress,
  stranger,
  SUPPORT_ADDRESS,
  withoutHost,
} from '../support/mail'
import { createLures } from './support/lures'
import { resetAfterAll } from './support/reset'

resetAfterAll()

const { people, answering, lure, byNumber, byRoot, bySent, named, withDesk } = createLures()

describe('a mail of a stranger that somebody in copy on their ticket forwards to the workspace', () => {
  it.each([
    ['its number', byNumber],
    ['a mail of the workspace to the stranger', bySent],
    ['its root', byRoot],
    ['an id that staff have answered', named],
  ])('and that names the ticket by %s shows the forward to nobody there', async (_name, naming) => {
    const { author, ticket } = await lure()
    const values = await naming(ticket, author)
    const before = await commentsOf(ticket)
    const alone = await receive({ from: people().owner.email, ...values })
    expect(alone.state).toBe('accepted')
    expect(alone.ticket_id).not.toBe(ticket)
    expect(await commentsOf(ticket)).toEqual(before)
    // They read it anyway.
    const toAll = await receive(
      { from: people().owner.email, to: `${SUPPORT_ADDRESS}, ${author}`, ...values },
      { to: [SUPPORT_ADDRESS] },
    )
    expect(toAll).toMatchObject({ state: 'accepted', ticket_id: ticket })
  })

  it('is not filed there by what is out of sight either, once they have got mails of the ticket', async () => {
    const { author, ticket } = await lure()
    const own = await recordSent(ticket, people().owner.email)
    for (const values of [
      ...[byRoot(ticket), await bySent(ticket, author), await byNumber(ticket)],
      // What a mail forwards may answer what the workspace wrote to them.
      { headers: [answering(own, `${randomUUID()}@mail.example`)] },
    ])
      expect((await receive({ from: people().owner.email, ...values })).ticket_id).not.toBe(ticket)
    // What they answer themselves is.
    expect((await receive({ from: people().owner.email, headers: [answering(own)] })).ticket_id).toBe(ticket)
  })

  it.each([
    ['proven', 'pass', undefined],
    ['unproven', 'none', undefined],
    ['unchecked', null, withoutHost()],
  ] as const)(
    'is not filed there by what the stranger sent in their name (%s)',
    async (_name, verdict, env) => {
      const [from, author, id] = [stranger(), people().otherCustomer.email, `${randomUUID()}@mail.example`]
      const opened = await receive({ from: author, headers: [`Cc: ${from}`], verdict }, {}, env)
      const to = await replyAddress(opened.ticket_id ?? '')
      await receive({ from, id, to, verdict: verdict && 'none', text: 'Planted.' }, {}, env)
      const forward = await receive(
        { from, verdict, subject: 'Fwd: threats', headers: [answering(id)] },
        {},
        env,
      )
      expect(forward.state).toBe('accepted')
      expect(forward.ticket_id).not.toBe(opened.ticket_id)
    },
  )

  it('is not filed there by what staff wrote from their mail program', async () => {
    const { ticket } = await lure()
    const id = `${randomUUID()}@mail.example`
    await receive({ from: people().agent.email, id, to: await replyAddress(ticket) })
    const forward = await receive({ from: people().owner.email, headers: [answering(id)] })
    expect(forward.state).toBe('accepted')
    expect(forward.ticket_id).not.toBe(ticket)
  })

  it('is filed in the ticket of its author when their mail is on both', async () => {
    const { ticket } = await lure()
    const own = await insertTicket(people().owner)
    const id = `${randomUUID()}@mail.example`
    const to = [await replyAddress(ticket), await replyAddress(own)].join(', ')
    await receive({ from: people().owner.email, id, to })
    expect((await receive({ from: people().owner.email, headers: [answering(id)] })).ticket_id).toBe(own)
    // Also when it answers a mail of the workspace about the other.
    const sent = [await recordSent(ticket, people().owner.email), await recordSent(own, people().owner.email)]
    expect((await receive({ from: people().owner.email, headers: [answering(...sent)] })).ticket_id).toBe(own)
  })

  it('is filed when staff put them in copy', async () => {
    const ticket = await insertTicket(people().otherCustomer)
    await db`insert into public.ticket_participants (ticket_id, address) values (${ticket}, ${people().owner.email})`
    for (const values of [await byNumber(ticket), byRoot(ticket), await bySent(ticket, stranger())])
      expect((await receive({ from: people().owner.email, ...values })).ticket_id).toBe(ticket)
  })
})

describe('a mail of staff to somebody whom a stranger put in copy', () => {
  it.each([
    ['its number', byNumber],
    ['a mail of the workspace to the stranger', bySent],
    ['its root', byRoot],
    ['an id that staff have answered', named],
    [
      'the mail of the stranger',
      (_ticket: string, _to: string, id: string) => ({ headers: [answering(id)] }),
    ],
  ])('that names the ticket by %s is shown to nobody there', async (_name, naming) => {
    const { author, id, ticket } = await lure()
    const values = await naming(ticket, author, id)
    const before = await commentsOf(ticket)
    const between = await withDesk(people().agent.email, people().owner.email, values)
    expect(between.state).toBe('accepted')
    expect(between.ticket_id).not.toBe(ticket)
    expect(await commentsOf(ticket)).toEqual(before)
    const toAll = await withDesk(people().agent.email, `${people().owner.email}, ${author}`, values)
    expect(toAll).toMatchObject({ state: 'accepted', ticket_id: ticket })
  })

  it('is filed when staff put them in copy, and at the reply address', async () => {
    const { author, id, ticket } = await lure()
    const to = `${people().owner.email}, ${await replyAddress(ticket)}`
    expect((await receive({ from: people().agent.email, to })).ticket_id).toBe(ticket)
    await db`update public.ticket_participants set source = 'staff' where ticket_id = ${ticket}`
    for (const values of [
      ...[await byNumber(ticket), byRoot(ticket), await bySent(ticket, author)],
      { headers: [answering(id)] },
    ])
      expect(await withDesk(people().agent.email, people().owner.email, values)).toMatchObject({
        ...{ state: 'accepted', ticket_id: ticket },
      })
  })
})

describe('a mail between two whom a stranger put in copy', () => {
  /** A friend of the owner, in copy as well. */
  async function lureTwo(headers: string[] = []) {
    const friend = stranger()
    return { friend, ...(await lure([`Cc: ${friend}`, ...headers])) }
  }
  const fromOwner = async (to: string, author: string, ticket: string, id: string) => {
    const values = { headers: [answering(id)] }
    const between = await withDesk(people().owner.email, to, values)
    expect(between.state).toBe('accepted')
    expect(between.ticket_id).not.toBe(ticket)
    expect((await withDesk(people().owner.email, `${to}, ${author}`, values)).ticket_id).toBe(ticket)
  }

  it('is not filed there because the stranger asked to answer one of them', async () => {
    const asked = stranger()
    const { author, ticket, id } = await lure([`Reply-To: ${asked}`])
    await fromOwner(asked, author, ticket, id)
  })

  it('is not filed there because it answers what one of them wrote to all', async () => {
    const { friend, author, ticket, id } = await lureTwo()
    for (const writer of [friend, people().owner.email]) {
      const toAll = `${randomUUID()}@mail.example`
      const values = { id: toAll, headers: [answering(id)] }
      expect((await withDesk(writer, `${author}, ${friend}`, values)).ticket_id).toBe(ticket)
      await fromOwner(friend, author, ticket, toAll)
      const alone = await receive({ from: people().owner.email, headers: [answering(toAll)] })
      expect(alone.state).toBe('accepted')
      expect(alone.ticket_id).not.toBe(ticket)
    }
  })

  it('is not filed there because it answers a mail of the workspace to one of them', async () => {
    const { friend, author, ticket } = await lureTwo()
    await fromOwner(friend, author, ticket, await recordSent(ticket, friend))
  })

  it('is not filed there because it answers a mail that one of them named', async () => {
    const { friend, author, ticket, id } = await lureTwo()
    const earlier = `${randomUUID()}@mail.example`
    const values = { headers: [answering(earlier, id)] }
    expect((await withDesk(people().owner.email, `${author}, ${friend}`, values)).ticket_id).toBe(ticket)
    await fromOwner(friend, author, ticket, earlier)
  })
})
