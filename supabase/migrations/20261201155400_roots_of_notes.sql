-- An answer to a mail about a note stays a note when a provider gave that mail a Message-ID of its own.
create or replace function private.mail_contents(mail public.notification_outbox, host text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  ticket public.tickets;
  said public.comments;
  origin uuid := mail.comment_id;
  is_staff constant boolean :=
    mail.kind in ('comment', 'reopened', 'assigned', 'taken_over', 'mention', 'unassigned', 'followed');
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
        || case when mail.kind = 'mention' then array[format('note.%s@%s', ticket.id, host)] else '{}' end || private.earlier_mails(mail)) end,
    -- A mention is about a note: its answer must not reach the customer.
    'reply_to', private.reply_address(ticket.id, case when mail.kind = 'mention' then 'note' else 'support' end),
    'note_address', case when is_staff then private.reply_address(ticket.id, 'note') end,
    'is_staff', is_staff,
    'is_unverified', (origin is not null or mail.kind in ('unassigned', 'forward')) and exists (
      select from private.mail_messages m
      where m.ticket_id = ticket.id and m.comment_id is not distinct from origin and m.state = 'accepted' and private.is_unverified(m)),
    'message', case when said.id is not null then said.content
      when mail.kind in ('opened', 'forward') then ticket.description else mail.excerpt end,
    'note', case when mail.kind = 'forward' then mail.excerpt end,
    'author', case when said.id is not null then said.author_name
      else (select p.name from public.profiles p where p.id = ticket.created_by) end,
    'written_at', coalesce(said.created_at, ticket.created_at),
    'is_from_staff', coalesce(said.author_role, case when mail.kind = 'opened' then 'agent' end, 'customer') <> 'customer',
    'history', case when is_message and said.id is not null and mail.kind <> 'forward'
      then private.earlier_messages(ticket.id, said.created_at, said.id) else '[]' end,
    'files', case when is_message and not is_staff then coalesce((
      select jsonb_agg(jsonb_build_object('name', a.file_name, 'type', a.file_type, 'size', a.file_size, 'path', a.storage_path)
        order by a.created_at, a.id)
      from public.attachments a where a.ticket_id = ticket.id and a.comment_id is not distinct from origin), '[]') else '[]' end,
    'missing_files', case when is_message and not is_staff then to_jsonb(private.missing_files(ticket.id, origin)) else '[]' end,
    'copies', private.people_in_copy(mail),
    'workspace', (
      select jsonb_build_object('name', w.workspace_name, 'accent_color', w.accent_color, 'logo', w.logo, 'signature', w.mail_signature)
      from public.workspace_settings w)) || private.guest_author(mail, said, ticket) || private.refused_files_of(mail);
end
$$;
