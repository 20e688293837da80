-- The upload fields of a ticket say what the workspace accepts.
create or replace function public.get_ticket_detail(ticket_id uuid default null, ticket_number bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  my_role text := private.current_role();
  staff boolean := coalesce(my_role in ('agent', 'admin'), false);
  target uuid := coalesce(ticket_id, (select t.id from public.tickets t where t.number = ticket_number));
  ticket public.tickets;
begin
  if my_role is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  select t.* into ticket from public.tickets t
  where t.id = target and (staff or t.customer_id = auth.uid());
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
    'missing_files', coalesce((
      select jsonb_agg(jsonb_build_object('request_id', a.request_id, 'comment_id', a.comment_id, 'name', a.file_name)
        order by a.announced_at, a.position)
      from private.announced_files a left join public.comments c on c.id = a.comment_id
      where a.ticket_id = ticket.id and a.is_missing and a.announced_at > now() - interval '30 days'
        and (staff or not coalesce(c.is_internal, false))), '[]'),
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
      select jsonb_build_object('max_files', w.max_files, 'max_file_bytes', w.max_file_bytes, 'file_types', w.file_types)
      from public.workspace_settings w),
    'events', case when not staff then private.public_events_json(ticket) end,
    'last_read_at', case when not staff then private.last_read_at(ticket.id) end,
    'staff', case when staff then private.ticket_detail_for_staff(ticket.id, ticket.customer_id) end);
end
$$;
comment on function public.get_ticket_detail(uuid, bigint) is
  'Everything the screen of a ticket shows, by id or else by number: {ticket, comments, attachments, missing_files: [{request_id, comment_id|null, name}], rating, assignee, customer, loaded_at, limits: {max_files, max_file_bytes, file_types}, events: [...]|null, last_read_at|null, staff: {events, other_tickets, drafts, last_read_at, agents_update}|null}; events and last_read_at are those of customers; null when there is no such ticket for the caller.';
