/** Follow-ups: who opens one in the portal, what it takes along, who sees it, repeats, races, merges and the setting. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { explain } from './support/explain'
import {
  attachmentValues,
  createUsers,
  db,
  expectForbidden,
  insertObject,
  insertTicket,
  type TestUsers,
} from './support/backend'
import {
  answer,
  close,
  closedTicket,
  followUpsOf,
  placeOf,
  seen,
  setDays,
  statusOf,
  ticketOf,
} from './support/follow-ups'
import { commentsOf, numberOf } from './support/mail'
import { rolledBack } from './support/rolled-back'
import { whenBlocked } from './support/when-blocked'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))
afterEach(() => setDays(28))

/** A ticket of Olive that was closed so many days ago. */
const closed = (days = 40, values = {}) => closedTicket(people.owner, days, values)

describe('an answer in the portal', () => {
  it('opens a linked ticket of its author when the ticket was closed long ago, which stays closed', async () => {
    const { owner, agent } = people
    const old = await closed(29, { assigned_to: agent.id, priority: 'urgent', subject: 'Fire' })
    const made = await placeOf(owner, old)
    expect(made).not.toBe(old)
    expect(await ticketOf(made)).toEqual({
      status: 'open',
      subject: 'Fire',
      description: `Follow-up to #${await numberOf(old)}`,
      priority: 'normal',
      customer_id: owner.id,
      created_by: owner.id,
      assigned_to: agent.id,
      source: 'portal',
      origin: 'follow_up',
    })
    expect(await statusOf(old)).toBe('closed')
    expect(await commentsOf(old)).toEqual([])
    expect(await commentsOf(made)).toMatchObject([{ content: 'It smokes again.', user_id: owner.id }])
    expect(await followUpsOf(old)).toEqual([made])
    const events = await db`select kind, to_value, is_internal from public.ticket_events
      where ticket_id = ${old} and kind = 'linked'`
    expect([...events]).toEqual([
      { kind: 'linked', to_value: `followed_by #${await numberOf(made)}`, is_internal: true },
    ])
    const [mail] = await db`select kind, comment_id is not null as has_comment from public.notification_outbox
      where ticket_id = ${made} and recipient_id = ${agent.id}`
    expect(mail).toEqual({ kind: 'comment', has_comment: true })
  })

  it.each([
    ['closed for less', 'closed', 27],
    ['solved, however long ago', 'solved', 400],
    ['open', 'open', 400],
  ])('stays on a ticket that is %s', async (_name, status, days) => {
    const ticket = await closed(days)
    if (status !== 'closed') await db`update public.tickets set status = ${status} where id = ${ticket}`
    if (status === 'solved')
      await db`update public.tickets set resolved_at = now() - interval '400 days' where id = ${ticket}`
    expect(await placeOf(people.owner, ticket)).toBe(ticket)
    expect(await statusOf(ticket)).toBe('open')
  })

  it('follows the setting, and reopens with 0', async () => {
    const ticket = await closed(10)
    await setDays(0)
    const never = await closed(3000)
    expect(await placeOf(people.owner, never)).toBe(never)
    await setDays(9)
    expect(await placeOf(people.owner, ticket)).not.toBe(ticket)
  })

  it('goes to the follow-up while that is not closed as long, also when it was closed lately', async () => {
    const old = await closed()
    const first = await placeOf(people.owner, old)
    expect(await placeOf(people.owner, old)).toBe(first)
    await close(first, 2)
    expect(await placeOf(people.owner, old)).toBe(first)
    expect(await statusOf(first)).toBe('open')
    await close(first, 40)
    const second = await placeOf(people.owner, first)
    expect(second).not.toBe(first)
    // The newest of the chain.
    expect(await placeOf(people.owner, old)).toBe(second)
  })

  it('is stored once for a repeated request', async () => {
    const old = await closed()
    const request_id = randomUUID()
    const { data } = await answer(people.owner, old, { request_id })
    expect((await answer(people.owner, old, { request_id })).error?.code).toBe('23505')
    expect(await followUpsOf(old)).toEqual([data?.ticket_id])
    // Also when the first follow-up was closed long ago meanwhile.
    await close(data?.ticket_id ?? '', 40)
    expect((await answer(people.owner, old, { request_id })).error?.code).toBe('23505')
    const [row] = await db`select count(*)::int as tickets from public.tickets
      where customer_id = ${people.owner.id} and origin = 'follow_up' and id <> ${data?.ticket_id ?? ''}
        and id in (select from_id from private.ticket_links where to_id in (${old}, ${data?.ticket_id ?? ''}))`
    expect(row).toEqual({ tickets: 0 })
  })

  it('opens one ticket when two come at once', async () => {
    const { owner } = people
    const old = await closed()
    const second = await db.begin(async (tx) => {
      await tx`select private.act_as(${owner.id})`
      await tx`insert into public.comments (ticket_id, user_id, content, source)
        values (${old}, ${owner.id}, 'first', 'mail')`
      const call = Promise.resolve(answer(owner, old))
      expect(await whenBlocked(tx, call)).toBe(true)
      return { call }
    })
    expect((await second.call).error).toBeNull()
    const [made, ...more] = await followUpsOf(old)
    expect(more).toEqual([])
    expect((await commentsOf(made ?? '')).map(({ content }) => content)).toEqual([
      'first',
      'It smokes again.',
    ])
  })

  it('takes its files along', async () => {
    const { owner } = people
    const old = await closed()
    const request_id = randomUUID()
    await owner.client.rpc('announce_files', { request_id, names: ['notes.txt'] })
    const { data } = await answer(owner, old, { request_id })
    const [announced] = await db`select ticket_id, comment_id, is_missing from private.announced_files
      where request_id = ${request_id}`
    expect(announced).toEqual({ ticket_id: data?.ticket_id, comment_id: data?.id, is_missing: true })
    const file = { ...attachmentValues(data?.ticket_id ?? '', owner), comment_id: data?.id }
    await insertObject(file)
    expect((await owner.client.from('attachments').insert(file)).error).toBeNull()
  })

  it('of staff stays on the closed ticket, and a note does', async () => {
    const { agent, admin } = people
    const old = await closed()
    expect(await placeOf(agent, old)).toBe(old)
    expect((await answer(admin, old, { is_internal: true })).data?.ticket_id).toBe(old)
    expect(await statusOf(old)).toBe('closed')
    expect(await followUpsOf(old)).toEqual([])
  })

  it('gives the ticket nobody when the assignee has left the staff', async () => {
    const { owner, otherAgent } = people
    const old = await closed(40, { assigned_to: otherAgent.id })
    await db`update public.profiles set deactivated_at = now() where id = ${otherAgent.id}`
    expect(await ticketOf(await placeOf(owner, old))).toMatchObject({ assigned_to: null, status: 'open' })
    await db`update public.profiles set deactivated_at = null where id = ${otherAgent.id}`
  })
})

describe('others', () => {
  it('open nothing: strangers and visitors are refused as before', async () => {
    const { otherCustomer, visitor } = people
    const old = await closed()
    expectForbidden(await answer(otherCustomer, old))
    const values = { ticket_id: old, user_id: people.owner.id, content: 'x' }
    expect((await visitor.from('comments').insert(values)).error?.code).toBe('42501')
    expectForbidden(await otherCustomer.client.from('comments').insert(values))
    expect(await followUpsOf(old)).toEqual([])
    expect(await seen(otherCustomer, old)).toBeNull()
  })

  it('see no follow-up that is not theirs, and no number of one', async () => {
    const { owner, otherCustomer, agent } = people
    const source = await insertTicket(otherCustomer)
    const old = await insertTicket(owner)
    await db`update public.tickets set merged_into = ${old}, merged_at = now() where id = ${source}`
    await close(old, 40)
    // Stan reads Olive's ticket from the merge on, and answers it by his own number.
    const his = await placeOf(otherCustomer, source)
    expect(await ticketOf(his)).toMatchObject({ customer_id: otherCustomer.id, origin: 'follow_up' })
    expect((await seen(owner, old))?.follow_up).toEqual({ continued_in: null, opens: true })
    expect(await seen(owner, his)).toBeNull()
    expect((await owner.client.from('tickets').select('id').eq('id', his)).data).toEqual([])
    const hers = await placeOf(owner, old)
    expect(hers).not.toBe(his)
    expect((await seen(owner, old))?.follow_up).toMatchObject({
      continued_in: { id: hers },
      opens: false,
    })
    expect((await seen(otherCustomer, old))?.follow_up).toMatchObject({ continued_in: { id: his } })
    expect((await seen(owner, hers))?.follow_up).toBeNull()
    const staff = await seen(agent, old)
    expect(staff?.staff?.links.tickets.map(({ relation, id }) => [relation, id]).toSorted()).toEqual(
      [his, hers].map((id) => ['followed_by', id]).toSorted(),
    )
  })
})

describe('merges', () => {
  it('let the ticket that shows another decide', async () => {
    const { owner } = people
    const source = await closed(400)
    const open = await insertTicket(owner)
    await db`update public.tickets set merged_into = ${open}, merged_at = now() where id = ${source}`
    expect(await placeOf(owner, source)).toBe(open)
    await close(open, 40)
    const made = await placeOf(owner, source)
    expect(await followUpsOf(open)).toEqual([made])
    // A follow-up that was merged into its own ticket is no way out, and no circle.
    await db`update public.tickets set merged_into = ${open}, merged_at = now() where id = ${made}`
    const next = await placeOf(owner, open)
    expect([open, made, source]).not.toContain(next)
    expect(await statusOf(open)).toBe('closed')
  })
})

it('costs an answer little, of 20,000 tickets with 20,000 links', async () => {
  const { owner } = people
  const old = await closed()
  await rolledBack(async (tx) => {
    // Fast bulk load without triggers.
    await tx`set local session_replication_role = replica`
    await tx`insert into public.tickets (subject, description, created_by, customer_id)
      select 'Matter ' || n, 'About matter ' || n, ${owner.id}, ${owner.id} from generate_series(1, 20000) n`
    await tx`insert into private.ticket_links (from_id, to_id, kind)
      select t.id, lead(t.id, 1, ${old}) over (order by t.id), 'follow_up' from public.tickets t
      where t.id <> ${old} and t.merged_into is null limit 20000 on conflict do nothing`
    await tx`delete from private.ticket_links where to_id = ${old}`
    await tx`set local session_replication_role = origin`
    await tx`analyze public.tickets, private.ticket_links`
    await tx`select private.act_as(${owner.id})`
    const scans = () => tx`select relname::text as name, seq_scan::int as n from pg_stat_xact_user_tables
      where relname in ('tickets', 'ticket_links') order by 1`
    const before = [...(await scans())]
    const query = `select private.place_of_answer('${old}', '${owner.id}', false)`
    const opened = await explain(tx, query, [], 1)
    const again = await explain(tx, query)
    console.log(`Buffers to open a follow-up: ${opened.buffers}, to find it: ${again.buffers}`)
    expect([...(await scans())]).toEqual(before)
    expect(opened.buffers).toBeLessThan(2_500)
    expect(again.buffers).toBeLessThan(100)
  })
})
