import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  insertComment,
  db,
  expectRows,
  type TestUser,
  insertTicket,
} from './support/backend'

interface Mail {
  kind: string
  recipient_id: string
  actor_name: string
  excerpt: string | null
}

describe('notifications', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))
  beforeEach(async () => void (await db`delete from public.notification_outbox`))

  const queued = async (ticket: string) => [
    ...(await db<Mail[]>`
      select kind, recipient_id, actor_name, excerpt from public.notification_outbox
      where ticket_id = ${ticket} order by kind`),
  ]
  const write = async ({ client }: TestUser, ticket_id: string, values: object = {}) =>
    expectRows(
      await client
        .from('comments')
        .insert({ ticket_id, content: 'Try again', ...values })
        .select(),
      1,
    )
  const change = async ({ client }: TestUser, id: string, values: object) =>
    expectRows(await client.from('tickets').update(values).eq('id', id).select('id'), 1)
  const prefer = (who: TestUser, preferences: Record<string, boolean>) =>
    db`update public.profiles set preferences = ${db.json(preferences)} where id = ${who.id}`

  it('send a reply of staff to the customer, with everything that the mail needs', async () => {
    const { owner, agent, otherAgent } = people
    const ticket = await insertTicket(owner, { assigned_to: otherAgent.id })
    await write(agent, ticket)
    const rows = await db`select * from public.notification_outbox where ticket_id = ${ticket}`
    expect([...rows]).toMatchObject([
      {
        kind: 'reply',
        recipient_id: owner.id,
        recipient_email: owner.email,
        recipient_name: 'Olive Owner',
        ticket_subject: 'The printer is on fire',
        actor_name: 'Ada Agent',
        excerpt: 'Try again',
      },
    ])
  })

  it('send a comment of the customer to the assignee, if any', async () => {
    const { owner, agent } = people
    const held = await insertTicket(owner, { assigned_to: agent.id })
    await write(owner, held)
    expect(await queued(held)).toEqual([
      { kind: 'comment', recipient_id: agent.id, actor_name: 'Olive Owner', excerpt: 'Try again' },
    ])
    const unassigned = await insertTicket(owner)
    await write(owner, unassigned)
    expect(await queued(unassigned)).toEqual([])
  })

  it('limit sixty comments to twenty mails, also when the comments are deleted', async () => {
    const { owner, agent, otherAgent } = people
    const held = await insertTicket(owner, { assigned_to: agent.id })
    const mailed: boolean[] = []
    for (let n = 0; n < 22; n += 1) {
      await write(owner, held)
      mailed.push((await queued(held)).length > 0)
      const { error } = await owner.client.from('comments').delete().eq('ticket_id', held)
      expect(error).toBeNull()
      expect(await queued(held)).toEqual([])
    }
    expect(mailed).toEqual(mailed.map((_, n) => n < 20))
    await write(otherAgent, held)
    expect((await queued(held)).map(({ kind }) => kind)).toEqual(['reply'])
    const elsewhere = await insertTicket(owner, { assigned_to: agent.id })
    await write(owner, elsewhere)
    expect(await queued(elsewhere)).toHaveLength(1)
    // The limit applies per hour.
    await db`update public.ticket_events set created_at = created_at - interval '1 hour' where ticket_id = ${held}`
    await write(owner, held)
    expect((await queued(held)).map(({ kind }) => kind)).toEqual(['comment', 'reply'])
  })

  it('send no mail about a note, and contain none of its text', async () => {
    const { owner, agent, otherAgent } = people
    const ticket = await insertTicket(owner, { assigned_to: otherAgent.id })
    await write(agent, ticket, { is_internal: true, content: 'He shouts a lot' })
    expect(await queued(ticket)).toEqual([])
  })

  it('quote the first 300 characters of a long text', async () => {
    const { owner, agent } = people
    const ticket = await insertTicket(owner)
    await write(agent, ticket, { content: 'x'.repeat(300) })
    await write(agent, ticket, { content: 'y'.repeat(301) })
    const texts = (await queued(ticket)).map(({ excerpt }) => excerpt).sort()
    expect(texts).toEqual(['x'.repeat(300), `${'y'.repeat(299)}…`])
  })

  it('send a status set by staff to the customer, of those set by the customer a reopening to the assignee', async () => {
    const { owner, agent } = people
    const ticket = await insertTicket(owner, { assigned_to: agent.id })
    await change(agent, ticket, { status: 'solved' })
    expect(await queued(ticket)).toEqual([
      { kind: 'status', recipient_id: owner.id, actor_name: 'Ada Agent', excerpt: 'solved' },
    ])
    await db`delete from public.notification_outbox`
    await change(owner, ticket, { status: 'open' })
    await change(agent, ticket, { status: 'open', priority: 'high' })
    expect(await queued(ticket)).toMatchObject([{ kind: 'reopened', recipient_id: agent.id }])
  })

  it('name only the assignee and authors to the customer', async () => {
    const { owner, agent, admin } = people
    const ticket = await insertTicket(owner, { assigned_to: agent.id })
    await change(admin, ticket, { status: 'pending' })
    await insertComment(admin, ticket, true)
    await change(admin, ticket, { status: 'on_hold' })
    await insertComment(admin, ticket)
    await change(admin, ticket, { status: 'closed' })
    const rows = await queued(ticket)
    expect(Object.fromEntries(rows.map(({ excerpt, actor_name }) => [excerpt, actor_name]))).toEqual({
      pending: 'The support team',
      on_hold: 'The support team',
      closed: 'Amy Admin',
    })
  })

  it('send an assignment to the assignee, and only the new status of a claim to the customer', async () => {
    const { owner, agent, otherAgent } = people
    const ticket = await insertTicket(owner)
    expect((await agent.client.rpc('claim_ticket', { ticket_id: ticket })).error).toBeNull()
    expect(await queued(ticket)).toEqual([
      { kind: 'status', recipient_id: owner.id, actor_name: 'Ada Agent', excerpt: 'in_progress' },
    ])
    await db`delete from public.notification_outbox`
    await change(agent, ticket, { assigned_to: otherAgent.id })
    expect(await queued(ticket)).toEqual([
      { kind: 'assigned', recipient_id: otherAgent.id, actor_name: 'Ada Agent', excerpt: null },
    ])
    await db`delete from public.notification_outbox`
    await change(otherAgent, ticket, { assigned_to: null })
    expect(await queued(ticket)).toEqual([])
  })

  it('send nothing to the actor', async () => {
    const { agent } = people
    const ticket = await insertTicket(agent, { assigned_to: agent.id })
    await write(agent, ticket)
    await change(agent, ticket, { status: 'solved' })
    expect(await queued(ticket)).toEqual([])
  })

  it('send nothing without a customer on the ticket', async () => {
    const { agent, admin } = people
    const ticket = await insertTicket(agent)
    await db`update public.tickets set customer_id = null where id = ${ticket}`
    await write(admin, ticket)
    await change(admin, ticket, { status: 'pending' })
    expect(await queued(ticket)).toEqual([])
  })

  it('respect the preference for each kind', async () => {
    const { owner, agent, otherAgent, admin } = await createUsers()
    const ticket = await insertTicket(owner, { assigned_to: agent.id })
    const act = async () => {
      await db`delete from public.notification_outbox`
      await write(agent, ticket)
      await write(owner, ticket)
      await change(agent, ticket, { status: 'pending' })
      await change(agent, ticket, { assigned_to: otherAgent.id })
      await change(admin, ticket, { status: 'open', assigned_to: agent.id })
      return [...new Set((await queued(ticket)).map(({ kind }) => kind))]
    }
    expect(await act()).toEqual(['assigned', 'comment', 'reply', 'status'])
    await prefer(owner, { notify_reply: false })
    expect(await act()).toEqual(['assigned', 'comment', 'status'])
    await prefer(owner, { notify_reply: true, notify_status: false })
    expect(await act()).toEqual(['assigned', 'comment', 'reply'])
    await prefer(agent, { notify_reply: false })
    expect(await act()).toEqual(['assigned', 'reply'])
    for (const who of [agent, otherAgent]) await prefer(who, { notify_assigned: false })
    expect(await act()).toEqual(['comment', 'reply'])
  })

  it('send nothing to inactive or unconfirmed users', async () => {
    const { owner, agent, otherCustomer } = await createUsers()
    await db`update public.profiles set deactivated_at = now() where id = ${owner.id}`
    await db`update auth.users set email_confirmed_at = null where id = ${otherCustomer.id}`
    for (const who of [owner, otherCustomer]) {
      const ticket = await insertTicket(who)
      await write(agent, ticket)
      expect(await queued(ticket)).toEqual([])
    }
  })

  it('ignore seeds and imports', async () => {
    const { owner, agent, otherAgent } = people
    const ticket = await insertTicket(owner, { assigned_to: agent.id })
    await insertComment(owner, ticket)
    await insertComment(agent, ticket)
    await db`update public.tickets set status = 'solved', assigned_to = ${otherAgent.id} where id = ${ticket}`
    expect(await queued(ticket)).toEqual([])
  })

  it('delete the mail of a deleted comment', async () => {
    const { owner, agent } = people
    const ticket = await insertTicket(owner)
    await write(agent, ticket)
    await agent.client.from('comments').delete().eq('ticket_id', ticket)
    expect(await queued(ticket)).toEqual([])
  })
})
