import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  db,
  expectForbidden,
  expectError,
  type TestUser,
  insertTicket,
} from './support/backend'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))
beforeEach(async () => {
  await db`delete from private.undoable_changes`
  await db`delete from public.notification_outbox`
  // Empties the queue for next_ticket.
  await db`update public.tickets set status = 'closed' where assigned_to is null`
})

const undo = ({ client }: Pick<TestUser, 'client'>) => client.rpc('undo_last_change')
const row = async (id: string) =>
  (
    await db`select t.number::int, status, priority, assigned_to, g.tags, resolved_at, closed_at, close_reason
      from public.tickets t left join public.ticket_tags g on g.ticket_id = t.id where t.id = ${id}`
  )[0]
const mails = async (ticket: string) => [
  ...(await db`select kind from public.notification_outbox where ticket_id = ${ticket}`),
]
const update = ({ client }: TestUser, id: string, values: object) =>
  client.from('tickets').update(values).eq('id', id).select('id')
const held = (who: TestUser, more: object = {}) =>
  insertTicket(people.owner, { assigned_to: who.id, ...more })

describe('undo_last_change', () => {
  const changes: Record<string, (agent: TestUser, other: TestUser) => Promise<string>> = {
    'a claim': async (agent) => {
      const id = await insertTicket(people.owner)
      await agent.client.rpc('claim_ticket', { ticket_id: id })
      return id
    },
    'the next ticket': async (agent) => {
      const id = await insertTicket(people.owner)
      await agent.client.rpc('next_ticket')
      return id
    },
    'a takeover': async (agent, other) => {
      const id = await held(other)
      await agent.client.rpc('take_over_ticket', { ticket_id: id, reason: 'Away' })
      return id
    },
    'an assignment': async (agent, other) => {
      const id = await insertTicket(people.owner)
      await agent.client.rpc('assign_ticket', { ticket_id: id, assignee: other.id })
      return id
    },
    'a status': async (agent) => {
      const id = await held(agent)
      await update(agent, id, { status: 'closed', close_reason: 'Done' })
      return id
    },
    'a priority of an unassigned ticket': async (agent) => {
      const id = await insertTicket(people.owner)
      await update(agent, id, { priority: 'urgent' })
      return id
    },
    tags: async (agent) => {
      const id = await held(agent)
      await db`update public.tickets set tags = '{vpn}' where id = ${id}`
      await update(agent, id, { tags: ['vpn', 'wifi'] })
      return id
    },
    'a bulk change': async (agent) => {
      const id = await held(agent)
      const change = { status: 'pending', priority: 'low', add_tags: ['x'] }
      await agent.client.rpc('bulk_update_tickets', { ticket_ids: [id], change })
      return id
    },
  }

  it.each(Object.entries(changes))('reverts %s, and its mails', async (_, change) => {
    const { agent, otherAgent } = people
    const id = await change(agent, otherAgent)
    const [saved] = await db`select before, c.version = t.version as is_current
      from private.undoable_changes c join public.tickets t on t.id = c.ticket_id where c.ticket_id = ${id}`
    // Screens name the change to undo by the version that the API gave them.
    expect(saved?.is_current).toBe(true)
    const changed = await row(id)
    const { data, error } = await undo(agent)
    expect(error).toBeNull()
    expect(data.results).toEqual([
      { id, number: changed?.number, subject: 'The printer is on fire', ok: true, code: null, message: null },
    ])
    const restored = await row(id)
    expect(restored).not.toEqual(changed)
    expect(restored).toMatchObject({
      status: saved?.before.status,
      priority: saved?.before.priority,
      assigned_to: saved?.before.assigned_to,
      tags: saved?.before.tags,
      closed_at: null,
    })
    expect(await mails(id)).toEqual([])
    expectError(await undo(agent), 'undo_not_found')
  })

  it('reverts one change after the other, also of one ticket', async () => {
    const { agent } = people
    const id = await held(agent)
    for (const status of ['pending', 'solved']) await update(agent, id, { status })
    expect((await undo(agent)).data.results[0].ok).toBe(true)
    expect(await row(id)).toMatchObject({ status: 'pending' })
    expect((await undo(agent)).data.results[0].ok).toBe(true)
    expect(await row(id)).toMatchObject({ status: 'open' })
  })

  it('reverts the change of one ticket, though its author changed others since', async () => {
    const { agent } = people
    const [one, other] = [await held(agent), await held(agent)]
    await update(agent, one, { status: 'solved' })
    await update(agent, other, { priority: 'urgent' })
    const [{ version } = {}] = await db`select version from public.tickets where id = ${one}`
    const args = { of_ticket: one, made_version: version }
    const { data } = await agent.client.rpc('undo_last_change', args)
    expect(data.results).toMatchObject([{ id: one, ok: true }])
    expect(await row(one)).toMatchObject({ status: 'open' })
    expect(await row(other)).toMatchObject({ priority: 'urgent' })
    expectError(await agent.client.rpc('undo_last_change', args), 'undo_not_found')
    for (const who of [people.otherAgent, people.admin])
      expectError(await who.client.rpc('undo_last_change', { of_ticket: other }), 'undo_not_found')
  })

  it('does not revert an earlier change of a ticket that its author changed again', async () => {
    const { agent } = people
    const id = await held(agent)
    await update(agent, id, { status: 'solved' })
    const [{ version } = {}] = await db`select version from public.tickets where id = ${id}`
    await update(agent, id, { priority: 'urgent' })
    const { data } = await agent.client.rpc('undo_last_change', { of_ticket: id, made_version: version })
    expect(data.results).toMatchObject([{ id, ok: false, code: 'ticket_changed' }])
    expect(await row(id)).toMatchObject({ status: 'solved', priority: 'urgent' })
  })

  it('reports a ticket that somebody else changed meanwhile', async () => {
    const { agent, admin } = people
    const id = await held(agent)
    await update(agent, id, { status: 'solved' })
    await update(admin, id, { priority: 'high' })
    const { data } = await undo(agent)
    expect(data.results).toMatchObject([
      { id, ok: false, code: 'ticket_changed', message: 'The ticket has changed since' },
    ])
    expect(await row(id)).toMatchObject({ status: 'solved', priority: 'high' })
    // The admin's change is the admin's to undo.
    expect((await undo(admin)).data.results).toMatchObject([{ id, ok: true }])
  })

  it('is refused after 75 seconds', async () => {
    const { agent } = people
    const id = await held(agent)
    await update(agent, id, { status: 'solved' })
    await db`update private.undoable_changes set created_at = now() - interval '76 seconds' where ticket_id = ${id}`
    const late = await undo(agent)
    expectError(late, 'undo_expired', 'It is too late to undo this change')
    expect(late.status).toBe(409)
  })

  it('does not revert replies, changes without effect, texts, or what others did', async () => {
    const { agent, otherAgent, owner, admin } = people
    const id = await held(agent)
    await agent.client.rpc('send_reply', { ticket_id: id, content: 'Done.', new_status: 'solved' })
    await update(agent, id, { status: 'solved' })
    await update(agent, id, { subject: 'Still on fire' })
    await update(owner, id, { status: 'closed' })
    await db`update public.tickets set priority = 'low' where id = ${id}`
    const leaver = await held(otherAgent)
    await admin.client.rpc('set_user_active', { target: otherAgent.id, active: false })
    await admin.client.rpc('set_user_active', { target: otherAgent.id, active: true })
    expect((await row(leaver))?.assigned_to).toBeNull()
    for (const who of [agent, admin]) {
      const nothing = await undo(who)
      expectError(nothing, 'undo_not_found', 'There is nothing to undo')
      expect(nothing.status).toBe(404)
    }
  })

  it('rejects customers, visitors and former staff', async () => {
    const { agent, owner, visitor } = people
    const id = await held(agent)
    await update(agent, id, { status: 'solved' })
    expectError(await undo(owner), 'agent_required')
    expectForbidden(await undo({ client: visitor }))
    await db`update public.profiles set role = 'customer' where id = ${agent.id}`
    expectError(await undo(agent), 'agent_required')
    await db`update public.profiles set role = 'agent' where id = ${agent.id}`
    expect(await row(id)).toMatchObject({ status: 'solved' })
  })
})

describe('mails about changes that can be undone', () => {
  const seconds = async (ticket: string) =>
    (
      await db`select extract(epoch from next_attempt_at - created_at)::float as wait
        from public.notification_outbox where ticket_id = ${ticket}`
    )[0]?.wait

  it('wait at least ten seconds; those about replies are due at once', async () => {
    const { agent } = people
    const [changed, answered] = [await held(agent), await held(agent)]
    await update(agent, changed, { status: 'pending' })
    expect(await seconds(changed)).toBeGreaterThanOrEqual(10)
    await agent.client.rpc('send_reply', { ticket_id: answered, content: 'Done.' })
    expect(await seconds(answered)).toBe(0)
  })

  it('are followed by a mail about the undo when they were sent already', async () => {
    const { agent } = people
    const id = await held(agent)
    await update(agent, id, { status: 'pending' })
    await db`update public.notification_outbox set attempts = 1, sent_at = now() where ticket_id = ${id}`
    expect((await undo(agent)).error).toBeNull()
    const rows =
      await db`select excerpt from public.notification_outbox where ticket_id = ${id} order by created_at`
    expect(rows.map(({ excerpt }) => excerpt)).toEqual(['pending', 'open'])
  })

  it('stay when an undo is refused', async () => {
    const { agent, admin } = people
    const id = await held(agent)
    await update(agent, id, { status: 'pending' })
    await update(admin, id, { priority: 'high' })
    await undo(agent)
    expect(await mails(id)).toEqual([{ kind: 'status' }])
  })
})
