import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUser, createUsers, db, insertTicket, type TestUsers } from './support/backend'
import {
  change,
  done,
  kinds,
  list,
  prefer,
  removeNotifications,
  unread,
  write,
  type Item,
} from './support/app-notifications'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))
beforeEach(removeNotifications)

describe('notifications in the app', () => {
  it("tell the assignee of the requester's reply, and nobody of their own", async () => {
    const { owner, agent, otherAgent } = people
    const ticket = await insertTicket(owner, { assigned_to: agent.id })
    await write(owner, ticket)
    expect(await list(agent)).toMatchObject([
      { kind: 'reply', ticket_id: ticket, actor_name: 'Olive Owner', excerpt: 'Try again', is_read: false },
    ])
    for (const who of [owner, otherAgent]) expect(await list(who)).toEqual([])
  })

  it('tell the customer of replies and statuses, never of notes or assignments', async () => {
    const { owner, agent, otherAgent } = people
    const ticket = await insertTicket(owner, { assigned_to: agent.id, status: 'in_progress' })
    await write(agent, ticket, { is_internal: true, content: 'secret' })
    await done(agent.client.rpc('assign_ticket', { ticket_id: ticket, assignee: otherAgent.id }))
    expect(await list(owner)).toEqual([])
    await write(otherAgent, ticket)
    await change(otherAgent, ticket, { status: 'pending' })
    expect((await kinds(owner)).sort()).toEqual(['reply', 'status'])
  })

  it('hide names of staff whom the customer does not know', async () => {
    const { owner, admin } = people
    const ticket = await insertTicket(owner)
    await change(admin, ticket, { status: 'pending' })
    expect(await list(owner)).toMatchObject([{ kind: 'status', actor_name: null }])
    await write(admin, ticket)
    expect(new Set((await list(owner)).map((item) => item.actor_name))).toEqual(new Set(['Amy Admin']))
  })

  it('tell both assignees of a handover, but not the one who made it', async () => {
    const { owner, agent, otherAgent, admin } = people
    const ticket = await insertTicket(owner, { assigned_to: agent.id })
    await done(admin.client.rpc('assign_ticket', { ticket_id: ticket, assignee: otherAgent.id }))
    expect([await kinds(agent), await kinds(otherAgent), await kinds(admin)]).toEqual([
      ['taken_over'],
      ['assigned'],
      [],
    ])
    await done(agent.client.rpc('take_over_ticket', { ticket_id: ticket }))
    expect(await kinds(agent)).toEqual(['taken_over'])
  })

  it('tell staff who chose it of new unassigned tickets', async () => {
    const { owner, agent, otherAgent } = people
    await prefer(agent, { app_unassigned: true, notify_unassigned: true })
    const values = { subject: 'New one', description: 'Long enough to send', customer_id: owner.id }
    await done(owner.client.from('tickets').insert({ ...values, created_by: owner.id }))
    expect([await kinds(agent), await kinds(otherAgent), await kinds(owner)]).toEqual([
      ['unassigned'],
      [],
      [],
    ])
    expect([...(await db`select kind, recipient_id from public.notification_outbox`)]).toEqual([
      { kind: 'unassigned', recipient_id: agent.id },
    ])
  })

  it('tell a customer of a ticket that staff opened for them', async () => {
    const { owner, agent } = people
    await done(
      agent.client.rpc('open_ticket_for', {
        requester_email: owner.email,
        subject: 'Called',
        description: 'The printer is on fire.',
      }),
    )
    expect(await kinds(owner)).toEqual(['opened'])
  })

  it('count a flood as one, and stop at a hundred', async () => {
    const { owner, agent } = people
    const ticket = await insertTicket(owner, { assigned_to: agent.id })
    for (let n = 0; n < 3; n += 1) await write(owner, ticket, { content: `No. ${n}` })
    expect(await list(agent)).toMatchObject([{ kind: 'reply', times: 3, excerpt: 'No. 2' }])
    expect(await unread(agent)).toEqual({ count: 1, tickets: [ticket] })
    for (let n = 0; n < 101; n += 1) {
      const id = await insertTicket(owner)
      await db`insert into private.notifications (person_id, ticket_id, kind) values (${agent.id}, ${id}, 'assigned')`
    }
    expect((await unread(agent)).count).toBe(100)
  })

  it('respect the choices of each person', async () => {
    const { owner, agent } = people
    await prefer(agent, { app_reply: false })
    const ticket = await insertTicket(owner, { assigned_to: agent.id })
    await write(owner, ticket)
    expect(await list(agent)).toEqual([])
    expect(
      await db`select kind from public.notification_outbox where recipient_id = ${agent.id}`,
    ).toHaveLength(1)
  })

  it('are withdrawn with their comment', async () => {
    const { owner, agent } = people
    const ticket = await insertTicket(owner, { assigned_to: agent.id })
    await write(owner, ticket)
    await done(owner.client.from('comments').delete().eq('ticket_id', ticket))
    expect(await list(agent)).toEqual([])
  })

  it('are withdrawn when their change is undone, and the undo adds none', async () => {
    const { owner, agent, otherAgent } = people
    const ticket = await insertTicket(owner, { assigned_to: agent.id })
    await change(agent, ticket, { status: 'solved' })
    expect(await kinds(owner)).toEqual(['status'])
    await done(agent.client.rpc('undo_last_change'))
    expect(await list(owner)).toEqual([])
    await done(agent.client.rpc('assign_ticket', { ticket_id: ticket, assignee: otherAgent.id }))
    expect(await kinds(otherAgent)).toEqual(['assigned'])
    await done(agent.client.rpc('undo_last_change'))
    expect([await kinds(otherAgent), await kinds(agent)]).toEqual([[], []])
  })

  it('show only tickets that their reader can still see, and nobody else’s', async () => {
    const { owner, otherCustomer, agent } = people
    const ticket = await insertTicket(owner, { assigned_to: agent.id })
    await write(agent, ticket)
    const [item] = await list(owner)
    expect(await list(otherCustomer)).toEqual([])
    const foreign = { notification_id: item?.id }
    expect((await otherCustomer.client.rpc('mark_notifications_read', foreign)).data).toBe(0)
    await db`update public.tickets set customer_id = ${otherCustomer.id} where id = ${ticket}`
    expect([await list(owner), await unread(owner)]).toEqual([[], { count: 0, tickets: [] }])
  })

  it('say nothing of notes to a former agent', async () => {
    const former = await createUser('agent', 'Fay Former')
    const ticket = await insertTicket(people.owner)
    await write(people.agent, ticket, { is_internal: true, content: 'See this, @Fay Former' })
    expect(await kinds(former)).toEqual(['mention'])
    await db`update public.profiles set role = 'customer' where id = ${former.id}`
    await db`update public.tickets set customer_id = ${former.id} where id = ${ticket}`
    expect([await list(former), (await unread(former)).count]).toEqual([[], 0])
    await db`update public.profiles set deactivated_at = now() where id = ${former.id}`
    expect((await former.client.rpc('list_notifications')).status).toBe(401)
  })

  it('are listed newest first, page by page', async () => {
    const { owner, agent } = people
    for (let n = 0; n < 5; n += 1) {
      const id = await insertTicket(owner)
      await db`insert into private.notifications (person_id, ticket_id, kind, created_at)
        values (${agent.id}, ${id}, 'assigned', now() - ${n % 3} * interval '1 hour')`
    }
    const whole = await list(agent)
    const paged: Item[] = []
    for (let page = await list(agent, { max_rows: 2 }); page.length > 0;) {
      paged.push(...page)
      const last = page.at(-1)
      page = await list(agent, { max_rows: 2, before_at: last?.created_at, before_id: last?.id })
    }
    expect(paged).toEqual(whole)
    expect(whole).toHaveLength(5)
  })

  it('are kept for ninety days', async () => {
    const { owner, agent } = people
    const ticket = await insertTicket(owner)
    await db`insert into private.notifications (person_id, ticket_id, kind, created_at) values
      (${agent.id}, ${ticket}, 'assigned', now() - interval '91 days'), (${agent.id}, ${ticket}, 'reply', now() - interval '89 days')`
    await db`select private.prune_notifications()`
    expect(await kinds(agent)).toEqual(['reply'])
  })
})
