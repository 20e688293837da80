/** What the history says of a change that was undone: one line for staff, nothing for customers. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUsers, db, insertTicket, type TestUser, type TestUsers } from './support/backend'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))
beforeEach(async () => void (await db`delete from private.undoable_changes`))

const held = () => insertTicket(people.owner, { assigned_to: people.agent.id, status: 'in_progress' })
const change = (id: string, values: object) =>
  people.agent.client.from('tickets').update(values).eq('id', id).select('id').single().throwOnError()
const undo = () => people.agent.client.rpc('undo_last_change').throwOnError()

async function seenBy({ client }: TestUser, ticket: string) {
  const { data } = await client
    .from('ticket_events')
    .select('kind, from_value, to_value, is_internal, undone')
    .eq('ticket_id', ticket)
    .neq('kind', 'created')
    .order('created_at')
    .order('kind')
    .throwOnError()
  return data
}
const undone = (kind: string, from_value: string | null, to_value: string | null) => ({
  kind,
  from_value,
  to_value,
  is_internal: true,
  undone: true,
})

describe('an undone change', () => {
  it('leaves one line for staff, and none for the customer', async () => {
    const id = await held()
    await change(id, { status: 'solved', priority: 'urgent' })
    await undo()
    expect(await seenBy(people.agent, id)).toEqual([
      undone('priority', 'normal', 'urgent'),
      undone('status', 'in_progress', 'solved'),
    ])
    expect(await seenBy(people.owner, id)).toEqual([])
    const { data } = await people.owner.client.rpc('get_ticket_detail', { ticket_id: id }).throwOnError()
    expect(data).toMatchObject({ events: [] })
  })

  it('stands at the time of the undo, and at the version that it made', async () => {
    const id = await held()
    await change(id, { tags: ['vpn'] })
    await undo()
    const [event] =
      await db`select e.created_at = t.updated_at as is_now, e.ticket_version = t.version as is_current
      from public.ticket_events e join public.tickets t on t.id = e.ticket_id
      where e.ticket_id = ${id} and e.kind = 'tags'`
    expect(event).toEqual({ is_now: true, is_current: true })
    expect(await seenBy(people.agent, id)).toEqual([undone('tags', null, 'vpn')])
  })

  it('leaves earlier changes, and what was written', async () => {
    const id = await held()
    await people.agent.client.rpc('send_reply', { ticket_id: id, content: 'Hello' }).throwOnError()
    await change(id, { priority: 'low' })
    await change(id, { status: 'solved' })
    await undo()
    expect(await seenBy(people.owner, id)).toEqual([
      { ...undone('comment_added', null, null), is_internal: false, undone: false },
      { ...undone('priority', 'normal', 'low'), is_internal: false, undone: false },
    ])
  })

  it('says of a takeover who took the ticket over, and why, once', async () => {
    const id = await insertTicket(people.owner, { assigned_to: people.otherAgent.id, status: 'in_progress' })
    await people.agent.client.rpc('take_over_ticket', { ticket_id: id, reason: 'Away' }).throwOnError()
    await undo()
    expect(await seenBy(people.agent, id)).toEqual([
      undone('assigned_to', people.otherAgent.id, people.agent.id),
      undone('taken_over', people.otherAgent.id, 'Away'),
    ])
    expect(await seenBy(people.owner, id)).toEqual([])
  })

  it('is one line on each of two merged tickets', async () => {
    const [source, target] = [await held(), await held()]
    await people.agent.client.rpc('merge_tickets', { source, target }).throwOnError()
    await undo()
    expect(await seenBy(people.agent, source)).toEqual([undone('merged_into', null, expect.any(String))])
    expect(await seenBy(people.agent, target)).toEqual([undone('merge', null, expect.any(String))])
  })

  it('leaves the line of another merge into the same ticket as it is', async () => {
    const [one, other, target] = [await held(), await held(), await held()]
    await people.agent.client.rpc('bulk_merge_tickets', { ticket_ids: [one, other], target }).throwOnError()
    // Nobody has undone what somebody changed since.
    await db`update private.undoable_changes set version = version - 1 where ticket_id = ${other}`
    await undo()
    const numbers = await db<{ id: string; number: string }[]>`select id, '#' || number as number
      from public.tickets where id in (${one}, ${other})`
    const numberOf = (id: string) => numbers.find((each) => each.id === id)?.number ?? ''
    const lines = await seenBy(people.agent, target)
    expect(lines).toHaveLength(2)
    expect(lines).toEqual(
      expect.arrayContaining([
        undone('merge', null, numberOf(one)),
        { ...undone('merge', null, numberOf(other)), undone: false },
      ]),
    )
  })

  it('keeps the link for a rating open', async () => {
    const id = await insertTicket(people.owner, { assigned_to: people.agent.id, status: 'solved' })
    await change(id, { status: 'in_progress' })
    await undo()
    const [open] = await db`select
      private.is_rating_open(t, (extract(epoch from now() - interval '1 day') * 1000000)::bigint) as is_open from public.tickets t where t.id = ${id}`
    expect(open).toEqual({ is_open: true })
  })
})
