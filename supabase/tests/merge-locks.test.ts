/** Merges beside answers, comments and undo: locks are taken in one order, and nobody meets a deadlock. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, insertTicket, type TestUsers } from './support/backend'
import { answer, closedTicket, placeOf } from './support/follow-ups'
import { whenBlocked } from './support/when-blocked'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

/** An id that comes before all random ones, or after. */
const idAt = (end: 'first' | 'last') => (end === 'first' ? '00000000' : 'ffffffff') + randomUUID().slice(8)
const merge = async (source: string, target: string) => {
  const { data, error } = await people.agent.client.rpc('merge_tickets', { source, target })
  expect(error).toBeNull()
  return (data as { batch_id: string }).batch_id
}

/** The transaction of a merge has one of its two locks when the call comes. @returns what the call answered */
async function beside<T>(locked: string, call: () => PromiseLike<T>, statement: string): Promise<T> {
  const { called } = await db.begin(async (tx) => {
    await tx`set local lock_timeout = '10s'`
    await tx`select private.act_as(${people.agent.id})`
    await tx`select from public.tickets where id = ${locked} for update`
    const called = Promise.resolve(call())
    expect(await whenBlocked(tx, called)).toBe(true)
    await tx.unsafe(statement)
    return { called }
  })
  return called
}

describe('a merge of a follow-up into its ticket', () => {
  it.each(['first', 'last'] as const)('and an answer to the ticket, whose id is %s', async (end) => {
    const { owner } = people
    const old = await closedTicket(owner, 40, { id: idAt(end) })
    const later = await placeOf(owner, old)
    expect(later).not.toBe(old)
    const [locked] = [old, later].sort()
    const { data, error } = await beside(
      locked ?? '',
      () => answer(owner, old),
      `select public.merge_tickets('${later}', '${old}')`,
    )
    expect(error).toBeNull()
    const [row] = await db`select merged_into from public.tickets where id = ${later}`
    expect(row).toEqual({ merged_into: old })
    // The ticket is closed as long as before: the answer has opened another one.
    const [place] =
      await db`select origin, merged_into from public.tickets where id = ${data?.ticket_id ?? ''}`
    expect(place).toEqual({ origin: 'follow_up', merged_into: null })
    expect([old, later]).not.toContain(data?.ticket_id)
  })

  it('and an answer by mail', async () => {
    const { owner } = people
    const old = await closedTicket(owner, 40, { id: idAt('last') })
    const later = await placeOf(owner, old)
    const place = await beside(
      later,
      () =>
        db.begin(async (tx) => {
          await tx`select private.act_as(${owner.id})`
          const [row] = await tx<{ id: string }[]>`
            select private.place_of_answer(private.lock_answered(${old}), ${owner.id}, true) as id`
          return row?.id
        }),
      `select public.merge_tickets('${later}', '${old}')`,
    )
    expect([old, later]).not.toContain(place)
  })
})

describe('the end of a merge', () => {
  const merged = async () => {
    const [source, target] = [idAt('last'), idAt('first')]
    for (const id of [source, target]) await insertTicket(people.owner, { id })
    return { source, target, batch: await merge(source, target) }
  }
  const unmerge = (source: string) => `select public.unmerge_ticket('${source}')`

  it('and a comment to the merged ticket', async () => {
    const { source, target } = await merged()
    const { data, error } = await beside(target, () => answer(people.owner, source), unmerge(source))
    expect(error).toBeNull()
    expect(data?.ticket_id).toBe(source)
  })

  it('and an undo of the merge by the other of two pages', async () => {
    const { source, target, batch } = await merged()
    const undo = () => people.agent.client.rpc('undo_bulk_update', { batch_id: batch })
    const { error } = await beside(target, undo, unmerge(source))
    expect(error).toBeNull()
    const [row] = await db`select merged_into from public.tickets where id = ${source}`
    expect(row).toEqual({ merged_into: null })
  })

  it('and the end of another merge on the way', async () => {
    const top = idAt('first')
    await insertTicket(people.owner, { id: top })
    const { source, target } = await merged()
    await merge(target, top)
    const [first] = [target, top].sort()
    const call = () => people.agent.client.rpc('unmerge_ticket', { source })
    const { error } = await beside(first ?? '', call, unmerge(target))
    expect(error).toBeNull()
    const edges = await db`select merged_into from public.tickets where id in (${source}, ${target}, ${top})`
    expect([...edges]).toEqual(Array(3).fill({ merged_into: null }))
  })
})
