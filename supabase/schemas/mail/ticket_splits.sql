-- Splitting. Chosen messages move to a new ticket, of the first one's author or, when staff wrote it, of the requester.
-- Its text becomes the description. Unlike a merge, which is an edge, a split changes where messages are: every rule
-- that asks for the ticket of a message then holds as it is. Nobody gains sight of a message: public ones go along only
-- when the new requester could read them before, notes stay notes.
create table private.ticket_splits (
  ticket_id uuid primary key references public.tickets (id) on delete cascade,
  from_id uuid references public.tickets (id) on delete set null,
  from_ids uuid[] not null,
  first jsonb not null constraint ticket_splits_first check (private.json_is_bounded(first, 65536, 3)),
  places jsonb not null constraint ticket_splits_places check (private.json_is_bounded(places, 32768, 2)),
  answered jsonb not null constraint ticket_splits_answered check (private.json_is_bounded(answered, 32768, 2)),
  split_at timestamptz not null default now()
);
comment on table private.ticket_splits is
  'Tickets that were split from others. Mails to those others that answer a message of a split ticket lead there.';
comment on column private.ticket_splits.from_id is 'The ticket that showed the messages.';
comment on column private.ticket_splits.from_ids is
  'It and those merged into it, whose reply addresses its mails had, and those from which it was split itself.';
comment on column private.ticket_splits.first is
  'For undo: the comment that became the description, without its text, and the mails about it.';
comment on column private.ticket_splits.places is 'For undo: the ticket of each comment, by its id.';
comment on column private.ticket_splits.answered is 'For undo: first_response_at of those tickets, by their ids.';

create index ticket_splits_from_idx on private.ticket_splits (from_id);
create index ticket_splits_from_ids_idx on private.ticket_splits using gin (from_ids);

alter table private.ticket_splits enable row level security;

create function private.had_read(said public.comments, person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select said.user_id = person or coalesce(said.created_at >= private.reads_since(said.ticket_id, person), false)
    or exists (
      select from private.sent_mails s join public.profiles p on p.id = person and lower(p.email) = s.recipient
      where s.comment_id = said.id and not s.is_internal)
$$;
comment on function private.had_read(public.comments, uuid) is
  'True when a person could read a public message: as its author, in the portal, or because it was mailed to them.';

create function private.requester_of_split(said public.comments) returns uuid
language sql stable security definer set search_path = '' as $$
  select case when said.is_internal then null when said.author_role = 'customer' then said.user_id
    else (select t.customer_id from public.tickets t where t.id = said.ticket_id) end
$$;
comment on function private.requester_of_split(public.comments) is
  'Whose ticket a message becomes: a customer''s is theirs, also of those who write by mail alone, and what staff '
  'wrote is the requester''s to whom they wrote it. Null for notes, which cannot become a description.';

create function public.split_choices(ticket_id uuid, first_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  root constant uuid := private.merge_root(ticket_id);
  first public.comments;
  requester uuid;
begin
  if not private.can_see_all_tickets() then
    raise exception 'Must be logged in as an agent to split tickets' using detail = 'agent_required';
  end if;
  select c.* into first from public.comments c
  where c.id = first_id and c.ticket_id in (select b.id from private.merged_below(root) b);
  requester := private.requester_of_split(first);
  if requester is null then
    return null;
  end if;
  return jsonb_build_object(
    'requester', (
      select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email) from public.profiles p
      where p.id = requester),
    'messages', (
      select coalesce(jsonb_agg(c.id order by c.created_at, c.id), '[]') from public.comments c
      where c.ticket_id in (select b.id from private.merged_below(root) b) and c.send_at is null
        and (c.created_at, c.id) > (first.created_at, first.id)
        and (c.is_internal or private.had_read(c, requester))));
end
$$;
comment on function public.split_choices(uuid, uuid) is
  'Staff: whose ticket a message would become, and the later messages that may go along, because the requester could '
  'read them before or they are notes: {requester: {id, name, email}, messages: [id]}; null for a note.';
grant execute on function public.split_choices(uuid, uuid) to authenticated, service_role;

-- Comments before tickets, each in the order of ids: editing and deleting a comment take their locks in this order.
create function private.lock_for_split(ticket uuid, ids uuid[]) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  root uuid;
begin
  perform from public.comments c where c.id = any (ids) order by c.id for update;
  loop
    root := private.merge_root(ticket);
    perform from public.tickets t where t.id in (select b.id from private.merged_below(root) b) order by t.id
      for update;
    exit when private.merge_root(ticket) is not distinct from root;
  end loop;
  return root;
end
$$;
comment on function private.lock_for_split(uuid, uuid[]) is
  'Locks messages, the ticket that shows a ticket, which it returns, and those merged into it.';

create function private.messages_to_split(root uuid, ids uuid[]) returns setof public.comments
language plpgsql security definer set search_path = '' as $$
declare
  first public.comments;
begin
  if coalesce(cardinality(ids), 0) not between 1 and 100 or array_position(ids, null) is not null then
    raise exception 'Choose 1 to 100 messages' using detail = 'split_count';
  elsif (select count(*) from public.comments c where c.id = any (ids) and c.send_at is null
      and c.ticket_id in (select b.id from private.merged_below(root) b))
    <> (select count(distinct i) from unnest(ids) i) then
    raise sqlstate 'PT409' using message = 'A message is no longer on this ticket', detail = 'split_gone';
  end if;
  select c.* into first from public.comments c where c.id = any (ids) order by c.created_at, c.id limit 1;
  if private.requester_of_split(first) is null then
    raise exception 'The first message must be public' using detail = 'split_first';
  elsif exists (select from public.comments c where c.id = any (ids) and not c.is_internal
      and not private.had_read(c, private.requester_of_split(first))) then
    raise exception 'The new requester could not read a message' using detail = 'split_unread';
  -- Their paths are known to whoever uploads them.
  elsif exists (select from private.mail_messages m where m.comment_id = any (ids) and m.files_due)
    or exists (select from private.announced_files a where a.comment_id = any (ids) and a.is_missing
      and a.announced_at > now() - interval '15 minutes') then
    raise sqlstate 'PT409' using message = 'Files of a message are still being uploaded', detail = 'split_uploading';
  end if;
  return query select c.* from public.comments c where c.id = any (ids) order by c.created_at, c.id;
end
$$;
comment on function private.messages_to_split(uuid, uuid[]) is
  'The chosen messages of a ticket and those merged into it, oldest first. Raises when they cannot be split.';

-- What belongs to a message goes where it is. Mails that others got stay with the ticket that these write to.
create function private.move_message(message uuid, source uuid, target uuid, as_message uuid, before timestamptz,
  is_undo boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.mail_messages m set ticket_id = target, comment_id = as_message
  where m.ticket_id = source and m.comment_id is not distinct from message and m.state = 'accepted';
  update private.announced_files a set ticket_id = target, comment_id = as_message
  where a.ticket_id = source and a.comment_id is not distinct from message;
  update private.delivery_failures f set ticket_id = target, comment_id = as_message
  where f.ticket_id = source and f.comment_id is not distinct from message and f.created_at <= before;
  update private.sent_mails s set ticket_id = target, comment_id = as_message
  where s.ticket_id = source and s.comment_id is not distinct from message and s.sent_at <= before
    and (is_undo or private.writes_to(target, s.recipient)
      or exists (select from public.profiles p where p.email = s.recipient and p.role in ('agent', 'admin')));
  -- mail_refusal drops those whose recipient does not get mails of the other ticket.
  update public.notification_outbox o set ticket_id = target, comment_id = as_message
  where o.ticket_id = source and o.comment_id is not distinct from message and o.sent_at is null
    and o.created_at <= before;
  delete from private.notifications n
  where n.ticket_id = source and n.comment_id is not distinct from message and n.read_at is null
    and n.created_at <= before and exists (select from private.notifications k
      where (k.person_id, k.ticket_id, k.kind) = (n.person_id, target, n.kind) and k.read_at is null);
  update private.notifications n set ticket_id = target, comment_id = as_message
  where n.ticket_id = source and n.comment_id is not distinct from message and n.created_at <= before;
end
$$;
comment on function private.move_message(uuid, uuid, uuid, uuid, timestamptz, boolean) is
  'Moves what belongs to a message (null: the description) of one ticket to a message (null: the description) of '
  'another: its mails, announced files, failures, notifications. before: only what was there at that time.';

-- Mails about a message had the reply address of the ticket on which it was. What answers it follows it when its sender
-- writes to the new ticket; the nearest message that a mail answers decides.
create function private.split_place(ticket uuid, mail private.mail_messages, refs jsonb, is_staff boolean) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  splits constant uuid[] := array(select s.ticket_id from private.ticket_splits s where s.from_ids @> array[ticket]);
  found_ticket uuid;
begin
  if splits <> '{}' then
    select k.ticket_id into found_ticket
    from jsonb_array_elements_text(refs) with ordinality as l (e, n)
    cross join lateral (
      select (private.sent_mail(l.e)).ticket_id
      union all
      (select m.ticket_id from private.mail_messages m
      where m.message_id = l.e and m.state = 'accepted' and m.ticket_id = any (splits || ticket) limit 20)) k
    where l.n <= 151 and k.ticket_id = any (splits || ticket)
    order by l.n, k.ticket_id = ticket desc limit 1;
  end if;
  return case when found_ticket = any (splits) and (is_staff or private.writes_to(found_ticket, mail.from_address))
    then found_ticket else ticket end;
end
$$;
comment on function private.split_place(uuid, private.mail_messages, jsonb, boolean) is
  'The ticket of a mail to the reply address of a ticket: the one to which the message that it answers was split, if '
  'its sender writes there; else the ticket itself.';
