/** Mails about a ticket do not follow a mailbox whose owner left, or moved to another address. */
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, insertTicket, type TestUsers } from '../support/backend'
import { commentsOf, personWith, receive, replyAddress, stranger } from '../support/mail'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const copy = async (ticket: string, address: string) => {
  await people.agent.client.from('ticket_participants').insert({ ticket_id: ticket, address })
}
const copiesOf = async (ticket: string) =>
  (await db`select address from public.ticket_participants where ticket_id = ${ticket}`).map(
    ({ address }) => address,
  )

describe('somebody in copy', () => {
  it.each([
    ['whose account was made by another ticket', true],
    ['who is active', false],
  ])('%s gets nothing after the deactivation', async (_name, isDeactivated) => {
    const ticket = await insertTicket(people.owner)
    const address = stranger()
    await copy(ticket, address)
    await receive({ from: address })
    const person = await personWith(address)
    if (isDeactivated)
      await db`update public.profiles set deactivated_at = now() where id = ${person?.id ?? null}`
    await people.agent.client.from('comments').insert({ ticket_id: ticket, content: 'Afterwards' })
    const [mail] = await db`
      select private.mail_refusal(o) as refusal from public.notification_outbox o where o.ticket_id = ${ticket} and o.kind = 'copy'`
    expect(mail).toEqual({ refusal: isDeactivated ? 'recipient_inactive' : null })
  })

  it('stays so with a new address, and the old one is out', async () => {
    const tickets = [await insertTicket(people.owner), await insertTicket(people.owner)]
    const [before, after] = [stranger(), stranger()]
    for (const ticket of tickets) {
      await copy(ticket, before)
      await receive({ from: before, to: await replyAddress(ticket) })
    }
    await copy(tickets[1] ?? '', after)
    const person = await personWith(before)
    await db`update auth.users set email = ${after} where id = ${person?.id ?? null}`
    for (const ticket of tickets) expect(await copiesOf(ticket)).toEqual([after])
  })
})

it('a forged mail whose message was deleted leaves no mark on the message that opened the ticket', async () => {
  const { ticket_id: ticket } = await receive({ from: people.owner.email })
  await receive({ from: people.owner.email, verdict: 'none', to: await replyAddress(ticket ?? '') })
  await db`delete from public.comments where ticket_id = ${ticket}`
  expect([...(await commentsOf(ticket ?? ''))]).toEqual([])
  const { data } = await people.agent.client.rpc('ticket_mails', { ticket_id: ticket })
  expect(data.messages).toMatchObject([{ comment_id: null, is_unverified: false }])
  const [later] = await db`select private.earlier_messages(${ticket}, now(), null) as history`
  expect(later?.history).toMatchObject([{ is_unverified: false }])
})
