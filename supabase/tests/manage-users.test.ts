import { beforeEach, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  db,
  expectForbidden,
  expectError,
  expectRows,
  createUser,
  stack,
  insertTicket,
  expectSignedOut,
} from './support/backend'

describe('roles and accounts', () => {
  let people: TestUsers
  beforeEach(async () => {
    // Admins of other tests would count as further admins.
    await db`update public.profiles set role = 'customer' where role = 'admin'`
    people = await createUsers()
  })
  const role = async (id: string) => (await db`select role from public.profiles where id = ${id}`)[0]?.role
  const set = (who: keyof TestUsers, target: string, role: string) => {
    const member = people[who]
    return ('client' in member ? member.client : member).rpc('set_user_role', { target, new_role: role })
  }

  it('set_user_role: takes effect at once', async () => {
    const { owner } = people
    expect((await set('admin', owner.id, 'agent')).data).toMatchObject({ role: 'agent' })
    expect((await owner.client.rpc('next_ticket')).error).toBeNull()
    await set('admin', owner.id, 'customer')
    expectError(await owner.client.rpc('next_ticket'), 'agent_required')
  })

  it('set_user_role: rejects other callers, unknown roles and unknown users', async () => {
    const { owner, agent } = people
    for (const who of ['owner', 'agent'] as const)
      expectError(await set(who, owner.id, 'admin'), 'admin_required')
    expectForbidden(await set('visitor', owner.id, 'admin'))
    expectError(await set('admin', agent.id, 'root'), 'role_invalid')
    expectError(await set('admin', '00000000-0000-4000-8000-00000000dead', 'agent'), 'user_not_found')
    expect(await role(owner.id)).toBe('customer')
  })

  it('keeps the last admin, also when two demote each other concurrently', async () => {
    const { admin } = people
    expectError(await set('admin', admin.id, 'agent'), 'last_admin', 'The last admin cannot be removed')
    expectError(await admin.client.rpc('set_user_active', { target: admin.id, active: false }), 'last_admin')
    const other = await createUser('admin', 'Otto Admin')
    await Promise.all([
      admin.client.rpc('set_user_role', { target: other.id, new_role: 'agent' }),
      other.client.rpc('set_user_role', { target: admin.id, new_role: 'agent' }),
    ])
    expect(await db`select 1 from public.profiles where role = 'admin'`).toHaveLength(1)
  })

  it('returns the active tickets of former staff to the queue', async () => {
    const { agent, owner } = people
    const ticket = await insertTicket(owner, { assigned_to: agent.id, status: 'pending' })
    await set('admin', agent.id, 'customer')
    const [row] = await db`select assigned_to, status from public.tickets where id = ${ticket}`
    expect(row).toEqual({ assigned_to: null, status: 'open' })
  })

  it('set_user_active: removes all rights despite a valid token, and restores them', async () => {
    const { admin, agent, owner } = people
    await insertTicket(owner)
    const active = (target: string, active: boolean) =>
      admin.client.rpc('set_user_active', { target, active })
    expectError(
      await agent.client.rpc('set_user_active', { target: owner.id, active: false }),
      'admin_required',
    )
    for (const who of [agent, owner]) {
      expect((await active(who.id, false)).error).toBeNull()
      for (const asked of [
        who.client.from('tickets').select('id').eq('customer_id', owner.id),
        who.client.from('tickets').insert({ subject: 'Written by a ghost', description: 'long enough' }),
        who.client.from('profiles').update({ name: 'Ghost' }).eq('id', who.id).select(),
        who.client.rpc('search_tickets', { filter: { text: '' } }),
      ])
        expectSignedOut(await asked)
      expect(await db`select from public.profiles where name = 'Ghost'`).toHaveLength(0)
      expect(await db`select from public.tickets where subject = 'Written by a ghost'`).toHaveLength(0)
      expect((await active(who.id, true)).error).toBeNull()
      expectRows(await who.client.from('tickets').select('id').eq('customer_id', owner.id), 1)
    }
  })

  describe('function update-user-role', () => {
    const call = async (
      who: keyof Omit<TestUsers, 'visitor'> | null,
      body: object,
      method: 'POST' | 'GET' = 'POST',
    ) => {
      const { data } = who ? await people[who].client.auth.getSession() : { data: { session: null } }
      const response = await fetch(`${stack.url}/functions/v1/update-user-role`, {
        method,
        headers: {
          apikey: stack.publishableKey,
          authorization: `Bearer ${data.session?.access_token ?? stack.publishableKey}`,
          'content-type': 'application/json',
        },
        body: method === 'POST' ? JSON.stringify(body) : undefined,
      })
      return { status: response.status, body: await response.json() }
    }

    it('changes the role and its copy in the metadata, for admins', async () => {
      const { owner } = people
      const answer = await call('admin', { userId: owner.id, role: 'agent' })
      expect(answer).toEqual({ status: 200, body: { userId: owner.id, role: 'agent', metadata: 'updated' } })
      expect(await role(owner.id)).toBe('agent')
      const [user] = await db`select raw_user_meta_data from auth.users where id = ${owner.id}`
      expect(user?.raw_user_meta_data).toMatchObject({ role: 'agent', full_name: 'Olive Owner' })
    })

    it('rejects other callers and invalid input', async () => {
      const { owner, admin } = people
      const good = { userId: owner.id, role: 'admin' }
      for (const who of ['owner', 'agent'] as const)
        expect(await call(who, good)).toMatchObject({ status: 403, body: { code: 'admin_required' } })
      expect((await call(null, good)).status).toBe(401)
      expect((await call('admin', good, 'GET')).status).toBe(405)
      for (const body of [{}, { ...good, role: 'root' }, { ...good, userId: 'x' }, { ...good, extra: 1 }])
        expect((await call('admin', body)).status).toBe(400)
      expect(await call('admin', { userId: admin.id, role: 'agent' })).toMatchObject({
        status: 409,
        body: { code: 'last_admin' },
      })
      expect(await role(owner.id)).toBe('customer')
    })
  })
})
