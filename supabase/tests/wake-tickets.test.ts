/** The end of a snooze: once, whoever calls, and for the assignee of that moment. */
import { serviceClient } from '@helpdesk/testing/stack'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { kinds, prefer, removeNotifications } from './support/app-notifications'
import { createUsers, db, expectForbidden, insertTicket, stack, type TestUsers } from './support/backend'
import { explain } from './support/explain'
import { rolledBack } from './support/rolled-back'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))
beforeEach(removeNotifications)
// Other tests list all snoozed tickets of the workspace.
afterAll(() => db`update public.tickets set snoozed_until = null where customer_id = ${people.owner.id}`)

/** The time of its snooze is over. */
async function due(assignee: string | null = people.agent.id) {
  const id = await insertTicket(people.owner, { assigned_to: assignee, status: 'in_progress' })
  await db`insert into private.ticket_reads (user_id, ticket_id, read_at)
    values (${people.agent.id}, ${id}, now()) on conflict do nothing`
  await db`update public.tickets set snoozed_until = now() - interval '1 minute', updated_at = now() - interval '1 hour' where id = ${id}`
  return id
}
// The backend's own clock may have woken it already: tests look at what became of the tickets.
const wake = (sql: postgres.Sql | postgres.TransactionSql = db) => sql`select public.wake_tickets()`
const told = (ticket: string) => db`
  select person_id, times, actor_id from private.notifications where ticket_id = ${ticket} and kind = 'woken'`
const wakes = async (ticket: string) =>
  (
    await db`select from public.ticket_events where ticket_id = ${ticket} and kind = 'snoozed_until'
    and to_value is null and actor_id is null`
  ).length

describe('wake_tickets', () => {
  it('is for the service', async () => {
    for (const { client } of [people.owner, people.agent, people.admin])
      expectForbidden(await client.rpc('wake_tickets'))
    expect((await serviceClient(stack).rpc('wake_tickets')).error).toBeNull()
  })

  it('ends the snooze, marks the ticket as unread and changed, and notifies its assignee', async () => {
    const { agent } = people
    const ticket = await due()
    await wake()
    const { data } = await agent.client.rpc('list_tickets', {
      filter: { status: ['active'], assignee: 'me' },
      sort_by: 'updated_at',
      max_rows: 1,
    })
    expect(data).toMatchObject([{ id: ticket, snoozed_until: null, unread: true }])
    expect([...(await told(ticket))]).toEqual([{ person_id: agent.id, times: 1, actor_id: null }])
    expect(await kinds(agent)).toEqual(['woken'])
    expect(await wakes(ticket)).toBe(1)
    expect(await db`select from public.notification_outbox where ticket_id = ${ticket}`).toHaveLength(0)
  })

  it('puts the ticket above the list of its assignee until they open it, whatever the order', async () => {
    const { agent, otherAgent, owner } = people
    const woken = async (who: { client: (typeof agent)['client'] }) =>
      ((await who.client.rpc('count_queues').throwOnError()).data as { woken: { id: string }[] }).woken
    await db`update private.ticket_reads set woken_at = null`
    const [first, moved, solved, again] = [await due(), await due(), await due(), await due()]
    for (const id of [first, moved, solved, again]) {
      await wake()
      await db`update private.ticket_reads set woken_at = clock_timestamp() where ticket_id = ${id}`
    }
    const row = (await woken(agent)).find(({ id }) => id === first)
    expect(row).toEqual({ id: first, number: expect.any(Number), subject: expect.any(String) })
    expect((await woken(agent)).slice(0, 4).map(({ id }) => id)).toEqual([again, solved, moved, first])
    await db`update public.tickets set assigned_to = ${otherAgent.id} where id = ${moved}`
    await db`update public.tickets set status = 'solved' where id = ${solved}`
    await agent.client.rpc('snooze_tickets', { ticket_ids: [again], until: 'infinity' }).throwOnError()
    expect((await woken(agent)).map(({ id }) => id)).toEqual([first])
    expect(await woken(otherAgent)).toEqual([])
    await agent.client.rpc('mark_ticket_read', { ticket_id: first }).throwOnError()
    expect(await woken(agent)).toEqual([])
    // Marked as unread by hand is something else.
    await agent.client.rpc('mark_ticket_unread', { ticket_id: first }).throwOnError()
    expect(await woken(agent)).toEqual([])
    // The customer's answer brings it back too, and reading it with the answer ends it.
    await owner.client
      .from('comments')
      .insert({ ticket_id: again, user_id: owner.id, content: 'It is here.' })
      .throwOnError()
    expect((await woken(agent)).map(({ id }) => id)).toEqual([again])
    await agent.client.rpc('mark_ticket_read', { ticket_id: again }).throwOnError()
    expect(await woken(agent)).toEqual([])
  })

  it('shows five of them, from an index of what came back, among many marks', async () => {
    const { agent, owner } = people
    for (let n = 0; n < 6; n += 1) await due()
    // A call ends after two seconds and leaves what the backend is waking itself.
    await vi.waitFor(async () => {
      await wake()
      expect(await db`select from public.tickets where snoozed_until <= now()`).toHaveLength(0)
    }, 20_000)
    const { data } = await agent.client.rpc('count_queues').throwOnError()
    expect((data as { woken: unknown[] }).woken).toHaveLength(5)
    await rolledBack(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`with more as (
          insert into public.tickets (subject, description, created_by, customer_id, assigned_to)
          select 'Read ' || n, 'It was read before.', ${owner.id}, ${owner.id}, ${agent.id} from generate_series(1, 5000) n
          returning id)
        insert into private.ticket_reads (user_id, ticket_id, read_at, is_unread)
        select ${agent.id}, id, now(), true from more`
      await tx`analyze public.tickets, private.ticket_reads`
      const claims = JSON.stringify({ sub: agent.id, role: 'authenticated' })
      await tx`select set_config('request.jwt.claims', ${claims}, true)`
      const { buffers, text } = await explain(tx, 'select private.woken_tickets(5)')
      expect(buffers, text).toBeLessThan(100)
    })
  })

  it('notifies who has the ticket then, by their choices, and nobody of one without an assignee', async () => {
    const { agent, otherAgent } = people
    await prefer(otherAgent, { notify_woken: true, app_woken: false })
    const [moved, queued] = [await due(), await due(null)]
    await db`update public.tickets set assigned_to = ${otherAgent.id} where id = ${moved}`
    await wake()
    expect([await told(moved), await told(queued)].flat()).toEqual([])
    const mails =
      await db`select recipient_id, kind from public.notification_outbox where ticket_id in (${moved}, ${queued})`
    expect([...mails]).toEqual([{ recipient_id: otherAgent.id, kind: 'woken' }])
    expect(await db`select from public.tickets where id = ${queued} and snoozed_until is null`).toHaveLength(
      1,
    )
    expect(
      await db`select from private.ticket_reads where ticket_id = ${moved} and user_id = ${otherAgent.id} and is_unread`,
    ).toHaveLength(1)
    expect(
      await db`select from private.ticket_reads where ticket_id = ${moved} and user_id = ${agent.id} and is_unread`,
    ).toHaveLength(0)
  })

  it('leaves tickets whose time is to come, and those that wait for the customer', async () => {
    const tickets = [await due(), await due()]
    await db`update public.tickets set snoozed_until = now() + interval '1 minute' where id = ${tickets[0] ?? ''}`
    await db`update public.tickets set snoozed_until = 'infinity' where id = ${tickets[1] ?? ''}`
    await wake()
    expect(
      await db`select from public.tickets where id = any (${tickets}) and snoozed_until is not null`,
    ).toHaveLength(2)
  })

  it('wakes once: called twice, by two connections at once, and after a call that was cut off', async () => {
    const tickets = [await due(), await due(), await due()]
    // A call that does not commit leaves all of it to the next.
    await rolledBack(async (tx) => void (await wake(tx)))
    const [first, second] = [0, 1].map(() => postgres(stack.databaseUrl, { max: 1, onnotice: () => {} }))
    if (!first || !second) throw new Error('no connections')
    try {
      await first.begin(async (one) => {
        await one`select public.wake_tickets(2)`
        // Does not wait for the first, and takes none of its tickets.
        await wake(second)
      })
      await Promise.all([wake(first), wake(second), wake()])
    } finally {
      await Promise.all([first.end(), second.end()])
    }
    for (const ticket of tickets) {
      expect(await wakes(ticket)).toBe(1)
      expect(await told(ticket)).toMatchObject([{ times: 1 }])
    }
  })

  it('wakes once over a clock that is set forward or back', async () => {
    const ticket = await due()
    // The clock was an hour ahead when it woke, and the same time comes again.
    await wake()
    await db`update public.ticket_events set created_at = created_at + interval '1 hour' where ticket_id = ${ticket}`
    await db`update private.ticket_reads set woken_at = woken_at + interval '1 hour' where ticket_id = ${ticket}`
    await wake()
    expect(await wakes(ticket)).toBe(1)
    expect(await told(ticket)).toMatchObject([{ times: 1 }])
    const woken = async () =>
      ((await people.agent.client.rpc('count_queues').throwOnError()).data as { woken: { id: string }[] })
        .woken
    expect((await woken()).map(({ id }) => id)).toContain(ticket)
    // Read in the earlier hour, it is read all the same.
    await people.agent.client.rpc('mark_ticket_read', { ticket_id: ticket }).throwOnError()
    expect((await woken()).map(({ id }) => id)).not.toContain(ticket)

    // Set back after it was snoozed: it waits for its time, as the clock has it.
    const later = await due()
    await db`update public.tickets set snoozed_until = now() + interval '1 hour' where id = ${later}`
    await wake()
    expect(await told(later)).toEqual([])
    await db`update public.tickets set snoozed_until = now() where id = ${later}`
    await wake()
    await wake()
    expect(await told(later)).toMatchObject([{ times: 1 }])
  })

  it('neither waits for a ticket that the customer answers meanwhile, nor wakes it again', async () => {
    const ticket = await due()
    await db.begin(async (tx) => {
      await tx`select from public.tickets where id = ${ticket} for no key update`
      await wake()
      await tx`update public.tickets set snoozed_until = null where id = ${ticket}`
    })
    await wake()
    expect(await told(ticket)).toHaveLength(0)
  })

  it('reads no more than the due tickets', async () => {
    await rolledBack(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`insert into public.tickets (subject, description, created_by, customer_id, snoozed_until)
        select 'Snoozed ' || n, 'Waits for the spare part ' || n, ${people.owner.id}, ${people.owner.id},
          now() + n * interval '1 minute' from generate_series(1, 5000) n`
      await tx`analyze public.tickets`
      const { buffers, text } = await explain(
        tx,
        `select d.id from public.tickets d where d.snoozed_until <= now()
          order by d.snoozed_until, d.id limit 100 for no key update skip locked`,
      )
      expect(text).toContain('tickets_snoozed_idx')
      expect(buffers).toBeLessThan(30)
    })
  })
})
