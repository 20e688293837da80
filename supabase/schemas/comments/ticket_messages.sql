-- What lists show of a ticket besides its own columns: a short number, how long it waits, and its last public message.
create function private.preview(message text) returns text
language sql immutable set search_path = '' as $$
  select left(btrim(regexp_replace(left(message, 500), '\s+', ' ', 'g')), 120)
$$;
comment on function private.preview(text) is 'The first 120 characters of a message, on one line.';

create function private.is_answer(author uuid, author_role text, requester uuid) returns boolean
language sql immutable set search_path = '' as $$
  select author_role <> 'customer' and author is distinct from requester
$$;
comment on function private.is_answer(uuid, text, uuid) is
  'True for a message from staff. Staff who are the requester write as the requester.';

create function private.refresh_messages(ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  update public.tickets t set waiting_since = m.waiting_since, last_message_at = m.last_at, last_message_by = m.last_by,
    last_message_preview = private.preview(m.last_text)
  from (
    select k.id, coalesce(latest.created_at, k.created_at) as last_at,
      coalesce(latest.user_id, k.created_by) as last_by,
      coalesce(latest.content, k.description) as last_text,
      case when answer.at is null then k.created_at else (
        select min(c.created_at) from public.comments c
        where c.ticket_id = k.id and c.created_at > answer.at and not c.is_internal) end as waiting_since
    from public.tickets k
    left join lateral (
      select c.created_at, c.user_id, c.content from public.comments c
      where c.ticket_id = k.id and not c.is_internal order by c.created_at desc, c.id desc limit 1) latest on true
    left join lateral (
      select max(c.created_at) as at from public.comments c
      where c.ticket_id = k.id and not c.is_internal
        and private.is_answer(c.user_id, c.author_role, k.customer_id)) answer on true
    where k.id = any (ids)
  ) m
  where t.id = m.id and (t.waiting_since, t.last_message_at, t.last_message_by, t.last_message_preview)
    is distinct from (m.waiting_since, m.last_at, m.last_by, private.preview(m.last_text))
$$;
comment on function private.refresh_messages(uuid[]) is 'Computes the message columns of tickets from their comments.';

create function private.start_messages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.waiting_since := new.created_at;
  new.last_message_at := new.created_at;
  new.last_message_by := new.created_by;
  new.last_message_preview := private.preview(new.description);
  return new;
end
$$;
comment on function private.start_messages() is 'The description is a ticket''s first message and waits for an answer.';

create function private.follow_messages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- In one expression both fields would be read, and a ticket has no ticket_id.
  if tg_table_name = 'tickets' then
    perform private.refresh_messages(array[new.id]);
  else
    perform private.refresh_messages(array[old.ticket_id]);
  end if;
  return null;
end
$$;
comment on function private.follow_messages() is
  'Computes the message columns again when a message or the requester changes.';

create trigger tickets_messages before insert on public.tickets
  for each row execute function private.start_messages();
create trigger tickets_requester after update of customer_id on public.tickets
  for each row when (new.customer_id is distinct from old.customer_id) execute function private.follow_messages();
create trigger tickets_first_message after update of description on public.tickets
  for each row when (new.description is distinct from old.description and new.last_message_at = new.created_at)
  execute function private.follow_messages();
create trigger comments_messages after update of content on public.comments
  for each row when (not new.is_internal) execute function private.follow_messages();
create trigger comments_messages_left after delete on public.comments
  for each row when (not old.is_internal) execute function private.follow_messages();
