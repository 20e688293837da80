import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectError, type TestUser, createUser } from '../support/backend'
import { testAttacks, expectNothing, createAttackFixture, type AttackFixture } from './support/attack'
import { resetAfterAll } from './support/reset'

resetAfterAll()

interface Things extends AttackFixture {
  macro: string
  shared: string
  view: string
  batch: string
}
let s: Things
const idOf = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string' ? data.id : ''

beforeAll(async () => {
  const x = await createAttackFixture()
  const add = async (who: TestUser, table: string, row: object) =>
    idOf((await who.client.from(table).insert(row).select('id').single()).data)
  const { data } = await x.agent.client.rpc('bulk_update_tickets', {
    ticket_ids: [x.victimTicket],
    change: { priority: 'high' },
  })
  await x.agent.client.rpc('save_draft', { ticket_id: x.victimTicket, kind: 'note', content: 'unsent' })
  s = {
    ...x,
    macro: await add(x.agent, 'macros', { name: 'Private', body: 'x' }),
    shared: await add(x.agent, 'macros', { name: 'Shared', body: 'x', is_shared: true }),
    view: await add(x.agent, 'saved_views', { name: 'Private', filter: {} }),
    batch: data.batch_id,
  }
})

describe('rows of another agent', () => {
  testAttacks(
    {
      'reads a personal macro': (x) => x.otherAgent.client.from('macros').select('*').eq('id', s.macro),
      'changes a shared macro': () =>
        s.otherAgent.client.from('macros').update({ body: 'bad' }).eq('id', s.shared).select(),
      'takes a shared macro over': () =>
        s.otherAgent.client.from('macros').update({ owner_id: s.otherAgent.id }).eq('id', s.shared),
      'deletes a shared macro': () => s.otherAgent.client.from('macros').delete().eq('id', s.shared).select(),
      'upserts over a macro': () =>
        s.otherAgent.client.from('macros').upsert({ id: s.macro, name: 'Mine', body: 'x' }).select(),
      'creates a macro for another': () =>
        s.otherAgent.client.from('macros').insert({ owner_id: s.agent.id, name: 'x', body: 'x' }),
      'reads a personal view': () => s.otherAgent.client.from('saved_views').select('*').eq('id', s.view),
      'changes a personal view': () =>
        s.otherAgent.client.from('saved_views').update({ is_shared: true }).eq('id', s.view).select(),
      'counts a personal view': async () => {
        const { data } = await s.otherAgent.client.rpc('count_queues')
        expect(data.views).not.toHaveProperty(s.view)
      },
      'reads a draft': () => s.otherAgent.client.from('ticket_drafts').select('*').eq('user_id', s.agent.id),
      'writes a draft for another': () =>
        s.otherAgent.client
          .from('ticket_drafts')
          .insert({ user_id: s.agent.id, ticket_id: s.ownTicket, kind: 'note', content: 'x' }),
      'undoes the batch of another': () => s.otherAgent.client.rpc('undo_bulk_update', { batch_id: s.batch }),
      'undoes a missing batch': () => s.otherAgent.client.rpc('undo_bulk_update', { batch_id: randomUUID() }),
      'changes a ticket assigned to another': () =>
        s.otherAgent.client.from('tickets').update({ priority: 'low' }).eq('id', s.victimTicket).select(),
      'claims a ticket assigned to another': () =>
        s.otherAgent.client.rpc('claim_ticket', { ticket_id: s.victimTicket }),
      'claims it by update': () =>
        s.otherAgent.client
          .from('tickets')
          .update({ assigned_to: s.otherAgent.id })
          .eq('id', s.victimTicket)
          .select(),
      'solves it along with a reply': () =>
        s.otherAgent.client.rpc('send_reply', {
          ticket_id: s.victimTicket,
          content: 'done',
          new_status: 'solved',
        }),
      'edits the reply of another': () =>
        s.otherAgent.client.from('comments').update({ content: 'bad' }).eq('id', s.reply).select(),
      'deletes the note of another': () =>
        s.otherAgent.client.from('comments').delete().eq('id', s.note).select(),
      'writes a reply in the name of another': () =>
        s.otherAgent.client
          .from('comments')
          .insert({ ticket_id: s.victimTicket, user_id: s.agent.id, content: 'x' }),
      'writes history': () =>
        s.otherAgent.client
          .from('ticket_events')
          .insert({ ticket_id: s.victimTicket, kind: 'status', to_value: 'solved' }),
      'deletes history': () =>
        s.otherAgent.client.from('ticket_events').delete().eq('ticket_id', s.victimTicket),
      'rates a ticket for its customer': () =>
        s.otherAgent.client.from('ticket_ratings').insert({ ticket_id: s.victimTicket, score: 5 }),
      'deletes a ticket': () => s.agent.client.from('tickets').delete().eq('id', s.victimTicket).select(),
      'gives a ticket to a customer': () =>
        s.agent.client.from('tickets').update({ assigned_to: s.otherCustomer.id }).eq('id', s.victimTicket),
      'gives a ticket to another customer': () =>
        s.agent.client.from('tickets').update({ customer_id: s.otherCustomer.id }).eq('id', s.victimTicket),
      'opens a ticket in the name of another agent': () =>
        s.agent.client.from('tickets').insert({
          subject: 'x',
          description: 'Ten letters.',
          created_by: s.otherAgent.id,
          customer_id: s.owner.id,
        }),
      'backdates a ticket': () =>
        s.agent.client.from('tickets').update({ created_at: '2000-01-01' }).eq('id', s.victimTicket),
      'backdates the first response': () =>
        s.agent.client.from('tickets').update({ first_response_at: '2000-01-01' }).eq('id', s.victimTicket),
      'lowers the version': () =>
        s.agent.client.from('tickets').update({ version: 1 }).eq('id', s.victimTicket),
      'signs a comment with another name': () =>
        s.agent.client
          .from('comments')
          .insert({ ticket_id: s.victimTicket, content: 'x', author_name: 'The Boss' }),
      'reads the audit log': () => s.agent.client.from('audit_log').select('*'),
      'reads the invites': () => s.agent.client.from('invites').select('id'),
      'lists the users': () => s.agent.client.rpc('list_users'),
      'changes the settings of the workspace': () =>
        s.agent.client.from('workspace_settings').update({ max_files: 0 }).eq('id', true).select(),
      'renames a tag everywhere': () => s.agent.client.rpc('change_tag', { tag: 'x', new_tag: 'y' }),
      'makes itself an admin': () =>
        s.agent.client.rpc('set_user_role', { target: s.agent.id, new_role: 'admin' }),
      'deactivates an admin': () =>
        s.agent.client.rpc('set_user_active', { target: s.admin.id, active: false }),
      'signs an admin out': () => s.agent.client.rpc('end_user_sessions', { target: s.admin.id }),
      'invites an admin': () =>
        s.agent.client.rpc('create_invite', { email: 'x@example.com', role: 'admin' }),
    },
    () => s,
  )
})

describe('limits of admins', () => {
  it('cannot deactivate the last admin with null', async () => {
    const { error } = await s.admin.client.rpc('set_user_active', { target: s.admin.id, active: null })
    expectError({ data: null, error }, 'active_missing')
    expectNothing(
      await s.admin.client
        .from('profiles')
        .select('id')
        .eq('id', s.admin.id)
        .not('deactivated_at', 'is', null),
    )
  })

  it('cannot apply a proposal that assigns former staff', async () => {
    const leaver = await createUser('agent', 'Lea Leaver')
    const { data } = await s.admin.client.rpc('propose_change', {
      ticket_id: s.ownTicket,
      kind: 'assign',
      to_value: leaver.id,
    })
    await s.admin.client.rpc('set_user_role', { target: leaver.id, new_role: 'customer' })
    const answer = await s.admin.client.rpc('decide_proposal', { proposal_id: data.id, decision: 'apply' })
    expectError(answer, 'assignee_invalid')
  })

  it('cannot read token hashes, or personal macros, views and drafts of others', async () => {
    expectNothing(await s.admin.client.from('invites').select('token_hash'))
    expectNothing(await s.admin.client.from('invites').select('id').like('token_hash', 'a%'))
    expectNothing(await s.admin.client.from('macros').select('*').eq('id', s.macro))
    expectNothing(await s.admin.client.from('saved_views').select('*').eq('id', s.view))
    expectNothing(await s.admin.client.from('ticket_drafts').select('*').eq('user_id', s.agent.id))
  })
})
