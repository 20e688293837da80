import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  insertComment,
  db,
  expectForbidden,
  expectError,
  expectRows,
  insertTicket,
} from './support/backend'

describe('profiles', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))
  const role = async (id: string) => (await db`select role from public.profiles where id = ${id}`)[0]?.role

  it('are readable by their owner', async () => {
    const { owner } = people
    const own = await owner.client.from('profiles').select('*').eq('id', owner.id).single()
    expect(own.data).toMatchObject({ name: 'Olive Owner', role: 'customer', email: owner.email })
  })

  it('hide other people from customers', async () => {
    const { owner } = people
    expectRows(await owner.client.from('profiles').select('id'), 1)
    expectForbidden(await people.visitor.from('profiles').select('id'))
  })

  it('are all readable by staff', async () => {
    const { agent, owner, admin } = people
    expectRows(await agent.client.from('profiles').select('id, email').in('id', [owner.id, admin.id]), 2)
  })

  it('take a new name, also in existing comments', async () => {
    const { agent, owner } = people
    const ticket = await insertTicket(owner)
    await insertComment(agent, ticket)
    const renamed = await agent.client
      .from('profiles')
      .update({ name: 'Ada Byron' })
      .eq('id', agent.id)
      .select()
    expectRows(renamed, 1)
    const { data } = await owner.client.from('comments').select('author_name').eq('ticket_id', ticket)
    expect(data).toEqual([{ author_name: 'Ada Byron' }])
  })

  it('reject a new name for somebody else', async () => {
    const { owner, admin, agent } = people
    for (const client of [owner.client, agent.client])
      expectRows(await client.from('profiles').update({ name: 'Mallory' }).eq('id', admin.id).select(), 0)
  })

  it('reject changes of role, status and id, also by admins', async () => {
    const { owner, admin } = people
    for (const values of [
      { role: 'admin' },
      { name: 'Ok Name', role: 'admin' },
      { deactivated_at: null },
      { email: 'x@y.zz' },
    ])
      expectForbidden(await owner.client.from('profiles').update(values).eq('id', owner.id))
    expectForbidden(await admin.client.from('profiles').update({ role: 'agent' }).eq('id', admin.id))
    expectForbidden(await owner.client.from('profiles').upsert({ id: owner.id, role: 'admin' }))
    expectForbidden(await owner.client.from('profiles').delete().eq('id', owner.id))
    expect(await role(owner.id)).toBe('customer')
  })

  it('ignore user metadata', async () => {
    const { owner } = people
    await owner.client.auth.updateUser({ data: { role: 'admin' } })
    expect(await role(owner.id)).toBe('customer')
    expectRows(await owner.client.from('profiles').select('id'), 1)
  })

  it('reject an empty and a long name', async () => {
    const { owner } = people
    const rename = (name: string) => owner.client.from('profiles').update({ name }).eq('id', owner.id)
    expectError(await rename('   '), 'name_empty', 'Please enter a name')
    expect((await rename('x'.repeat(51))).error?.code).toBe('23514')
  })
})
