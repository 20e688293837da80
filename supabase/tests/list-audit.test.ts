import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  db,
  expectForbidden,
  expectError,
  createUser,
  insertTicket,
} from './support/backend'
import { explain } from './support/explain'
import { whenBlocked } from './support/when-blocked'
import { rolledBack } from './support/rolled-back'

let people: TestUsers
beforeAll(async () => {
  people = await createUsers()
})
const list = async (args: object = {}) => {
  const { data, error } = await people.admin.client.rpc('list_audit', args)
  expect(error).toBeNull()
  return data
}

describe('list_audit', () => {
  it('lists actions by and on a user, with current names', async () => {
    const { admin } = people
    const target = await createUser('customer', 'Tara Target')
    await admin.client.rpc('set_user_role', { target: target.id, new_role: 'admin' })
    await target.client.rpc('set_user_role', { target: target.id, new_role: 'agent' })
    await admin.client.rpc('set_user_active', { target: target.id, active: false })
    await db`update public.profiles set name = 'Tara Renamed' where id = ${target.id}`
    const rows = await list({ filter_person: target.id })
    expect(rows).toMatchObject([
      {
        action: 'user_deactivated',
        actor_id: admin.id,
        actor_email: admin.email,
        target_name: 'Tara Renamed',
      },
      { action: 'role_changed', actor_id: target.id, from_value: 'admin', to_value: 'agent' },
      { action: 'role_changed', actor_id: admin.id, actor_name: 'Amy Admin', target_label: target.email },
    ])
    expect(await list({ filter_person: target.id, filter_action: 'user_deactivated' })).toHaveLength(1)
    expect(await list({ filter_person: randomUUID() })).toEqual([])
    expect(await list({ filter_action: 'nothing' })).toEqual([])
  })

  it('resolves the names in an assignment', async () => {
    const { admin, agent, owner } = people
    const ticket = await insertTicket(owner)
    const proposed = await admin.client
      .rpc('propose_change', { ticket_id: ticket, kind: 'assign', to_value: agent.id, reason: '' })
      .single<{ id: string }>()
    await admin.client.rpc('decide_proposal', { proposal_id: proposed.data?.id, decision: 'apply' })
    expect((await list({ filter_action: 'proposal_applied' }))[0]).toMatchObject({
      from_name: null,
      to_name: 'Ada Agent',
    })
  })

  it('pages by keyset without gaps, with and without a person', async () => {
    const { admin } = people
    for (let n = 0; n < 5; n += 1) await admin.client.rpc('log_export', { kind: 'report', row_count: n })
    // Rows with equal times are ordered by id.
    await db`insert into public.audit_log (actor_id, action, target_id, created_at)
      select case when n % 2 = 0 then ${admin.id}::uuid end, 'sessions_ended', case when n % 2 = 1 then ${admin.id}::uuid end,
        date_trunc('second', now()) from generate_series(1, 6) n`
    for (const filter of [{}, { filter_person: admin.id }, { filter_action: 'export' }]) {
      const all = await list({ ...filter, max_rows: 100 })
      const paged = []
      for (let last; ;) {
        const page: typeof all = await list({
          ...filter,
          max_rows: 3,
          ...(last && { after_created_at: last.created_at, after_id: last.id }),
        })
        paged.push(...page)
        last = page.at(-1)
        if (page.length < 3) break
      }
      expect(paged.slice(0, 100)).toEqual(all)
    }
  })

  it('rejects other callers', async () => {
    const { agent, owner, visitor } = people
    for (const { client } of [agent, owner]) expectError(await client.rpc('list_audit'), 'admin_required')
    expectForbidden(await visitor.rpc('list_audit'))
  })

  it('reads only a page of a long log, also for a person with few rows', async () => {
    const { admin, agent } = people
    // Earlier files leave many empty pages of people, and a page of the log would read all of them.
    await db`vacuum full public.profiles`
    await rolledBack(async (sql) => {
      // Newer than what earlier test files logged: the newest page of a person with most rows reads over those of others.
      await sql`insert into public.audit_log (actor_id, action, created_at)
        select ${agent.id}::uuid, 'export', now() + n * interval '1 second' from generate_series(1, 50000) n`
      await sql`analyze public.audit_log`
      for (const person of [null, admin.id, agent.id, randomUUID()]) {
        await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: admin.id, role: 'authenticated' })}, true)`
        await sql`set local role authenticated`
        const { buffers } = await explain(sql, 'select * from public.list_audit(filter_person => $1::uuid)', [
          person,
        ])
        await sql`reset role`
        expect(buffers, String(person)).toBeLessThan(400)
      }
    })
  })
})

describe('create_invites', () => {
  it('reports an address that another admin invited concurrently, and invites the others', async () => {
    const { admin } = people
    const address = `race-${randomUUID().slice(0, 8)}@example.net`
    const other = await createUser('admin', 'Otto Other')
    const { sent } = await db.begin(async (sql) => {
      // The other admin's invite is uncommitted, so this call waits.
      await sql`insert into public.invites (email, role, token_hash, created_by)
        values (${address}, 'agent', ${randomUUID()}, ${other.id})`
      const emails = [address, `also-${address}`]
      const sent = Promise.resolve(admin.client.rpc('create_invites', { emails, role: 'agent' }))
      expect(await whenBlocked(sql, sent)).toBe(true)
      return { sent }
    })
    const { data, error } = await sent
    expect(error).toBeNull()
    expect(data).toMatchObject([
      { email: address, token: null, code: 'invite_exists' },
      { email: `also-${address}`, code: null },
    ])
  })
})
