import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, insertTicket, type TestUsers } from '../support/backend'
import {
  commentsOf,
  numberOf,
  receive,
  recordSent,
  replyAddress,
  stranger,
  withoutHost,
} from '../support/mail'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

/** A ticket of the owner, and every way to name it in a mail. */
async function target() {
  const ticket = await insertTicket(people.owner)
  const id = await recordSent(ticket, people.owner.email)
  const ways = {
    'the reply address': { to: await replyAddress(ticket) },
    References: { headers: [`References: <${id}>`] },
    'In-Reply-To': { headers: [`In-Reply-To: <${id}>`] },
    'the number in the subject': { subject: `[#${await numberOf(ticket)}] Fire` },
  }
  return { ticket, ways }
}
type Way = keyof Awaited<ReturnType<typeof target>>['ways']
const ways: Way[] = ['the reply address', 'References', 'In-Reply-To', 'the number in the subject']

describe.each(ways)('without a configured receiving host, a mail that names the ticket by %s', (way) => {
  it.each([
    ['a stranger', () => stranger()],
    ['another customer', () => people.otherCustomer.email],
    ['staff', () => people.agent.email],
  ])('of %s does not enter it', async (_name, from) => {
    const { ticket, ways } = await target()
    const mail = await receive({ from: from(), ...ways[way] }, {}, withoutHost())
    expect(mail.ticket_id).not.toBe(ticket)
    expect(mail.suspected_ticket_id).toBe(ticket)
    expect([...(await commentsOf(ticket))]).toEqual([])
  })
})

it('a forged From and a guessed number enter no ticket without a configured receiving host', async () => {
  const { ticket, ways } = await target()
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
