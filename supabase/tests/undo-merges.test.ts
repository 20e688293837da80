/** Undos that merge tickets again, at once. */
import { connectAs } from '@helpdesk/testing/connect-as'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createUsers,
  db,
  expectError,
  insertTicket,
  stack,
  type TestUser,
  type TestUsers,
} from './support/backend'
import { whenBlocked } from './support/when-blocked'

let people: TestUsers
let sessions: Sql[]
beforeAll(async () => {
  people = await createUsers()
  sessions = [await connectAs(stack, people.agent.id), await connectAs(stack, people.admin.id)]
})
afterAll(async () => void (await Promise.all(sessions.map((session) => session.end()))))

/** Merges a ticket and takes that back. @returns the batch whose undo merges it again */
async function mergeAndBack({ client }: TestUser, source: string, target: string): Promise<string> {
  await client.rpc('merge_tickets', { source, target }).throwOnError()
  const { data } = await client.rpc('unmerge_ticket', { source }).throwOnError()
  return (data as { batch_id: string }).batch_id
}
const mergedInto = async (ticket: string) => {
  const [row] = await db<{ merged_into: string | null }[]>`
    select merged_into from public.tickets where id = ${ticket}`
  return row?.merged_into
}

it('make no circle of two tickets: one of two at once is refused', async () => {
  const { owner, agent, admin } = people
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await insertTicket(owner), await insertTicket(owner)]
    const batches = [await mergeAndBack(agent, one, other), await mergeAndBack(admin, other, one)]
    const answers = await Promise.all(
      [agent, admin].map(({ client }, n) => client.rpc('undo_bulk_update', { batch_id: batches[n] })),
    )
    const [refused, ...others] = answers.filter(({ error }) => error)
    expect(others).toEqual([])
    expectError(refused!, 'merge_circle')
    expect([await mergedInto(one), await mergedInto(other)].filter((target) => target === null)).toHaveLength(
      1,
    )
  }
}, 120_000)

it('wait for a merge of the ticket to which they lead', async () => {
  const { owner, agent, admin } = people
  const [one, other, third] = [
    await insertTicket(owner),
    await insertTicket(owner),
    await insertTicket(owner),
  ]
  const batch = await mergeAndBack(agent, one, other)
  const [, second] = sessions
  if (!second) throw new Error('no session')
  let undo: ReturnType<typeof agent.client.rpc> | undefined
  await second.begin(async (tx) => {
    await tx`select public.merge_tickets(${other}, ${third})`
    await tx`select public.merge_tickets(${third}, ${one})`
    undo = agent.client.rpc('undo_bulk_update', { batch_id: batch }).then((answer) => answer) as never
    expect(await whenBlocked(tx, undo!)).toBe(true)
  })
  expectError(await undo!, 'merge_circle')
  expect([await mergedInto(one), await mergedInto(other), await mergedInto(third)]).toEqual([
    null,
    third,
    one,
  ])
  await admin.client.rpc('unmerge_ticket', { source: third }).throwOnError()
}, 30_000)

it('merge again when nothing is in the way', async () => {
  const { owner, agent } = people
  const [one, other] = [await insertTicket(owner), await insertTicket(owner)]
  const batch = await mergeAndBack(agent, one, other)
  await agent.client.rpc('undo_bulk_update', { batch_id: batch }).throwOnError()
  expect(await mergedInto(one)).toBe(other)
})
