-- What the answer to refused files says, and what staff see of it.
create function private.refused_files_of(mail public.notification_outbox) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when mail.kind in ('received', 'refused_files') and exists (select from private.mail_messages m where m.answer_id = mail.id)
    then jsonb_build_object(
      -- Names are the sender's words: nobody else gets them from the desk.
      'refused_files', coalesce((
        select jsonb_agg(f.said order by f.received_at, f.n) from (
          select m.received_at, l.n, jsonb_strip_nulls(jsonb_build_object('reason', e -> 'reason', 'more', e -> 'more',
            'name', case when m.authentication = 'pass' then e -> 'name' end)) as said
          from private.mail_messages m, jsonb_array_elements(private.chosen_files(m.rejected_files)) with ordinality as l (e, n)
          where m.answer_id = mail.id order by m.received_at, l.n limit 1000) f), '[]'),
      'file_limits', (select jsonb_build_object('max_files', w.max_files, 'max_file_bytes', w.max_file_bytes,
        'extensions', private.accepted_extensions()) from public.workspace_settings w))
      || coalesce((
        select jsonb_build_object('has_ticket_page', true, 'needs_password', private.is_invited_requester(p.id)
          and exists (select from auth.users u where u.id = p.id and u.email_confirmed_at is null))
        from public.tickets t, private.sender_of(mail.recipient_email) p
        where t.id = mail.ticket_id and (p.id = t.customer_id or p.role in ('agent', 'admin'))), '{}')
    else '{}' end
$$;
comment on function private.refused_files_of(public.notification_outbox) is
  'Of an automatic answer that names refused files: {refused_files: [{reason, name, more}], file_limits, has_ticket_page, needs_password}. Names only of mails whose sender is authenticated.';

create or replace function private.guest_author(mail public.notification_outbox, said public.comments, ticket public.tickets) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'is_proven', mail.kind in ('received', 'refused', 'refused_files') and exists (
      select from private.mail_messages m
      where m.message_id = mail.in_reply_to and m.ticket_id is not distinct from mail.ticket_id and m.authentication = 'pass'
        and m.reply is not null and lower(m.from_address) = lower(mail.recipient_email)))
    || coalesce((
      select jsonb_build_object('author_address', p.email, 'is_from_requester', p.id = ticket.customer_id)
      from public.profiles p
      where p.id = case when said.id is not null then said.user_id when mail.kind = 'reopened' then ticket.customer_id
          when mail.kind = 'unassigned' then ticket.created_by end
        and coalesce(said.author_role, p.role) = 'customer'), '{}')
$$;

create or replace function public.ticket_mails(ticket_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  staff constant boolean := private.can_see_all_tickets();
  own constant text := (select p.email from public.profiles p where p.id = auth.uid());
begin
  if not private.can_see_ticket(ticket_mails.ticket_id) then
    return null;
  end if;
  return jsonb_build_object(
    'messages', coalesce((
      -- To the requester, the quoted text of their own mails only: others quote what was meant for others.
      select jsonb_agg(jsonb_build_object('comment_id', m.comment_id, 'is_unverified', private.is_unverified(m),
        'quoted', case when staff or m.from_address = own then m.quoted else '' end) || case when staff then jsonb_build_object(
        'id', m.id, 'from_address', m.from_address, 'from_name', m.from_name, 'recipients', m.recipients, 'reply_to', m.reply_to,
        'authentication', m.authentication, 'has_original', m.original_path is not null, 'parts', private.other_parts(m),
        'refused_files', m.rejected_files, 'files_answer', m.files_answer,
        'files_error', case when m.files_answer = 'failed' then (select o.error from public.notification_outbox o where o.id = m.answer_id) end,
        'suspected_ticket', (
          select jsonb_build_object('id', t.id, 'number', t.number) from public.tickets t where t.id = m.suspected_ticket_id))
        else '{}' end order by m.received_at, m.id)
      from private.mail_messages m left join public.comments c on c.id = m.comment_id
      where m.ticket_id = ticket_mails.ticket_id and m.state = 'accepted' and m.reason <> 'comment_deleted'
        and (staff or not coalesce(c.is_internal, false) and (m.from_address = own or private.is_unverified(m)))), '[]'),
    'failures', case when staff then coalesce((
      select jsonb_agg(jsonb_build_object('id', f.id, 'comment_id', f.comment_id, 'address', f.address, 'status', f.status,
        'reason', f.reason, 'created_at', f.created_at) order by f.created_at, f.id)
      from private.delivery_failures f where f.ticket_id = ticket_mails.ticket_id), '[]') else '[]' end);
end
$$;
comment on function public.ticket_mails(uuid) is
  'The received mails of a ticket: {messages: [{comment_id|null, is_unverified, quoted, …}], failures: [{comment_id, address, reason, …}]}. Staff see all with their senders, the files that were left out and whether the sender was told (mail_messages.files_answer), the requester their own with the quoted text, and which others are of unverified senders. Null when there is no such ticket for the caller.';
