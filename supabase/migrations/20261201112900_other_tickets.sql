-- The newest ids of the requester's tickets come from an index alone. With the rows in the same query, a workspace of few
-- requesters walked the tickets of everybody in order of time until it had met five of this one.
create or replace function private.ticket_detail_for_staff(target uuid, customer uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'events', private.ticket_events_json(target),
    'other_tickets', coalesce((
      select jsonb_agg(to_jsonb(other) order by other.created_at desc, other.id desc)
      from (
        select t.id, t.number, t.subject, t.status, t.priority, t.created_at, t.updated_at
        from (
          select o.id from public.tickets o where o.customer_id = customer and o.id <> target
          order by o.created_at desc, o.id desc limit 5
        ) newest join public.tickets t on t.id = newest.id
      ) other), '[]'),
    'drafts', private.my_drafts(target),
    'assignee_away_since', (
      select p.away_since from public.tickets t join public.profiles p on p.id = t.assigned_to where t.id = target),
    'followers', private.followers_json(target),
    'mentions', private.mentions_json(target),
    'last_read_at', private.last_read_at(target),
    'agents_update', (select w.agents_update from public.workspace_settings w))
$$;
