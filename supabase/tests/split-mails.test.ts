/** Mails of split messages: answers reach the new ticket, by Message-ID and by the old reply address. */
import { beforeEach, describe, expect, it } from 'vitest'
import { createUsers, db, expectError, insertTicket, type TestUser, type TestUsers } from './support/backend'
import { receive, recordSent, replyAddress, stranger } from './support/mail'

let people: TestUsers
let ticket: string
/** The reply address of the ticket, as its mails before the split had it. */
let address: string
beforeEach(async () => {
  people = await createUsers()
  ticket = await insertTicket(people.owner, { assigned_to: people.agent.id })
  address = await replyAddress(ticket)
})

const split = async (ids: (string | null)[]) => {
  const args = { ticket_id: ticket, comment_ids: ids, subject: 'Another' }
  const { data, error } = await people.agent.client.rpc('split_ticket', args)
  expect(error).toBeNull()
  return (data as { id: string }).id
}
const write = (from: string, text: string, headers: string[] = [], to = address) =>
  receive({ from, to, text, headers })
const messageId = async (comment: string | null) =>
  (
    await db<
      { id: string }[]
    >`select message_id as id from private.mail_messages where comment_id = ${comment}`
  )[0]?.id
/** A reply by staff, and the Message-ID of its mail to somebody. */
async function answer(text: string, recipient: TestUser) {
  const { data } = await people.agent.client.rpc('send_reply', {
    ticket_id: ticket,
    content: text,
    is_internal: false,
  })
  const comment = (data as { comment: { id: string } }).comment.id
  const sent = await recordSent(ticket, recipient.email)
  await db`update private.sent_mails set comment_id = ${comment} where message_id = ${sent}`
  return { comment, sent }
}

describe('a mail that answers a split message', () => {
  it('leads to the new ticket: the customer’s own mail, at the old reply address and by its id alone', async () => {
    const mail = await write(people.owner.email, 'Another matter')
    const id = await messageId(mail.comment_id ?? null)
    const made = await split([mail.comment_id ?? null])
    const [row] =
      await db`select ticket_id, comment_id from private.mail_messages where message_id = ${id ?? ''}`
    expect(row).toEqual({ ticket_id: made, comment_id: null })
    const again = await write(people.owner.email, 'More', [`In-Reply-To: <${id}>`])
    expect(again).toMatchObject({ state: 'accepted', ticket_id: made })
    const plain = await receive({
      from: people.owner.email,
      text: 'And more',
      headers: [`In-Reply-To: <${id}>`],
    })
    expect(plain).toMatchObject({ state: 'accepted', ticket_id: made })
  })

  it('leads there from the desk’s answer that went along, and from others to the old one', async () => {
    const stays = await answer('About the first matter', people.owner)
    const mail = await write(people.owner.email, 'Another matter')
    const goes = await answer('About the other matter', people.owner)
    const made = await split([mail.comment_id ?? null, goes.comment])
    const reply = (sent: string, text: string) => write(people.owner.email, text, [`In-Reply-To: <${sent}>`])
    expect(await reply(goes.sent, 'Thanks')).toMatchObject({ ticket_id: made })
    expect(await reply(stays.sent, 'Thank you')).toMatchObject({ ticket_id: ticket })
    expect(await write(people.owner.email, 'Nothing named')).toMatchObject({ ticket_id: ticket })
    // The nearest decides.
    const both = [`In-Reply-To: <${stays.sent}>`, `References: <${goes.sent}> <${stays.sent}>`]
    expect(await write(people.owner.email, 'Both', both)).toMatchObject({ ticket_id: ticket })
  })

  it('leads through two splits, and to the ticket into which the new one was merged', async () => {
    const mail = await write(people.owner.email, 'Another matter')
    const second = await write(people.owner.email, 'A third matter')
    const id = await messageId(second.comment_id ?? null)
    const made = await split([mail.comment_id ?? null, second.comment_id ?? null])
    const args = { ticket_id: made, comment_ids: [second.comment_id], subject: 'Third' }
    const { data } = await people.agent.client.rpc('split_ticket', args)
    const third = (data as { id: string }).id
    const reply = () => write(people.owner.email, `More ${Math.random()}`, [`In-Reply-To: <${id}>`])
    expect(await reply()).toMatchObject({ ticket_id: third })
    const target = await insertTicket(people.owner)
    await people.admin.client.rpc('merge_tickets', { source: third, target })
    expect(await reply()).toMatchObject({ ticket_id: target })
  })

  it('by somebody who does not write on the new ticket stays with the old one', async () => {
    await db`insert into public.ticket_participants (ticket_id, address) values (${ticket}, ${people.otherCustomer.email})`
    const mail = await write(people.otherCustomer.email, 'By the way, my matter')
    const id = await messageId(mail.comment_id ?? null)
    const made = await split([mail.comment_id ?? null])
    const [row] = await db`select customer_id, source from public.tickets where id = ${made}`
    expect(row).toEqual({ customer_id: people.otherCustomer.id, source: 'mail' })
    const theirs = await write(people.owner.email, 'I am on the old one', [`In-Reply-To: <${id}>`])
    expect(theirs).toMatchObject({ state: 'accepted', ticket_id: ticket })
    const own = await write(people.otherCustomer.email, 'My matter', [`In-Reply-To: <${id}>`])
    expect(own).toMatchObject({ ticket_id: made })
    const foreign = await write(stranger(), 'Mine?', [`In-Reply-To: <${id}>`])
    expect(foreign).toMatchObject({ state: 'unmatched' })
  })

  it('leads to the old one again after an undo', async () => {
    const mail = await write(people.owner.email, 'Another matter')
    const id = await messageId(mail.comment_id ?? null)
    const made = await split([mail.comment_id ?? null])
    expect((await people.agent.client.rpc('undo_split', { ticket_id: made })).error).toBeNull()
    expect(await messageId(mail.comment_id ?? null)).toBe(id)
    expect(await write(people.owner.email, 'More', [`In-Reply-To: <${id}>`])).toMatchObject({
      ticket_id: ticket,
    })
  })
})

describe('somebody in copy', () => {
  const words = { secret: 'wombat', own: 'quokka', mailed: 'numbat' }
  let own: string | null
  let secret: string
  beforeEach(async () => {
    await db`insert into public.ticket_participants (ticket_id, address) values (${ticket}, ${people.otherCustomer.email})`
    own = (await write(people.otherCustomer.email, `About the ${words.own}`)).comment_id ?? null
    const { data } = await people.owner.client
      .from('comments')
      .insert({ ticket_id: ticket, content: `A ${words.secret} of the requester` })
      .select('id')
      .single()
    secret = (data as { id: string }).id
  })

  it('becomes requester and reads no message that was not mailed to them', async () => {
    const { comment: mailed } = await answer(`To all: ${words.mailed}`, people.otherCustomer)
    const note = await people.agent.client
      .from('comments')
      .insert({ ticket_id: ticket, content: 'bilby', is_internal: true })
      .select('id')
      .single()
    const noteId = (note.data as { id: string }).id
    const choices = { ticket_id: ticket, first_id: own }
    expect((await people.agent.client.rpc('split_choices', choices)).data).toMatchObject({
      requester: { id: people.otherCustomer.id },
      messages: [mailed, noteId],
    })
    const all = { ticket_id: ticket, comment_ids: [own, secret, mailed], subject: 'x' }
    expectError(await people.agent.client.rpc('split_ticket', all), 'split_unread')
    const made = await split([own, mailed, noteId])
    const { data } = await people.otherCustomer.client.rpc('get_ticket_detail', { ticket_id: made })
    const read = JSON.stringify(data)
    expect(read).toContain(words.own)
    expect(read).toContain(words.mailed)
    expect(read).not.toContain(words.secret)
    expect(read).not.toContain('bilby')
    const mine = await people.owner.client.rpc('get_ticket_detail', { ticket_id: made })
    expect(mine.data).toBeNull()
  })

  it('gets the mails of the new ticket, and the old requester none of them', async () => {
    const made = await split([own])
    const reply = { ticket_id: made, content: 'Now to you alone', is_internal: false }
    await people.agent.client.rpc('send_reply', reply)
    const due =
      await db`select recipient_email from public.notification_outbox where ticket_id = ${made} and kind in ('reply', 'copy')
      and private.mail_refusal(notification_outbox) is null`
    expect(due.map(({ recipient_email }) => recipient_email as string)).toEqual([people.otherCustomer.email])
  })
})

it('drops mails about a split message that the others would get', async () => {
  const { data } = await people.owner.client
    .from('comments')
    .insert({ ticket_id: ticket, content: 'Another matter' })
    .select('id')
    .single()
  await db`insert into public.ticket_participants (ticket_id, address) values (${ticket}, ${people.otherCustomer.email})`
  const { comment } = await answer('To all of you', people.owner)
  const [later] = await db<{ id: string }[]>`
    insert into public.notification_outbox (kind, recipient_email, recipient_name, ticket_id, ticket_subject, comment_id,
      actor_name, next_attempt_at)
    values ('copy', ${people.otherCustomer.email}, '', ${ticket}, 'x', ${comment}, 'Ada', now() + interval '1 hour')
    returning id`
  const refusalOf = () =>
    db`select private.mail_refusal(o) as refusal from public.notification_outbox o where o.id = ${later?.id ?? ''}`
  expect(await refusalOf()).toEqual([{ refusal: null }])
  const made = await split([(data as { id: string }).id, comment])
  expect(await refusalOf()).toEqual([{ refusal: 'recipient_not_in_copy' }])
  // An undo lets it go.
  expect((await people.agent.client.rpc('undo_split', { ticket_id: made })).error).toBeNull()
  expect(await refusalOf()).toEqual([{ refusal: null }])
})
