import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUser,
  createUsers,
  db,
  expectError,
  insertTicket,
  type TestUser,
  type TestUsers,
} from './support/backend'
import { receive, stranger } from './support/mail'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const same = async (ticket: string, reader: TestUser = people.agent) => {
  const { data, error } = await reader.client.rpc('same_ticket', { ticket_id: ticket })
  expect(error).toBeNull()
  return data as { id: string; number: number } | null
}
const age = (ticket: string, days: number) =>
  db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update public.tickets set created_at = now() - make_interval(days => ${days}),
      updated_at = now() - make_interval(days => ${days}) where id = ${ticket}`
  })
const printer = {
  subject: 'Printer on the second floor',
  description: 'The printer on the second floor prints every page twice since this morning.',
}
const again = {
  subject: 'Second floor printer prints twice',
  description:
    'Hello, since this morning the printer on the second floor prints each page twice. Please help.',
}
const invoice = { subject: 'Wrong invoice', description: 'My invoice of May names the wrong company.' }
/** Two tickets of a new customer. */
async function pair(first: object, second: object) {
  const owner = await createUser('customer', 'Paula Pair')
  return [await insertTicket(owner, first), await insertTicket(owner, second), owner] as const
}

describe('tickets of one requester', () => {
  it('look the same by their words, from either', async () => {
    const [first, second] = await pair(printer, again)
    expect(await same(second)).toMatchObject({ id: first, subject: printer.subject })
    expect(await same(first, people.admin)).toMatchObject({ id: second })
  })

  it.each([
    ['with other words', printer, invoice],
    [
      'that begin alike',
      { subject: 'My printer', description: 'My printer does not work since Monday. Can you help?' },
      { subject: 'Parking', description: 'Where can I park on Tuesday? I need a place for two cars.' },
    ],
  ])('do not look the same %s', async (_name, a, b) => {
    const [first, second] = await pair(a, b)
    expect([await same(first), await same(second)]).toEqual([null, null])
  })

  it('are compared within seven days', async () => {
    const [first, second] = await pair(printer, again)
    await age(first, 6)
    expect(await same(second)).toMatchObject({ id: first })
    await age(first, 8)
    expect([await same(first), await same(second)]).toEqual([null, null])
  })

  it('are not compared with those of others', async () => {
    await insertTicket(await createUser('customer', 'Paula Pair'), printer)
    expect(await same(await insertTicket(await createUser('customer', 'Paula Pair'), printer))).toBeNull()
  })

  it.each(['solved', 'closed'])('are not compared once one is %s', async (status) => {
    const [first, second] = await pair(printer, again)
    await db`update public.tickets set status = ${status} where id = ${first}`
    expect([await same(first), await same(second)]).toEqual([null, null])
  })

  it('are not compared once they are merged', async () => {
    const [first, second] = await pair(printer, again)
    const { error } = await people.admin.client.rpc('merge_tickets', { source: second, target: first })
    expect(error).toBeNull()
    expect([await same(first), await same(second)]).toEqual([null, null])
  })

  it('are said to be two matters by one member of staff, for all of them, live', async () => {
    const [first, second, owner] = await pair(printer, again)
    const { data: before } = await people.otherAgent.client.rpc('changes_since')
    const { data: ownBefore } = await owner.client.rpc('changes_since')
    const cursorOf = (data: unknown) => (data as { cursor: string }).cursor
    expect((await people.agent.client.rpc('dismiss_continuation', { ticket_id: second })).error).toBeNull()
    expect([await same(first), await same(second, people.admin)]).toEqual([null, null])
    const { data } = await people.otherAgent.client.rpc('changes_since', { since: cursorOf(before) })
    expect((data as { tickets: { id: string }[] }).tickets.map(({ id }) => id)).toContain(second)
    const { data: own } = await owner.client.rpc('changes_since', { since: cursorOf(ownBefore) })
    expect(own).toMatchObject({ tickets: [] })
  })
})

describe('mails', () => {
  const mail = async (from: string, subject: string) => {
    const { ticket_id } = await receive({ from, subject, text: `Nothing alike ${randomUUID()}` })
    return ticket_id ?? ''
  }
  it('with one subject look the same until the first is answered, however far apart', async () => {
    const [from, subject] = [stranger(), `Order ${randomUUID().slice(0, 8)}`]
    const [first, second] = [await mail(from, subject), await mail(from, `Re: ${subject}`)]
    await age(first, 20)
    expect(await same(second)).toMatchObject({ id: first })
    // One suggestion at a time.
    const { data } = await people.agent.client.rpc('ticket_continuation', { ticket_id: second })
    expect(data).toBeNull()
    await db`update public.tickets set first_response_at = now() where id = ${first}`
    expect(await same(second)).toBeNull()
  })
})

it('is compared for staff alone', async () => {
  const [, second, owner] = await pair(printer, again)
  for (const reader of [owner, people.otherCustomer])
    expectError(await reader.client.rpc('same_ticket', { ticket_id: second }), 'agent_required')
  const anonymous = await people.visitor.rpc('same_ticket', { ticket_id: second })
  expect(anonymous.error).not.toBeNull()
})

it('merges the newer into the older with an undo, as its key does', async () => {
  const [first, second] = await pair(printer, again)
  const args = { ticket_ids: [second], target: first }
  const { data } = await people.agent.client.rpc('bulk_merge_tickets', args)
  expect((data as { results: { ok: boolean }[] }).results).toMatchObject([{ ok: true }])
  const undo = { batch_id: (data as { batch_id: string }).batch_id }
  expect((await people.agent.client.rpc('undo_bulk_update', undo)).error).toBeNull()
  expect(await same(second)).toMatchObject({ id: first })
})
