/** A stranger's mail does not make the workspace its relay, and staff see whom it would have reached. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, type TestUsers } from '../support/backend'
import { personWith, receive, replyAddress, stranger, withoutHost } from '../support/mail'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const many = (count: number) => Array.from({ length: count }, stranger)
const copiesOf = (ticket: string | null) => db<{ address: string; source: string }[]>`
  select address, source from public.ticket_participants where ticket_id = ${ticket} order by created_at, address`
const addressesOf = async (ticket: string | null) => (await copiesOf(ticket)).map(({ address }) => address)
const eventsOf = async (ticket: string | null, kind: string) => [
  ...(await db<{ from_value: string | null; to_value: string; is_internal: boolean }[]>`
    select from_value, to_value, is_internal from public.ticket_events where ticket_id = ${ticket} and kind = ${kind}`),
]
/** Addresses of the mails about a ticket, except to staff. */
const mailsAbout = async (ticket: string | null) => {
  const rows = await db<{ recipient_email: string }[]>`
    select recipient_email from public.notification_outbox
    where ticket_id = ${ticket} and kind in ('reply', 'copy') order by recipient_email`
  return rows.map(({ recipient_email }) => recipient_email)
}
const reply = async (ticket: string | null, content: string) =>
  expect((await people.agent.client.rpc('send_reply', { ticket_id: ticket, content })).error).toBeNull()

const verdicts = ['none', 'pass'] as const

describe('people in copy of a first mail', () => {
  it('are few when it proves nothing, and staff see the others', async () => {
    const copied = many(60)
    const mail = await receive({ from: stranger(), verdict: 'none', headers: [`Cc: ${copied.join(', ')}`] })
    expect([...(await addressesOf(mail.ticket_id))].sort()).toEqual(copied.slice(0, 5).sort())
    expect((await copiesOf(mail.ticket_id)).every(({ source }) => source === 'unverified_mail')).toBe(true)
    const [event] = await eventsOf(mail.ticket_id, 'copies_left_out')
    expect(event).toMatchObject({ from_value: null, is_internal: true })
    expect(event?.to_value.split(', ')).toEqual(copied.slice(5))
  })

  it('are up to twenty when it is proven, and staff see the others', async () => {
    const copied = many(25)
    const mail = await receive({ from: stranger(), headers: [`Cc: ${copied.join(', ')}`] })
    const copies = await copiesOf(mail.ticket_id)
    expect(copies).toHaveLength(20)
    expect(copies.every(({ source }) => source === 'mail')).toBe(true)
    const [event] = await eventsOf(mail.ticket_id, 'copies_left_out')
    expect(event).toMatchObject({ from_value: 'limit', to_value: copied.slice(20).join(', ') })
  })

  it.each(verdicts)('get nothing before staff write, whatever its sender (%s) writes', async (verdict) => {
    const [from, ...copied] = many(4) as [string, ...string[]]
    const first = await receive({ from, verdict, headers: [`Cc: ${copied.join(', ')}`] })
    const to = await replyAddress(first.ticket_id ?? '')
    for (const text of ['Buy this.', 'And that.']) {
      const again = await receive({ from, verdict, to, text })
      expect(again).toMatchObject({ state: 'accepted', ticket_id: first.ticket_id })
    }
    expect(await mailsAbout(first.ticket_id)).toEqual([])
    await reply(first.ticket_id, 'Which one is it?')
    // Of a mail that proves nothing, staff choose them.
    const readers = verdict === 'pass' ? [from, ...copied].sort() : [from]
    expect(await mailsAbout(first.ticket_id)).toEqual(readers)
    await receive({ from, verdict, to, text: 'The left one.' })
    expect(await mailsAbout(first.ticket_id)).toEqual(readers)
  })

  it('write to staff alone, when nothing proved who named them', async () => {
    const [from, other] = [stranger(), stranger()]
    const first = await receive({ from, verdict: 'none', headers: [`Cc: ${other}`] })
    const to = await replyAddress(first.ticket_id ?? '')
    const early = await receive({ from: other, verdict: 'none', to, text: 'Look at my shop.' })
    expect(early).toMatchObject({ state: 'accepted', ticket_id: first.ticket_id })
    expect(await mailsAbout(first.ticket_id)).toEqual([])
    expect(await eventsOf(first.ticket_id, 'not_sent_on')).toMatchObject([
      { from_value: 'unverified', is_internal: true },
    ])
  })

  it('get everything when staff added them', async () => {
    const from = stranger()
    const first = await receive({ from, verdict: 'none' })
    const address = stranger()
    const added = await people.agent.client
      .from('ticket_participants')
      .insert({ ticket_id: first.ticket_id, address })
    expect(added.error).toBeNull()
    const to = await replyAddress(first.ticket_id ?? '')
    await receive({ from, verdict: 'none', to, text: 'The left one.' })
    expect(await mailsAbout(first.ticket_id)).toEqual([address])
    expect(await copiesOf(first.ticket_id)).toMatchObject([{ address, source: 'staff' }])
  })

  it('cannot be chosen again and again for one address', async () => {
    const victim = stranger()
    const tagged = (n: number) => victim.replace('@', `+${n}@`)
    const tickets: (string | null)[] = []
    for (let n = 0; n < 4; n += 1) {
      const headers = [`Cc: ${tagged(n)}`]
      tickets.push((await receive({ from: stranger(), headers }, {}, withoutHost())).ticket_id)
    }
    expect(await Promise.all(tickets.map(addressesOf))).toEqual([[tagged(0)], [tagged(1)], [tagged(2)], []])
    expect(await eventsOf(tickets[3] ?? null, 'copies_left_out')).toMatchObject([{ to_value: tagged(3) }])
    // Staff, and a proven mail, still may.
    const proven = await receive({ from: stranger(), headers: [`Cc: ${victim}`] })
    expect(await addressesOf(proven.ticket_id)).toEqual([victim])
  })

  it('are at most 500 within a day for all mails that prove nothing', async () => {
    const [row] = await db<{ room: string }[]>`
      select private.room_for_copies(gen_random_uuid(), 'unverified_mail') as room`
    expect(Number(row?.room)).toBe(5)
    await db.begin(async (tx) => {
      const ids = await tx<{ id: string }[]>`
        insert into public.tickets (subject, description, created_by, customer_id)
        select 'The printer', 'It is on fire again.', ${people.owner.id}, ${people.owner.id} from generate_series(1, 25) returning id`
      await tx`insert into public.ticket_participants (ticket_id, address, source)
        select t, 'x' || n || '@' || t || '.example', 'unverified_mail' from unnest(${ids.map(({ id }) => id)}::uuid[]) t, generate_series(1, 20) n`
      const [full] =
        await tx`select private.room_for_copies(gen_random_uuid(), 'unverified_mail') as unproven, private.room_for_copies(gen_random_uuid(), 'mail') as proven`
      expect(full).toEqual({ unproven: '0', proven: '20' })
      await tx`delete from public.tickets where id = any (${ids.map(({ id }) => id)})`
    })
  })
})

describe('a forged first mail in the name of somebody', () => {
  it('leaves no reader and no name once its owner writes', async () => {
    const [owner, reader, colleague] = [stranger(), stranger(), stranger()]
    const forged = await receive({
      from: `Send Money Here <${owner}>`,
      verdict: 'none',
      headers: [`Cc: ${reader}`],
    })
    expect(await addressesOf(forged.ticket_id)).toEqual([reader])
    const own = await receive({ from: `Olga Own <${owner}>`, headers: [`Cc: ${colleague}`] })
    expect(await addressesOf(forged.ticket_id)).toEqual([])
    expect(await eventsOf(forged.ticket_id, 'copies_removed')).toEqual([
      { from_value: null, to_value: reader, is_internal: true },
    ])
    expect(await copiesOf(own.ticket_id)).toEqual([{ address: colleague, source: 'mail' }])
    expect(await personWith(owner)).toMatchObject({ name: 'Olga Own' })
    // What the owner chose stays.
    await receive({ from: `Olga Second <${owner}>` })
    expect(await personWith(owner)).toMatchObject({ name: 'Olga Own' })
    await receive({ from: `Send Money Here <${owner}>`, verdict: 'none' })
    expect(await personWith(owner)).toMatchObject({ name: 'Olga Own' })
  })

  it('keeps whom its owner names as well', async () => {
    const [owner, colleague, other] = [stranger(), stranger(), stranger()]
    const first = await receive({ from: owner, verdict: 'none', headers: [`Cc: ${colleague}, ${other}`] })
    const to = await replyAddress(first.ticket_id ?? '')
    await receive({ from: owner, to, headers: [`Cc: ${colleague}`] })
    expect(await copiesOf(first.ticket_id)).toEqual([{ address: colleague, source: 'mail' }])
  })

  it('lets staff alone see and remove whom it added', async () => {
    const from = stranger()
    const forged = await receive({ from, verdict: 'none', headers: [`Cc: ${stranger()}`] })
    const own = (person: TestUsers['agent']) =>
      person.client.from('ticket_participants').select('id, source').eq('ticket_id', forged.ticket_id)
    expect((await own(people.owner)).data).toEqual([])
    const { data } = await own(people.agent)
    expect(data).toMatchObject([{ source: 'unverified_mail' }])
    const claim = await people.agent.client
      .from('ticket_participants')
      .insert({ ticket_id: forged.ticket_id, address: stranger(), source: 'mail' })
    expect(claim.error?.code).toBe('42501')
    await people.agent.client.from('ticket_participants').delete().eq('id', data?.[0]?.id)
    expect(await addressesOf(forged.ticket_id)).toEqual([])
  })

  it('does not come back with an answer to all, once staff have removed whom it added', async () => {
    const [from, reader, colleague] = [stranger(), stranger(), stranger()]
    const { ticket_id } = await receive({ from, verdict: 'none', headers: [`Cc: ${reader}`] })
    const table = people.agent.client.from('ticket_participants')
    await table.delete().eq('ticket_id', ticket_id)
    const [removed] = await db`
      select actor_id, to_value, is_internal from public.ticket_events where ticket_id = ${ticket_id} and kind = 'copies_removed'`
    expect(removed).toEqual({ actor_id: people.agent.id, to_value: reader, is_internal: true })
    const to = await replyAddress(ticket_id ?? '')
    await receive({ from, to, headers: [`Cc: ${reader}, ${colleague}`] })
    expect(await addressesOf(ticket_id)).toEqual([colleague])
    expect(await eventsOf(ticket_id, 'copies_left_out')).toMatchObject([{ to_value: reader }])
    // Staff may.
    await people.agent.client.from('ticket_participants').insert({ ticket_id, address: reader })
    expect(await addressesOf(ticket_id)).toEqual([colleague, reader])
    await db`delete from public.tickets where id = ${ticket_id}`
  })
})

it('somebody removed from the copies gets no reply address, and does not write with the old one', async () => {
  const [from, removed] = [stranger(), stranger()]
  const first = await receive({ from, headers: [`Cc: ${removed}`] })
  await reply(first.ticket_id, 'To both.')
  const to = await replyAddress(first.ticket_id ?? '')
  expect(await mailsAbout(first.ticket_id)).toEqual([from, removed].sort())
  await db`delete from public.ticket_participants where ticket_id = ${first.ticket_id}`
  await reply(first.ticket_id, 'To one.')
  expect(await mailsAbout(first.ticket_id)).toEqual([from, from, removed].sort())
  expect(await receive({ from: removed, to, text: randomUUID() })).toMatchObject({
    state: 'unmatched',
    reason: 'foreign_ticket',
    reply: null,
  })
})
