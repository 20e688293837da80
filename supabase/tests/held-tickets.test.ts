import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  db,
  expectError,
  expectForbidden,
  insertTicket,
  type TestUser,
} from './support/backend'

describe('list_held_tickets', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))
  const list = (who: Pick<TestUser, 'client'>, ids: string[]) =>
    who.client.rpc('list_held_tickets', { ticket_ids: ids })

  it('lists the tickets that have to be taken over first, with their assignees', async () => {
    const { agent, otherAgent, admin, owner } = people
    const ids = [
      await insertTicket(owner, { assigned_to: otherAgent.id }),
      await insertTicket(owner, { assigned_to: agent.id }),
      await insertTicket(owner),
      randomUUID(),
    ]
    const [{ number } = {}] = await db`select number::int from public.tickets where id = ${ids[0] ?? ''}`
    expect((await list(agent, ids)).data).toEqual([
      {
        id: ids[0],
        number,
        subject: 'The printer is on fire',
        assigned_to: otherAgent.id,
        assignee_name: 'Rick Rival',
      },
    ])
    expect((await list(otherAgent, ids)).data).toMatchObject([{ id: ids[1] }])
    expect((await list(admin, ids)).data).toEqual([])
    await db`update public.workspace_settings set agents_update = 'all'`
    expect((await list(agent, ids)).data).toEqual([])
    await db`update public.workspace_settings set agents_update = 'own'`
  })

  it('accepts up to 1,000 tickets, from staff only', async () => {
    const { agent, owner, visitor } = people
    expect((await list(agent, [])).data).toEqual([])
    expectError(await list(owner, []), 'agent_required')
    expectForbidden(await list({ client: visitor }, []))
    expectError(
      await list(
        agent,
        Array.from({ length: 1001 }, () => randomUUID()),
      ),
      'bulk_limit',
    )
  })
})
