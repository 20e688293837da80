import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  insertComment,
  db,
  expectForbidden,
  expectRows,
  type TestUser,
  insertTicket,
} from './support/backend'

describe('comments', () => {
  let people: TestUsers
  let ticket: string
  beforeAll(async () => {
    people = await createUsers()
    ticket = await insertTicket(people.owner)
  })
  const write = ({ client, id }: TestUser, values: object = {}) =>
    client
      .from('comments')
      .insert({ ticket_id: ticket, user_id: id, content: 'Any news?', ...values })
      .select()
  const content = async (id: string) =>
    (await db`select content from public.comments where id = ${id}`)[0]?.content

  it('lets the customer reply, with the author set by the database', async () => {
    const { data, error } = await write(people.owner)
    expect(error).toBeNull()
    expect(data).toMatchObject([{ author_name: 'Olive Owner', author_role: 'customer', is_internal: false }])
  })

  it('rejects notes, other tickets and other authors from the customer', async () => {
    const { owner, otherCustomer, agent, visitor } = people
    expectForbidden(await write(owner, { is_internal: true }))
    expectForbidden(await write(otherCustomer))
    expectForbidden(await write(owner, { user_id: agent.id }))
    expectForbidden(await write(owner, { author_name: 'The Boss' }))
    expectForbidden(await write(owner, { created_at: '2020-01-01' }))
    expectForbidden(await visitor.from('comments').insert({ ticket_id: ticket, content: 'hi' }))
  })

  it('lets staff reply and write notes on any ticket, as themselves', async () => {
    const { agent, otherAgent } = people
    expectRows(await write(agent, { is_internal: true }), 1)
    expectRows(await write(otherAgent), 1)
    expectForbidden(await write(agent, { user_id: otherAgent.id }))
  })

  it('rejects a blank comment', async () => {
    expect((await write(people.owner, { content: ' \n\t' })).error?.code).toBe('23514')
  })

  it('hides notes from the customer in rows, counts and embeds', async () => {
    const { owner, agent, otherCustomer } = people
    const own = await insertTicket(owner)
    await insertComment(agent, own, true)
    const reply = await insertComment(agent, own)
    const { data } = await owner.client.from('comments').select('id').eq('ticket_id', own)
    expect(data).toEqual([{ id: reply }])
    const counted = await owner.client
      .from('comments')
      .select('id', { count: 'exact', head: true })
      .eq('ticket_id', own)
    expect(counted.count).toBe(1)
    const embedded = await owner.client.from('tickets').select('comments(id)').eq('id', own).single()
    expect(embedded.data).toEqual({ comments: [{ id: reply }] })
    expectRows(await agent.client.from('comments').select('id').eq('ticket_id', own), 2)
    expectRows(await otherCustomer.client.from('comments').select('id').eq('ticket_id', own), 0)
  })

  it('touches the ticket for a reply, not for a note', async () => {
    const { owner, agent } = people
    const own = await insertTicket(owner)
    const look = async () =>
      (await db`select version, updated_at, first_response_at from public.tickets where id = ${own}`)[0]
    const before = await look()
    await insertComment(agent, own, true)
    expect(await look()).toEqual(before)
    await insertComment(agent, own)
    expect((await look())?.first_response_at).not.toBeNull()
  })

  it('records the time of the first reply only', async () => {
    const { owner, agent } = people
    const own = await insertTicket(owner)
    await insertComment(agent, own)
    const first = new Date('2026-01-02T03:04:05Z')
    await db`update public.tickets set first_response_at = ${first} where id = ${own}`
    await insertComment(agent, own)
    const [row] = await db`select first_response_at from public.tickets where id = ${own}`
    expect(row).toEqual({ first_response_at: first })
  })

  it('lets only the author edit, and only the text', async () => {
    const { owner, agent, admin, otherCustomer } = people
    const id = await insertComment(owner, ticket)
    const edit = ({ client }: TestUser, values: object) =>
      client.from('comments').update(values).eq('id', id).select()
    expectRows(await edit(owner, { content: 'edited' }), 1)
    for (const who of [agent, admin, otherCustomer]) expectRows(await edit(who, { content: 'forged' }), 0)
    expectForbidden(await edit(owner, { is_internal: true }))
    expectForbidden(await edit(owner, { user_id: otherCustomer.id }))
    expect(await content(id)).toBe('edited')
  })

  it('lets only the author and admins delete', async () => {
    const { owner, agent, admin, otherCustomer } = people
    const [first, second] = [await insertComment(owner, ticket), await insertComment(owner, ticket)]
    const remove = ({ client }: TestUser, id: string) =>
      client.from('comments').delete().eq('id', id).select()
    for (const who of [agent, otherCustomer]) expectRows(await remove(who, first), 0)
    expectRows(await remove(owner, first), 1)
    expectRows(await remove(admin, second), 1)
  })

  it('rejects a customer access to a note by its id', async () => {
    const { owner, agent } = people
    const note = await insertComment(agent, ticket, true)
    expectRows(await owner.client.from('comments').update({ content: 'x' }).eq('id', note).select(), 0)
    expectRows(await owner.client.from('comments').delete().eq('id', note).select(), 0)
    expect(await content(note)).toBe('secret note')
  })
})
