import { beforeEach, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  db,
  expectForbidden,
  expectError,
  insertTicket,
} from './support/backend'

let people: TestUsers
let ticket: string
beforeEach(async () => {
  people = await createUsers()
  ticket = await insertTicket(people.owner)
})
const proposed = async (text: string) =>
  (
    await people.admin.client.rpc('propose_change', {
      ticket_id: ticket,
      kind: 'reply_draft',
      to_value: text,
      reason: '',
    })
  ).data.id as string
const decide = (id: string, decision: string) =>
  people.admin.client.rpc('decide_proposal', { proposal_id: id, decision })
const write = (content: string) =>
  people.admin.client.rpc('save_draft', { ticket_id: ticket, kind: 'comment', content })
const drafts = async () =>
  (await db`select user_id, kind, content from public.ticket_drafts where ticket_id = ${ticket}`).map(
    (row) => ({
      ...row,
    }),
  )
const mine = (content: string) => [{ user_id: people.admin.id, kind: 'comment', content }]

describe('a proposed reply', () => {
  it('becomes a draft of the admin and is sent to nobody', async () => {
    const id = await proposed('Dear Olive')
    expect(await drafts()).toEqual([])
    expect((await decide(id, 'apply')).data).toMatchObject({ state: 'applied', from_value: null })
    expect(await drafts()).toEqual(mine('Dear Olive'))
    expect(await db`select 1 from public.comments where ticket_id = ${ticket}`).toHaveLength(0)
    expect((await decide(id, 'undo')).data).toMatchObject({ state: 'undone' })
    expect(await drafts()).toEqual([])
  })

  it('is appended to an existing draft, which undo restores', async () => {
    await write('My own words')
    const id = await proposed('Dear Olive')
    await decide(id, 'apply')
    expect(await drafts()).toEqual(mine('My own words\n\nDear Olive'))
    await decide(id, 'undo')
    expect(await drafts()).toEqual(mine('My own words'))
  })

  it('cannot be undone after the draft was edited or sent', async () => {
    const id = await proposed('Dear Olive')
    await decide(id, 'apply')
    await write('Dear Olive, more of mine')
    expectError(await decide(id, 'undo'), 'draft_changed')
    expect(await drafts()).toEqual(mine('Dear Olive, more of mine'))
    await write('')
    expectError(await decide(id, 'undo'), 'draft_changed')
  })

  it('is rejected when the draft has no room for it', async () => {
    await write('x'.repeat(9990))
    const id = await proposed('Dear Olive')
    expectError(await decide(id, 'apply'), 'draft_full')
    expect(await drafts()).toEqual(mine('x'.repeat(9990)))
    await write('x'.repeat(9988))
    expect((await decide(id, 'apply')).error).toBeNull()
    expect((await drafts())[0]).toMatchObject({ content: `${'x'.repeat(9988)}\n\nDear Olive` })
  })
})

describe('get_queue_figures', () => {
  it('counts the queue, for admins only', async () => {
    const { admin, agent, owner, visitor } = people
    for (const { client } of [agent, owner])
      expectError(await client.rpc('get_queue_figures'), 'admin_required')
    expectForbidden(await visitor.rpc('get_queue_figures'))
    await db`update public.tickets set status = 'closed' where status <> 'closed'`
    await insertTicket(owner, { priority: 'urgent' })
    await insertTicket(owner, { priority: 'medium', assigned_to: agent.id, status: 'in_progress' })
    await insertTicket(owner, { status: 'solved' })
    const { data } = await admin.client.rpc('get_queue_figures')
    expect(data).toMatchObject({
      active: 2,
      by_status: { open: 1, in_progress: 1 },
      active_by_priority: { urgent: 1, medium: 1 },
      unassigned: 1,
      solved: 1,
    })
  })
})
