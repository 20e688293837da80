/** Links of tickets that are merged or deleted, of follow-ups, and of problems that are merged. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUsers, expectError, insertTicket } from './support/backend'
import { link, linked, relationsFor, resultOf, unlink } from './support/ticket-links'

let people: Awaited<ReturnType<typeof createUsers>>
let a: string
let b: string
let c: string

const relations = (id: string) => relationsFor(people.agent, id)

beforeAll(async () => {
  people = await createUsers()
})
beforeEach(async () => {
  ;[a, b, c] = [
    await insertTicket(people.owner, { subject: 'A' }),
    await insertTicket(people.owner, { subject: 'B' }),
    await insertTicket(people.otherCustomer, { subject: 'C' }),
  ]
})

describe('merged and deleted tickets', () => {
  it('shows a merged ticket’s links at the one that shows it, and gives them back', async () => {
    const { agent } = people
    const d = await insertTicket(people.owner, { subject: 'D' })
    await link(agent, [a], c, 'incident')
    await link(agent, [d], a)
    await agent.client.rpc('merge_tickets', { source: a, target: b })
    expect(await relations(b)).toEqual(['problem C', 'related D'])
    expect(await relations(a)).toEqual(['problem C', 'related D'])
    expect(await relations(c)).toEqual(['incident B'])
    // Linked already, by the merged one.
    expect(resultOf(await link(agent, [b], c, 'incident'))).toMatchObject([{ ok: true, changed: false }])
    expect(resultOf(await link(agent, [a], b))).toMatchObject([{ ok: false, code: 'link_self' }])
    await agent.client.rpc('unmerge_ticket', { source: a })
    expect(await relations(b)).toEqual([])
    expect(await relations(a)).toEqual(['problem C', 'related D'])
  })

  it('hides a link between two that were merged, and unlinks what the target shows', async () => {
    const { agent } = people
    await link(agent, [a], b)
    await link(agent, [a], c)
    await agent.client.rpc('merge_tickets', { source: a, target: b })
    expect(await relations(b)).toEqual(['related C'])
    expect(resultOf(await unlink(agent, [b], c))).toMatchObject([{ changed: true }])
    expect(await relations(b)).toEqual([])
    await agent.client.rpc('unmerge_ticket', { source: a })
    expect(await relations(a)).toEqual(['related B'])
  })

  it('forgets the links of a deleted ticket', async () => {
    const { agent, admin } = people
    await link(agent, [a], b, 'incident')
    await admin.client.from('tickets').delete().eq('id', a)
    expect(await linked(agent, b)).toEqual({ tickets: [], incidents: 0, open_incidents: 0 })
  })
})

describe('a follow-up', () => {
  it('is listed by both tickets, continues one, and is given back by an unmerge', async () => {
    const { agent } = people
    expect(resultOf(await link(agent, [a], b, 'follow_up'))).toMatchObject([{ ok: true, changed: true }])
    expect(resultOf(await link(agent, [a], b, 'follow_up'))).toMatchObject([{ ok: true, changed: false }])
    expect(await relations(a)).toEqual(['follow_up_of B'])
    expect(await relations(b)).toEqual(['followed_by A'])
    const second = await link(agent, [a], c, 'follow_up')
    expect(resultOf(second)).toMatchObject([{ ok: false, code: 'link_limit', hint: '1' }])
    await agent.client.rpc('merge_tickets', { source: a, target: c })
    expect(await relations(c)).toEqual(['follow_up_of B'])
    expect(await relations(b)).toEqual(['followed_by C'])
    await agent.client.rpc('unmerge_ticket', { source: a })
    expect(await relations(b)).toEqual(['followed_by A'])
    expect(await relations(c)).toEqual([])
  })

  it('cannot be made by customers, and customers see no trace of it', async () => {
    expectError(await link(people.owner, [a], b, 'follow_up'), 'agent_required')
    await link(people.agent, [a], b, 'follow_up')
    const { data } = await people.owner.client.rpc('get_ticket_detail', { ticket_id: a })
    expect(JSON.stringify(data)).not.toContain('follow_up_of')
  })
})

describe('a problem that is merged into another', () => {
  it('gives its incidents to that one, which replies to all of them, and an unmerge takes them back', async () => {
    const { agent, owner } = people
    const [first, second] = [
      await insertTicket(owner, { subject: 'First incident' }),
      await insertTicket(owner, { subject: 'Second incident', status: 'solved' }),
    ]
    await link(agent, [first], a, 'incident')
    await link(agent, [second], b, 'incident')
    const before = await linked(agent, a)
    await agent.client.rpc('merge_tickets', { source: a, target: b })
    const both = ['incident First incident', 'incident Second incident']
    expect(await relations(b)).toEqual(both)
    expect(await linked(agent, b)).toMatchObject({ incidents: 2, open_incidents: 1 })
    for (const id of [first, second]) expect(await relations(id)).toEqual(['problem B'])
    const { data } = await agent.client.rpc('preview_incident_reply', { problem: b })
    const { tickets } = data as { tickets: { id: string; is_problem: boolean }[] }
    expect(tickets.map(({ id }) => id)).toEqual([first, second, b])
    // A third one is linked with the ticket that shows both, also by the number of the other.
    const third = await insertTicket(owner, { subject: 'Third incident' })
    await link(agent, [third], a, 'incident')
    expect(resultOf(await link(agent, [first], b, 'incident'))).toMatchObject([{ ok: true, changed: false }])
    await agent.client.rpc('unmerge_ticket', { source: a })
    expect(await linked(agent, a)).toEqual(before)
    expect(await relations(b)).toEqual(['incident Third incident', 'incident Second incident'])
    expect(await relations(first)).toEqual(['problem A'])
  })

  it('gives an incident of both one line', async () => {
    const { agent, owner } = people
    const other = await insertTicket(owner, { subject: 'Other' })
    await link(agent, [c], a, 'incident')
    await link(agent, [other], b, 'incident')
    await agent.client.rpc('merge_tickets', { source: other, target: c })
    expect((await relations(c)).sort()).toEqual(['problem A', 'problem B'])
    await agent.client.rpc('merge_tickets', { source: a, target: b })
    expect(await relations(c)).toEqual(['problem B'])
    expect(await relations(b)).toEqual(['incident C'])
    expect(resultOf(await unlink(agent, [c], b, 'incident'))).toMatchObject([{ changed: true }])
    expect(await relations(b)).toEqual([])
    expect(await relations(c)).toEqual([])
  })
})
