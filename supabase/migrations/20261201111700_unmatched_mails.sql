-- Mails that wait for staff, what staff do with them, and the mails of a ticket.
create function private.waiting_mail(mail_id uuid) returns private.mail_messages
language plpgsql security definer set search_path = '' as $$
declare
  made private.mail_messages;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to handle received mails' using detail = 'agent_required';
  end if;
  select m.* into made from private.mail_messages m where m.id = mail_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Mail not found', detail = 'mail_not_found';
  elsif made.state in ('accepted', 'bounce') or made.reason = 'discarded' then
    raise sqlstate 'PT409' using message = 'Somebody else has handled this mail', detail = 'mail_handled';
  end if;
  return made;
end
$$;
comment on function private.waiting_mail(uuid) is 'The mail, locked, for staff who handle it. Raises for others and when it is handled.';

create function public.list_unmatched_mails(
  states text[] default array['unmatched'], max_rows integer default 50, before_at timestamptz default null, before_id uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to see received mails' using detail = 'agent_required';
  end if;
  return coalesce((
    select jsonb_agg(to_jsonb(page) order by page.received_at desc, page.id desc)
    from (
      select m.id, m.received_at, m.state, m.reason, m.recipient, m.from_address, m.from_name, m.subject, left(m.content, 300) as preview,
        m.authentication, m.is_automatic, jsonb_array_length(m.files) as file_count, m.original_path is not null as has_original,
        m.ticket_id, case when t.id is not null then jsonb_build_object('id', t.id, 'number', t.number, 'subject', t.subject,
          'customer_name', private.name_of(t.customer_id),
          'was_forwarded', exists (select from private.sent_mails s where s.ticket_id = t.id and s.recipient = m.from_address)) end as suspected_ticket
      from private.mail_messages m left join public.tickets t on t.id = m.suspected_ticket_id
      where m.state = any (list_unmatched_mails.states) and m.state <> 'accepted'
        and (before_at is null or (m.received_at, m.id) < (before_at, coalesce(before_id, '00000000-0000-0000-0000-000000000000')))
      order by m.received_at desc, m.id desc limit least(greatest(coalesce(max_rows, 50), 1), 100)) page), '[]');
end
$$;
comment on function public.list_unmatched_mails(text[], integer, timestamptz, uuid) is
  'Staff: received mails that are in no ticket (unmatched; also refused, ignored, bounce), newest first, with the ticket that each seems to belong to.';

-- The answer of an outsider to whom a message was forwarded is for staff: it can be added as a note, without making its
-- sender a participant.
create function public.attach_unmatched_mail(mail_id uuid, ticket_id uuid default null, as_note boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  made private.mail_messages := private.waiting_mail(mail_id);
  sender public.profiles := private.sender_of(made.from_address);
  ticket public.tickets;
begin
  if attach_unmatched_mail.ticket_id is not null then
    select t.* into ticket from public.tickets t where t.id = attach_unmatched_mail.ticket_id;
    if not found then
      raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
    end if;
  end if;
  if as_note or sender.role in ('agent', 'admin') or sender.deactivated_at is not null then
    -- Of staff as well: nobody can vouch that a colleague wrote it.
    if ticket.id is null then
      raise exception 'A note can only be added to a ticket' using detail = case when as_note then 'note_without_ticket' else 'sender_is_staff' end;
    end if;
    made.content := left(format(E'Mail from %s <%s>:\n\n%s', made.from_name, made.from_address, made.content), 10000);
    made := private.file_mail(made, ticket.id, me, true);
  else
    if sender.id is null then
      sender := (private.find_or_create_requester(made.from_address, made.from_name)).requester;
    end if;
    made := private.file_mail(made, ticket.id, sender.id, false);
    select t.* into ticket from public.tickets t where t.id = made.ticket_id;
    if ticket.customer_id is distinct from sender.id then
      insert into public.ticket_participants (ticket_id, address, name, person_id, added_by)
      values (ticket.id, made.from_address, made.from_name, sender.id, me) on conflict do nothing;
    end if;
  end if;
  update private.mail_messages m set state = 'accepted', via = 'staff', reason = '', handled_by = me, ticket_id = made.ticket_id,
    comment_id = made.comment_id, files = made.files, rejected_files = made.rejected_files, files_due = made.files_due
  where m.id = made.id;
  return jsonb_build_object('ticket_id', made.ticket_id, 'comment_id', made.comment_id);
end
$$;
comment on function public.attach_unmatched_mail(uuid, uuid, boolean) is
  'Staff: add a waiting mail to a ticket, or open one (ticket_id null), in the name of its sender, who becomes a participant: {ticket_id, comment_id}. as_note, and always in the name of staff: as an internal note of the caller. Files follow by the function staff-mail.';

-- A discarded mail keeps nothing of what it said.
create function public.discard_mail(mail_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  made private.mail_messages := private.waiting_mail(mail_id);
begin
  update private.mail_messages m set state = 'ignored', reason = 'discarded', handled_by = auth.uid(), content = '', quoted = '',
    files = '[]', original_path = null
  where m.id = made.id;
end
$$;
comment on function public.discard_mail(uuid) is 'Staff: dismiss a waiting mail.';

-- The menu shows staff how many received mails wait for them.
create function private.count_unmatched_mails(cap integer) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from (
    select from private.mail_messages m where m.state = 'unmatched' order by m.received_at desc, m.id desc limit cap) waiting
$$;
comment on function private.count_unmatched_mails(integer) is 'Number of received mails that wait for staff, up to the cap. Reads an index.';

create function public.mail_original(mail_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to see received mails' using detail = 'agent_required';
  end if;
  return (
    select jsonb_build_object('id', m.id, 'path', m.original_path, 'files', case when m.files_due then m.files else '[]' end)
    from private.mail_messages m where m.id = mail_id);
end
$$;
comment on function public.mail_original(uuid) is
  'Staff: where the original of a mail is stored, and the files that are still to be stored: {id, path, files: [{index, path}]}; null when there is no such mail.';

create function public.ticket_mails(ticket_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  staff constant boolean := private.can_see_all_tickets();
begin
  if not private.can_see_ticket(ticket_mails.ticket_id) then
    return null;
  end if;
  return jsonb_build_object(
    'messages', coalesce((
      -- To the requester, the quoted text of their own mails only: others quote what was meant for others.
      select jsonb_agg(jsonb_build_object('comment_id', m.comment_id, 'quoted', m.quoted) || case when staff then jsonb_build_object(
        'id', m.id, 'from_address', m.from_address, 'from_name', m.from_name, 'recipients', m.recipients, 'reply_to', m.reply_to,
        'authentication', m.authentication, 'has_original', m.original_path is not null, 'suspected_ticket', (
          select jsonb_build_object('id', t.id, 'number', t.number) from public.tickets t where t.id = m.suspected_ticket_id))
        else '{}' end order by m.received_at, m.id)
      from private.mail_messages m left join public.comments c on c.id = m.comment_id
      where m.ticket_id = ticket_mails.ticket_id and m.state = 'accepted' and (staff or not coalesce(c.is_internal, false) and m.from_address = (
        select p.email from public.profiles p where p.id = auth.uid()))), '[]'),
    'failures', case when staff then coalesce((
      select jsonb_agg(jsonb_build_object('id', f.id, 'comment_id', f.comment_id, 'address', f.address, 'status', f.status,
        'reason', f.reason, 'created_at', f.created_at) order by f.created_at, f.id)
      from private.delivery_failures f where f.ticket_id = ticket_mails.ticket_id), '[]') else '[]' end);
end
$$;
comment on function public.ticket_mails(uuid) is
  'The received mails of a ticket: {messages: [{comment_id|null, quoted, …}], failures: [{comment_id, address, reason, …}]}. Staff see all with their senders, the requester the quoted text of their own. Null when there is no such ticket for the caller.';

grant execute on function public.list_unmatched_mails(text[], integer, timestamptz, uuid),
  public.attach_unmatched_mail(uuid, uuid, boolean), public.discard_mail(uuid), public.mail_original(uuid),
  public.ticket_mails(uuid)
  to authenticated, service_role;
