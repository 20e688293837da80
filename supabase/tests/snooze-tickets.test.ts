/** Snoozing tickets in one call, what wakes them, and the lists and figures that leave them out. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  db,
  expectError,
  expectForbidden,
  insertComment,
  insertTicket,
  type TestUser,
  type TestUsers,
} from './support/backend'
import { receive, replyAddress } from './support/mail'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const later = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()

interface Batch {
  batch_id: string
  results: { id: string; ok: boolean; code: string | null; hint: string | null }[]
}

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))
// Other tests list all snoozed tickets of the workspace.
afterAll(() => db`update public.tickets set snoozed_until = null where customer_id = ${people.owner.id}`)

const call = ({ client }: Pick<TestUser, 'client'>, ids: string[], until: string | null) =>
  client.rpc('snooze_tickets', { ticket_ids: ids, until })
const snooze = async (who: TestUser, ids: string[], until: string | null = 'infinity'): Promise<Batch> => {
  const { data, error } = await call(who, ids, until)
  expect(error).toBeNull()
  return data
}
const until = async (id: string) =>
  (await db`select snoozed_until::text as until from public.tickets where id = ${id}`)[0]?.until
const held = (values: object = {}) =>
  insertTicket(people.owner, { assigned_to: people.agent.id, status: 'in_progress', ...values })

describe('snooze_tickets', () => {
  it('snoozes own and unassigned tickets, and answers for each', async () => {
    const { agent, otherAgent, owner } = people
    const [own, queued, foreign] = [await held(), await insertTicket(owner), await held()]
    await db`update public.tickets set assigned_to = ${otherAgent.id} where id = ${foreign}`
    const { results } = await snooze(agent, [own, queued, foreign], later(DAY))
    const codeOf = (id: string) => results.find((each) => each.id === id)?.code
    expect([own, queued, foreign].map(codeOf)).toEqual([null, null, 'ticket_forbidden'])
    expect(await until(foreign)).toBeNull()
    expect((await snooze(people.admin, [foreign])).results).toMatchObject([{ ok: true }])
    expect(await until(foreign)).toBe('infinity')
    expect((await snooze(agent, [own], null)).results).toMatchObject([{ ok: true }])
    expect(await until(own)).toBeNull()
  })

  it('is for staff', async () => {
    const { owner, visitor } = people
    const ticket = await insertTicket(owner)
    expectError(await call(owner, [ticket], later(DAY)), 'agent_required')
    expectForbidden(await call({ client: visitor }, [ticket], later(DAY)))
  })

  it.each([
    ['a time that has passed', () => later(-1000), 'snooze_past'],
    ['a time more than a year ahead', () => later(367 * DAY), 'snooze_too_long'],
    ['the end of time before all', () => '-infinity', 'bulk_change_invalid'],
  ])('refuses %s', async (_, time, code) => {
    const ticket = await held()
    expectError(await call(people.agent, [ticket], time()), code)
    expect(await until(ticket)).toBeNull()
  })

  it('refuses none, more than 200, and for each that is solved or closed', async () => {
    const { agent } = people
    expectError(await call(agent, [], later(DAY)), 'bulk_limit')
    const many = Array.from(
      { length: 201 },
      (_, n) => `00000000-0000-4000-8000-000000000${String(n).padStart(3, '0')}`,
    )
    expectError(await call(agent, many, later(DAY)), 'bulk_limit')
    const resolved = [await held({ status: 'solved' }), await held({ status: 'closed' })]
    const { results } = await snooze(agent, resolved, later(DAY))
    expect(results.map(({ code }) => code)).toEqual(['snooze_resolved', 'snooze_resolved'])
  })

  it('is undone as one batch, and a wake of what is awake changes nothing', async () => {
    const { agent } = people
    const tickets = [await held(), await held()]
    const batch = await snooze(agent, tickets, later(DAY))
    const { data } = await agent.client.rpc('undo_bulk_update', { batch_id: batch.batch_id })
    expect(data.results).toMatchObject([{ ok: true }, { ok: true }])
    const versions = () => db`select version from public.tickets where id = any (${tickets})`
    const before = await versions()
    await snooze(agent, tickets, null)
    expect(await versions()).toEqual(before)
    expect(await until(tickets[0] ?? '')).toBeNull()
  })

  it('keeps its time when the ticket changes hands', async () => {
    const ticket = await held()
    await snooze(people.agent, [ticket])
    await people.agent.client
      .rpc('assign_ticket', { ticket_id: ticket, assignee: people.otherAgent.id })
      .throwOnError()
    expect(await until(ticket)).toBe('infinity')
  })
})

describe('a snoozed ticket', () => {
  it('is woken by the customer, and not by staff or a note', async () => {
    const { agent, otherAgent, owner } = people
    const ticket = await held()
    await snooze(agent, [ticket])
    for (const values of [{ is_internal: true }, {}])
      await otherAgent.client
        .from('comments')
        .insert({ ticket_id: ticket, content: 'Any news?', ...values })
        .throwOnError()
    expect(await until(ticket)).toBe('infinity')
    await owner.client.from('comments').insert({ ticket_id: ticket, content: 'It is back' }).throwOnError()
    expect(await until(ticket)).toBeNull()
    const [event] = await db`select from_value, to_value, is_internal, actor_id from public.ticket_events
      where ticket_id = ${ticket} and kind = 'snoozed_until' order by created_at desc limit 1`
    expect(event).toEqual({ from_value: 'infinity', to_value: null, is_internal: true, actor_id: owner.id })
    const told =
      await db`select kind from private.notifications where ticket_id = ${ticket} and person_id = ${agent.id}`
    expect([...told]).toEqual([{ kind: 'reply' }])
  })

  it('is woken by a mail of the customer, whatever its time', async () => {
    const { agent, owner } = people
    const ticket = await held()
    await snooze(agent, [ticket], later(300 * DAY))
    const mail = await receive({ from: owner.email, to: await replyAddress(ticket), text: 'Still broken.' })
    expect(mail.comment_id).not.toBeNull()
    expect(await until(ticket)).toBeNull()
  })

  it('stays snoozed when comments are imported', async () => {
    const ticket = await held()
    await snooze(people.agent, [ticket])
    await insertComment(people.owner, ticket)
    expect(await until(ticket)).toBe('infinity')
  })

  it.each(['solved', 'closed'])('is awake once it is %s, and snoozed again by an undo', async (status) => {
    const { agent } = people
    const ticket = await held()
    await snooze(agent, [ticket])
    await agent.client.from('tickets').update({ status }).eq('id', ticket).throwOnError()
    expect(await until(ticket)).toBeNull()
    await agent.client.rpc('undo_last_change', { of_ticket: ticket }).throwOnError()
    expect(await until(ticket)).toBe('infinity')
  })
})

describe('active tickets', () => {
  const found = async ({ client }: TestUser, filter: object, name = 'list_tickets') => {
    const { data } = await client.rpc(name, { filter, max_rows: 100 }).throwOnError()
    return (data as ({ id: string } | { ticket: { id: string } })[]).map((row) =>
      'ticket' in row ? row.ticket.id : row.id,
    )
  }
  const pass = (id: string) =>
    db`update public.tickets set snoozed_until = now() - interval '1 second' where id = ${id}`

  it('are without snoozed ones in lists and searches of staff, until the time is over', async () => {
    const { agent, owner } = people
    const ticket = await held({ subject: 'Snoozed zither' })
    await snooze(agent, [ticket], later(DAY))
    const queries: [object, string?][] = [
      [{ status: ['active'], assignee: 'me' }],
      [{ status: ['active'], requester: owner.id }],
      [{ status: ['active'], text: 'zither' }, 'search_tickets'],
    ]
    for (const query of queries) expect(await found(agent, ...query)).not.toContain(ticket)
    expect(await found(agent, { status: ['active'], snoozed: true })).toContain(ticket)
    expect(await found(agent, { status: ['in_progress'], assignee: 'me' })).toContain(ticket)
    expect(await found(agent, { text: 'zither' }, 'search_tickets')).toContain(ticket)
    expect(await found(owner, { status: ['active'] })).toContain(ticket)
    // In one transaction, so that the portal's own clock does not wake it meanwhile.
    await pass(ticket)
    for (const query of queries) expect(await found(agent, ...query)).toContain(ticket)
    expect(await found(agent, { text: 'zither', snoozed: true }, 'search_tickets')).toEqual([])
  })

  it('are counted without snoozed ones', async () => {
    const { agent, owner, admin } = people
    const figures = async () => {
      const { data: queue } = await admin.client.rpc('get_queue_figures').throwOnError()
      const { data: dashboard } = await admin.client.rpc('get_admin_dashboard').throwOnError()
      const { active_tickets, unassigned_tickets, snoozed_tickets, agents } = dashboard
      return {
        queue: [queue.active, queue.by_status, queue.active_by_priority, queue.unassigned, queue.snoozed],
        all: [active_tickets, unassigned_tickets, snoozed_tickets],
        assigned: agents.find(({ id }: { id: string }) => id === agent.id).assigned,
      }
    }
    const counts = async () => {
      const { unassigned, mine, unread } = (await agent.client.rpc('count_queues').throwOnError()).data
      const { data } = await agent.client.rpc('get_agent_performance_stats').throwOnError().single()
      return { unassigned, mine, unread, active: (data as { assigned_tickets: number }).assigned_tickets }
    }
    // Counts end at 1,000, and files before this one left tickets.
    await db`update public.tickets set status = 'solved'
      where id in (select id from public.tickets where assigned_to is null and merged_into is null
        and status in ('open', 'in_progress', 'pending', 'on_hold') offset 500)`
    const tickets = [await held(), await insertTicket(owner)]
    const before = await counts()
    await db`select private.refresh_figures()`
    const { queue, all, assigned } = await figures()
    await snooze(agent, tickets, later(DAY))
    expect(await figures()).toMatchObject({
      queue: [
        queue[0] - 2,
        { open: queue[1].open - 1, in_progress: (queue[1].in_progress ?? 0) - 1 },
        { normal: queue[2].normal - 2 },
        queue[3] - 1,
        queue[4] + 2,
      ],
      all: [all[0]! - 2, all[1]! - 1, all[2]! + 2],
      assigned: assigned - 1,
    })
    const { unassigned, mine, unread, active } = before
    const less = { unassigned: unassigned - 1, mine: mine - 1, unread: unread - 1, active: active - 1 }
    expect(await counts()).toEqual(less)
    for (const ticket of tickets) await pass(ticket)
    expect(await counts()).toEqual(before)
    expect(await figures()).toEqual({ queue, all, assigned })
  })

  it('are offered as the next ticket without snoozed ones', async () => {
    const { otherAgent, admin, owner } = people
    await db`update public.tickets set status = 'solved' where assigned_to is null and merged_into is null`
    const [urgent, other] = [await insertTicket(owner, { priority: 'urgent' }), await insertTicket(owner)]
    await snooze(admin, [urgent])
    const next = async () =>
      ((await otherAgent.client.rpc('next_ticket').throwOnError()).data as { id: string }[])[0]?.id
    expect(await next()).toBe(other)
    expect(await next()).toBeUndefined()
    await snooze(admin, [urgent], null)
    expect(await next()).toBe(urgent)
  })
})
