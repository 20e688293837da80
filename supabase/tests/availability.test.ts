import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createUsers,
  db,
  expectError,
  expectForbidden,
  insertTicket,
  type TestUser,
  type TestUsers,
} from './support/backend'

describe('availability', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))
  beforeEach(async () => void (await db`update public.profiles set away_since = null`))

  const be = ({ client }: TestUser, is_away: boolean) => client.rpc('set_availability', { is_away })
  const awaySince = async ({ id }: TestUser) =>
    (await db`select away_since from public.profiles where id = ${id}`)[0]?.away_since as Date | null

  it('is set by each member of staff for themselves, and keeps its first time', async () => {
    const { agent, otherAgent, admin } = people
    for (const who of [agent, admin]) {
      const { data } = await be(who, true)
      expect((await be(who, true)).data).toBe(data)
      expect(await awaySince(who)).not.toBeNull()
      expect((await be(who, false)).data).toBeNull()
    }
    await be(agent, true)
    expect(await awaySince(otherAgent)).toBeNull()
    const seen = await otherAgent.client.from('profiles').select('away_since').eq('id', agent.id).single()
    expect(seen.data?.away_since).not.toBeNull()
  })

  it('is not for customers, and not a column that anyone writes', async () => {
    const { owner, agent, admin } = people
    expectError(await be(owner, true), 'agent_required')
    for (const who of [owner, agent, admin])
      expectForbidden(await who.client.from('profiles').update({ away_since: '2026-01-01' }).eq('id', who.id))
    expect([await awaySince(owner), await awaySince(agent)]).toEqual([null, null])
  })

  it('keeps the next ticket from those who are away', async () => {
    const { owner, agent } = people
    await db`update public.tickets set status = 'closed' where assigned_to is null`
    const ticket = await insertTicket(owner)
    await be(agent, true)
    const refused = await agent.client.rpc('next_ticket')
    expectError(refused, 'agent_away')
    expect(refused.status).toBe(409)
    const [row] = await db`select assigned_to from public.tickets where id = ${ticket}`
    expect(row).toEqual({ assigned_to: null })
    await be(agent, false)
    expect((await agent.client.rpc('next_ticket')).data).toMatchObject([{ id: ticket }])
  })

  it('shows on the assignee’s tickets to staff, and not to customers', async () => {
    const { owner, agent, otherAgent } = people
    const ticket = await insertTicket(owner, { assigned_to: agent.id })
    await be(agent, true)
    const detail = async ({ client }: TestUser) =>
      (await client.rpc('get_ticket_detail', { ticket_id: ticket })).data
    expect((await detail(otherAgent)).staff.assignee_away_since).not.toBeNull()
    expect(JSON.stringify(await detail(owner))).not.toContain('away')
  })

  it('does not outlive the role or the account', async () => {
    const { agent, otherAgent, admin } = people
    await be(agent, true)
    await be(otherAgent, true)
    await admin.client.rpc('set_user_active', { target: agent.id, active: false })
    await db`update public.profiles set role = 'customer' where id = ${otherAgent.id}`
    expect([await awaySince(agent), await awaySince(otherAgent)]).toEqual([null, null])
  })
})
