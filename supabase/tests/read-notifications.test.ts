import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUsers, db, insertTicket, type TestUsers } from './support/backend'
import { change, done, list, removeNotifications, unread, write } from './support/app-notifications'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))
beforeEach(removeNotifications)

describe('reading notifications', () => {
  async function two() {
    const { owner, agent } = people
    // With the app open: the mails wait.
    await unread(agent)
    const tickets = [
      await insertTicket(owner, { assigned_to: agent.id }),
      await insertTicket(owner, { assigned_to: agent.id }),
    ] as const
    for (const ticket of tickets) await write(owner, ticket)
    return tickets
  }
  const mails = async () => (await db`select from public.notification_outbox`).length

  it('marks one, those of a ticket, or all, and withdraws their mails', async () => {
    const { agent } = people
    await two()
    const [item] = await list(agent)
    expect((await agent.client.rpc('mark_notifications_read', { notification_id: item?.id })).data).toBe(1)
    expect([(await unread(agent)).count, await mails()]).toEqual([1, 1])
    expect((await agent.client.rpc('mark_notifications_read')).data).toBe(1)
    expect([(await unread(agent)).count, await mails()]).toEqual([0, 0])
    expect((await list(agent)).map(({ is_read }) => is_read)).toEqual([true, true])
  })

  it('keeps mails about what the app did not show', async () => {
    const { owner, agent } = people
    await done(
      agent.client
        .from('profiles')
        .update({ preferences: { app_reply: false } })
        .eq('id', agent.id),
    )
    await write(owner, await insertTicket(owner, { assigned_to: agent.id }))
    await done(agent.client.from('profiles').update({ preferences: {} }).eq('id', agent.id))
    await two()
    expect(await mails()).toBe(3)
    expect((await agent.client.rpc('mark_notifications_read')).data).toBe(2)
    expect(await mails()).toBe(1)
    // The choice may have been made after an earlier notification of the same ticket.
    const [ticket] = await two()
    await done(agent.client.rpc('mark_notifications_read'))
    await done(
      agent.client
        .from('profiles')
        .update({ preferences: { app_reply: false } })
        .eq('id', agent.id),
    )
    await write(owner, ticket)
    await done(agent.client.rpc('mark_notifications_read'))
    expect(await mails()).toBe(2)
    await done(agent.client.from('profiles').update({ preferences: {} }).eq('id', agent.id))
  })

  it('happens by opening the ticket, up to when its page was loaded', async () => {
    const { owner, agent } = people
    const [first] = await two()
    const { data } = await agent.client.rpc('get_ticket_detail', { ticket_id: first })
    await change(owner, first, { status: 'closed' })
    await change(owner, first, { status: 'open' })
    await done(agent.client.rpc('mark_ticket_read', { ticket_id: first, read_until: data.loaded_at }))
    // It happened again after the page was loaded.
    expect((await unread(agent)).count).toBe(2)
    await done(agent.client.rpc('mark_ticket_read', { ticket_id: first }))
    expect((await unread(agent)).tickets).not.toContain(first)
    expect(await mails()).toBe(1)
  })

  it('leaves mails that are being sent, and those of others', async () => {
    const { owner, agent } = people
    const [first] = await two()
    await write(agent, first)
    await db`update public.notification_outbox set attempts = 1 where recipient_id = ${agent.id}`
    await done(agent.client.rpc('mark_notifications_read'))
    expect([
      ...(await db`select recipient_id from public.notification_outbox where recipient_id <> ${agent.id}`),
    ]).toEqual([{ recipient_id: owner.id }])
    expect(await mails()).toBe(3)
  })

  it('has a minute before the mail, only with the app open', async () => {
    const { owner, agent } = people
    const ticket = await insertTicket(owner, { assigned_to: agent.id })
    const held = async () =>
      (
        await db`select from public.notification_outbox
          where attempts = 0 and next_attempt_at > now() + interval '50 seconds'`
      ).length
    await write(owner, ticket)
    expect(await held()).toBe(0)
    await unread(agent)
    await write(owner, ticket)
    expect([await held(), await mails()]).toEqual([1, 2])
    await db`update private.visitors set seen_at = now() - interval '4 minutes'`
    await write(owner, ticket)
    expect([await held(), await mails()]).toEqual([1, 3])
  })
})
