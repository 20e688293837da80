-- Looks up each person once, not once per event.
create function private.ticket_events_json(target uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with newest as materialized (
    select e.*, case when e.kind in ('assigned_to', 'customer_id') then e.from_value::uuid end as from_id,
      case when e.kind in ('assigned_to', 'customer_id') then e.to_value::uuid end as to_id
    from public.ticket_events e where e.ticket_id = target
    order by e.created_at desc, e.id desc limit 100
  ), people as materialized (
    select jsonb_object_agg(p.id, p.name) as names from public.profiles p
    where p.id = any (array(
      select n.actor_id from newest n union select n.from_id from newest n union select n.to_id from newest n))
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', n.id, 'kind', n.kind, 'actor_id', n.actor_id, 'actor_name', p.names -> n.actor_id::text,
    'from_value', n.from_value, 'to_value', n.to_value,
    'from_name', p.names -> n.from_id::text, 'to_name', p.names -> n.to_id::text,
    'is_internal', n.is_internal, 'created_at', n.created_at
  ) order by n.created_at desc, n.id desc), '[]')
  from newest n cross join people p
$$;
comment on function private.ticket_events_json(uuid) is 'The newest 100 events of a ticket, newest first, with names.';

create function private.ticket_detail_for_staff(target uuid, customer uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'events', private.ticket_events_json(target),
    'other_tickets', coalesce((
      select jsonb_agg(to_jsonb(other) order by other.created_at desc, other.id desc)
      from (
        select t.id, t.subject, t.status, t.priority, t.created_at, t.updated_at
        from public.tickets t where t.customer_id = customer and t.id <> target
        order by t.created_at desc, t.id desc limit 5
      ) other), '[]'),
    'drafts', private.my_drafts(target))
$$;
comment on function private.ticket_detail_for_staff(uuid, uuid) is
  'The parts of a ticket''s detail that only staff see: {events, other_tickets, drafts}.';

create function public.get_ticket_detail(ticket_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  my_role text := private.current_role();
  staff boolean := coalesce(my_role in ('agent', 'admin'), false);
  ticket public.tickets;
begin
  if my_role is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  select t.* into ticket from public.tickets t
  where t.id = get_ticket_detail.ticket_id and (staff or t.customer_id = auth.uid());
  -- Does not distinguish a missing ticket from a foreign one.
  if not found then
    return null;
  end if;
  return jsonb_build_object(
    'ticket', case when staff then private.ticket_for_staff(ticket) else to_jsonb(ticket) - 'tag_keys' end,
    'comments', coalesce((
      select jsonb_agg(to_jsonb(c) order by c.created_at, c.id)
      from public.comments c where c.ticket_id = ticket.id and (staff or not c.is_internal)), '[]'),
    'attachments', coalesce((
      select jsonb_agg(to_jsonb(a) order by a.created_at, a.id)
      from public.attachments a where a.ticket_id = ticket.id and (staff or a.comment_id is null or exists (
        select from public.comments c where c.id = a.comment_id and not c.is_internal))), '[]'),
    'rating', (
      select jsonb_build_object('score', r.score, 'comment', r.comment, 'created_at', r.created_at,
        'updated_at', r.updated_at)
      from public.ticket_ratings r where r.ticket_id = ticket.id),
    -- Customers see the name of the assignee and nothing else.
    'assignee', (
      select jsonb_build_object('id', p.id, 'name', p.name, 'email', case when staff then p.email end)
      from public.profiles p where p.id = ticket.assigned_to),
    'customer', (
      select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email)
      from public.profiles p where p.id = ticket.customer_id),
    'loaded_at', now(),
    -- Limits of the comment form; saves the screen a second request.
    'limits', (
      select jsonb_build_object('max_files', w.max_files, 'max_file_bytes', w.max_file_bytes)
      from public.workspace_settings w),
    'staff', case when staff then private.ticket_detail_for_staff(ticket.id, ticket.customer_id) end);
end
$$;
comment on function public.get_ticket_detail(uuid) is
  'Everything the screen of a ticket shows: {ticket, comments, attachments, rating, assignee, customer, loaded_at, limits: {max_files, max_file_bytes}, staff: {events, other_tickets, drafts}|null}; null when there is no such ticket for the caller.';

-- Suggests similar tickets while a customer types a subject.
create function public.find_similar_tickets(subject text)
returns table (id uuid, subject text, status text, created_at timestamptz)
language sql stable rows 3 security definer set search_path = '' as $$
  select alike.id, alike.subject, alike.status, alike.created_at
  from (
    select t.id, t.subject, t.status, t.created_at,
      extensions.similarity(t.subject, left($1, 255)) as likeness
    from (
      -- Bounded, so that the cost does not grow with the number of tickets.
      select own.id, own.subject, own.status, own.created_at from public.tickets own
      where own.customer_id = (select auth.uid()) and (select private.current_role()) is not null
        and char_length(btrim($1)) >= 3
      order by own.created_at desc, own.id desc limit 300
    ) t
  ) alike
  where alike.likeness >= 0.3
  order by alike.likeness desc, alike.created_at desc, alike.id desc limit 3
$$;
comment on function public.find_similar_tickets(text) is
  'Up to 3 of the caller''s newest 300 tickets with a similar subject, the most similar first.';

grant execute on function public.get_ticket_detail(uuid), public.find_similar_tickets(text)
  to authenticated, service_role;
