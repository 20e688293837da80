import type { Sql } from 'postgres'
import { StartError } from '../start-error'

const TAGS = ['billing', 'hardware', 'account', 'api', 'shipping']

/**
 * Adds tickets in one statement, spread over a year, all statuses and priorities, and the existing people. Triggers
 * (history, notifications) are disabled.
 */
export async function addTickets(sql: Sql, count: number): Promise<void> {
  const [people] = await sql<{ customers: number; agents: number }[]>`
    select count(*) filter (where role = 'customer')::int as customers,
      count(*) filter (where role = 'agent')::int as agents
    from public.profiles`
  if (!people?.customers || !people.agents) {
    throw new StartError(
      'There are no customers and agents yet. Run npm start once with the demo data first.',
    )
  }
  await sql.begin(async (tx) => {
    await tx`alter table public.tickets disable trigger user`
    await tx`alter table public.ticket_tags disable trigger user`
    // Building the text index at the end is many times faster.
    const [index] = await tx<{ definition: string }[]>`
      select indexdef as definition from pg_indexes where schemaname = 'public' and indexname = 'tickets_text_idx'`
    if (index) await tx`drop index public.tickets_text_idx`
    await tx`
      with customers as (select array_agg(id order by id) as ids from public.profiles where role = 'customer'),
        agents as (select array_agg(id order by id) as ids from public.profiles where role = 'agent'),
        tag_keys as (
          select array_agg(private.tag_key(tag, false) order by n) as keys from unnest(${TAGS}::text[]) with ordinality t (tag, n)
        ),
        drawn as (
          select n, now() - (random() * 365) * interval '1 day' as created,
            (array['open','in_progress','pending','on_hold','solved','closed'])[1 + floor(random() * 6)::int] as status
          from generate_series(1, ${count}::int) n
          -- As tickets come in: oldest first.
          order by created
        ), made as (
      insert into public.tickets (subject, description, status, priority, created_by, customer_id, assigned_to,
        created_at, updated_at, closed_at, tag_keys)
      select
        format('%s %s (%s)',
          (array['Printer','Invoice','Login','Export','Delivery','Password','Calendar','Refund','Report','Webhook'])[1 + n % 10],
          (array['does not respond','shows an error','is missing','takes too long','arrived twice','needs a change'])[1 + (n / 10) % 6], n),
        format('Case %s: since this morning it no longer works as it did. Steps, times and the number %s are noted here.', n, md5(n::text)),
        d.status,
        (array['low','normal','medium','high','urgent'])[1 + floor(random() * 5)::int],
        c.ids[1 + n % cardinality(c.ids)], c.ids[1 + n % cardinality(c.ids)],
        case when d.status = 'open' and n % 3 = 0 then null else a.ids[1 + n % cardinality(a.ids)] end,
        d.created, least(now(), d.created + random() * interval '3 days'),
        case when d.status = 'closed' then least(now(), d.created + interval '3 days') end,
        array[k.keys[1 + n % 5]]
      from drawn d, customers c, agents a, tag_keys k
      returning id, tag_keys)
      insert into public.ticket_tags (ticket_id, tags)
      select m.id, array[(${TAGS}::text[])[array_position(k.keys, m.tag_keys[1])]] from made m, tag_keys k`
    if (index) {
      await tx.unsafe(index.definition)
      await tx`alter index public.tickets_text_idx alter column 1 set statistics 300`
    }
    await tx`alter table public.tickets enable trigger user`
    await tx`alter table public.ticket_tags enable trigger user`
    await tx`insert into private.known_tags (name)
      select unnest(${TAGS}::text[]) on conflict do nothing`
  })
  await sql`analyze public.tickets, public.ticket_tags`
}
