-- Sends a reply or note together with changes of the ticket.
create function public.send_reply(
  ticket_id uuid, content text, is_internal boolean default false, request_id uuid default null,
  seen_at timestamptz default null, new_status text default null, new_priority text default null,
  add_tags text[] default null, seen_version integer default null, files integer default 0
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  me uuid := auth.uid();
  ticket public.tickets;
  reply public.comments;
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  if not private.is_tag_list(add_tags) then
    raise exception 'A tag has 1 to 40 characters' using detail = 'tag_invalid';
  end if;
  if is_internal is not true then
    perform private.refuse_unfilled(content);
  end if;
  ticket_id := private.merge_root(ticket_id);
  -- Serialises replies to one ticket, also behind concurrent changes, which are seen below.
  select t.* into ticket from public.tickets t where t.id = send_reply.ticket_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  if request_id is not null then
    select c.* into reply from public.comments c where c.user_id = me and c.request_id = send_reply.request_id;
    if found then
      return jsonb_build_object('comment', to_jsonb(reply), 'ticket', private.ticket_for_staff(ticket));
    end if;
  end if;
  perform private.refuse_if_changed(ticket.id, seen_at, seen_version);
  -- A sent reply cannot be taken back.
  perform private.exclude_from_undo();
  perform private.change_with_reply(ticket, me, coalesce(send_reply.is_internal, false), new_status, new_priority,
    add_tags);
  perform private.set_context('files', least(greatest(coalesce(files, 0), 0), 5)::text);
  insert into public.comments as c (ticket_id, user_id, content, is_internal, request_id)
  values (ticket.id, me, send_reply.content, coalesce(send_reply.is_internal, false), send_reply.request_id)
  returning c.* into reply;
  select t.* into ticket from public.tickets t where t.id = ticket.id;
  return jsonb_build_object('comment', to_jsonb(reply), 'ticket', private.ticket_for_staff(ticket));
end
$$;
comment on function public.send_reply(uuid, text, boolean, uuid, timestamptz, text, text, text[], integer, integer) is
  'Staff: add a reply or note together with status, priority and tags: {comment, ticket}. A public reply takes an '
  'unassigned ticket. files: how many files will be uploaded to it; its mails wait for them. HTTP 409 when somebody '
  'else changed the ticket after seen_at or seen_version. A repeated request_id returns the first comment.';
grant execute on function public.send_reply(uuid, text, boolean, uuid, timestamptz, text, text, text[], integer,
  integer)
  to authenticated, service_role;
