import { beforeAll, describe, expect, it } from 'vitest'
import {
  cast,
  type Cast,
  commentBy,
  db,
  expectForbidden,
  expectRows,
  type Person,
  ticketOf,
} from './support/world'

describe('comments', () => {
  let people: Cast
  let ticket: string
  beforeAll(async () => {
    people = await cast()
    ticket = await ticketOf(people.owner)
  })
  const write = ({ client, id }: Person, values: object = {}) =>
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

  it('refuses notes, other tickets and other authors from the customer', async () => {
    const { owner, stranger, agent, visitor } = people
    expectForbidden(await write(owner, { is_internal: true }))
    expectForbidden(await write(stranger))
    expectForbidden(await write(owner, { user_id: agent.id }))
    expectForbidden(await write(owner, { author_name: 'The Boss' }))
    expectForbidden(await write(owner, { created_at: '2020-01-01' }))
    expectForbidden(await visitor.from('comments').insert({ ticket_id: ticket, content: 'hi' }))
  })

  it('lets staff reply and write notes on any ticket, as themselves', async () => {
    const { agent, rival } = people
    expectRows(await write(agent, { is_internal: true }), 1)
    expectRows(await write(rival), 1)
    expectForbidden(await write(agent, { user_id: rival.id }))
  })

  it('refuses a blank comment', async () => {
    expect((await write(people.owner, { content: ' \n\t' })).error?.code).toBe('23514')
  })

  it('hides notes from the customer in rows, counts and embeds', async () => {
    const { owner, agent, stranger } = people
    const own = await ticketOf(owner)
    await commentBy(agent, own, true)
    const reply = await commentBy(agent, own)
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
    expectRows(await stranger.client.from('comments').select('id').eq('ticket_id', own), 0)
  })

  it('touches the ticket for a reply, not for a note', async () => {
    const { owner, agent } = people
    const own = await ticketOf(owner)
    const look = async () =>
      (await db`select version, updated_at, first_response_at from public.tickets where id = ${own}`)[0]
    const before = await look()
    await commentBy(agent, own, true)
    expect(await look()).toEqual(before)
    await commentBy(agent, own)
    expect((await look())?.first_response_at).not.toBeNull()
  })

  it('records the time of the first reply only', async () => {
    const { owner, agent } = people
    const own = await ticketOf(owner)
    await commentBy(agent, own)
    const first = new Date('2026-01-02T03:04:05Z')
    await db`update public.tickets set first_response_at = ${first} where id = ${own}`
    await commentBy(agent, own)
    const [row] = await db`select first_response_at from public.tickets where id = ${own}`
    expect(row).toEqual({ first_response_at: first })
  })

  it('lets only the author edit, and only the text', async () => {
    const { owner, agent, admin, stranger } = people
    const id = await commentBy(owner, ticket)
    const edit = ({ client }: Person, values: object) =>
      client.from('comments').update(values).eq('id', id).select()
    expectRows(await edit(owner, { content: 'edited' }), 1)
    for (const who of [agent, admin, stranger]) expectRows(await edit(who, { content: 'forged' }), 0)
    expectForbidden(await edit(owner, { is_internal: true }))
    expectForbidden(await edit(owner, { user_id: stranger.id }))
    expect(await content(id)).toBe('edited')
  })

  it('lets only the author and admins delete', async () => {
    const { owner, agent, admin, stranger } = people
    const [first, second] = [await commentBy(owner, ticket), await commentBy(owner, ticket)]
    const remove = ({ client }: Person, id: string) => client.from('comments').delete().eq('id', id).select()
    for (const who of [agent, stranger]) expectRows(await remove(who, first), 0)
    expectRows(await remove(owner, first), 1)
    expectRows(await remove(admin, second), 1)
  })

  it('refuses a customer access to a note by its id', async () => {
    const { owner, agent } = people
    const note = await commentBy(agent, ticket, true)
    expectRows(await owner.client.from('comments').update({ content: 'x' }).eq('id', note).select(), 0)
    expectRows(await owner.client.from('comments').delete().eq('id', note).select(), 0)
    expect(await content(note)).toBe('secret note')
  })
})
