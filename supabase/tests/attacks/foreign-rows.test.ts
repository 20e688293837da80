import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal, type Person, person } from '../support/world'
import { attacks, expectNothing, scene, type Scene } from './support/scene'
import { retireAfterwards } from './support/retire'

retireAfterwards()

interface Things extends Scene {
  macro: string
  shared: string
  view: string
  batch: string
}
let s: Things
const idOf = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string' ? data.id : ''

beforeAll(async () => {
  const x = await scene()
  const add = async (who: Person, table: string, row: object) =>
    idOf((await who.client.from(table).insert(row).select('id').single()).data)
  const { data } = await x.agent.client.rpc('bulk_update_tickets', {
    ticket_ids: [x.theirs],
    change: { priority: 'high' },
  })
  await x.agent.client.rpc('save_draft', { ticket_id: x.theirs, kind: 'note', content: 'unsent' })
  s = {
    ...x,
    macro: await add(x.agent, 'macros', { name: 'Private', body: 'x' }),
    shared: await add(x.agent, 'macros', { name: 'Shared', body: 'x', is_shared: true }),
    view: await add(x.agent, 'saved_views', { name: 'Private', filter: {} }),
    batch: data.batch_id,
  }
})

describe('rows of another agent', () => {
  attacks(
    {
      'reads a personal macro': (x) => x.rival.client.from('macros').select('*').eq('id', s.macro),
      'changes a shared macro': () =>
        s.rival.client.from('macros').update({ body: 'bad' }).eq('id', s.shared).select(),
      'takes a shared macro over': () =>
        s.rival.client.from('macros').update({ owner_id: s.rival.id }).eq('id', s.shared),
      'deletes a shared macro': () => s.rival.client.from('macros').delete().eq('id', s.shared).select(),
      'lays an upsert over a macro': () =>
        s.rival.client.from('macros').upsert({ id: s.macro, name: 'Mine', body: 'x' }).select(),
      'makes a macro for another': () =>
        s.rival.client.from('macros').insert({ owner_id: s.agent.id, name: 'x', body: 'x' }),
      'reads a personal view': () => s.rival.client.from('saved_views').select('*').eq('id', s.view),
      'changes a personal view': () =>
        s.rival.client.from('saved_views').update({ is_shared: true }).eq('id', s.view).select(),
      'counts a personal view': async () => {
        const { data } = await s.rival.client.rpc('count_saved_views').eq('id', s.view)
        expect(data).toEqual([])
      },
      'reads a draft': () => s.rival.client.from('ticket_drafts').select('*').eq('user_id', s.agent.id),
      'writes a draft for another': () =>
        s.rival.client
          .from('ticket_drafts')
          .insert({ user_id: s.agent.id, ticket_id: s.own, kind: 'note', content: 'x' }),
      'undoes the batch of another': () => s.rival.client.rpc('undo_bulk_update', { batch_id: s.batch }),
      'undoes a batch that never was': () =>
        s.rival.client.rpc('undo_bulk_update', { batch_id: randomUUID() }),
      'changes a ticket that another holds': () =>
        s.rival.client.from('tickets').update({ priority: 'low' }).eq('id', s.theirs).select(),
      'takes a ticket that another holds': () => s.rival.client.rpc('claim_ticket', { ticket_id: s.theirs }),
      'takes it by update': () =>
        s.rival.client.from('tickets').update({ assigned_to: s.rival.id }).eq('id', s.theirs).select(),
      'solves it along with a reply': () =>
        s.rival.client.rpc('send_reply', { ticket_id: s.theirs, content: 'done', new_status: 'solved' }),
      'edits the reply of another': () =>
        s.rival.client.from('comments').update({ content: 'bad' }).eq('id', s.reply).select(),
      'deletes the note of another': () => s.rival.client.from('comments').delete().eq('id', s.note).select(),
      'writes a reply in the name of another': () =>
        s.rival.client.from('comments').insert({ ticket_id: s.theirs, user_id: s.agent.id, content: 'x' }),
      'writes history': () =>
        s.rival.client
          .from('ticket_events')
          .insert({ ticket_id: s.theirs, kind: 'status', to_value: 'solved' }),
      'deletes history': () => s.rival.client.from('ticket_events').delete().eq('ticket_id', s.theirs),
      'rates a ticket for its customer': () =>
        s.rival.client.from('ticket_ratings').insert({ ticket_id: s.theirs, score: 5 }),
      'deletes a ticket': () => s.agent.client.from('tickets').delete().eq('id', s.theirs).select(),
      'gives a ticket to a customer': () =>
        s.agent.client.from('tickets').update({ assigned_to: s.stranger.id }).eq('id', s.theirs),
      'gives a ticket to another customer': () =>
        s.agent.client.from('tickets').update({ customer_id: s.stranger.id }).eq('id', s.theirs),
      'opens a ticket in the name of another agent': () =>
        s.agent.client.from('tickets').insert({
          subject: 'x',
          description: 'Ten letters.',
          created_by: s.rival.id,
          customer_id: s.owner.id,
        }),
      'makes a ticket seem older': () =>
        s.agent.client.from('tickets').update({ created_at: '2000-01-01' }).eq('id', s.theirs),
      'makes an answer seem quicker': () =>
        s.agent.client.from('tickets').update({ first_response_at: '2000-01-01' }).eq('id', s.theirs),
      'turns the version back': () =>
        s.agent.client.from('tickets').update({ version: 1 }).eq('id', s.theirs),
      'signs a comment with another name': () =>
        s.agent.client
          .from('comments')
          .insert({ ticket_id: s.theirs, content: 'x', author_name: 'The Boss' }),
      'reads the audit log': () => s.agent.client.from('audit_log').select('*'),
      'reads the invites': () => s.agent.client.from('invites').select('id'),
      'lists the users': () => s.agent.client.rpc('list_users'),
      'changes the settings of the workspace': () =>
        s.agent.client.from('workspace_settings').update({ max_files: 0 }).eq('id', true).select(),
      'renames a tag everywhere': () => s.agent.client.rpc('change_tag', { tag: 'x', new_tag: 'y' }),
      'makes itself an admin': () =>
        s.agent.client.rpc('set_user_role', { target: s.agent.id, new_role: 'admin' }),
      'switches an admin off': () =>
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
    expectRefusal({ data: null, error }, 'active_missing')
    expectNothing(
      await s.admin.client
        .from('profiles')
        .select('id')
        .eq('id', s.admin.id)
        .not('deactivated_at', 'is', null),
    )
  })

  it('cannot apply a proposal that assigns former staff', async () => {
    const leaver = await person('agent', 'Lea Leaver')
    const { data } = await s.admin.client.rpc('propose_change', {
      ticket_id: s.own,
      kind: 'assign',
      to_value: leaver.id,
    })
    await s.admin.client.rpc('set_user_role', { target: leaver.id, new_role: 'customer' })
    const answer = await s.admin.client.rpc('decide_proposal', { proposal_id: data.id, decision: 'apply' })
    expectRefusal(answer, 'assignee_invalid')
  })

  it('cannot read token hashes, or personal macros, views and drafts of others', async () => {
    expectNothing(await s.admin.client.from('invites').select('token_hash'))
    expectNothing(await s.admin.client.from('invites').select('id').like('token_hash', 'a%'))
    expectNothing(await s.admin.client.from('macros').select('*').eq('id', s.macro))
    expectNothing(await s.admin.client.from('saved_views').select('*').eq('id', s.view))
    expectNothing(await s.admin.client.from('ticket_drafts').select('*').eq('user_id', s.agent.id))
  })
})
