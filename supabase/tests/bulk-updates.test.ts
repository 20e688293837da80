import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  db,
  expectForbidden,
  expectError,
  type TestUser,
  insertTicket,
} from './support/backend'

interface Result {
  id: string
  number: number | null
  subject: string | null
  ok: boolean
  code: string | null
  message: string | null
}
interface Batch {
  batch_id: string
  results: Result[]
}

describe('bulk_update_tickets', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))

  const call = ({ client }: Pick<TestUser, 'client'>, ids: string[], change: unknown) =>
    client.rpc('bulk_update_tickets', { ticket_ids: ids, change })
  const bulk = async (who: TestUser, ids: string[], change: unknown): Promise<Batch> => {
    const { data, error } = await call(who, ids, change)
    expect(error).toBeNull()
    return data
  }
  const codes = ({ results }: Pick<Batch, 'results'>, ids: string[]) =>
    ids.map((id) => results.find((result) => result.id === id)?.code)
  const undo = ({ client }: Pick<TestUser, 'client'>, batch: Batch) =>
    client.rpc('undo_bulk_update', { batch_id: batch.batch_id })
  const row = async (id: string) =>
    (
      await db`select status, priority, assigned_to, g.tags, version, closed_at, resolved_at, close_reason
      from public.tickets left join public.ticket_tags g on g.ticket_id = id where id = ${id}`
    )[0]
  const held = (who: TestUser, more: object = {}) =>
    insertTicket(people.owner, { assigned_to: who.id, ...more })

  it('updates allowed tickets and reports rejected ones', async () => {
    const { agent, otherAgent, owner } = people
    const ids = [
      await held(agent),
      await held(otherAgent),
      await insertTicket(owner),
      randomUUID(),
      await held(agent, { status: 'closed' }),
    ]
    const batch = await bulk(agent, [...ids, ids[0] ?? ''], {
      priority: 'high',
      status: 'pending',
      add_tags: ['vpn', ' vpn '],
    })
    expect(batch.results).toHaveLength(5)
    expect(codes(batch, ids)).toEqual([null, 'ticket_forbidden', null, 'ticket_not_found', null])
    const numbers = await db`select id, number::int from public.tickets where id = any (${ids})`
    const numberOf = (id = '') => numbers.find((each) => each.id === id)?.number
    expect(batch.results.find(({ id }) => id === ids[1])).toEqual({
      id: ids[1],
      number: numberOf(ids[1]),
      subject: 'The printer is on fire',
      ok: false,
      code: 'ticket_forbidden',
      hint: 'Rick Rival',
      message: 'Assigned to Rick Rival. Take over to change.',
    })
    expect(batch.results.find(({ id }) => id === ids[0])).toMatchObject({ number: numberOf(ids[0]) })
    expect(batch.results.find(({ id }) => id === ids[3])).toMatchObject({ number: null, subject: null })
    expect(await row(ids[0] ?? '')).toMatchObject({ priority: 'high', status: 'pending', tags: ['vpn'] })
    expect(await row(ids[1] ?? '')).toMatchObject({ priority: 'normal', version: 1 })
    expect(await row(ids[4] ?? '')).toMatchObject({ status: 'pending', closed_at: null })
  })

  it('claims unassigned tickets, and names the assignee of the others', async () => {
    const { agent, otherAgent, owner } = people
    const ids = [await insertTicket(owner), await held(otherAgent), await held(agent)]
    const batch = await bulk(agent, ids, { assigned_to: agent.id })
    expect(codes(batch, ids)).toEqual([null, 'ticket_already_assigned', null])
    expect(batch.results.find(({ id }) => id === ids[1])?.message).toBe(
      'Ticket is already assigned to Rick Rival',
    )
    expect(await row(ids[0] ?? '')).toMatchObject({
      assigned_to: agent.id,
      status: 'in_progress',
      version: 2,
    })
    const [fresh] = [await insertTicket(owner)]
    await bulk(agent, [fresh], { assigned_to: agent.id, status: 'solved', remove_tags: ['x'] })
    expect(await row(fresh)).toMatchObject({ assigned_to: agent.id, status: 'solved' })
  })

  it('lets admins reassign any ticket, but not to a customer', async () => {
    const { admin, agent, otherAgent, owner } = people
    const ids = [await held(otherAgent), await insertTicket(owner)]
    expect(codes(await bulk(admin, ids, { assigned_to: agent.id }), ids)).toEqual([null, null])
    expect(codes(await bulk(admin, ids, { assigned_to: owner.id }), ids)).toEqual([
      'assignee_invalid',
      'assignee_invalid',
    ])
    expect(codes(await bulk(admin, ids, { assigned_to: admin.id }), ids)).toEqual([null, null])
    await bulk(admin, ids, { assigned_to: null })
    expect((await row(ids[0] ?? ''))?.assigned_to).toBeNull()
  })

  it('adds and removes tags without duplicates, and rejects too many without internal details', async () => {
    const { agent } = people
    const id = await held(agent)
    await db`update public.tickets set tags = '{a,b,c}' where id = ${id}`
    await bulk(agent, [id], { add_tags: ['c', 'd'], remove_tags: ['a'] })
    expect((await row(id))?.tags).toEqual(['b', 'c', 'd'])
    const many = Array.from({ length: 21 }, (_, n) => `tag${n}`)
    expect((await bulk(agent, [id], { add_tags: many })).results).toEqual([
      {
        id,
        number: expect.any(Number),
        subject: 'The printer is on fire',
        ok: false,
        code: 'change_refused',
        hint: null,
        message: 'The change was refused',
      },
    ])
  })

  it('refuses every change of a colleague’s ticket with the assignee and the way out', async () => {
    const { agent, admin, otherAgent } = people
    const id = await held(otherAgent)
    for (const change of [
      { status: 'solved' },
      { priority: 'low' },
      { assigned_to: admin.id },
      { assigned_to: null },
      { add_tags: ['x'] },
    ])
      expect((await bulk(agent, [id], change)).results, JSON.stringify(change)).toMatchObject([
        { ok: false, code: 'ticket_forbidden', message: 'Assigned to Rick Rival. Take over to change.' },
      ])
    expect(await row(id)).toMatchObject({ status: 'open', priority: 'normal', assigned_to: otherAgent.id })
    expect((await bulk(agent, [id], { take_over: true })).results).toMatchObject([{ ok: true }])
  })

  it.each([
    ['nothing', {}],
    ['a list', []],
    ['an unknown field', { created_by: randomUUID() }],
    ['an unknown status', { status: 'done' }],
    ['no status', { status: null }],
    ['an unknown priority', { priority: 4 }],
    ['a broken assignee', { assigned_to: 'me' }],
    ['a blank tag', { add_tags: [' '] }],
    ['tags that are no list', { remove_tags: 'x' }],
  ])('rejects the change %s', async (_, change) => {
    expectError(await call(people.agent, [randomUUID()], change), 'bulk_change_invalid')
  })

  it('accepts 1 to 200 tickets, from staff only', async () => {
    const { agent, owner, visitor } = people
    const id = await insertTicket(owner)
    expectError(await call(owner, [id], { status: 'closed' }), 'agent_required')
    expectForbidden(await call({ client: visitor }, [id], { status: 'closed' }))
    expectError(await call(agent, [], { status: 'closed' }), 'bulk_limit')
    const many = Array.from({ length: 201 }, () => randomUUID())
    expectError(await call(agent, many, { status: 'closed' }), 'bulk_limit')
  })

  it('undo: restores values and times, and leaves one line', async () => {
    const { admin, agent, owner } = people
    const ids = [
      await insertTicket(owner),
      await held(agent, { status: 'closed' }),
      await held(agent, { status: 'solved' }),
    ]
    await db`update public.tickets set tags = '{old}', close_reason = 'Done' where id = ${ids[1] ?? ''}`
    await db`update public.tickets set resolved_at = now() - interval '3 days',
      closed_at = case when status = 'closed' then now() - interval '2 days' end
      where id = any(${ids.slice(1)})`
    const before = await Promise.all(ids.map(row))
    const batch = await bulk(admin, ids, {
      status: 'in_progress',
      priority: 'urgent',
      assigned_to: admin.id,
      add_tags: ['new'],
    })
    expect(await row(ids[1] ?? '')).toMatchObject({
      closed_at: null,
      resolved_at: null,
      tags: ['old', 'new'],
    })
    const { data, error } = await undo(admin, batch)
    expect(error).toBeNull()
    expect(codes(data, ids)).toEqual([null, null, null])
    const after = await Promise.all(ids.map(row))
    expect(after.map((ticket) => ({ ...ticket, version: 0 }))).toEqual(
      before.map((ticket) => ({ ...ticket, version: 0 })),
    )
    const events = await db`select from_value, to_value, actor_id, undone from public.ticket_events
      where ticket_id = ${ids[1] ?? ''} and kind = 'status'`
    expect([...events]).toEqual([
      { from_value: 'closed', to_value: 'in_progress', actor_id: admin.id, undone: true },
    ])
    expectError(await undo(admin, batch), 'undo_not_found')
  })

  it('undo: reverts a claim and a handover', async () => {
    const { agent, otherAgent, owner } = people
    const [mine, free] = [await held(agent), await insertTicket(owner)]
    const claim = await bulk(agent, [free], { assigned_to: agent.id })
    const handover = await bulk(agent, [mine], { assigned_to: otherAgent.id })
    for (const batch of [claim, handover]) expect((await undo(agent, batch)).error).toBeNull()
    expect(await row(free)).toMatchObject({ assigned_to: null, status: 'open' })
    expect(await row(mine)).toMatchObject({ assigned_to: agent.id })
  })

  it('undo: skips tickets changed since and rejected ones', async () => {
    const { agent, otherAgent } = people
    const ids = [await held(agent), await held(agent), await held(otherAgent)]
    const batch = await bulk(agent, ids, { status: 'solved' })
    await db`update public.tickets set priority = 'low' where id = ${ids[0] ?? ''}`
    const { data } = await undo(agent, batch)
    expect(codes(data, ids)).toEqual(['ticket_changed', null, undefined])
    expect(await Promise.all(ids.map(async (id) => (await row(id))?.status))).toEqual([
      'solved',
      'open',
      'open',
    ])
  })

  it('undo: rejects other callers, after 75 seconds, and former assignees', async () => {
    const { agent, otherAgent, owner, admin, visitor } = people
    const id = await held(otherAgent)
    const batch = await bulk(otherAgent, [id], { status: 'solved' })
    for (const who of [agent, admin]) expectError(await undo(who, batch), 'undo_not_found')
    expectError(await undo(owner, batch), 'agent_required')
    expectForbidden(await undo({ client: visitor }, batch))
    await db`update private.undoable_changes set created_at = now() - interval '76 seconds' where batch_id = ${batch.batch_id}`
    const late = await undo(otherAgent, batch)
    expectError(late, 'undo_expired', 'It is too late to undo this change')
    expect(late.status).toBe(409)
    const moved = await bulk(admin, [id], { assigned_to: agent.id })
    await db`update public.profiles set deactivated_at = now() where id = ${otherAgent.id}`
    expect(codes((await undo(admin, moved)).data, [id])).toEqual(['assignee_invalid'])
    await db`update public.profiles set deactivated_at = null where id = ${otherAgent.id}`
  })

  it('serialise two batches over the same tickets', async () => {
    const { admin, agent } = people
    const ids = await Promise.all(Array.from({ length: 20 }, () => held(agent)))
    const batches = await Promise.all([
      bulk(admin, ids, { priority: 'high' }),
      bulk(agent, ids.toReversed(), { status: 'pending' }),
    ])
    for (const batch of batches) expect(batch.results.every(({ ok }) => ok)).toBe(true)
    const [count] = await db`select count(*)::int as n from public.tickets
      where id = any(${ids}) and priority = 'high' and status = 'pending'`
    expect(count?.n).toBe(20)
  })
})
