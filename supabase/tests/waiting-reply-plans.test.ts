/** What waiting replies cost: among many tickets, comments and replies that wait for months. */
import { beforeAll, expect, it } from 'vitest'
import { createUsers, insertTicket, type TestUsers } from './support/backend'
import { explain } from './support/explain'
import { rolledBack } from './support/rolled-back'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

it('reads by index: what is due, the next ticket, what changed since, and the replies of a ticket', async () => {
  const { agent, owner } = people
  const ticket = await insertTicket(owner, { assigned_to: agent.id })
  await rolledBack(async (tx) => {
    await tx`set local session_replication_role = replica`
    // Each has two comments, of which one waits, and events; half of them are in the queue.
    await tx`with many as (
        insert into public.tickets (subject, description, created_by, customer_id, assigned_to)
        select 'Waits ' || n, 'For a reply that was scheduled.', ${owner.id}, ${owner.id},
          case when n % 2 = 0 then ${agent.id}::uuid end
        from generate_series(1, 10000) n returning id), sent as (
        insert into public.comments (ticket_id, user_id, content)
        select id, ${owner.id}, 'Any news?' from many), events as (
        insert into public.ticket_events (ticket_id, kind, actor_id)
        select id, 'comment_added', ${owner.id} from many), later as (
        insert into public.comments (ticket_id, user_id, content, is_internal, send_at)
        select id, ${agent.id}, 'See you in spring.', true, now() + interval '90 days' from many returning id)
      insert into private.waiting_replies (comment_id, is_scheduled, ticket_version, merges)
        select id, true, 1, 0 from later`
    await tx`analyze public.tickets, public.comments, public.ticket_events, private.waiting_replies`
    const claims = JSON.stringify({ sub: agent.id, role: 'authenticated' })
    await tx`select set_config('request.jwt.claims', ${claims}, true)`
    for (const [query, most] of [
      ['select public.send_due_replies()', 60],
      [`select private.refuse_if_changed('${ticket}', now(), 1)`, 60],
      [`select private.waiting_replies_json('${ticket}')`, 100],
      [
        `select private.reason_to_hold(c, t) from public.comments c join public.tickets t on t.id = c.ticket_id
          where c.id = (select w.comment_id from private.waiting_replies w limit 1)`,
        100,
      ],
      [
        `select t.id from public.tickets t
          where t.assigned_to is null and t.status = 'open' and (t.snoozed_until > now()) is not true
            and t.priority_rank >= 0 and not exists (select from public.comments c
              where c.ticket_id = t.id
                and c.send_at > now() - interval '1 minute' and c.send_at < now() + interval '1 minute')
          order by t.priority_rank desc, t.created_at, t.id limit 1 for no key update skip locked`,
        100,
      ],
    ] as const) {
      const { buffers, text } = await explain(tx, query)
      expect(buffers, text).toBeLessThan(most)
    }
  })
})
