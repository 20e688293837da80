-- A customer's answer to a ticket that was closed long ago opens a new ticket, linked with the old one.
comment on type private.context_field is $$What each field holds, who sets it, and who reads it.
batch: the batch in which changes can be undone, or off. Set by start_batch and exclude_from_undo, read by
  current_batch.
notify: none, mails (nothing in the app), or empty (both): who is notified of a new status or assignee. Set by
  touch_commented_ticket, change_with_reply, send_waiting and undo_batch, read by after_ticket_update.
files: how many files an older page will upload to the comment. Set by send_reply and send_waiting, read by
  limit_ticket_mails.
mail_is_proven: yes when a received mail is proven to be its author's. Set by receive_mail, read by reason_to_keep.
committed_change: the last change that has its stamp. Set and read by commit_changes.
bulk: number of tickets of a bulk change, a colon, and its note. Set by bulk_update_tickets, read by notify and where
  assignments are collected: notify_ticket, notify_ticket_app, take_over_ticket and collect_hand_over.
follow_up: the follow-up to which a comment was led, which its author reads. Set by place_of_answer, read by
  leads_here.$$;

create function private.is_long_closed(ticket public.tickets) returns boolean
language sql stable security definer set search_path = '' as $$
  select ticket.status = 'closed' and exists (
    select from public.workspace_settings w
    where w.follow_up_days > 0 and ticket.closed_at < now() - make_interval(days => w.follow_up_days))
$$;
comment on function private.is_long_closed(public.tickets) is
  'True for a ticket that was closed before the last follow_up_days: answers to it open a follow-up.';

create function private.follow_ups(root uuid) returns setof public.tickets
language plpgsql stable rows 1 security definer set search_path = '' as $$
begin
  return query
    with recursive later (id) as (
      select root
      -- Distinct, so that the circle of a follow-up that was merged into its ticket ends.
      union
      select private.merge_root(l.from_id)
      from later f cross join lateral private.merged_below(f.id) b
      join private.ticket_links l on l.to_id = b.id and l.kind = 'follow_up'
    )
    select t.* from later f join public.tickets t on t.id = f.id where t.id <> root;
end
$$;
comment on function private.follow_ups(uuid) is
  'The follow-ups of a ticket and of those merged into it, and theirs, each as the ticket that shows it.';

create function private.place_of_answer(root uuid, author uuid, by_mail boolean) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  answered public.tickets;
  made public.tickets;
  person public.profiles;
  place uuid;
begin
  select t.* into answered from public.tickets t where t.id = root;
  -- Nearly every answer ends here.
  if not coalesce(private.is_long_closed(answered), false) then
    return root;
  end if;
  select p.* into person from public.profiles p where p.id = author;
  -- Of who may not write to the ticket the caller decides, and learns nothing of it by a follow-up.
  if person.role is distinct from 'customer' or not (case when by_mail then private.writes_to(root, person.email)
      else private.reads_message(root, 'infinity') end) then
    return root;
  end if;
  -- Two answers at once open one.
  select t.* into answered from public.tickets t where t.id = root for no key update;
  if not private.is_long_closed(answered) then
    return root;
  end if;
  select f.id into place from private.follow_ups(root) f
  where not private.is_long_closed(f)
    and case when by_mail then private.writes_to(f.id, person.email)
      else private.reads_since(f.id, author) is not null end
  order by f.created_at desc, f.id desc limit 1;
  if place is not null then
    perform private.set_context('follow_up', place::text);
    return private.lock_merge_root(place);
  end if;
  -- Waits for a demotion in progress, as guard_assignee does.
  perform from public.profiles p where p.id = answered.assigned_to for share;
  insert into public.tickets as t (subject, description, created_by, customer_id, assigned_to, source, origin)
  values (answered.subject, 'Follow-up to #' || answered.number, author, author,
    case when private.is_active_staff(answered.assigned_to) then answered.assigned_to end,
    case when by_mail then 'mail' else 'portal' end, 'follow_up')
  returning t.* into made;
  perform private.set_context('follow_up', made.id::text);
  -- It is known what it continues.
  insert into private.dismissed_continuations (ticket_id) values (made.id);
  perform private.add_ticket_link(made.id, root, 'follow_up');
  return made.id;
end
$$;
comment on function private.place_of_answer(uuid, uuid, boolean) is
  'The ticket of a public message that is about to be added to a ticket that is merged nowhere: itself, or, when it '
  'was closed long ago and a customer who may write to it answers, the author''s follow-up, which is opened unless '
  'there is one that is not closed as long. The author is the requester of the new one; the assignee stays.';

-- Policies see the tickets that were there when their statement began.
create function private.leads_here(ticket uuid) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(private.context('follow_up') = ticket::text, false)
$$;
comment on function private.leads_here(uuid) is
  'True for the follow-up to which place_of_answer has led the caller, who reads it.';
grant execute on function private.leads_here(uuid) to authenticated, service_role;

create function private.follow_up_json(ticket public.tickets, person uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  later public.tickets;
begin
  if not coalesce(private.is_long_closed(ticket), false) then
    return null;
  end if;
  select f.* into later from private.follow_ups(ticket.id) f where person is null or f.customer_id = person
  order by private.is_long_closed(f), f.created_at desc, f.id desc limit 1;
  return jsonb_build_object(
    'continued_in', case when later.id is not null then jsonb_build_object('id', later.id, 'number', later.number) end,
    'opens', later.id is null or private.is_long_closed(later));
end
$$;
comment on function private.follow_up_json(public.tickets, uuid) is
  'Where answers to a ticket go that was closed long ago, as a requester sees it, who sees tickets of their own, or '
  'without one as staff do: {continued_in: {id, number}|null, opens: true when the next one opens another ticket}; '
  'null for other tickets, to which answers are added.';

create or replace function private.set_comment_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- What is written to a merged ticket, from an older page or by mail, belongs to the one that shows both.
  new.ticket_id := private.lock_merge_root(new.ticket_id);
  -- Seeds and imports write for others and open nothing.
  if not new.is_internal and new.user_id = auth.uid() then
    new.ticket_id := private.place_of_answer(new.ticket_id, new.user_id, new.source = 'mail');
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
  target := private.lock_merge_root(target);
  perform private.act_as(author);
  if target is not null and not internal then
    target := private.place_of_answer(target, author, true);
  end if;
  if target is not null then
    select t.* into ticket from public.tickets t where t.id = target for no key update;
  end if;
  files := private.plan_files(target, mail.files, internal);
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

create or replace function public.receive_mail(mail jsonb, signature text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := lower(btrim(mail ->> 'recipient'));
  desk constant public.mail_addresses := private.desk_address(address);
  made private.mail_messages;
  known private.mail_messages;
  place text;
  sender public.profiles;
  opens boolean;
  ticket public.tickets;
  people jsonb;
begin
  -- A mail whose files are still to be stored may be delivered again, also with the same signature.
  if signature is not null and not exists (
    select from private.mail_messages m where m.message_id = left(mail ->> 'message_id', 500) and m.files_due) then
    perform private.use_signature(signature);
  end if;
  if desk.id is null and not coalesce((mail ->> 'keep')::boolean, false) then
    return jsonb_build_object('state', 'refused', 'reason', 'unknown_recipient');
  end if;
  -- Serialises copies and repeated deliveries of one mail.
  perform pg_advisory_xact_lock(hashtextextended('mail ' || (mail ->> 'message_id'), 0));
  made := private.mail_of(mail, coalesce(desk.address, left(address, 254)));
  made.can_be_answered := private.may_answer(mail);
  known := private.twin_of(made, made.recipient);
  if known.id is not null then
    made := known;
  else
    place := private.place_of(mail, address);
    made := private.judge_mail(made, mail, place);
    if made.original_path is not null and made.reason not in ('blocked', 'same_message') then
      perform private.take_bytes(made);
    end if;
    if made.state = 'accepted' and (desk.id is null or (mail ->> 'not_filed')::boolean) then
      made.state := 'unmatched';
      made.reason := case when desk.id is null then 'unknown_recipient' else 'not_filed' end;
      made.suspected_ticket_id := coalesce(made.suspected_ticket_id, made.ticket_id);
      made.ticket_id := null;
      made.via := null;
    end if;
    if made.state = 'accepted' then
      opens := made.ticket_id is null;
      sender := private.sender_of(made.from_address);
      if sender.id is null then
        sender := (private.find_or_create_requester(made.from_address, made.from_name)).requester;
      end if;
      perform private.set_context('mail_is_proven', case when made.authentication = 'pass' then 'yes' else '' end);
      made := private.file_mail(made, made.ticket_id, sender.id, not opens and coalesce(sender.role <> 'customer'
        and (desk.kind = 'note' or private.is_note_address(place)
          or private.answers_note(made.via, mail -> 'references') or private.is_for_colleagues(made)), false));
      select t.* into ticket from public.tickets t where t.id = made.ticket_id;
      if ticket.customer_id = sender.id or sender.role <> 'customer' then
        people := (made.recipients -> 'cc') || (made.recipients -> 'to');
        if sender.role = 'customer' and made.authentication = 'pass' then
          perform private.drop_unverified_copies(sender.id, ticket.id, people);
        end if;
        -- Of whom a mail names that proves nothing, staff choose. On an earlier ticket they could write as one of its
        -- people.
        perform private.add_participants(ticket, sender.id, people, made.from_address, case
          -- Who answers all has chosen nobody.
          when sender.role <> 'customer' then 'mail'
          when made.authentication = 'pass' then 'mail'
          when opens then 'unverified_mail' end);
        if sender.role = 'customer' then
          perform private.note_reply_to(ticket, made.reply_to, made.from_address);
        end if;
      end if;
      if made.authentication = 'pass' then
        perform private.correct_name(sender, made);
      end if;
      -- A forged answer would make the report of a mail that did not arrive incredible.
      if not private.is_unverified(made) then
        perform private.note_answers(made.from_address, mail -> 'references');
      end if;
      -- Also for a follow-up that this mail opened.
      if (opens or ticket.created_at = now()) and sender.role = 'customer' and private.may_answer(mail) then
        made := private.acknowledge(made, sender.id);
      end if;
    end if;
    if not made.is_automatic and made.state <> 'bounce'
      and (made.authentication = 'pass' or made.authentication = 'unchecked' and made.state = 'accepted') then
      -- They can be reached again.
      delete from public.undeliverable_addresses u where u.address = made.from_address;
    end if;
    -- Admins blocked the sender: the text is enough.
    made.original_path := case when made.reason <> 'blocked' then made.original_path end;
    insert into private.mail_messages select made.*;
    perform private.keep_references(made, place, coalesce(mail -> 'references', '[]'));
    if made.state = 'bounce' and made.reason = '' then
      made.ticket_id := private.record_bounce(made, mail -> 'bounce');
      made.reason := case when made.ticket_id is null then 'unknown_bounce' else '' end;
      update private.mail_messages m set ticket_id = made.ticket_id, reason = made.reason where m.id = made.id;
    end if;
    if random() < 0.02 then
      perform private.prune_unfiled_mails();
    end if;
  end if;
  return jsonb_build_object('id', made.id, 'state', made.state, 'reason', made.reason, 'ticket_id', made.ticket_id,
    'comment_id', made.comment_id, 'original', made.original_path is not null and made.reason <> 'same_message',
    'original_path', made.original_path,
    'old_originals', private.due_originals(), 'files', case when made.files_due then made.files else '[]' end);
end
$$;

create or replace function private.as_copy(mail private.mail_messages, known private.mail_messages, place text, refs jsonb)
returns private.mail_messages
language plpgsql stable security definer set search_path = '' as $$
declare
  hit record;
begin
  hit := private.mail_hit(mail, place, refs);
  -- It may be in the follow-up that it opened.
  if exists (select from private.follow_ups(private.merge_root(hit.ticket_id)) f
      where f.id = private.merge_root(known.ticket_id) and private.writes_to(f.id, mail.from_address)) then
    hit.ticket_id := known.ticket_id;
  end if;
  if known.state = 'unmatched'
      and (hit.ticket_id, hit.forwarded_to) is distinct from (known.suspected_ticket_id, known.forwarded_to)
    or hit.via = 'address' and hit.forwarded_to is null and private.is_also_for(hit.ticket_id, mail)
      and hit.ticket_id is distinct from coalesce(known.ticket_id, known.suspected_ticket_id)
    -- Of what proves nothing anybody can deliver a copy first, to another ticket.
    or known.state = 'accepted' and mail.authentication <> 'pass' and known.authentication = mail.authentication
      and (hit.ticket_id is null and known.via is not null
        or private.writes_to(hit.ticket_id, mail.from_address)
          and private.merge_root(hit.ticket_id) is distinct from private.merge_root(known.ticket_id)) then
    mail.content_hash := encode(sha256(convert_to(concat_ws(' ', mail.content_hash,
      coalesce(hit.ticket_id::text, ''), coalesce(hit.forwarded_to, '')), 'UTF8')), 'hex');
  end if;
  return mail;
end
$$;

create or replace function public.get_ticket_detail(ticket_id uuid default null, ticket_number bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  my_role text := private.current_role();
  staff boolean := coalesce(my_role in ('agent', 'admin'), false);
  me constant uuid := case when not staff then auth.uid() end;
  asked public.tickets;
  ticket public.tickets;
  is_own boolean;
begin
  if my_role is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  if ticket_id is not null then
    select t.* into asked from public.tickets t where t.id = ticket_id;
  else
    select t.* into asked from public.tickets t where t.number = ticket_number;
  end if;
  -- Does not distinguish a missing ticket from a foreign one.
  if asked.id is null or not (staff or coalesce(asked.customer_id = me, false)
    or exists (select from public.tickets s where s.merged_into = asked.id)
      and private.reads_since(asked.id, me) is not null) then
    return null;
  end if;
  ticket := private.shown_as(asked);
  is_own := staff or coalesce(ticket.customer_id = me, false);
  return jsonb_build_object(
    'ticket', (
      select to_jsonb(r) || jsonb_build_object('description', case when is_own then ticket.description else '' end,
        'metadata', case when is_own then ticket.metadata end, 'source', ticket.source,
        'close_reason', case when is_own then ticket.close_reason end,
        -- Customers see the tags that the ticket was created with.
        'tags', case when staff then nullif(r.desk_tags, '{}') when is_own then ticket.tags end)
      from private.ticket_rows(array[ticket], staff) r),
    'merged_from', case when asked.id <> ticket.id
      then jsonb_build_object('id', asked.id, 'number', asked.number) end,
    'merged', case when exists (select from public.tickets s where s.merged_into = ticket.id)
      then private.merged_tickets_json(ticket.id, me) else '[]' end,
    'follow_up', private.follow_up_json(ticket, me),
    'rating', (
      select jsonb_build_object('score', r.score, 'comment', r.comment, 'created_at', r.created_at,
        'updated_at', r.updated_at)
      from public.ticket_ratings r where r.ticket_id = ticket.id and is_own),
    -- Customers see the name of the assignee and nothing else.
    'assignee', (
      select jsonb_build_object('id', p.id, 'name', p.name, 'email', case when staff then p.email end)
      from public.profiles p where p.id = ticket.assigned_to),
    'customer', (
      select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email)
      from public.profiles p where p.id = ticket.customer_id and is_own),
    'loaded_at', now(),
    -- Limits of the comment form; saves the screen a second request.
    'limits', (
      select jsonb_build_object('max_files', w.max_files, 'max_file_bytes', w.max_file_bytes, 'file_types',
        w.file_types)
      from public.workspace_settings w),
    'events', case when not staff
      then private.public_events_json(ticket, case when is_own then '-infinity'
        else private.reads_since(ticket.id, me) end) end,
    'last_read_at', case when not staff then private.last_read_at(ticket.id) end,
    'staff', case when staff then private.ticket_detail_for_staff(ticket.id, ticket.customer_id) end)
    || private.thread_json(ticket, me, staff);
end
$$;
comment on function public.get_ticket_detail(uuid, bigint) is
  'Everything the screen of a ticket shows, by id or else by number: {ticket, comments, attachments, missing_files: '
  '[{request_id, comment_id|null, name}], merged_from: {id, number}|null (the merged ticket that was asked for), '
  'merged: [...], follow_up (see private.follow_up_json), rating, assignee, customer, loaded_at, '
  'limits: {max_files, max_file_bytes, file_types}, events: [...]|null, last_read_at|null, staff: {events, other_tickets, drafts, last_read_at, '
  'agents_update}|null}; events and last_read_at are those of customers; null when there is no such ticket for the '
  'caller.';

drop policy comments_select_visible on public.comments;
create policy comments_select_visible on public.comments for select to authenticated
  using (((select private.can_see_all_tickets()) or private.reads_message(ticket_id, created_at)
      or private.leads_here(ticket_id))
    and (not is_internal or (select private.can_see_notes())));
drop policy comments_insert_author on public.comments;
create policy comments_insert_author on public.comments for insert to authenticated
  with check (user_id = (select auth.uid())
    and ((select private.can_see_all_tickets()) or private.reads_message(ticket_id, 'infinity')
      or private.leads_here(ticket_id))
    and (not is_internal or (select private.can_write_notes())));
