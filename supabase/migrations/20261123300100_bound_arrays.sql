-- An array may have two dimensions, hold nulls and start at any index. A list of tags does neither.

create function private.is_tag_list(tags text[]) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  -- In this order: what counts elements fails on, or overlooks, the other shapes.
  select case
    when tags is null or tags = '{}' then true
    when array_ndims(tags) <> 1 or array_lower(tags, 1) <> 1 or cardinality(tags) > 20 then false
    else not exists (
      select from unnest(tags) tag where tag is null or tag !~ '\S' or char_length(tag) > 40
    ) and char_length(array_to_string(tags, '')) <= 600
  end
$$;
comment on function private.is_tag_list(text[]) is
  'True for up to 20 tags of 1 to 40 characters, 600 together: one dimension, no null, no blank. Also for null.';
revoke execute on function private.is_tag_list(text[]) from public, anon, authenticated;
grant execute on function private.is_tag_list(text[]) to authenticated, service_role;

create function private.to_tag_list(tags text[]) returns text[]
language sql immutable set search_path = '' as $$
  select nullif(array(
    select tag from (
      -- First without the blanks around it: forty of them would be all that is left.
      select regexp_replace(left(regexp_replace(private.without_hidden(tag), '^\s+', ''), 40), '\s+$', '') as tag, min(n) as n
      from unnest(tags) with ordinality as list (tag, n) group by 1
    ) kept where tag ~ '\S' order by n limit 20), '{}')
$$;
comment on function private.to_tag_list(text[]) is 'What is left of an array as a list of tags; null when that is nothing.';
revoke execute on function private.to_tag_list(text[]) from public, anon, authenticated;

alter table public.tickets disable trigger user;
update public.tickets set tags = private.to_tag_list(tags) where not private.is_tag_list(tags);
alter table public.tickets enable trigger user;
alter table public.tickets drop constraint tickets_tags;
alter table public.tickets add constraint tickets_tags check (private.is_tag_list(tags));

alter table public.macros disable trigger user;
update public.macros set add_tags = private.to_tag_list(add_tags), body = case
    when body ~ '\S' or coalesce(set_status, set_priority) is not null or private.to_tag_list(add_tags) is not null then body
    else name end
where not private.is_tag_list(add_tags);
alter table public.macros enable trigger user;
alter table public.macros drop constraint macros_tags;
alter table public.macros add constraint macros_tags check (private.is_tag_list(add_tags));

delete from private.known_tags where name !~ '\S' or char_length(name) > 40;

create or replace function public.send_reply(
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
  if not private.is_tag_list(add_tags) then
    raise exception 'A tag has 1 to 40 characters' using detail = 'tag_invalid';
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
