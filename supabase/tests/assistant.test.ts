import { beforeEach, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  db,
  expectForbidden,
  expectError,
  expectRows,
  createUser,
  insertTicket,
} from './support/backend'

let people: TestUsers
let ticket: string
beforeEach(async () => {
  people = await createUsers()
  ticket = await insertTicket(people.owner, { priority: 'normal' })
})
const propose = (kind: string, to_value: string | null, who: 'admin' | 'agent' | 'owner' = 'admin') =>
  people[who].client.rpc('propose_change', { ticket_id: ticket, kind, to_value, reason: 'because' })
const decide = (id: string, decision: string, who: 'admin' | 'agent' | 'owner' = 'admin') =>
  people[who].client.rpc('decide_proposal', { proposal_id: id, decision })
const state = async () =>
  (await db`select status, priority, assigned_to from public.tickets where id = ${ticket}`)[0]
const proposed = async (kind: string, value: string | null) => (await propose(kind, value)).data.id as string

describe('a proposal', () => {
  it('does not change the ticket', async () => {
    for (const [kind, value] of [
      ['priority', 'urgent'],
      ['status', 'closed'],
      ['assign', people.agent.id],
      ['internal_note', 'a note'],
      ['reply_draft', 'Dear customer'],
    ] as const)
      expect((await propose(kind, value)).data).toMatchObject({ kind, to_value: value, state: 'proposed' })
    expect(await state()).toEqual({ status: 'open', priority: 'normal', assigned_to: null })
    expect(await db`select 1 from public.comments where ticket_id = ${ticket}`).toHaveLength(0)
  })

  it.each([
    ['priority', 'now'],
    ['status', 'gone'],
    ['status', null],
    ['assign', 'nobody'],
    ['internal_note', '  '],
    ['role', 'admin'],
  ])('rejects %s to %s', async (kind, value) => {
    expectError(await propose(kind, value), 'proposal_invalid')
  })

  it('cannot assign to a customer', async () => {
    expectError(await propose('assign', people.owner.id), 'proposal_invalid')
  })

  it('is visible to its admin only', async () => {
    const id = await proposed('priority', 'urgent')
    const other = await createUser('admin', 'Otto Other')
    expectError(await propose('priority', 'urgent', 'agent'), 'admin_required')
    expectError(await decide(id, 'apply', 'agent'), 'admin_required')
    expectError(
      await other.client.rpc('decide_proposal', { proposal_id: id, decision: 'apply' }),
      'proposal_not_found',
    )
    for (const { client } of [other, people.agent, people.owner])
      expectRows(await client.from('assistant_proposals').select('id'), 0)
    expectRows(await people.admin.client.from('assistant_proposals').select('id'), 1)
    expectForbidden(
      await people.admin.client.from('assistant_proposals').insert({ ticket_id: ticket, kind: 'status' }),
    )
    expectForbidden(
      await people.admin.client.from('assistant_proposals').update({ state: 'applied' }).eq('id', id),
    )
    expectForbidden(await people.visitor.rpc('decide_proposal', { proposal_id: id, decision: 'apply' }))
    expect(await state()).toMatchObject({ priority: 'normal' })
  })
})

describe('decide_proposal', () => {
  it('changes the ticket, is audited, and can be undone', async () => {
    for (const [kind, value, field] of [
      ['priority', 'urgent', 'priority'],
      ['status', 'pending', 'status'],
      ['assign', people.agent.id, 'assigned_to'],
    ] as const) {
      const before = await state()
      const id = await proposed(kind, value)
      expect((await decide(id, 'apply')).data).toMatchObject({ state: 'applied' })
      expect((await state())?.[field]).toBe(value)
      expect((await decide(id, 'undo')).data).toMatchObject({ state: 'undone' })
      expect(await state()).toEqual(before)
    }
    const log = await db`select action, from_value, to_value from public.audit_log
      where target_id = ${ticket} order by created_at, id`
    expect(log).toHaveLength(6)
    expect(log[0]).toEqual({
      action: 'proposal_applied',
      from_value: { kind: 'priority', value: 'normal' },
      to_value: { kind: 'priority', value: 'urgent' },
    })
  })

  it('writes a note as the admin, and logs none of its text', async () => {
    const id = await proposed('internal_note', 'the customer is a VIP')
    await decide(id, 'apply')
    const notes = await db`select user_id, is_internal from public.comments where ticket_id = ${ticket}`
    expect([...notes]).toEqual([{ user_id: people.admin.id, is_internal: true }])
    await decide(id, 'undo')
    expect(await db`select 1 from public.comments where ticket_id = ${ticket}`).toHaveLength(0)
    const log = await db`select from_value, to_value from public.audit_log where target_id = ${ticket}`
    expect(JSON.stringify(log)).not.toContain('VIP')
  })

  it('applies once, and not after the ticket has changed', async () => {
    const id = await proposed('priority', 'urgent')
    const both = await Promise.all([decide(id, 'apply'), decide(id, 'apply')])
    expect(both.filter(({ error }) => error === null)).toHaveLength(1)
    const stale = await proposed('status', 'solved')
    await db`update public.tickets set status = 'pending', priority = 'high' where id = ${ticket}`
    expectError(await decide(stale, 'apply'), 'ticket_changed')
    expectError(await decide(id, 'undo'), 'ticket_changed')
    // The value is the proposed one again, but set by a user.
    await db`update public.tickets set priority = 'urgent' where id = ${ticket}`
    expectError(await decide(id, 'undo'), 'ticket_changed')
    expect(await state()).toMatchObject({ status: 'pending', priority: 'urgent' })
  })

  it('undoes several proposals on one ticket in any order', async () => {
    const before = await state()
    const ids = [
      await proposed('assign', people.agent.id),
      await proposed('priority', 'urgent'),
      await proposed('status', 'on_hold'),
    ]
    for (const id of ids) expect((await decide(id, 'apply')).error).toBeNull()
    await people.owner.client
      .from('comments')
      .insert({ ticket_id: ticket, user_id: people.owner.id, content: 'And?' })
    for (const id of ids) expect((await decide(id, 'undo')).data).toMatchObject({ state: 'undone' })
    expect(await state()).toEqual(before)
  })

  it('rejects to apply a dismissed proposal and to undo an unapplied one', async () => {
    const id = await proposed('priority', 'urgent')
    expectError(await decide(id, 'undo'), 'proposal_decided')
    await decide(id, 'dismiss')
    expectError(await decide(id, 'apply'), 'proposal_decided')
    expectError(await decide(id, 'whatever'), 'decision_invalid')
  })
})

describe('take_assistant_turn', () => {
  it('allows 20 questions a minute, then answers with the seconds to wait', async () => {
    const { admin, agent, owner } = people
    for (const { client } of [agent, owner])
      expectError(await client.rpc('take_assistant_turn'), 'admin_required')
    const turns = await Promise.all(Array.from({ length: 25 }, () => admin.client.rpc('take_assistant_turn')))
    expect(turns.filter(({ error }) => error === null)).toHaveLength(20)
    const refused = turns.find(({ error }) => error !== null)
    expect(refused?.status).toBe(429)
    expectError(refused ?? { data: null, error: null }, 'assistant_limit')
    expect(Number(refused?.error?.hint)).toBeGreaterThan(0)
    await db`update private.assistant_turns set at = at - interval '61 seconds' where admin_id = ${admin.id}`
    expect((await admin.client.rpc('take_assistant_turn')).data).toBe(19)
  })
})
