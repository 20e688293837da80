-- Requesters of merged tickets learn that staff are writing, and staff that they do.

create or replace function private.topics_of_merged(root uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(private.ticket_topic(k.id, 'public') order by k.id)
  from (
    select min(b.id::text)::uuid as id from private.merged_below(root) b
    where b.customer_id is distinct from (select t.customer_id from public.tickets t where t.id = root)
      and b.customer_id is not null
    group by b.customer_id order by max(b.since) desc, 1 limit 10) k
$$;
comment on function private.topics_of_merged(uuid) is
  'The public topics on which other requesters of a ticket are, one for each: of the tickets that were merged into it. '
  'At most 10, those merged last, because a connection has few channels; null for none.';

create or replace function public.ticket_topics(ticket_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'public', private.ticket_topic(case when k.sees then t.id else k.own end, 'public'),
    'staff', case when private.can_see_notes() then private.ticket_topic(t.id, 'staff') end,
    'merged', case when private.can_see_all_tickets() then private.topics_of_merged(t.id) end))
  from public.tickets t cross join lateral (
    select private.can_see_all_tickets() or coalesce(t.customer_id = auth.uid(), false) as sees, (
      select min(b.id::text)::uuid from private.merged_below(t.id) b where b.customer_id = auth.uid()) as own) k
  where t.id = ticket_topics.ticket_id and private.current_role() is not null and (k.sees or k.own is not null)
$$;
comment on function public.ticket_topics(uuid) is
  'The realtime topics of a ticket that the caller sees, { public, staff, merged }: staff and merged, the public '
  'topics of its other requesters, for staff only. Of a ticket into which theirs was merged, requesters get that of '
  'their own. null for another ticket.';
grant execute on function public.ticket_topics(uuid) to authenticated, service_role;
