import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  db,
  expectForbidden,
  expectError,
  expectRows,
  createUser,
} from './support/backend'

let people: TestUsers
beforeAll(async () => {
  people = await createUsers()
})
const rows = (target: string) =>
  db`select actor_id, actor_name, action, target_label, from_value, to_value from public.audit_log
    where target_id = ${target} order by created_at, id`

describe('audit_log', () => {
  it('logs a role change with actor, target, old and new role', async () => {
    const { admin, owner } = people
    await admin.client.rpc('set_user_role', { target: owner.id, new_role: 'agent' })
    await admin.client.rpc('set_user_role', { target: owner.id, new_role: 'customer' })
    const base = {
      actor_id: admin.id,
      actor_name: 'Amy Admin',
      action: 'role_changed',
      target_label: owner.email,
    }
    expect([...(await rows(owner.id))]).toEqual([
      { ...base, from_value: 'customer', to_value: 'agent' },
      { ...base, from_value: 'agent', to_value: 'customer' },
    ])
  })

  it('logs deactivations and reactivations', async () => {
    const { admin } = people
    const leaver = await createUser('agent', 'Lea Leaver')
    await admin.client.rpc('set_user_active', { target: leaver.id, active: false })
    await admin.client.rpc('set_user_active', { target: leaver.id, active: true })
    const actions = (await rows(leaver.id))
      .filter((row) => row.actor_id === admin.id)
      .map((row) => row.action)
    expect(actions).toEqual(['user_deactivated', 'user_reactivated'])
  })

  it('logs invites without their token', async () => {
    const { admin } = people
    const { data } = await admin.client
      .rpc('create_invite', { email: 'audited@example.net', role: 'agent' })
      .single<{
        id: string
        token: string
      }>()
    await admin.client.rpc('revoke_invite', { invite_id: data?.id })
    const found = await rows(data?.id ?? '')
    expect(found.map((row) => row.action)).toEqual(['invite_created', 'invite_revoked'])
    expect(JSON.stringify(found)).not.toContain(data?.token)
  })

  it('logs the acceptance of an invite', async () => {
    const { admin } = people
    const customer = await createUser('customer', 'Ivy Invited')
    const { data } = await admin.client
      .rpc('create_invite', { email: customer.email, role: 'agent' })
      .single<{ id: string; token: string }>()
    await customer.client.rpc('accept_invite', { token: data?.token })
    expect((await rows(data?.id ?? '')).at(-1)).toEqual({
      actor_id: customer.id,
      actor_name: 'Ivy Invited',
      action: 'invite_accepted',
      target_label: customer.email,
      from_value: null,
      to_value: { role: 'agent' },
    })
  })

  it('logs exports of admins, with valid figures only', async () => {
    const { admin, agent } = people
    expect(
      (await admin.client.rpc('log_export', { kind: 'tickets', row_count: 12, filter: { from: 'x' } })).error,
    ).toBeNull()
    const [row] =
      await db`select to_value from public.audit_log where action = 'export' order by created_at desc limit 1`
    expect(row?.to_value).toEqual({ rows: 12, filter: { from: 'x' } })
    expectError(await agent.client.rpc('log_export', { kind: 'tickets', row_count: 1 }), 'admin_required')
    expectError(await admin.client.rpc('log_export', { kind: 'other', row_count: 1 }), 'export_invalid')
    expectError(await admin.client.rpc('log_export', { kind: 'tickets', row_count: -1 }), 'export_invalid')
  })

  it('is visible to admins only', async () => {
    const { admin, agent, owner, visitor } = people
    expect((await admin.client.from('audit_log').select('id').limit(1)).data).toHaveLength(1)
    for (const { client } of [agent, owner]) expectRows(await client.from('audit_log').select('id'), 0)
    expectForbidden(await visitor.from('audit_log').select('id'))
  })

  it('is append-only for readers, the service and its owner', async () => {
    const { admin } = people
    const before = await db`select count(*)::int as n from public.audit_log`
    expectForbidden(await admin.client.from('audit_log').insert({ action: 'export' }))
    expectForbidden(await admin.client.from('audit_log').update({ action: 'export' }).neq('action', 'x'))
    expectForbidden(await admin.client.from('audit_log').delete().neq('action', 'x'))
    await expect(db`update public.audit_log set actor_name = 'x'`).rejects.toThrow('append-only')
    await expect(db`delete from public.audit_log`).rejects.toThrow('append-only')
    await expect(db`truncate public.audit_log`).rejects.toThrow('append-only')
    expect(await db`select count(*)::int as n from public.audit_log`).toEqual(before)
  })
})
