-- A copy that a merge made ends with it, also for mails that wait, and messages of merged tickets can be forwarded.
create or replace function private.copied_since(mail public.notification_outbox) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case when mail.kind <> 'copy' then '-infinity' else coalesce((
    select case when p.source = 'merge' then p.created_at else '-infinity' end from public.ticket_participants p
    where p.ticket_id = mail.ticket_id and p.address = lower(mail.recipient_email)), 'infinity') end
$$;
comment on function private.copied_since(public.notification_outbox) is
  'From when on a mail may quote messages: for somebody whom a merge put in copy, from the merge on; none for somebody '
  'who is in copy no more.';

create or replace function private.mail_refusal(mail public.notification_outbox) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  ticket public.tickets;
  said public.comments;
  person public.profiles;
  target text;
begin
  select t.* into ticket from public.tickets t where t.id = mail.ticket_id;
  select c.* into said from public.comments c where c.id = mail.comment_id;
  select p.* into person from public.profiles p where p.id = mail.recipient_id;
  target := lower(coalesce(person.email, mail.recipient_email));
  if mail.comment_id is not null and (said.id is null or said.is_internal) then
    return 'comment_not_public';
  elsif person.deactivated_at is not null then
    return 'recipient_inactive';
  elsif mail.recipient_id is not null and not private.can_get_notification(mail.kind, mail.recipient_id, ticket) then
    return 'recipient_without_right';
  elsif mail.hand_over_id is not null and private.tickets_of_hand_over(mail.hand_over_id) = '[]' then
    return 'hand_over_undone';
  elsif private.is_blocked_sender(target) then
    return 'address_blocked';
  elsif exists (select from public.undeliverable_addresses u where u.address = target) then
    return 'address_undeliverable';
  elsif exists (select from public.mail_addresses a where a.address = regexp_replace(target, '\+[^@]*@', '@')) then
    return 'address_is_own';
  elsif mail.kind = 'copy' then
    if not exists (select from public.ticket_participants p
        where p.ticket_id = mail.ticket_id and p.address = target and p.left_at is null
          -- Written before the merge that put them in copy, or during an earlier one.
          and (p.source <> 'merge' or said.created_at >= p.created_at)) then
      return 'recipient_not_in_copy';
    -- Whoever has not written on the ticket yet is known by the address alone.
    elsif exists (select from public.ticket_participants p join public.profiles k on k.id = p.person_id
      or k.email = p.address
        where p.ticket_id = mail.ticket_id and p.address = target and k.deactivated_at is not null) then
      return 'recipient_inactive';
    elsif exists (select from private.mail_messages m where m.comment_id = mail.comment_id and m.reply_to = target
      and not private.is_unverified(m)) then
      return 'recipient_is_author';
    end if;
  end if;
  -- Whoever answers all has sent it to them already.
  if mail.kind in ('copy', 'reply') and said.source = 'mail' and exists (
    select from private.mail_messages m, jsonb_path_query(m.recipients, '$.*[*].address') named
    where m.comment_id = mail.comment_id and not private.is_unverified(m) and lower(named #>> '{}') = target
  ) then
    return 'recipient_has_it';
  end if;
  return null;
end
$$;
comment on function private.mail_refusal(public.notification_outbox) is
  'Why a mail is not sent, as a code; null when it is. Checked right before it is sent, because rights and addresses '
  'change.';

create or replace function public.forward_message(ticket_id uuid, recipient text, comment_id uuid default null,
  note text default null)
returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  target constant text := lower(btrim(recipient));
  ticket public.tickets;
  mail uuid;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to forward messages' using detail = 'agent_required';
  end if;
  select t.* into ticket from public.tickets t where t.id = forward_message.ticket_id;
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  if target is null or target !~ '^[^@\s,;:<>()\[\]\\"]+@[^@\s,;:<>()\[\]\\"]+\.[^@\s,;:<>()\[\]\\"]+$'
    or char_length(target) > 254 then
    raise exception 'Please enter a valid email address' using detail = 'recipient_invalid';
  elsif char_length(note) > 2000 then
    raise exception 'A note has at most 2000 characters' using detail = 'note_too_long';
  elsif forward_message.comment_id is not null and not exists (
    select from public.comments c join private.merged_below(ticket.id) k on k.id = c.ticket_id
    where c.id = forward_message.comment_id and not c.is_internal) then
    raise exception 'Only public messages of this ticket can be forwarded' using detail = 'message_not_public';
  elsif private.is_blocked_sender(target) then
    raise exception 'This address is blocked' using detail = 'address_blocked';
  elsif exists (select from public.undeliverable_addresses u where u.address = target) then
    raise exception 'Earlier mails to this address could not be delivered' using detail = 'address_undeliverable';
  end if;
  -- Serialises the forwards of one person, so that the count below also holds for concurrent ones.
  perform pg_advisory_xact_lock(hashtextextended('forward ' || me, 0));
  if (select count(*) from public.audit_log a
      where a.actor_id = me and a.action = 'message_forwarded' and a.created_at > now() - interval '1 hour') >= 20 then
    raise sqlstate 'PT429' using message = 'You can forward 20 messages an hour', detail = 'forward_limit',
      hint = '600';
  end if;
  insert into public.notification_outbox
    (kind, recipient_email, recipient_name, ticket_id, ticket_subject, comment_id, actor_name, excerpt)
  values ('forward', target, '', ticket.id, ticket.subject, forward_message.comment_id, private.name_of(me),
    nullif(btrim(note), ''))
  returning id into mail;
  -- A note tells colleagues.
  insert into public.comments (ticket_id, user_id, content, is_internal)
  values (ticket.id, me, 'Forwarded to ' || target || coalesce(E'\n\n' || nullif(btrim(note), ''), ''), true);
  perform private.audit('message_forwarded', null, target, null, jsonb_build_object('number', ticket.number));
  return mail;
end
$$;
comment on function public.forward_message(uuid, text, uuid, text) is
  'Staff: mail a public message of a ticket (its description without comment_id) with its files and a note to an '
  'outside address, at most 20 an hour. Leaves an internal note. Returns the id of the mail.';
grant execute on function public.forward_message(uuid, text, uuid, text) to authenticated, service_role;

create or replace function private.mail_contents(mail public.notification_outbox, host text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  ticket public.tickets;
  said public.comments;
  origin uuid := mail.comment_id;
  is_staff constant boolean := mail.kind = any (private.kinds_for('staff'));
  is_message constant boolean := origin is not null or mail.kind in ('opened', 'forward');
begin
  select t.* into ticket from public.tickets t where t.id = mail.ticket_id;
  select c.* into said from public.comments c where c.id = origin;
  return jsonb_build_object(
    'message_id', format('notification.%s@%s', mail.id, host),
    'in_reply_to', mail.in_reply_to,
    'report_code', (
      select s.report_code from private.sent_mails s
      where s.message_id = format('notification.%s@%s', mail.id, host) and s.recipient = lower(mail.recipient_email)),
    'references', case when ticket.id is null then '[]' else
      to_jsonb(array[format('ticket.%s@%s', ticket.id, host)]
        -- Tells that it is about a note when its own Message-ID is lost.
        || case when mail.kind = 'mention' then array[format('note.%s@%s', ticket.id, host)]
          else '{}' end || private.earlier_mails(mail)) end,
    -- A mention is about a note: its answer must not reach the customer.
    'reply_to', private.reply_address(ticket.id, case when mail.kind = 'mention' then 'note' else 'support' end),
    'note_address', case when is_staff then private.reply_address(ticket.id, 'note') end,
    'is_staff', is_staff,
    'is_unverified', (origin is not null or mail.kind in ('unassigned', 'forward')) and exists (
      select from private.mail_messages m
      where m.ticket_id = ticket.id and m.comment_id is not distinct from origin and m.state = 'accepted'
        and private.is_unverified(m)),
    'message', case when said.id is not null then said.content
      when mail.kind in ('opened', 'forward') then ticket.description else mail.excerpt end,
    'note', case when mail.kind = 'forward' then mail.excerpt end,
    'author', case when said.id is not null then said.author_name
      else (select p.name from public.profiles p where p.id = ticket.created_by) end,
    'tickets', private.tickets_of_hand_over(mail.hand_over_id),
    'written_at', coalesce(said.created_at, ticket.created_at),
    'is_from_staff', coalesce(said.author_role, case when mail.kind = 'opened' then 'agent' end,
      'customer') <> 'customer',
    'history', case when is_message and said.id is not null and mail.kind <> 'forward'
      then private.earlier_messages(ticket.id, said.created_at, said.id, private.is_unproven_copy(mail),
        private.copied_since(mail)) else '[]' end,
    'files', case when is_message and not is_staff then coalesce((
      select jsonb_agg(jsonb_build_object('name', a.file_name, 'type', a.file_type, 'size', a.file_size,
        'path', a.storage_path)
        order by a.created_at, a.id)
      from public.attachments a where a.ticket_id = coalesce(said.ticket_id, ticket.id) and a.comment_id is not distinct from origin), '[]')
        else '[]' end,
    'missing_files', case when is_message and not is_staff then to_jsonb(private.missing_files(ticket.id, origin))
      else '[]' end,
    'copies', private.people_in_copy(mail),
    'workspace', (
      select jsonb_build_object('name', w.workspace_name, 'accent_color', w.accent_color, 'logo', w.logo,
        'signature', w.mail_signature)
      from public.workspace_settings w)) || private.guest_author(mail, said, ticket) || private.refused_files_of(mail);
end
$$;
comment on function private.mail_contents(public.notification_outbox, text) is
  'Text, history, files, threading and sender of a mail. Public messages only.';
