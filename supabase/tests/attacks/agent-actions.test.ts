import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { db, insertTicket } from '../support/backend'
import { testAttacks, createAttackFixture, type AttackFixture } from './support/attack'
import { resetAfterAll } from './support/reset'

resetAfterAll()

interface Things extends AttackFixture {
  queued: string
}
let s: Things
beforeAll(async () => {
  const x = await createAttackFixture()
  s = { ...x, queued: await insertTicket(x.owner) }
})

describe('actions of agents, called by a customer', () => {
  const rpc = (name: string, args: object) => s.otherCustomer.client.rpc(name, args)
  testAttacks(
    {
      'takes over the ticket of another': () => rpc('take_over_ticket', { ticket_id: s.victimTicket }),
      'takes over their own ticket': () => rpc('take_over_ticket', { ticket_id: s.ownTicket }),
      'assigns a ticket to themselves': () =>
        rpc('assign_ticket', { ticket_id: s.queued, assignee: s.otherCustomer.id }),
      'assigns their ticket to an agent': () =>
        rpc('assign_ticket', { ticket_id: s.ownTicket, assignee: s.otherAgent.id }),
      'learns the assignee of a ticket from the refusal': async () => {
        const { error } = await rpc('take_over_ticket', {
          ticket_id: s.victimTicket,
          from_assignee: randomUUID(),
        })
        expect(error?.message).not.toContain('Ada')
      },
      'undoes changes': () => rpc('undo_last_change', {}),
      'takes over in bulk': () =>
        rpc('bulk_update_tickets', { ticket_ids: [s.ownTicket], change: { take_over: true } }),
      'lets agents update every ticket': () =>
        s.otherCustomer.client
          .from('workspace_settings')
          .update({ agents_update: 'all' })
          .eq('id', true)
          .select(),
      'triages an unassigned ticket': () =>
        s.otherCustomer.client.from('tickets').update({ priority: 'urgent' }).eq('id', s.queued).select(),
      'reopens a ticket of another by a comment': () =>
        s.otherCustomer.client.from('comments').insert({ ticket_id: s.victimTicket, content: 'Reopen' }),
      'records a takeover in the history': () =>
        s.otherCustomer.client
          .from('ticket_events')
          .insert({ ticket_id: s.ownTicket, kind: 'taken_over', to_value: 'x' }),
    },
    () => s,
  )
})

describe('actions of agents, called by an agent', () => {
  const by = () => s.otherAgent.client
  testAttacks(
    {
      'changes the text of an unassigned ticket': () =>
        by().from('tickets').update({ subject: 'Changed' }).eq('id', s.queued).select(),
      'changes a text along with the priority': () =>
        by()
          .from('tickets')
          .update({ priority: 'low', description: 'Something else' })
          .eq('id', s.queued)
          .select(),
      'replaces the metadata of an unassigned ticket': () =>
        by()
          .from('tickets')
          .update({ metadata: { a: 1 } })
          .eq('id', s.queued)
          .select(),
      'changes a colleague’s ticket': () =>
        by().from('tickets').update({ priority: 'low' }).eq('id', s.victimTicket).select(),
      'assigns a colleague’s ticket': () =>
        by().rpc('assign_ticket', { ticket_id: s.victimTicket, assignee: s.otherAgent.id }),
      'assigns an unassigned ticket to a customer': () =>
        by().rpc('assign_ticket', { ticket_id: s.queued, assignee: s.owner.id }),
      'assigns an unassigned ticket to nobody who exists': () =>
        by().rpc('assign_ticket', { ticket_id: s.queued, assignee: randomUUID() }),
      'changes the setting': () =>
        by().from('workspace_settings').update({ agents_update: 'all' }).eq('id', true).select(),
    },
    () => s,
  )
})

describe('undo', () => {
  it('reverts only changes of the caller', async () => {
    await s.agent.client.from('tickets').update({ priority: 'high' }).eq('id', s.ownTicket)
    expect((await s.otherAgent.client.rpc('undo_last_change')).error?.details).toBe('undo_not_found')
    expect((await s.admin.client.rpc('undo_last_change')).error?.details).toBe('undo_not_found')
    expect((await s.agent.client.rpc('undo_last_change')).error).toBeNull()
    const [row] = await db`select priority from public.tickets where id = ${s.ownTicket}`
    expect(row?.priority).toBe('normal')
  })
})

describe('the setting that agents update all tickets', () => {
  it('applies to updates, tags, bulk changes and assignments, and to agents alone', async () => {
    const [mine] = await db`select subject from public.tickets where id = ${s.victimTicket}`
    await s.admin.client.from('workspace_settings').update({ agents_update: 'all' }).eq('id', true)
    const update = (values: object) =>
      s.otherAgent.client.from('tickets').update(values).eq('id', s.victimTicket).select('id')
    expect((await update({ subject: 'Changed', priority: 'high', tags: ['vpn'] })).error).toBeNull()
    const { data } = await s.otherAgent.client.rpc('bulk_update_tickets', {
      ticket_ids: [s.victimTicket],
      change: { assigned_to: s.admin.id },
    })
    expect(data.results).toMatchObject([{ ok: true }])
    const [row] = await db`select subject, assigned_to from public.tickets where id = ${s.victimTicket}`
    expect(row).toEqual({ subject: 'Changed', assigned_to: s.admin.id })
    const foreign = s.otherCustomer.client.from('tickets').update({ status: 'closed' })
    expect((await foreign.eq('id', s.victimTicket).select('id')).data).toEqual([])
    await s.admin.client.from('workspace_settings').update({ agents_update: 'own' }).eq('id', true)
    expect((await update({ subject: mine?.subject })).error?.details).toBe('ticket_forbidden')
  })
})

describe('deactivated agents', () => {
  it('take over, assign and undo nothing', async () => {
    const { data } = await s.otherAgent.client.rpc('claim_ticket', { ticket_id: s.queued })
    expect(data).toMatchObject({ assigned_to: s.otherAgent.id })
    await db`update public.profiles set deactivated_at = now() where id = ${s.otherAgent.id}`
    for (const [name, args] of [
      ['take_over_ticket', { ticket_id: s.victimTicket }],
      ['assign_ticket', { ticket_id: s.queued, assignee: s.agent.id }],
      ['undo_last_change', {}],
    ] as const)
      expect((await s.otherAgent.client.rpc(name, args)).error, name).not.toBeNull()
    const mine = { ticket_id: s.victimTicket, assignee: s.otherAgent.id }
    expect((await s.admin.client.rpc('assign_ticket', mine)).error?.details).toBe('assignee_invalid')
  })
})
