-- The received mails of a ticket and of those merged into it, for its screen.

-- A mail to a reply address of a ticket may name anybody on it as its author. Where the receiving host found no proof,
-- every reader is told: customers by a mark and nothing else about the mail.
create function public.ticket_mails(ticket_id uuid) returns jsonb
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
        'quoted', case when staff or m.from_address = own then m.quoted else '' end) || case when staff then
          jsonb_build_object(
        'id', m.id, 'from_address', m.from_address, 'from_name', m.from_name, 'recipients', m.recipients,
          'reply_to', m.reply_to,
        'authentication', m.authentication, 'has_original', m.original_path is not null,
          'parts', private.other_parts(m),
        'refused_files', m.rejected_files, 'files_answer', m.files_answer,
        'files_error', case when m.files_answer = 'failed' then (select o.error from public.notification_outbox o
          where o.id = m.answer_id) end,
        'suspected_ticket', (
          select jsonb_build_object('id', t.id, 'number', t.number) from public.tickets t
            where t.id = m.suspected_ticket_id))
        else '{}' end order by m.received_at, m.id)
      from private.thread_of(ticket_mails.ticket_id, case when not staff then auth.uid() end) thread
      cross join private.mail_messages m left join public.comments c on c.id = m.comment_id
      where m.ticket_id = thread.id and m.state = 'accepted' and m.reason <> 'comment_deleted'
        and (thread.since = '-infinity' or c.created_at >= thread.since)
        and (staff or not coalesce(c.is_internal, false) and (m.from_address = own or private.is_unverified(m)))),
          '[]'),
    'failures', case when staff then coalesce((
      select jsonb_agg(jsonb_build_object('id', f.id, 'comment_id', f.comment_id, 'address', f.address,
        'status', f.status,
        'reason', f.reason, 'created_at', f.created_at) order by f.created_at, f.id)
      from private.delivery_failures f
        where f.ticket_id in (select k.id from private.merged_below(ticket_mails.ticket_id) k)), '[]')
          else '[]' end);
end
$$;
comment on function public.ticket_mails(uuid) is
  'The received mails of a ticket: {messages: [{comment_id|null, is_unverified, quoted, …}], failures: [{comment_id, '
  'address, reason, …}]}. Staff see all with their senders, the files that were left out and whether the sender was '
  'told (mail_messages.files_answer), the requester their own with the quoted text, and which others are of '
  'unverified senders. Null when there is no such ticket for the caller.';
grant execute on function public.ticket_mails(uuid) to authenticated, service_role;
