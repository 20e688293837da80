-- Staff's way to a split ticket, and back while nothing happened there.

-- A file names its comment and the ticket of that together, so that it is a file of neither while the comment moves.
create function private.move_comment(said public.comments, target uuid, is_undo boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  files constant uuid[] := array(select a.id from public.attachments a where a.comment_id = said.id);
begin
  update public.attachments a set comment_id = null where a.id = any (files);
  update public.comments c set ticket_id = target where c.id = said.id;
  perform private.move_files(files, target, said.id);
  perform private.move_message(said.id, said.ticket_id, target, said.id, now(), is_undo);
end
$$;
comment on function private.move_comment(public.comments, uuid, boolean) is
  'Moves a message with its files and mails to another ticket. Its time and author stay.';

create function private.move_files(files uuid[], target uuid, message uuid) returns void
language sql security definer set search_path = '' as $$
  update private.recorded_paths r set ticket_id = target
  from public.attachments a where a.id = any (files) and r.path = a.storage_path;
  update public.attachments a set ticket_id = target, comment_id = message,
    moved_from = nullif(private.ticket_of_path(a.storage_path), target)
  where a.id = any (files)
$$;
comment on function private.move_files(uuid[], uuid, uuid) is
  'Gives files another ticket and message (null: the description). Their bytes stay where they are.';

-- As a waiting reply it takes no step of a deleted or added comment, such as a line in the history.
create function private.take_comment_out(said public.comments) returns void
language sql security definer set search_path = '' as $$
  update public.comments c set is_internal = true, send_at = 'infinity' where c.id = said.id;
  delete from public.comments c where c.id = said.id
$$;
comment on function private.take_comment_out(public.comments) is 'Deletes a comment that has become a description.';

create function private.put_comment_back(said public.comments) returns void
language sql security definer set search_path = '' as $$
  insert into public.comments (id, ticket_id, user_id, content, is_internal, request_id, created_at, source, send_at)
  values (said.id, said.ticket_id, said.user_id, said.content, true, said.request_id, said.created_at, said.source,
    'infinity');
  -- The names are copied anew, and a merged ticket's comment goes to the one that shows it.
  update public.comments c set ticket_id = said.ticket_id, author_name = said.author_name,
    author_role = said.author_role, updated_at = said.updated_at, is_internal = false, send_at = null
  where c.id = said.id
$$;
comment on function private.put_comment_back(public.comments) is
  'Adds a comment as it was before it became a description.';

create function private.answered_json(tickets uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(t.id, t.first_response_at), '{}') from public.tickets t where t.id = any (tickets)
$$;
comment on function private.answered_json(uuid[]) is 'first_response_at of tickets, by their ids.';

create function private.follow_split(shown uuid, sources uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  step uuid;
begin
  foreach step in array sources loop
    -- A ticket that is merged itself keeps its own columns, for the time when it is not.
    while step is not null loop
      perform private.refresh_messages(array[step]);
      step := (select t.merged_into from public.tickets t where t.id = step);
    end loop;
  end loop;
  -- A comment that came back was on the ticket that shows it for a moment.
  perform private.index_tickets(sources || shown);
  -- Pages of customers read it again; those of staff learn of the link.
  insert into private.ticket_changes (ticket_id, customer_id, kind, audience)
  select distinct shown, b.customer_id, 'split', 'public' from private.merged_below(shown) b
  where b.customer_id is not null;
end
$$;
comment on function private.follow_split(uuid, uuid[]) is
  'The steps after messages left tickets, which this one shows, or came back.';

create function private.split_off(shown public.tickets, messages public.comments[], subject text)
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

create function public.split_ticket(ticket_id uuid, comment_ids uuid[], subject text) returns jsonb
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

create function private.has_happened_since(split private.ticket_splits) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.tickets t where t.id = split.ticket_id and t.merged_into is not null)
    or exists (select from public.ticket_events e where e.ticket_id = split.ticket_id and e.created_at > split.split_at)
    or exists (select from public.ticket_drafts d where d.ticket_id = split.ticket_id)
    or exists (select from public.ticket_participants p where p.ticket_id = split.ticket_id)
    or array(select c.id::text from public.comments c where c.ticket_id = split.ticket_id order by 1)
      is distinct from array(select k from jsonb_object_keys(split.places - (split.first ->> 'id')) k order by 1)
    or exists (select from jsonb_object_keys(split.answered) k
      where not exists (select from public.tickets t where t.id = k::uuid))
$$;
comment on function private.has_happened_since(private.ticket_splits) is
  'True when something happened on a ticket since it was split, or one that its messages are from is gone.';

create function public.undo_split(ticket_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  split private.ticket_splits;
  made public.tickets;
  shown public.tickets;
  first public.comments;
  said public.comments;
  sources uuid[];
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to split tickets' using detail = 'agent_required';
  end if;
  perform from public.comments c where c.ticket_id = undo_split.ticket_id order by c.id for update;
  perform from public.tickets t
  where t.id = undo_split.ticket_id or t.id in (
    select k::uuid from private.ticket_splits s, jsonb_object_keys(s.answered) k
    where s.ticket_id = undo_split.ticket_id) order by t.id for update;
  select s.* into split from private.ticket_splits s where s.ticket_id = undo_split.ticket_id;
  if split.ticket_id is null then
    raise sqlstate 'PT404' using message = 'There is nothing to undo', detail = 'undo_not_found';
  end if;
  select t.* into made from public.tickets t where t.id = split.ticket_id;
  select t.* into shown from public.tickets t where t.id = private.merge_root(split.from_id);
  perform private.require_triage(made);
  perform private.require_triage(shown);
  if private.has_happened_since(split) then
    raise sqlstate 'PT409' using message = 'Something happened on the new ticket', detail = 'split_changed';
  end if;
  perform private.exclude_from_undo();
  sources := array(select k::uuid from jsonb_object_keys(split.answered) k);
  first := jsonb_populate_record(null::public.comments, split.first || jsonb_build_object('content', made.description));
  for said in select c.* from public.comments c where c.ticket_id = made.id loop
    perform private.move_comment(said, (split.places ->> said.id::text)::uuid, true);
  end loop;
  perform private.put_comment_back(first);
  perform private.move_files(array(select a.id from public.attachments a where a.ticket_id = made.id),
    first.ticket_id, first.id);
  perform private.move_message(null, made.id, first.ticket_id, first.id, split.split_at, true);
  update private.sent_mails s set comment_id = first.id
  from jsonb_array_elements(split.first -> 'mails') k
  where s.message_id = k ->> 0 and s.recipient = k ->> 1;
  update public.tickets t set first_response_at = (split.answered ->> t.id::text)::timestamptz
  where t.id = any (sources) and t.first_response_at is distinct from
    least(t.first_response_at, (split.answered ->> t.id::text)::timestamptz);
  perform private.remove_ticket_link(made.id, split.from_id, 'split');
  delete from public.tickets t where t.id = made.id;
  perform private.follow_split(shown.id, sources);
  return jsonb_build_object('id', shown.id, 'number', shown.number, 'subject', shown.subject);
end
$$;
comment on function public.undo_split(uuid) is
  'Staff who can change both: take a split back while nothing happened on its ticket, which is deleted: {id, number, '
  'subject} of the ticket that shows the messages again. HTTP 404 for a ticket that was not split from another, 409 '
  'split_changed.';
grant execute on function public.undo_split(uuid) to authenticated, service_role;
