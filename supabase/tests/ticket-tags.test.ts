import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  db,
  expectForbidden,
  expectError,
  expectRows,
  type TestUser,
  insertTicket,
} from './support/backend'

const found = (data: unknown): unknown[] => [data ?? []].flat()

describe('ticket_tags', () => {
  let people: TestUsers
  let ticket: string
  const given = 'from-customer'
  const staffTag = 'churn-risk'
  const set = ({ client }: TestUser, tags: string[] | null, id = ticket) =>
    client.from('tickets').update({ tags }).eq('id', id).select('id')
  const tagsOf = async (id = ticket) =>
    (await db`select tags from public.ticket_tags where ticket_id = ${id}`)[0]?.tags as unknown
  const columnOf = async (id = ticket) =>
    (await db`select tags, tag_keys from public.tickets where id = ${id}`)[0] as {
      tags: unknown
      tag_keys: string[] | null
    }

  /** A ticket with a tag of the customer and one of staff. */
  async function tagged() {
    const row = { subject: 'It is slow', description: 'Ten letters and more.', tags: [given] }
    const { data } = await people.owner.client.from('tickets').insert(row).select('id').single()
    const id = String(data?.id)
    await db`update public.tickets set assigned_to = ${people.agent.id} where id = ${id}`
    expectRows(await set(people.agent, [given, staffTag], id), 1)
    return id
  }
  beforeAll(async () => {
    people = await createUsers()
    ticket = await tagged()
  })

  it('of none and of an empty list are one thing, in the history too', async () => {
    const id = await insertTicket(people.owner, { assigned_to: people.agent.id })
    for (const tags of [[], null, ['one'], [], [], null]) expectRows(await set(people.agent, tags, id), 1)
    expect(await tagsOf(id)).toBeUndefined()
    const events = await db`select from_value, to_value from public.ticket_events
      where ticket_id = ${id} and kind = 'tags' order by created_at`
    expect(events.map(({ from_value, to_value }) => [from_value, to_value])).toEqual([
      [null, 'one'],
      ['one', null],
    ])
  })

  describe('the customer of the ticket', () => {
    const table = () => people.owner.client.from('tickets')
    const whatever: Record<string, () => PromiseLike<{ data: unknown }>> = {
      'the column': () => table().select('tags').eq('id', ticket),
      'all columns': () => table().select('*').eq('id', ticket),
      'what an update returns': () =>
        table().update({ subject: 'It is very slow' }).eq('id', ticket).select('*, ticket_tags(*)'),
      'an embed': () => table().select('id, ticket_tags(tags)').eq('id', ticket),
      'the detail': () => people.owner.client.rpc('get_ticket_detail', { ticket_id: ticket }),
      'the list': () => people.owner.client.rpc('list_tickets'),
      'a search': () => people.owner.client.rpc('search_tickets', {}),
      'the history': () => people.owner.client.from('ticket_events').select('*').eq('ticket_id', ticket),
      'the dashboard': () => people.owner.client.rpc('get_customer_dashboard'),
    }
    it.each(Object.entries(whatever))('reads none in %s', async (_, ask) => {
      const { data } = await ask()
      expect(JSON.stringify(data)).not.toContain(staffTag)
    })

    const guesses: Record<string, (tag: string) => PromiseLike<{ data: unknown }>> = {
      'contains the tag': (tag) => table().select('id').contains('tags', [tag]),
      'overlaps the tag': (tag) => table().select('id').overlaps('tags', [tag]),
      'is the list': (tag) => table().select('id').eq('tags', `{${given},${tag}}`),
      'sorts behind': (tag) => table().select('id').gte('tags', `{${given},${tag}}`).eq('id', ticket),
      'has the tag as a key': (tag) => table().select('id').contains('tag_keys', [tag]),
      'is listed by the tag': (tag) => people.owner.client.rpc('list_tickets', { filter: { tag } }),
      'is found by the tag': (tag) => people.owner.client.rpc('search_tickets', { filter: { tag } }),
      'embeds the tag': (tag) =>
        table().select('id, ticket_tags!inner(tags)').contains('ticket_tags.tags', [tag]),
      'has a row of tags': (tag) =>
        people.owner.client.from('ticket_tags').select('*').contains('tags', [tag]),
    }
    it.each(Object.entries(guesses))('learns nothing from one that %s', async (_, ask) => {
      expect(found((await ask(staffTag)).data)).toEqual([])
    })

    it('cannot test a word by tagging another ticket', async () => {
      const other = { subject: 'Other', description: 'Ten letters and more.', tags: [staffTag] }
      const { data } = await table().insert(other).select('tag_keys').single()
      const keys = (await columnOf()).tag_keys
      expect(keys).toHaveLength(2)
      expect(keys).not.toContain(data?.tag_keys[0])
      expect(
        found((await people.owner.client.rpc('search_tickets', { filter: { tag: staffTag } })).data),
      ).toHaveLength(1)
    })

    it('cannot test a word by writing it; sending back the same value changes nothing', async () => {
      for (const tags of [[given, staffTag], [staffTag], null])
        expectError(await set(people.owner, tags), 'ticket_forbidden')
      const same = { subject: 'It is still slow', tags: [given] }
      const { data } = await table().update(same).eq('id', ticket).select('tags')
      expect(data).toEqual([{ tags: [given] }])
      expect(await tagsOf()).toEqual([given, staffTag])
    })

    it('reads its own tags', async () => {
      const { data } = await table().select('tags').eq('id', ticket).single()
      expect(data).toEqual({ tags: [given] })
      expect(
        found((await people.owner.client.rpc('search_tickets', { filter: { tag: given } })).data),
      ).toHaveLength(1)
    })
  })

  describe('staff', () => {
    it('read them by table, embed, detail and reply, and search by them', async () => {
      const { agent } = people
      const { data } = await agent.client
        .from('tickets')
        .select('ticket_tags(tags)')
        .eq('id', ticket)
        .single()
      expect(JSON.stringify(data)).toContain(staffTag)
      const detail = await agent.client.rpc('get_ticket_detail', { ticket_id: ticket })
      expect(detail.data).toMatchObject({ ticket: { tags: [given, staffTag] } })
      expect(JSON.stringify(detail.data)).not.toContain('tag_keys')
      const reply = await agent.client.rpc('send_reply', {
        ticket_id: ticket,
        content: 'Hello',
        add_tags: ['later'],
      })
      expect(reply.data).toMatchObject({ ticket: { tags: [given, staffTag, 'later'] } })
      for (const tag of [given, staffTag, 'later']) {
        const list = await agent.client.rpc('list_tickets', {
          filter: { tag, requester: people.owner.id },
        })
        expect(found(list.data).map((row) => (row as { id: string }).id)).toContain(ticket)
      }
      expectRows(await set(agent, [given, staffTag]), 1)
    })

    it('remove all of them and add them again', async () => {
      const id = await tagged()
      const plain = await insertTicket(people.owner, { assigned_to: people.agent.id })
      for (const tags of [[given], null, [staffTag], []]) {
        expectRows(await set(people.agent, tags, id), 1)
        expect((await tagsOf(id)) ?? null).toEqual(tags?.length ? tags : null)
        expect((await columnOf(id)).tags).toEqual([given])
      }
      expect((await columnOf(id)).tag_keys).toBeNull()
      expectRows(await set(people.agent, [staffTag], plain), 1)
      expectRows(await set(people.admin, null, plain), 1)
      expect(await tagsOf(plain)).toBeUndefined()
      const history =
        await db`select from_value, to_value, is_internal, ticket_version from public.ticket_events
        where ticket_id = ${plain} and kind = 'tags' order by ticket_version`
      const [now] = await db`select version from public.tickets where id = ${plain}`
      expect([...history]).toEqual([
        { from_value: null, to_value: staffTag, is_internal: true, ticket_version: Number(now?.version) - 1 },
        { from_value: staffTag, to_value: null, is_internal: true, ticket_version: now?.version },
      ])
    })

    it('change them only on tickets they can update', async () => {
      const { admin, agent } = people
      const held = await insertTicket(people.owner, { assigned_to: admin.id })
      expectError(await set(agent, [staffTag], held), 'ticket_forbidden')
      // Staff cannot change them as the customer of a ticket assigned to another agent either.
      await db`update public.tickets set customer_id = ${agent.id}, tags = ${[staffTag]} where id = ${held}`
      for (const tags of [['other'], []]) expectError(await set(agent, tags, held), 'ticket_forbidden')
      expectRows(await set(agent, null, held), 1)
      expectRows(await set(agent, [staffTag], held), 1)
      expect(await tagsOf(held)).toEqual([staffTag])
      expect((await columnOf(held)).tags).toBeNull()
    })

    it('write them through tickets.tags only', async () => {
      const table = people.admin.client.from('ticket_tags')
      expectForbidden(await table.insert({ ticket_id: ticket, tags: ['x'] }))
      expectForbidden(await table.update({ tags: ['x'] }).eq('ticket_id', ticket))
      expectForbidden(await table.delete().eq('ticket_id', ticket))
      expectForbidden(await people.visitor.from('ticket_tags').select('tags'))
    })
  })
})
