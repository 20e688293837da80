-- An answer locks the ticket and its follow-ups in the order of their ids: a merge of one into the other locks both.

create or replace function private.places_of_answers(target uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array_agg(p.id order by p.id) from (
    select k.id from private.merge_path(target) k (id)
    union
    select f.id from private.follow_ups(private.merge_root(target)) f where not private.is_long_closed(f)) p
$$;
comment on function private.places_of_answers(uuid) is
  'A ticket, those that it was merged into, and the follow-ups to which answers may go, by their ids.';

create or replace function private.lock_answered(target uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  answered public.tickets;
  places uuid[];
begin
  loop
    select t.* into answered from public.tickets t where t.id = private.merge_root(target);
    -- Nearly every answer ends here.
    if not coalesce(private.is_long_closed(answered), false) then
      return private.lock_merge_root(target);
    end if;
    places := private.places_of_answers(target);
    begin
      perform from public.tickets t where t.id = any (places) order by t.id for no key update;
      exit when private.places_of_answers(target) = places;
      -- Merged, opened or closed meanwhile. Leaving the block gives the locks back.
      raise sqlstate 'HD000';
    exception when sqlstate 'HD000' then
      null;
    end;
  end loop;
  return answered.id;
end
$$;
comment on function private.lock_answered(uuid) is
  'The ticket that shows a ticket to which a public message is about to be added, as lock_merge_root; with one that '
  'was closed long ago, its follow-ups are locked too.';

create or replace function private.set_comment_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- What is written to a merged ticket, from an older page or by mail, belongs to the one that shows both. Seeds and
  -- imports write for others and open nothing.
  if not new.is_internal and new.user_id = auth.uid() then
    new.ticket_id := private.place_of_answer(private.lock_answered(new.ticket_id), new.user_id, new.source = 'mail');
  else
    new.ticket_id := private.lock_merge_root(new.ticket_id);
  end if;
  select p.name, p.role into new.author_name, new.author_role from public.profiles p where p.id = new.user_id;
  new.author_name := coalesce(new.author_name, '');
  new.author_role := coalesce(new.author_role, 'customer');
  return new;
end
$$;
comment on function private.set_comment_author() is
  'Copies name and role of the author into the comment. A merged ticket''s goes to the ticket that it leads to, '
  'an answer to one that was closed long ago to its follow-up.';

create or replace function private.file_mail(mail private.mail_messages, target uuid, author uuid,
  internal boolean) returns private.mail_messages
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  desk public.mail_addresses := private.desk_address(mail.recipient);
  files record;
  said text;
begin
  target := case when internal then private.lock_merge_root(target) else private.lock_answered(target) end;
  perform private.act_as(author);
  if target is not null and not internal then
    target := private.place_of_answer(target, author, true);
  end if;
  if target is not null then
    select t.* into ticket from public.tickets t where t.id = target for no key update;
  end if;
  files := private.plan_files(target, mail.files, internal, mail.authentication <> 'pass');
  mail.rejected_files := mail.rejected_files || files.rejected;
  said := private.with_left_out(coalesce(nullif(btrim(left(mail.content, 10000), E' \t\r\n'), ''), '(no text)'),
    mail.rejected_files);
  perform private.exclude_from_undo();
  if target is null then
    insert into public.tickets as t (subject, description, priority, created_by, customer_id, source)
    values (coalesce(nullif(btrim(left(private.strip_invisible(mail.subject), 255)), ''), '(no subject)'), said,
      coalesce(desk.default_priority, private.default_priority()), author, author, 'mail')
    returning t.* into ticket;
    -- After the insert: tags given at creation are shown to the customer, these are the desk's.
    if cardinality(desk.default_tags) > 0 then
      update public.tickets t set tags = desk.default_tags where t.id = ticket.id;
    end if;
  else
    insert into public.comments (ticket_id, user_id, content, is_internal, source)
    values (ticket.id, author, said, internal, 'mail') returning id into mail.comment_id;
    -- The requester's comment reopens by itself.
    if not internal and ticket.status in ('pending', 'solved', 'closed') and ticket.customer_id is distinct from author
      and (select p.role from public.profiles p where p.id = author) = 'customer' then
      update public.tickets t set status = 'open' where t.id = ticket.id
        and t.status in ('pending', 'solved', 'closed');
    end if;
    update public.ticket_participants p set person_id = author
    where p.ticket_id = ticket.id and p.address = mail.from_address and p.person_id is distinct from author;
  end if;
  mail.ticket_id := ticket.id;
  mail.state := 'accepted';
  select coalesce(jsonb_agg(e || jsonb_build_object('path', format('%s/%s-%s.%s', ticket.id, mail.id, e ->> 'index',
    private.extension_of(e ->> 'name')))), '[]') into mail.files
  from jsonb_array_elements(files.accepted) e;
  mail.files_due := mail.files <> '[]';
  return mail;
end
$$;
comment on function private.file_mail(private.mail_messages, uuid, uuid, boolean) is
  'Adds a mail to a ticket in the name of its author, or opens one (target null). Returns the mail with ticket, '
  'comment and the paths of its files.';

create or replace function public.queue_reply(
  ticket_id uuid, content text, request_id uuid default null, send_at timestamptz default null,
  seen_at timestamptz default null, seen_version integer default null, new_status text default null,
  new_priority text default null, add_tags text[] default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  ticket public.tickets;
  reply public.comments;
  due timestamptz := queue_reply.send_at;
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  if not private.is_tag_list(add_tags) then
    raise exception 'A tag has 1 to 40 characters' using detail = 'tag_invalid';
  end if;
  if due <= now() then
    raise exception 'A reply can only be scheduled for a time to come' using detail = 'send_at_past';
  elsif due > now() + interval '1 year' then
    raise exception 'A reply can be scheduled for a year at most' using detail = 'send_at_too_late';
  end if;
  -- Serialises replies to one ticket, as send_reply does.
  ticket := private.lock_shown(ticket_id);
  if ticket.id is null then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  if request_id is not null then
    select c.* into reply from public.comments c where c.user_id = me and c.request_id = queue_reply.request_id;
    if found then
      return jsonb_build_object('comment', to_jsonb(reply), 'ticket', private.ticket_for_staff(ticket));
    end if;
  end if;
  perform private.refuse_if_changed(ticket.id, seen_at, seen_version);
  if (coalesce(new_status, new_priority) is not null or cardinality(add_tags) > 0)
    and not private.can_triage_ticket(ticket.assigned_to) then
    raise exception 'You do not have permission to update this ticket' using detail = 'ticket_forbidden';
  end if;
  due := coalesce(due, (select now() + make_interval(secs => w.undo_send_seconds) from public.workspace_settings w));
  insert into public.comments as c (ticket_id, user_id, content, is_internal, request_id, send_at)
  values (ticket.id, me, queue_reply.content, true, queue_reply.request_id, due)
  returning c.* into reply;
  insert into private.waiting_replies (comment_id, new_status, new_priority, add_tags, is_scheduled, ticket_version,
    merges)
  values (reply.id, queue_reply.new_status, queue_reply.new_priority, queue_reply.add_tags,
    queue_reply.send_at is not null, ticket.version, private.merges_into(ticket.id));
  if queue_reply.send_at is not null then
    insert into public.ticket_events (ticket_id, actor_id, kind, to_value, is_internal)
    values (ticket.id, me, 'reply_scheduled', to_jsonb(due) #>> '{}', true);
  end if;
  if due <= now() then
    reply := private.send_waiting(reply, ticket);
    select t.* into ticket from public.tickets t where t.id = ticket.id;
  elsif due < now() + interval '1 hour' then
    -- The embedded backend then runs send_due_replies; later ones are met by its regular runs.
    perform pg_notify('helpdesk_notifications', ceil(extract(epoch from due - clock_timestamp()))::text);
  end if;
  return jsonb_build_object('comment', to_jsonb(reply), 'ticket', private.ticket_for_staff(ticket));
end
$$;
comment on function public.queue_reply(uuid, text, uuid, timestamptz, timestamptz, integer, text, text, text[]) is
  'Staff: add a reply that is sent at send_at, within a year, or after the undo_send_seconds of the workspace, '
  'together with status, priority and tags: {comment, ticket}. Until then it is a hidden comment with send_at, and '
  'deleting it takes it back. HTTP 409 as in send_reply. A repeated request_id returns the first comment.';
grant execute on function public.queue_reply(uuid, text, uuid, timestamptz, timestamptz, integer, text, text, text[])
  to authenticated, service_role;
