/** A link in the text of a mail is quoted in answers: everybody in copy can use it, and must not silence anybody with it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, expectError, insertTicket, type TestUsers } from '../support/backend'
import { receive, replyAddress, stranger } from '../support/mail'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const set = (token: string, subscribed = false) =>
  people.visitor.rpc('set_subscription', { token, subscribed })
const get = async (token: string) => (await people.visitor.rpc('get_subscription', { token })).data
const copiesOf = async (ticket: string) =>
  (
    await db<
      { address: string }[]
    >`select address from public.ticket_participants where ticket_id = ${ticket} and left_at is null`
  ).map(({ address }) => address)
interface Told {
  ticket_id: string | null
  excerpt: string
  stop_token: string
  unsubscribe_token: string | null
}
const toldTo = (address: string) => db<Told[]>`
  select ticket_id, excerpt, stop_token, unsubscribe_token from public.notification_outbox
  where kind = 'stopped' and recipient_email = ${address}`
const unreached = async (ticket: string, { client } = people.agent) =>
  client.rpc('unreached_people', { ticket_id: ticket })

/** A ticket with somebody in copy, and the token of the link in a mail to them. */
async function copied() {
  const ticket = await insertTicket(people.owner)
  const address = stranger()
  const add = () => people.agent.client.from('ticket_participants').insert({ ticket_id: ticket, address })
  await add()
  await people.agent.client.from('comments').insert({ ticket_id: ticket, content: 'Hello' })
  const [mail] = await db<{ stop_token: string }[]>`
    select stop_token from public.notification_outbox where ticket_id = ${ticket} and kind = 'copy'`
  return { ticket, address, add, token: mail?.stop_token ?? '' }
}

describe('the link for people in copy', () => {
  it('ends the copies of this ticket alone, tells them, and takes it back', async () => {
    const { ticket, address, token } = await copied()
    const other = await insertTicket(people.owner)
    await db`insert into public.ticket_participants (ticket_id, address) values (${other}, ${address})`
    expect(token).not.toContain(address)
    const found = await get(token)
    expect(found).toMatchObject({ kind: 'copy', is_subscribed: true, is_in_text: true })
    expect(await copiesOf(ticket)).toEqual([address])
    expect((await set(token)).data).toEqual({ ...found, is_subscribed: false })
    expect(await copiesOf(ticket)).toEqual([])
    expect(await copiesOf(other)).toEqual([address])
    const told = { ticket_id: ticket, excerpt: 'copy', stop_token: token, unsubscribe_token: null }
    expect([...(await toldTo(address))]).toEqual([told])
    expect((await unreached(ticket)).data).toEqual([{ address, name: '', reason: 'copy' }])
    // A second click changes and tells nothing.
    await set(token)
    expect(await toldTo(address)).toHaveLength(1)
    expect((await set(token, true)).data).toEqual(found)
    expect(await copiesOf(ticket)).toEqual([address])
    expect((await unreached(ticket)).data).toEqual([])
  })

  it('holds when others answer to all, until they write or staff add them', async () => {
    const { ticket, address, token, add } = await copied()
    const to = await replyAddress(ticket)
    const answerToAll = () => receive({ from: people.owner.email, to, headers: [`Cc: ${address}`] })
    await set(token)
    await answerToAll()
    await receive({ from: address, to, verdict: 'none' })
    expect(await copiesOf(ticket)).toEqual([])
    expect(await receive({ from: address, to })).toMatchObject({ state: 'accepted', ticket_id: ticket })
    expect(await copiesOf(ticket)).toEqual([address])
    await set(token)
    await people.agent.client.from('ticket_participants').delete().eq('ticket_id', ticket)
    await add()
    expect(await copiesOf(ticket)).toEqual([address])
  })

  it('ends copies that are queued, and whoever comes back has no more rights than before', async () => {
    const { ticket, address, token } = await copied()
    await db`update public.ticket_participants set source = 'mail' where ticket_id = ${ticket}`
    const copy = () => db<{ error: string | null; dropped: boolean }[]>`
      select error, dropped_at is not null as dropped from public.notification_outbox
      where ticket_id = ${ticket} and kind = 'copy' order by created_at`
    await people.agent.client.from('comments').insert({ ticket_id: ticket, content: 'Queued' })
    await db`update public.notification_outbox set sent_at = null, dropped_at = null, error = null,
      next_attempt_at = now() + interval '1 hour' where ticket_id = ${ticket} and kind = 'copy'`
    await set(token)
    const left = { error: 'The recipient left the copies of the ticket', dropped: true }
    expect([...(await copy())]).toEqual([left, left])
    await people.agent.client.from('comments').insert({ ticket_id: ticket, content: 'Not for them' })
    expect(await copy()).toHaveLength(2)
    await set(token, true)
    const [row] = await db`select address, source from public.ticket_participants where ticket_id = ${ticket}`
    expect(row).toEqual({ address, source: 'mail' })
  })

  it('is of one ticket and one address', async () => {
    const [one, two] = [await copied(), await copied()]
    const [, , mac] = one.token.split('.')
    expectError(await set(`${two.ticket}.copy.${mac}`), 'unsubscribe_invalid')
    await db`delete from public.ticket_participants where ticket_id = ${one.ticket}`
    // Staff removed them: the link brings nobody back.
    expectError(await set(one.token, true), 'unsubscribe_invalid')
  })

  it('stops mails no more often than it notifies: three times a day', async () => {
    const { ticket, address, token } = await copied()
    for (let turn = 0; turn < 3; turn += 1) {
      await set(token)
      await set(token, true)
    }
    expectError(await set(token), 'subscription_limit')
    expect(await copiesOf(ticket)).toEqual([address])
    expect(await toldTo(address)).toHaveLength(3)
    await db`update private.link_stops set told_since = now() - interval '25 hours' where address = ${address}`
    expect((await set(token)).data).toMatchObject({ is_subscribed: false })
  })
})

it('stops no copies when the mail about it would not be sent', async () => {
  const { ticket, address, token } = await copied()
  await db`insert into public.notification_outbox (kind, recipient_email, recipient_name, ticket_id, ticket_subject, actor_name)
    select 'copy', 'x@y.example', '', ${ticket}, '', '' from generate_series(1, 200)`
  expectError(await set(token), 'subscription_limit')
  expect(await copiesOf(ticket)).toEqual([address])
})

describe('the link for a kind of mail', () => {
  const linkOf = async (person: string) => {
    const [row] = await db<
      { token: string }[]
    >`select private.unsubscribe_token(${person}, 'status') as token`
    return row?.token ?? ''
  }
  const wants = async () =>
    (
      await db`select private.wants(preferences, 'notify', 'status') as on from public.profiles where id = ${people.owner.id}`
    )[0]?.on
  const choose = (on: boolean) =>
    people.owner.client
      .from('profiles')
      .update({ preferences: { notify_status: on } })
      .eq('id', people.owner.id)

  it('tells its recipient, and ends when they write', async () => {
    const { owner } = people
    const token = await linkOf(owner.id)
    const ticket = await insertTicket(owner)
    await set(token)
    expect(await wants()).toBe(false)
    expect([...(await toldTo(owner.email))]).toMatchObject([
      { ticket_id: null, excerpt: 'status', stop_token: token },
    ])
    const row = { address: owner.email, name: expect.any(String), reason: 'status' }
    expect((await unreached(ticket)).data).toEqual([row])
    await receive({ from: owner.email, headers: ['Auto-Submitted: auto-generated'] })
    await receive({ from: owner.email, to: await replyAddress(ticket), verdict: 'none' })
    expect(await wants()).toBe(false)
    await receive({ from: owner.email })
    expect(await wants()).toBe(true)
    expect((await unreached(ticket)).data).toEqual([])
  })

  it('leaves their own choice alone', async () => {
    await set(await linkOf(people.owner.id))
    await choose(true)
    await choose(false)
    await receive({ from: people.owner.email })
    expect(await wants()).toBe(false)
    await choose(true)
  })

  it.each(['a comment', 'a ticket'])('ends when they write %s in the portal', async (what) => {
    const { owner, agent } = people
    const ticket = await insertTicket(owner)
    await db`update private.link_stops set told = 0 where person_id = ${owner.id}`
    await set(await linkOf(owner.id))
    await agent.client.from('comments').insert({ ticket_id: ticket, content: 'Staff start nothing' })
    expect(await wants()).toBe(false)
    if (what === 'a comment')
      await owner.client.from('comments').insert({ ticket_id: ticket, content: 'Hello' })
    else
      await owner.client.from('tickets').insert({
        subject: 'The printer is on fire again',
        description: 'Smoke comes out of the left side.',
        created_by: owner.id,
      })
    expect(await wants()).toBe(true)
  })

  it('tells nothing of the header’s link, which nobody quotes, and that ends when they write too', async () => {
    const [row] = await db<
      { token: string }[]
    >`select private.one_click_token(${people.owner.id}, 'status') as token`
    const before = (await toldTo(people.owner.email)).length
    await set(row?.token ?? '')
    expect(await toldTo(people.owner.email)).toHaveLength(before)
    expect(await wants()).toBe(false)
    await receive({ from: people.owner.email })
    expect(await wants()).toBe(true)
  })

  it('of the header lasts for staff, who write all day', async () => {
    const { agent, owner } = people
    const [row] = await db<
      { token: string }[]
    >`select private.one_click_token(${agent.id}, 'assigned') as token`
    await set(row?.token ?? '')
    const ticket = await insertTicket(owner, { assigned_to: agent.id })
    await agent.client.from('comments').insert({ ticket_id: ticket, content: 'Hello' })
    await receive({ from: agent.email, to: await replyAddress(ticket) })
    const [person] =
      await db`select preferences ->> 'notify_assigned' as on from public.profiles where id = ${agent.id}`
    expect(person?.on).toBe('false')
  })
})

describe('who gets no mails', () => {
  it('is shown to staff, with addresses whose mails come back', async () => {
    const ticket = await insertTicket(people.otherCustomer)
    const { email, id } = people.otherCustomer
    await db`insert into public.undeliverable_addresses (address, status) values (${email}, '5.1.1')`
    await db`update public.profiles set preferences = '{"notify_reply": false}' where id = ${id}`
    const reasons = async () => (await unreached(ticket)).data.map(({ reason }: { reason: string }) => reason)
    expect(await reasons()).toEqual(['undeliverable', 'reply'])
    expectError(await unreached(ticket, people.otherCustomer), 'agent_required')
    expect((await people.visitor.rpc('unreached_people', { ticket_id: ticket })).error).not.toBeNull()
    await db`delete from public.undeliverable_addresses where address = ${email}`
    await db`update public.profiles set preferences = '{}' where id = ${id}`
    expect(await reasons()).toEqual([])
  })
})
