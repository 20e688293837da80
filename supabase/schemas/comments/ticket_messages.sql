-- What lists show of a ticket besides its own columns: a short number, how long it waits, and its last public message.
-- The editor of messages writes a mark that is text as a numeric reference of four digits: &#0042; is *.
create function private.with_marks(message text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  mark text;
begin
  if strpos(message, '&#0') > 0 then
    -- The last one begins references that are text themselves.
    foreach mark in array '{*,_,`,[,],<,>,~,#,-,+,.,),&}'::text[] loop
      message := replace(message, '&#' || lpad(ascii(mark)::text, 4, '0') || ';', mark);
    end loop;
  end if;
  return message;
end
$$;
comment on function private.with_marks(text) is
  'A message with the marks that its numeric references stand for, as threads and mails show them.';

create function private.preview(message text) returns text
language sql immutable set search_path = '' as $$
  select left(btrim(regexp_replace(private.with_marks(left(message, 500)), '\s+', ' ', 'g')), 120)
$$;
comment on function private.preview(text) is 'The first 120 characters of a message, on one line.';

create function private.is_answer(author uuid, author_role text, requester uuid) returns boolean
language sql immutable set search_path = '' as $$
  select author_role <> 'customer' and author is distinct from requester
$$;
comment on function private.is_answer(uuid, text, uuid) is
  'True for a message from staff. Staff who are the requester write as the requester.';

create function private.waiting_since_of(ticket uuid, own timestamptz, answered_at timestamptz) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select least(own, (
    select min(s.waiting_since) from public.tickets s
    where s.merged_into = ticket and s.status = any (private.active_statuses())
      and (answered_at >= s.merged_at) is not true))
$$;
comment on function private.waiting_since_of(uuid, timestamptz, timestamptz) is
  'Since when a ticket waits, by its own messages or by those of tickets that were merged into it and not answered '
  'since.';

create function private.refresh_messages(ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  update public.tickets t set waiting_since = m.waiting_since, last_message_at = m.last_at, last_message_by = m.last_by,
    last_message_preview = private.preview(m.last_text), last_message_unverified = m.last_unverified
  from (
    select k.id, coalesce(latest.created_at, k.created_at) as last_at,
      coalesce(latest.user_id, k.created_by) as last_by,
      coalesce(latest.content, k.description) as last_text,
      private.is_unverified_message(k.id, latest.id) as last_unverified,
      private.waiting_since_of(k.id, case when answer.at is null then k.created_at else (
        select min(c.created_at) from public.comments c
        where c.ticket_id = k.id and c.created_at > answer.at and not c.is_internal) end, answer.at) as waiting_since
    from public.tickets k
    left join lateral (
      select c.id, c.created_at, c.user_id, c.content from public.comments c
      where c.ticket_id = k.id and not c.is_internal order by c.created_at desc, c.id desc limit 1) latest on true
    left join lateral (
      select max(c.created_at) as at from public.comments c
      where c.ticket_id = k.id and not c.is_internal
        and private.is_answer(c.user_id, c.author_role, k.customer_id)) answer on true
    where k.id = any (ids)
  ) m
  where t.id = m.id and (t.waiting_since, t.last_message_at, t.last_message_by, t.last_message_preview,
      t.last_message_unverified)
    is distinct from (m.waiting_since, m.last_at, m.last_by, private.preview(m.last_text), m.last_unverified)
$$;
comment on function private.refresh_messages(uuid[]) is 'Computes the message columns of tickets from their comments.';
