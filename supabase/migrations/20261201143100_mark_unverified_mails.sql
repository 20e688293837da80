-- A mail to a reply address of a ticket may name anybody on it as its author. Where the receiving host found no proof, every reader
-- is told: customers by a mark and nothing else about the mail.
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
        'authentication', m.authentication, 'has_original', m.original_path is not null, 'suspected_ticket', (
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
  'The received mails of a ticket: {messages: [{comment_id|null, is_unverified, quoted, …}], failures: [{comment_id, address, reason, …}]}. Staff see all with their senders, the requester their own with the quoted text, and which others are of unverified senders. Null when there is no such ticket for the caller.';

-- Whoever forges a mail also writes To, Cc and Reply-To: the person who is named there might never hear of it.
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
    return 'The comment is not public any more';
  elsif person.deactivated_at is not null then
    return 'The recipient is not active any more';
  elsif mail.recipient_id is not null and not private.can_get_notification(mail.kind, mail.recipient_id, ticket) then
    return 'The recipient may not get this mail any more';
  elsif private.is_blocked_sender(target) then
    return 'The address is blocked';
  elsif exists (select from public.undeliverable_addresses u where u.address = target) then
    return 'Earlier mails to this address could not be delivered';
  elsif exists (select from public.mail_addresses a where a.address = regexp_replace(target, '\+[^@]*@', '@')) then
    return 'This is an address of the desk';
  elsif mail.kind = 'copy' then
    if not exists (select from public.ticket_participants p
        where p.ticket_id = mail.ticket_id and p.address = target and p.left_at is null) then
      return 'The recipient is not in copy any more';
    -- Whoever has not written on the ticket yet is known by the address alone.
    elsif exists (select from public.ticket_participants p join public.profiles k on k.id = p.person_id or k.email = p.address
        where p.ticket_id = mail.ticket_id and p.address = target and k.deactivated_at is not null) then
      return 'The recipient is not active any more';
    elsif exists (select from private.mail_messages m where m.comment_id = mail.comment_id and m.reply_to = target and not private.is_unverified(m)) then
      return 'The recipient wrote this message';
    end if;
  end if;
  -- Whoever answers all has sent it to them already.
  if mail.kind in ('copy', 'reply') and said.source = 'mail' and exists (
    select from private.mail_messages m, jsonb_path_query(m.recipients, '$.*[*].address') named
    where m.comment_id = mail.comment_id and not private.is_unverified(m) and lower(named #>> '{}') = target
  ) then
    return 'The recipient has got this message directly';
  end if;
  return null;
end
$$;
