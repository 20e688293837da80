import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, insertTicket, type TestUsers } from '../support/backend'
import { commentsOf, receive, replyAddress, stranger, withoutHost } from '../support/mail'
import { namedTicket, ways } from './support/named-ticket'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

describe.each(ways)('without a configured receiving host, a mail that names the ticket by %s', (way) => {
  it.each([
    ['a stranger', () => stranger()],
    ['another customer', () => people.otherCustomer.email],
    ['staff', () => people.agent.email],
  ])('of %s does not enter it', async (_name, from) => {
    const { ticket, ways } = await namedTicket(people)
    const mail = await receive({ from: from(), ...ways[way] }, {}, withoutHost())
    expect(mail.ticket_id).not.toBe(ticket)
    expect(mail.suspected_ticket_id).toBe(ticket)
    expect([...(await commentsOf(ticket))]).toEqual([])
  })
})

/** What the mails about a ticket say of their sender, by who gets them. */
const marks = async (ticket: string) => {
  const rows = await db<{ kind: string; is_unverified: boolean }[]>`
    select o.kind, (private.mail_contents(o, 'desk.example') ->> 'is_unverified')::boolean as is_unverified
    from public.notification_outbox o where o.ticket_id = ${ticket} order by o.kind`
  return rows.map(({ kind, is_unverified }) => [kind, is_unverified])
}

it.each([
  ['is not verified', 'none', undefined, true],
  ['is verified', 'pass', undefined, false],
  ['was not looked at', 'none', withoutHost(), false],
] as const)(
  'a mail to the reply address whose sender %s tells every reader so',
  async (_name, verdict, env, isMarked) => {
    const ticket = await insertTicket(people.owner, { assigned_to: people.agent.id })
    await people.agent.client.from('ticket_participants').insert({ ticket_id: ticket, address: stranger() })
    await receive({ from: people.owner.email, verdict, to: await replyAddress(ticket) }, {}, env)
    expect(await marks(ticket)).toEqual([
      ['comment', isMarked],
      ['copy', isMarked],
    ])
    const [later] = await db<{ history: { is_unverified: boolean }[] }[]>`
      select private.earlier_messages(${ticket}, now(), null) as history`
    // The ticket itself came by no mail.
    expect(later?.history.map((each) => each.is_unverified)).toEqual([isMarked, false])
    const { data } = await people.agent.client.rpc('ticket_mails', { ticket_id: ticket })
    expect(data.messages).toMatchObject([{ authentication: env ? 'unchecked' : verdict }])
    const own = await people.owner.client.rpc('ticket_mails', { ticket_id: ticket })
    // A mark and nothing else about the sender.
    expect(Object.keys(own.data.messages[0] ?? {}).sort()).toEqual(['comment_id', 'is_unverified', 'quoted'])
    expect(own.data.messages).toMatchObject([{ is_unverified: isMarked }])
  },
)

/** The mails about a message, and why they are not sent. */
const refusals = async (ticket: string) => {
  const rows = await db<{ kind: string; refusal: string | null }[]>`
    select o.kind, private.mail_refusal(o) as refusal from public.notification_outbox o
    where o.ticket_id = ${ticket} and o.kind in ('copy', 'reply') order by o.kind`
  return rows.map(({ kind, refusal }) => [kind, refusal])
}

it.each([
  ['none', undefined, null],
  ['pass', undefined, 'recipient_has_it'],
  ['none', withoutHost(), 'recipient_has_it'],
] as const)(
  'a mail in the name of a person in copy reaches the requester whom it names, if nothing proves it (%s, %j)',
  async (verdict, env, refusal) => {
    const ticket = await insertTicket(people.owner)
    const [boss, other] = [stranger(), stranger()]
    for (const address of [boss, other])
      await people.agent.client.from('ticket_participants').insert({ ticket_id: ticket, address })
    const to = await replyAddress(ticket)
    const headers = [`Cc: ${people.owner.email}`, `Reply-To: ${other}`]
    await receive({ from: boss, verdict, to, headers }, {}, env)
    const isKept = refusal === null
    expect(await refusals(ticket)).toEqual([
      ['copy', isKept ? null : 'recipient_is_author'],
      ['reply', refusal],
    ])
    const { data } = await people.owner.client.rpc('ticket_mails', { ticket_id: ticket })
    // Nothing of a verified mail of somebody else, and no quoted text of theirs.
    expect(data.messages).toEqual(
      isKept ? [{ comment_id: expect.any(String), is_unverified: true, quoted: '' }] : [],
    )
  },
)

it('a forged From and a guessed number enter no ticket without a configured receiving host', async () => {
  const { ticket, ways } = await namedTicket(people)
  const forged = {
    from: people.owner.email,
    headers: [`Cc: ${stranger()}`],
    ...ways['the number in the subject'],
  }
  const mail = await receive(forged, {}, withoutHost())
  expect(mail).toMatchObject({ state: 'accepted', via: null, suspected_ticket_id: ticket })
  expect(mail.ticket_id).not.toBe(ticket)
  expect([...(await commentsOf(ticket))]).toEqual([])
  expect([...(await db`select 1 from public.ticket_participants where ticket_id = ${ticket}`)]).toEqual([])
})
