-- Messages of staff can begin a split: the new ticket is of the requester to whom they were written.

create or replace function private.requester_of_split(said public.comments) returns uuid
language sql stable security definer set search_path = '' as $$
  select case when said.is_internal then null when said.author_role = 'customer' then said.user_id
    else (select t.customer_id from public.tickets t where t.id = said.ticket_id) end
$$;
comment on function private.requester_of_split(public.comments) is
  'Whose ticket a message becomes: a customer''s is theirs, also of those who write by mail alone, and what staff '
  'wrote is the requester''s to whom they wrote it. Null for notes, which cannot become a description.';

create or replace function public.split_choices(ticket_id uuid, first_id uuid) returns jsonb
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

create or replace function private.messages_to_split(root uuid, ids uuid[]) returns setof public.comments
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

create or replace function private.split_off(shown public.tickets, messages public.comments[], subject text)
returns public.tickets
language plpgsql security definer set search_path = '' as $$
declare
  first constant public.comments := messages[1];
  sources constant uuid[] := array(select distinct m.ticket_id from unnest(messages) m);
  cluster constant uuid[] := array(select b.id from private.merged_below(shown.id) b);
  made public.tickets;
  said public.comments;
begin
  insert into public.tickets as t (subject, description, status, priority, assigned_to, created_by, customer_id, source,
    origin, created_at)
  values (split_off.subject, first.content, case shown.status when 'in_progress' then 'in_progress' else 'open' end,
    shown.priority, case when private.is_active_staff(shown.assigned_to) then shown.assigned_to end, first.user_id,
    private.requester_of_split(first), first.source, 'split', first.created_at)
  returning t.* into made;
  -- Staff have just said that it is another matter.
  insert into private.dismissed_continuations (ticket_id, dismissed_by) values (made.id, auth.uid());
  insert into private.ticket_splits (ticket_id, from_id, from_ids, first, places, answered)
  values (made.id, shown.id, array(
      select unnest(cluster) union select unnest(s.from_ids) from private.ticket_splits s
      where s.ticket_id = any (cluster)),
    to_jsonb(first) - 'content' || jsonb_build_object('mails', (
      select coalesce(jsonb_agg(jsonb_build_array(s.message_id, s.recipient)), '[]') from private.sent_mails s
      where s.comment_id = first.id)),
    (select jsonb_object_agg(m.id, m.ticket_id) from unnest(messages) m), private.answered_json(sources));
  foreach said in array messages[2:] loop
    perform private.move_comment(said, made.id, false);
  end loop;
  perform private.move_files(array(select a.id from public.attachments a where a.comment_id = first.id), made.id, null);
  perform private.move_message(first.id, first.ticket_id, made.id, null, now(), false);
  perform private.take_comment_out(first);
  -- The first answer may have moved.
  update public.tickets t set first_response_at = k.answered_at
  from (
    select s.id, (select min(c.created_at) from public.comments c where c.ticket_id = s.id and not c.is_internal
      and private.is_answer(c.user_id, c.author_role, s.customer_id)) as answered_at
    from public.tickets s where s.id = made.id or s.id = any (sources) and s.first_response_at in (
      select m.created_at from unnest(messages) m where m.author_role <> 'customer' and not m.is_internal)) k
  where t.id = k.id and t.first_response_at is distinct from k.answered_at;
  -- After the insert: tags given at creation are shown to the customer, these are the desk's.
  update public.tickets t set tags = g.tags from public.ticket_tags g
  where t.id = made.id and g.ticket_id = shown.id and cardinality(g.tags) > 0;
  perform private.add_ticket_link(made.id, shown.id, 'split');
  perform private.follow_split(shown.id, sources);
  perform private.refresh_messages(array[made.id]);
  perform private.index_tickets(array[made.id]);
  return made;
end
$$;
comment on function private.split_off(public.tickets, public.comments[], text) is
  'Opens the ticket of the first message and moves the others there.';

create or replace function public.split_ticket(ticket_id uuid, comment_ids uuid[], subject text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  name constant text := btrim(private.strip_invisible(left(split_ticket.subject, 1000)));
  shown public.tickets;
  made public.tickets;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to split tickets' using detail = 'agent_required';
  elsif name is null or char_length(name) not between 1 and 255 then
    raise exception 'A subject has 1 to 255 characters' using detail = 'split_subject';
  end if;
  perform private.exclude_from_undo();
  select t.* into shown from public.tickets t
  where t.id = private.lock_for_split(split_ticket.ticket_id, comment_ids[1:101]);
  if shown.id is null then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  perform private.require_triage(shown);
  made := private.split_off(shown, array(select m from private.messages_to_split(shown.id, comment_ids) m), name);
  return jsonb_build_object('id', made.id, 'number', made.number, 'subject', made.subject);
end
$$;
comment on function public.split_ticket(uuid, uuid[], text) is
  'Staff who can change the ticket: 1 to 100 messages of it, and of those merged into it, become a new ticket of the '
  'first one''s author, or of the requester when staff wrote it: {id, number, subject}. Its text is the description, '
  'its files go along; status, priority, assignee and tags are those of the ticket. undo_split takes it back.';
grant execute on function public.split_ticket(uuid, uuid[], text) to authenticated, service_role;

drop function private.can_begin_split(public.comments);
