import { clientAs } from '@helpdesk/testing/stack'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  db,
  expectForbidden,
  expectError,
  expectRows,
  createUser,
  stack,
} from './support/backend'

let people: TestUsers
beforeAll(async () => {
  people = await createUsers()
})

describe('create_invites', () => {
  const invite = (who: 'admin' | 'agent' | 'owner', emails: string[], role = 'agent') =>
    people[who].client.rpc('create_invites', { emails, role })

  it('reports each address as invited, invalid, repeated or known', async () => {
    const { agent } = people
    const { data, error } = await invite('admin', [
      ' New.One@Example.net ',
      'no-address',
      'new.one@example.net',
      agent.email,
    ])
    expect(error).toBeNull()
    expect(data).toMatchObject([
      { email: 'new.one@example.net', code: null },
      {
        email: 'no-address',
        token: null,
        code: 'invite_email',
        message: 'Please enter a valid email address',
      },
      { email: 'new.one@example.net', token: null, code: 'invite_repeated' },
      {
        email: agent.email,
        token: null,
        code: 'email_exists',
        message: 'This person is already an agent',
      },
    ])
    const { data: check } = await people.visitor.rpc('verify_invite', { token: data[0].token })
    expect(check).toEqual([{ is_valid: true, invite_email: 'new.one@example.net', invite_role: 'agent' }])
  })

  it('accepts 1 to 100 addresses, roles agent and admin, admins only', async () => {
    const many = (n: number) => Array.from({ length: n }, (_, index) => `crowd${index}@example.net`)
    expectRows(await invite('admin', many(100), 'admin'), 100)
    for (const n of [0, 101]) expectError(await invite('admin', many(n)), 'invite_count')
    for (const who of ['agent', 'owner'] as const) expectError(await invite(who, many(1)), 'admin_required')
    expectForbidden(await people.visitor.rpc('create_invites', { emails: many(1), role: 'agent' }))
    expect((await invite('admin', many(1), 'customer')).data).toMatchObject([
      { token: null, code: 'invite_role' },
    ])
  })
})

describe('list_invites', () => {
  it('returns the four states, newest first, to admins only', async () => {
    const { admin, agent, owner } = people
    await db`insert into public.invites (email, role, token_hash, created_by, expires_at, revoked_at, used_at) values
      ('s1@states.example', 'agent', 's1', ${admin.id}, now() + interval '1 day', null, null),
      ('s2@states.example', 'agent', 's2', ${admin.id}, now(), null, null),
      ('s3@states.example', 'agent', 's3', ${admin.id}, now() + interval '1 day', now(), null),
      ('s4@states.example', 'admin', 's4', ${admin.id}, now() - interval '1 day', null, now())`
    const { data } = await admin.client.rpc('list_invites')
    const states = Object.fromEntries(
      data
        .filter((row: { email: string }) => row.email.endsWith('@states.example'))
        .map((row: { email: string; state: string }) => [row.email.slice(0, 2), row.state]),
    )
    expect(states).toEqual({ s1: 'pending', s2: 'expired', s3: 'revoked', s4: 'accepted' })
    expect(JSON.stringify(data)).not.toContain('token')
    for (const { client } of [agent, owner]) expectError(await client.rpc('list_invites'), 'admin_required')
  })

  it('pages by keyset', async () => {
    const { admin } = people
    const first = await admin.client.rpc('list_invites', { max_rows: 3 })
    const last = first.data[2]
    const next = await admin.client.rpc('list_invites', {
      max_rows: 3,
      after_created_at: last.created_at,
      after_id: last.id,
    })
    const ids = [...first.data, ...next.data].map((row: { id: string }) => row.id)
    expect(new Set(ids).size).toBe(6)
  })
})

describe('list_users', () => {
  it('finds users by name, e-mail, role and state, with their last activity', async () => {
    const { admin } = people
    const seeker = await createUser('agent', 'Zora Zimmermann')
    const find = async (args: object) => (await admin.client.rpc('list_users', args)).data
    expect(await find({ query: 'zora zimm' })).toMatchObject([
      { id: seeker.id, role: 'agent', open_sessions: 1 },
    ])
    expect(await find({ query: seeker.email.toUpperCase() })).toHaveLength(1)
    expect(await find({ query: 'zora zimm', filter_role: 'customer' })).toEqual([])
    expect(await find({ query: 'zora zimm', filter_active: false })).toEqual([])
    expect(await find({ query: '%' })).toEqual([])
    const [row] = await find({ query: seeker.email })
    expect(Date.now() - Date.parse(row.last_seen_at)).toBeLessThan(60_000)
  })

  it('finds words in any order, unfinished, without accents and misspelt', async () => {
    const { admin } = people
    const { id } = await createUser('customer', 'Jérôme Oberhauser')
    const find = async (query: string) => {
      const { data } = await admin.client.rpc('list_users', { query })
      return data.map((row: { id: string }) => row.id)
    }
    for (const query of [
      'oberhauser jerome',
      'ober jero',
      'Jérôme Ober',
      'erhaus',
      'Oberhausr',
      'obrehauser',
      'Oberhuaser',
    ])
      expect(await find(query), query).toEqual([id])
    // What is spelt alike is only shown when nothing else is.
    const other = await createUser('customer', 'Jan Oberhausr')
    expect(await find('Oberhausr')).toEqual([other.id])
    for (const query of ['xyzzyqq', '% %', '...']) expect(await find(query), query).toEqual([])
  })

  it('pages by keyset', async () => {
    const { admin } = people
    const first = await admin.client.rpc('list_users', { max_rows: 2 })
    const last = first.data[1]
    const next = await admin.client.rpc('list_users', {
      max_rows: 2,
      after_created_at: last.created_at,
      after_id: last.id,
    })
    expect(new Set([...first.data, ...next.data].map((row: { id: string }) => row.id)).size).toBe(4)
  })

  it('rejects other callers', async () => {
    const { agent, owner, visitor } = people
    for (const { client } of [agent, owner]) expectError(await client.rpc('list_users'), 'admin_required')
    expectForbidden(await visitor.rpc('list_users'))
  })
})

describe('end_user_sessions', () => {
  it('signs a user out everywhere, for admins only', async () => {
    const { admin, agent } = people
    const target = await createUser('customer', 'Wanda Wanderer')
    await clientAs(stack, target.email)
    expectError(await agent.client.rpc('end_user_sessions', { target: target.id }), 'admin_required')
    expect((await admin.client.rpc('end_user_sessions', { target: target.id })).data).toBe(2)
    expect((await target.client.auth.refreshSession()).error).not.toBeNull()
    const [row] =
      await db`select to_value from public.audit_log where target_id = ${target.id} and action = 'sessions_ended'`
    expect(row?.to_value).toBe(2)
  })

  it('deactivation rejects refresh and sign-in', async () => {
    const { admin } = people
    const target = await createUser('agent', 'Gus Gone')
    await admin.client.rpc('set_user_active', { target: target.id, active: false })
    expect((await target.client.auth.refreshSession()).error).not.toBeNull()
    await expect(clientAs(stack, target.email)).rejects.toThrow()
    await admin.client.rpc('set_user_active', { target: target.id, active: true })
    expect((await (await clientAs(stack, target.email)).rpc('get_agent_performance_stats')).error).toBeNull()
  })
})
