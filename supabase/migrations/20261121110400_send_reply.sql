-- A reply with what goes along with it, in one transaction, guarded against what the agent has not seen.
--
-- What the sender of a reply has seen is told by the ticket's version as well: a change that was begun before the page
-- was loaded and committed after it carries an earlier time, and yet was not on the page. Notes leave the version alone,
-- so that a customer cannot count them; for them the time decides.

alter table public.ticket_events add column ticket_version integer;
comment on column public.ticket_events.ticket_version is 'Version of the ticket after the act; null before this was kept.';

create function private.stamp_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.ticket_version := (select t.version from public.tickets t where t.id = new.ticket_id);
  return new;
end
$$;
comment on function private.stamp_event() is 'An event carries the version of its ticket.';
revoke execute on function private.stamp_event() from public, anon, authenticated;
create trigger ticket_events_stamp before insert on public.ticket_events
  for each row execute function private.stamp_event();

create function public.send_reply(
  ticket_id uuid, content text, is_internal boolean default false, request_id uuid default null,
  seen_at timestamptz default null, new_status text default null, new_priority text default null,
  add_tags text[] default null, seen_version integer default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  me uuid := auth.uid();
  ticket public.tickets;
  reply public.comments;
begin
  if not private.is_staff() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  -- Replies to one ticket queue here, behind changes under way as well: what they have done is seen below.
  select t.* into ticket from public.tickets t where t.id = send_reply.ticket_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  if request_id is not null then
    select c.* into reply from public.comments c where c.user_id = me and c.request_id = send_reply.request_id;
    if found then
      return jsonb_build_object('comment', to_jsonb(reply), 'ticket', to_jsonb(ticket));
    end if;
  end if;
  if exists (
    select from public.ticket_events e
    where e.ticket_id = ticket.id and e.actor_id is distinct from me
      and (e.created_at > seen_at or e.ticket_version > seen_version)
  ) then
    raise sqlstate 'PT409' using message = 'The ticket has changed since you opened it', detail = 'ticket_changed';
  end if;
  insert into public.comments as c (ticket_id, user_id, content, is_internal, request_id)
  values (ticket.id, me, send_reply.content, coalesce(send_reply.is_internal, false), send_reply.request_id)
  returning c.* into reply;
  if coalesce(new_status, new_priority) is not null or cardinality(add_tags) > 0 then
    update public.tickets t set status = coalesce(new_status, t.status), priority = coalesce(new_priority, t.priority),
      tags = private.change_tags(t.tags, jsonb_build_object('add_tags', to_jsonb(coalesce(add_tags, '{}'))))
    where t.id = ticket.id;
  end if;
  select t.* into ticket from public.tickets t where t.id = ticket.id;
  return jsonb_build_object('comment', to_jsonb(reply), 'ticket', to_jsonb(ticket));
end
$$;
comment on function public.send_reply(uuid, text, boolean, uuid, timestamptz, text, text, text[], integer) is
  'Staff: reply or note together with status, priority and tags: {comment, ticket}. HTTP 409 when somebody else did something after seen_at or seen_version; a repeated request_id gives the first comment.';

revoke execute on function public.send_reply(uuid, text, boolean, uuid, timestamptz, text, text, text[], integer)
  from public, anon, authenticated;
grant execute on function public.send_reply(uuid, text, boolean, uuid, timestamptz, text, text, text[], integer)
  to authenticated, service_role;
