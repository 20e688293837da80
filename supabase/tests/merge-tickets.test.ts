/** Merging and unmerging: rights, chains, circles, undo, history, and two people at once. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUsers, db, expectError, insertComment, insertTicket, type TestUser } from './support/backend'
import { whenBlocked } from './support/when-blocked'

let people: Awaited<ReturnType<typeof createUsers>>
let a: string
let b: string
let c: string

const merge = ({ client }: TestUser, source: string, target: string) =>
  client.rpc('merge_tickets', { source, target })
const unmerge = ({ client }: TestUser, source: string) => client.rpc('unmerge_ticket', { source })
const edges = async () =>
  Object.fromEntries(
    (
      await db<
        { id: string; merged_into: string | null; root: string }[]
      >`select id, merged_into, private.merge_root(id) as root from public.tickets where id in ${db([a, b, c])}`
    ).map(({ id, merged_into, root }) => [id, [merged_into, root]]),
  )
/** The texts of the thread, in its order, with the number of a foreign ticket in front. */
const thread = async ({ client }: TestUser, id: string) => {
  const { data, error } = await client.rpc('get_ticket_detail', { ticket_id: id })
  expect(error).toBeNull()
  return data as {
    ticket: { id: string; number: number; description: string }
    comments: { id: string; content: string; ticket_id: string; ticket_number?: number }[]
    merged: { id: string; number: number; description: string; merged_into: string }[]
    merged_from: { id: string; number: number } | null
    staff: {
      events: { kind: string; from_value: string | null; to_value: string | null; undone: boolean }[]
    } | null
  } | null
}
const numberOf = async (id: string) =>
  Number((await db`select number from public.tickets where id = ${id}`)[0]?.number)

beforeAll(async () => {
  people = await createUsers()
})
beforeEach(async () => {
  ;[a, b, c] = [
    await insertTicket(people.owner, { subject: 'Kettle A', description: 'Words of kettle A.' }),
    await insertTicket(people.owner, { subject: 'Kettle B', description: 'Words of kettle B.' }),
    await insertTicket(people.owner, { subject: 'Kettle C', description: 'Words of kettle C.' }),
  ]
})

describe('merge_tickets', () => {
  it('shows both in the thread of the target, and leads the address of the source there', async () => {
    const { agent, owner } = people
    const reply = await insertComment(owner, a)
    const { data, error } = await merge(agent, a, b)
    expect(error).toBeNull()
    expect(data).toMatchObject({ id: b, subject: 'Kettle B' })
    for (const person of [agent, owner]) {
      const shown = await thread(person, a)
      expect(shown?.ticket.id).toBe(b)
      expect(shown?.merged_from).toEqual({ id: a, number: await numberOf(a) })
      expect(shown?.merged).toMatchObject([{ id: a, description: 'Words of kettle A.', merged_into: b }])
      expect(shown?.comments).toMatchObject([{ id: reply, ticket_id: a, ticket_number: await numberOf(a) }])
      expect((await thread(person, b))?.merged_from).toBeNull()
    }
  })

  it('refuses customers, strangers, and staff who would have to take one of them over', async () => {
    const { agent, otherAgent, owner, otherCustomer, admin, visitor } = people
    await db`update public.tickets set assigned_to = ${otherAgent.id} where id = ${b}`
    for (const [source, target] of [
      [a, b],
      [b, a],
    ] as const) {
      const refused = await merge(agent, source, target)
      expectError(refused, 'ticket_forbidden', 'Assigned to Rick Rival. Take over to change.')
      for (const person of [owner, otherCustomer])
        expectError(await merge(person, source, target), 'agent_required')
    }
    expect((await visitor.rpc('merge_tickets', { source: a, target: b })).error?.code).toBe('42501')
    expect(await edges()).toMatchObject({ [a]: [null, a], [b]: [null, b] })
    expect((await merge(otherAgent, a, b)).error).toBeNull()
    expectError(await unmerge(agent, a), 'ticket_forbidden')
    expectError(await unmerge(owner, a), 'agent_required')
    expect((await unmerge(admin, a)).error).toBeNull()
  })

  it('refuses circles and unknown tickets, and merges into the root of a merged one', async () => {
    const { agent } = people
    expectError(await merge(agent, a, a), 'merge_circle')
    expectError(await merge(agent, a, '00000000-0000-4000-8000-000000000000'), 'ticket_not_found')
    expect((await merge(agent, a, b)).error).toBeNull()
    expectError(await merge(agent, b, a), 'merge_circle')
    expect((await merge(agent, c, a)).data).toMatchObject({ id: b })
    expect(await edges()).toEqual({ [a]: [b, b], [b]: [null, b], [c]: [b, b] })
    const again = await merge(agent, a, b)
    expect(again.data).toMatchObject({ id: b, batch_id: null })
  })

  it('refuses to merge a merged ticket elsewhere, and to change it', async () => {
    const { agent, owner } = people
    await merge(agent, a, b)
    expectError(
      await merge(agent, a, c),
      'ticket_merged',
      `This ticket was merged into #${await numberOf(b)}`,
    )
    const change = { status: 'pending' }
    expectError(await agent.client.from('tickets').update(change).eq('id', a), 'ticket_merged')
    expectError(await owner.client.from('tickets').update({ subject: 'Other' }).eq('id', a), 'ticket_merged')
  })
})

describe('unmerge_ticket', () => {
  it('gives every message back to where it was written, with what was merged before', async () => {
    const { agent, owner } = people
    const before = await Promise.all([a, b, c].map((id) => thread(agent, id)))
    await merge(agent, a, b)
    await merge(agent, b, c)
    expect((await thread(owner, a))?.ticket.id).toBe(c)
    expect((await thread(agent, c))?.merged.map(({ id }) => id)).toEqual([a, b])
    expect((await unmerge(agent, b)).data).toMatchObject({ id: b })
    expect(await edges()).toEqual({ [a]: [b, b], [b]: [null, b], [c]: [null, c] })
    expect((await thread(owner, b))?.merged.map(({ id }) => id)).toEqual([a])
    await unmerge(agent, a)
    expect((await unmerge(agent, a)).data).toMatchObject({ id: a, batch_id: null })
    const after = await Promise.all([a, b, c].map((id) => thread(agent, id)))
    expect(after.map((shown) => [shown?.comments, shown?.merged, shown?.ticket.description])).toEqual(
      before.map((shown) => [shown?.comments, shown?.merged, shown?.ticket.description]),
    )
  })

  it('happens by itself when the target is deleted', async () => {
    await merge(people.agent, a, b)
    expect((await people.admin.client.from('tickets').delete().eq('id', b)).error).toBeNull()
    expect((await edges())[a]).toEqual([null, a])
    const [row] = await db`select merged_at, priority_rank from public.tickets where id = ${a}`
    expect(row).toEqual({ merged_at: null, priority_rank: 1 })
  })
})

it('is undone, alone and in bulk, and leaves lines in both histories and the audit log', async () => {
  const { agent, admin } = people
  const { data } = await merge(agent, a, b)
  const undo = await agent.client.rpc('undo_bulk_update', {
    batch_id: (data as { batch_id: string }).batch_id,
  })
  expect(undo.data).toMatchObject({ results: [{ id: a, ok: true }] })
  const bulk = await agent.client.rpc('bulk_merge_tickets', { ticket_ids: [c, a, b], target: b })
  expect((bulk.data as { results: { ok: boolean }[] }).results.map(({ ok }) => ok)).toEqual([true, true])
  expect(await edges()).toEqual({ [a]: [b, b], [b]: [null, b], [c]: [b, b] })
  await agent.client.rpc('undo_last_change', { of_ticket: c })
  expect(await edges()).toEqual({ [a]: [null, a], [b]: [null, b], [c]: [null, c] })
  const lines = (shown: Awaited<ReturnType<typeof thread>>) =>
    shown?.staff?.events
      .filter(({ kind }) => /merge/.test(kind))
      .map(({ kind, from_value, to_value, undone }) => [kind, from_value, to_value, undone])
  const [na, nb, nc] = [await numberOf(a), await numberOf(b), await numberOf(c)].map((n) => `#${n}`)
  expect(lines(await thread(agent, c))).toEqual([['merged_into', null, nb, true]])
  expect(lines(await thread(agent, b))?.toSorted()).toEqual(
    [
      ['merge', null, na, true],
      ['merge', null, na, true],
      ['merge', null, nc, true],
    ].toSorted(),
  )
  const log = await admin.client.from('audit_log').select('action, to_value').eq('actor_id', agent.id)
  expect(log.data).toContainEqual({
    action: 'ticket_merged',
    to_value: { number: await numberOf(a), into: await numberOf(b) },
  })
  expect(log.data).toContainEqual({
    action: 'ticket_unmerged',
    to_value: { number: await numberOf(c), into: await numberOf(b) },
  })
})

describe('two people at once', () => {
  it.each([
    ['the same merge', () => [a, b] as const, () => ({ [a]: [b, b], [b]: [null, b], [c]: [null, c] }), null],
    [
      'one the other way',
      () => [b, a] as const,
      () => ({ [a]: [b, b], [b]: [null, b], [c]: [null, c] }),
      'merge_circle',
    ],
    ['the target goes on', () => [c, a] as const, () => ({ [a]: [b, b], [b]: [null, b], [c]: [b, b] }), null],
    [
      'elsewhere',
      () => [a, c] as const,
      () => ({ [a]: [b, b], [b]: [null, b], [c]: [null, c] }),
      'ticket_merged',
    ],
  ])('get one result: %s', async (_name, second, expected, code) => {
    const { agent, admin } = people
    let answer: ReturnType<typeof merge> | undefined
    await db.begin(async (tx) => {
      await tx`select private.act_as(${agent.id})`
      await tx`select public.merge_tickets(${a}, ${b})`
      answer = merge(admin, ...second())
      expect(await whenBlocked(tx, answer)).toBe(true)
    })
    const { error } = (await answer) ?? { error: null }
    expect(error?.details ?? null).toBe(code)
    expect(await edges()).toEqual(expected())
  })

  it('add a comment that arrives during a merge to the target', async () => {
    const { agent, owner } = people
    let sent: PromiseLike<{ data: unknown }> | undefined
    await db.begin(async (tx) => {
      await tx`select private.act_as(${agent.id})`
      await tx`select public.merge_tickets(${a}, ${b})`
      sent = owner.client.from('comments').insert({ ticket_id: a, content: 'Meanwhile' }).select('ticket_id')
      expect(await whenBlocked(tx, sent)).toBe(true)
    })
    expect((await sent)?.data).toEqual([{ ticket_id: b }])
  })
})
