-- Mails name everybody but staff with their address: a name is its owner's choice. Automatic answers repeat what was written to those
-- alone who are known to have written it; others would get a stranger's words from the desk.
create function private.guest_author(mail public.notification_outbox, said public.comments, ticket public.tickets) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'is_proven', mail.kind in ('received', 'refused') and exists (
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
comment on function private.guest_author(public.notification_outbox, public.comments, public.tickets) is
  'Of a mail: author_address and is_from_requester when its author is not staff; is_proven when it answers a mail whose sender is authenticated.';

create or replace function private.earlier_messages(target uuid, before timestamptz, excluded uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('author', m.author, 'address', p.email, 'at', m.at, 'text', m.text,
    'is_unverified', m.source = 'mail' and exists (
      select from private.mail_messages l
      where l.ticket_id = target and l.comment_id is not distinct from m.id and l.state = 'accepted' and private.is_unverified(l))) order by m.at desc), '[]')
  from (
    select k.* from (
      select c.id, c.source, c.author_name as author, case when c.author_role = 'customer' then c.user_id end as guest, c.created_at as at,
        left(c.content, 4000) as text
      from public.comments c
      where c.ticket_id = target and not c.is_internal and c.created_at <= before and c.id is distinct from excluded
      union all
      select null, t.source, p.name, case when p.role = 'customer' then p.id end, t.created_at, left(t.description, 4000)
      from public.tickets t left join public.profiles p on p.id = t.created_by
      where t.id = target and t.created_at <= before) k
    order by k.at desc limit 5) m
  left join public.profiles p on p.id = m.guest
$$;
comment on function private.earlier_messages(uuid, timestamptz, uuid) is
  'The last five public messages of a ticket up to a time, newest first: [{author, address, at, text, is_unverified}], with the addresses of all but staff.';
