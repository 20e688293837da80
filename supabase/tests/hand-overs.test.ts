import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUsers, db, insertTicket, type TestUser, type TestUsers } from './support/backend'
import { done, list, prefer, removeNotifications, unread } from './support/app-notifications'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))
beforeEach(async () => {
  await removeNotifications()
  await db`delete from private.hand_overs`
})

const held = (by: TestUser | null, count: number) =>
  Promise.all(
    Array.from({ length: count }, () => insertTicket(people.owner, { assigned_to: by?.id ?? null })),
  )
async function bulk(who: TestUser, ticket_ids: string[], change: object): Promise<{ batch_id: string }> {
  const { data, error } = await who.client.rpc('bulk_update_tickets', { ticket_ids, change })
  expect(error).toBeNull()
  return data
}
const mails = () => db`
  select o.kind, o.recipient_id, o.ticket_id, o.excerpt, o.actor_name,
    extract(epoch from o.next_attempt_at - o.created_at)::int as waits
  from public.notification_outbox o where o.kind <> 'status' order by o.kind`
/** The mail as it is sent now. */
const taken = () =>
  db.begin(async (tx) => {
    await tx`delete from public.notification_outbox where kind = 'status'`
    await tx`update public.notification_outbox set next_attempt_at = now()`
    const rows = await tx<
      { mail: { kind: string; tickets: { number: number }[]; reply_to: string | null } }[]
    >`
      select mail from public.take_mails('desk.example', 100) mail`
    return rows.map(({ mail }) => mail)
  })
const numbers = async (ids: string[]) =>
  (await db`select number::int from public.tickets where id = any (${ids}) order by number`).map(
    ({ number }) => Number(number),
  )

describe('tickets that change their assignee in bulk', () => {
  it('are one notification and one mail for the new and for the former assignee, with the note', async () => {
    const { admin, agent, otherAgent } = people
    const ids = await held(agent, 3)
    await bulk(admin, ids, { assigned_to: otherAgent.id, note: 'I am away until Monday.' })
    expect(await list(otherAgent)).toMatchObject([
      { kind: 'assigned_many', times: 3, actor_name: 'Amy Admin', excerpt: 'I am away until Monday.' },
    ])
    expect(await list(agent)).toMatchObject([{ kind: 'taken_over_many', times: 3 }])
    expect([await unread(otherAgent), await list(admin)]).toEqual([{ count: 1, tickets: [] }, []])
    const one = { ticket_id: null, excerpt: 'I am away until Monday.', actor_name: 'Amy Admin', waits: 75 }
    expect([...(await mails())]).toEqual([
      { kind: 'assigned_many', recipient_id: otherAgent.id, ...one },
      { kind: 'taken_over_many', recipient_id: agent.id, ...one },
    ])
    const sent = await taken()
    expect(sent.map(({ kind }) => kind).sort()).toEqual(['assigned_many', 'taken_over_many'])
    for (const { tickets, reply_to } of sent) {
      expect(tickets.map(({ number }) => number)).toEqual(await numbers(ids))
      // An answer would reach one of the tickets, and its customer.
      expect(reply_to).toBeNull()
    }
    expect(await db`select from private.sent_mails s where s.ticket_id = any (${ids})`).toHaveLength(0)
  })

  it('are one hand-over when several calls follow each other, and two when their notes differ', async () => {
    const { agent, otherAgent } = people
    const ids = await held(agent, 5)
    await bulk(agent, ids.slice(0, 2), { assigned_to: otherAgent.id })
    await bulk(agent, ids.slice(2, 3), { assigned_to: otherAgent.id })
    expect(await list(otherAgent)).toMatchObject([{ kind: 'assigned_many', times: 3 }])
    await bulk(agent, ids.slice(3), { assigned_to: otherAgent.id, note: 'And these' })
    expect(await list(otherAgent)).toMatchObject([{ times: 2 }, { times: 3 }])
    expect(await mails()).toHaveLength(2)
  })

  it('are announced as usual when there is only one', async () => {
    const { agent, otherAgent } = people
    const [id] = await held(agent, 1)
    await bulk(agent, [id!], { assigned_to: otherAgent.id, note: 'Yours?' })
    expect(await list(otherAgent)).toMatchObject([{ kind: 'assigned', ticket_id: id, times: 1 }])
    expect([...(await mails())]).toMatchObject([{ kind: 'assigned', ticket_id: id, excerpt: 'Yours?' }])
  })

  it('name their reason to the colleague from whom they are taken over, once', async () => {
    const { agent, otherAgent } = people
    await bulk(otherAgent, await held(agent, 4), { take_over: true, reason: 'You are ill' })
    expect(await list(agent)).toMatchObject([{ kind: 'taken_over_many', times: 4, excerpt: 'You are ill' }])
    expect([...(await mails())]).toMatchObject([{ kind: 'taken_over_many', excerpt: 'You are ill' }])
  })

  it('leave the hand-over when they are given back, undone or deleted', async () => {
    const { agent, otherAgent } = people
    const ids = await held(agent, 3)
    const batch = await bulk(agent, ids, { assigned_to: otherAgent.id })
    await done(otherAgent.client.rpc('assign_ticket', { ticket_id: ids[0], assignee: agent.id }))
    await db`delete from public.tickets where id = ${ids[1]!}`
    const [mail] = (await taken()).filter(({ kind }) => kind === 'assigned_many')
    expect(mail?.tickets.map(({ number }) => number)).toEqual(await numbers(ids.slice(2)))
    await db`update public.notification_outbox set attempts = 0`
    await done(agent.client.rpc('undo_bulk_update', { batch_id: batch.batch_id }))
    const [left] = await db`
      select t.assigned_to from public.tickets t where t.id = ${ids[2]!}`
    expect(left).toEqual({ assigned_to: agent.id })
    expect((await taken()).filter(({ kind }) => kind === 'assigned_many')).toEqual([])
  })

  it('are withdrawn as a whole when all are undone before anybody was told', async () => {
    const { agent, otherAgent } = people
    const batch = await bulk(agent, await held(agent, 12), {
      assigned_to: otherAgent.id,
    })
    // A minute later.
    await db`update private.undoable_changes set created_at = created_at - interval '70 seconds'`
    await done(agent.client.rpc('undo_bulk_update', { batch_id: batch.batch_id }))
    expect([await list(otherAgent), [...(await mails())]]).toEqual([[], []])
    expect(await db`select from private.hand_overs where person_id = ${otherAgent.id}`).toHaveLength(0)
  })

  it('stay unread when one of them is read, and withdraw their mail when the notification is', async () => {
    const { agent, otherAgent } = people
    await bulk(agent, await held(agent, 2), { assigned_to: otherAgent.id })
    const [item] = await list(otherAgent)
    await done(otherAgent.client.rpc('mark_notifications_read', { ticket_id: item!.ticket_id }))
    expect(await unread(otherAgent)).toMatchObject({ count: 1 })
    await done(otherAgent.client.rpc('mark_notifications_read', { notification_id: item!.id }))
    expect([await unread(otherAgent), [...(await mails())]]).toMatchObject([{ count: 0 }, []])
  })

  it('tell nobody who does not want to know of assignments', async () => {
    const { agent, otherAgent } = people
    await prefer(otherAgent, { app_assigned: false, notify_assigned: false })
    await bulk(agent, await held(agent, 2), { assigned_to: otherAgent.id })
    expect([await list(otherAgent), [...(await mails())]]).toEqual([[], []])
    await prefer(otherAgent, {})
  })

  it('keep their note from everybody else, and refuse one that is too long', async () => {
    const { agent, otherAgent, owner } = people
    const ids = await held(agent, 2)
    for (const note of ['x'.repeat(1001), 7, null]) {
      const { error } = await agent.client.rpc('bulk_update_tickets', {
        ticket_ids: ids,
        change: { assigned_to: otherAgent.id, note },
      })
      expect(error?.details).toBe('bulk_change_invalid')
    }
    await bulk(agent, ids, { assigned_to: otherAgent.id, note: 'Only for you' })
    for (const who of [owner, agent, people.admin])
      expect(JSON.stringify(await list(who))).not.toContain('Only')
    const { error } = await owner.client.schema('private').from('hand_overs').select()
    expect(error).not.toBeNull()
  })
})
