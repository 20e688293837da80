import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  db,
  expectForbidden,
  expectRows,
  type TestUser,
  expectSignedOut,
} from './support/backend'

/** Both tables have the same rights. */
describe.each([
  ['macros', { name: 'Reset link', body: 'Hello {{customer.name}}' }, { body: 'Bye' }],
  ['saved_views', { name: 'Urgent', filter: { priority: ['urgent'] } }, { filter: { text: 'vpn' } }],
] as const)('%s', (table, values, change) => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))
  const write = ({ client, id }: TestUser, more: object = {}) =>
    client
      .from(table)
      .insert({ ...values, owner_id: id, ...more })
      .select('id')
  const made = async (who: TestUser, more: object = {}): Promise<string> => {
    const { data, error } = await write(who, more)
    expect(error).toBeNull()
    return data?.[0]?.id
  }
  const read = ({ client }: TestUser, id: string) => client.from(table).select('*').eq('id', id)
  const update = ({ client }: TestUser, id: string, to: object = change) =>
    client.from(table).update(to).eq('id', id).select('id')
  const remove = ({ client }: TestUser, id: string) => client.from(table).delete().eq('id', id).select('id')

  it('are visible to their owner only when personal', async () => {
    const { agent, otherAgent, admin, owner } = people
    const id = await made(agent)
    expectRows(await read(agent, id), 1)
    expectRows(await update(agent, id), 1)
    for (const who of [otherAgent, admin, owner]) {
      expectRows(await read(who, id), 0)
      expectRows(await update(who, id), 0)
      expectRows(await remove(who, id), 0)
    }
    expectRows(await remove(agent, id), 1)
  })

  it('are read by all staff when shared, and written by owner and admins', async () => {
    const { agent, otherAgent, admin, owner, visitor } = people
    const id = await made(agent, { is_shared: true })
    for (const who of [otherAgent, admin]) expectRows(await read(who, id), 1)
    expectRows(await read(owner, id), 0)
    expectForbidden(await visitor.from(table).select('*'))
    expectRows(await update(otherAgent, id), 0)
    expectRows(await remove(otherAgent, id), 0)
    expectRows(await update(admin, id), 1)
    // An admin may delete a shared one, but not make it personal.
    expectForbidden(await update(admin, id, { is_shared: false }))
    expectRows(await update(agent, id, { is_shared: false }), 1)
    expectRows(await update(agent, id, { is_shared: true }), 1)
    expectRows(await remove(admin, id), 1)
  })

  it('reject customers, former staff and other owners', async () => {
    const { agent, otherAgent, owner, otherCustomer } = people
    expectForbidden(await write(owner))
    expectForbidden(await write(agent, { owner_id: otherAgent.id }))
    expectForbidden(await update(agent, await made(agent), { owner_id: otherAgent.id }))
    const id = await made(otherAgent)
    await db`update public.profiles set deactivated_at = now() where id = ${otherAgent.id}`
    expectSignedOut(await read(otherAgent, id))
    expectSignedOut(await update(otherAgent, id))
    await db`update public.profiles set deactivated_at = null where id = ${otherAgent.id}`
    expectRows(await otherCustomer.client.from(table).select('*'), 0)
  })

  it('have a bounded name', async () => {
    const longest = table === 'macros' ? 80 : 60
    await made(people.agent, { name: 'x'.repeat(longest) })
    for (const name of [' ', 'x'.repeat(longest + 1)])
      expect((await write(people.agent, { name })).error?.code).toBe('23514')
  })

  const refused: [string, object][] =
    table === 'macros'
      ? [
          ['does nothing', { body: ' ' }],
          ['is too long', { body: 'x'.repeat(5001) }],
          ['sets an unknown status', { set_status: 'done' }],
          ['sets an unknown priority', { set_priority: 'top' }],
          ['adds too many tags', { add_tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }],
        ]
      : [
          ['is no object', { filter: [] }],
          ['has an unknown field', { filter: { customer: 'x' } }],
          ['has an unknown status', { filter: { status: ['done'] } }],
          ['has an unknown priority', { filter: { priority: ['top'] } }],
          ['has a broken assignee', { filter: { assignee: 'you' } }],
          ['has a number for a text', { filter: { text: 5 } }],
          ['has an unknown order', { filter: { sort: 'description' } }],
          ['is too large', { filter: { text: 'x'.repeat(4001) } }],
        ]
  it.each(refused)('reject one that %s', async (_, more) => {
    expect((await write(people.agent, more)).error?.code).toBe('23514')
  })

  it('accept every valid field', async () => {
    const full =
      table === 'macros'
        ? { body: '', set_status: 'solved', set_priority: 'low', add_tags: ['a'], is_shared: true }
        : {
            filter: {
              text: 'vpn',
              status: ['open', 'active'],
              priority: ['low', 'high'],
              assignee: people.agent.id,
              tag: 'a',
              sort: 'priority',
              dir: 'asc',
            },
          }
    const { data } = await read(people.agent, await made(people.agent, full))
    expect(data).toMatchObject([full])
  })
})

it('keep columns with a view, and refuse unknown ones', async () => {
  const { agent } = await createUsers()
  const view = { owner_id: agent.id, name: 'Columns', filter: {} }
  const columns = [{ id: 'subject' }, { id: 'waiting', width: 80 }]
  const insert = (row: object) =>
    agent.client
      .from('saved_views')
      .insert({ ...view, ...row })
      .select('columns')
  expect((await insert({ columns })).data).toEqual([{ columns }])
  expect((await insert({})).data).toEqual([{ columns: null }])
  for (const wrong of [[], [{ id: 'status' }], [{ id: 'subject' }, { id: 'role' }], {}, 'subject'])
    expect((await insert({ columns: wrong })).error?.code, JSON.stringify(wrong)).toBe('23514')
})

describe('count_macro_use', () => {
  it('counts for each person, what they can see', async () => {
    const { agent, otherAgent, owner } = await createUsers()
    const made = async (is_shared: boolean): Promise<string> => {
      const values = { owner_id: agent.id, is_shared, name: 'Counted', body: 'Hello' }
      const { data } = await agent.client.from('macros').insert(values).select('id').single()
      return data?.id
    }
    const [own, shared] = [await made(false), await made(true)]
    const count = (who: TestUser, macro_id: string) => who.client.rpc('count_macro_use', { macro_id })
    for (const macro of [own, shared, shared]) expect((await count(agent, macro)).error).toBeNull()
    expect((await count(otherAgent, shared)).error).toBeNull()
    expect((await count(otherAgent, own)).error).toBeNull()
    expect((await count(owner, shared)).error?.details).toBe('agent_required')
    const uses = async (who: TestUser) =>
      (
        await who.client
          .from('macros')
          .select('id, macro_uses(uses)')
          .in('id', [own, shared])
          .order('is_shared')
      ).data
    expect(await uses(agent)).toEqual([
      { id: own, macro_uses: [{ uses: 1 }] },
      { id: shared, macro_uses: [{ uses: 2 }] },
    ])
    expect(await uses(otherAgent)).toEqual([{ id: shared, macro_uses: [{ uses: 1 }] }])
    const [rows] =
      await db`select count(*)::int as n from public.macro_uses where macro_id in ${db([own, shared])}`
    expect(rows?.n).toBe(3)
    await agent.client.from('macros').delete().eq('id', shared)
    expect(await uses(agent)).toHaveLength(1)
  })
})
