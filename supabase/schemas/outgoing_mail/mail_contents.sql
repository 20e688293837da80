-- What a mail contains, read when it is sent.
create function private.earlier_messages(target uuid, before timestamptz, excluded uuid,
  since timestamptz default '-infinity') returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('author', m.author, 'address', p.email, 'at', m.at, 'text', m.text,
    'is_unverified', m.source = 'mail' and exists (
      select from private.mail_messages l
      where l.ticket_id = target and l.comment_id is not distinct from m.id and l.state = 'accepted'
        and private.is_unverified(l))) order by m.at desc), '[]')
  from (
    select k.* from (
      select c.id, c.source, c.author_name as author, case when c.author_role = 'customer' then c.user_id end as guest,
        c.created_at as at,
        left(c.content, 4000) as text
      from public.comments c
      where c.ticket_id = target and not c.is_internal and c.created_at between since and before
        and c.id is distinct from excluded
      union all
      select null, t.source, p.name, case when p.role = 'customer' then p.id end, t.created_at,
        left(t.description, 4000)
      from public.tickets t left join public.profiles p on p.id = t.created_by
      -- Nobody wrote the description of a follow-up.
      where t.id = target and t.origin is distinct from 'follow_up' and t.created_at between since and before) k
    order by k.at desc limit 5) m
  left join public.profiles p on p.id = m.guest
$$;
comment on function private.earlier_messages(uuid, timestamptz, uuid, timestamptz) is
  'The last five public messages of a ticket in a time, newest first: [{author, address, at, text, '
  'is_unverified}], with the addresses of all but staff.';

-- Only mails that the recipient has seen, and received ones: their Message-IDs say nothing else.
create function private.earlier_mails(mail public.notification_outbox) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(e.message_id order by e.at), '{}') from (
    select k.message_id, min(k.at) as at from (
      select s.message_id, s.sent_at as at from private.sent_mails s
      where s.ticket_id = mail.ticket_id and s.recipient = lower(mail.recipient_email)
        and (s.forward_code is not null) = (mail.kind = 'forward')
        and s.message_id not like 'notification.' || mail.id || '@%'
      union all
      select m.message_id, m.received_at from private.mail_messages m
      left join public.comments c on c.id = m.comment_id
      where m.ticket_id = mail.ticket_id and m.state = 'accepted' and m.received_at <= mail.created_at
        -- A root id would lead answers to the ticket that it says.
        and m.message_id !~* '^(ticket|note)\.'
        and not coalesce(c.is_internal, false) and mail.kind <> 'forward') k
    group by k.message_id order by min(k.at) desc limit 20) e
$$;
comment on function private.earlier_mails(public.notification_outbox) is
  'Message-IDs of up to 20 earlier mails of the ticket, received or sent to the same recipient, oldest first. A '
  'forward names earlier forwards to its recipient alone.';

create function private.people_in_copy(mail public.notification_outbox) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('address', k.address, 'name', k.name) order by k.address), '[]')
  from (
    select p.address, p.name from public.comments c cross join lateral private.copies_of(c) p
      where c.id = mail.comment_id
    union
    select lower(p.email), p.name from public.tickets t join public.profiles p on p.id = t.customer_id
    where t.id = mail.ticket_id and exists (select from public.ticket_participants q where q.ticket_id = t.id)
  ) k
  where mail.kind in ('reply', 'copy') and k.address <> lower(mail.recipient_email)
    and not private.is_blocked_sender(k.address)
    and not exists (select from public.undeliverable_addresses u where u.address = k.address)
$$;
comment on function private.people_in_copy(public.notification_outbox) is
  'Who else gets a public message: [{address, name}].';

create function private.mail_contents(mail public.notification_outbox, host text) returns jsonb
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
        -- Leads to the ticket when its own Message-ID is lost.
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
      then private.earlier_messages(ticket.id, said.created_at, said.id,
        private.copied_since(mail)) else '[]' end,
    'files', case when is_message and not is_staff then coalesce((
      select jsonb_agg(jsonb_build_object('name', a.file_name, 'type', a.file_type, 'size', a.file_size,
        'path', a.storage_path)
        order by a.created_at, a.id)
      from public.attachments a
      where a.ticket_id = coalesce(said.ticket_id, ticket.id) and a.comment_id is not distinct from origin), '[]')
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

-- Mails about solved tickets have a link that rates them.
create function public.take_mails(host text, max_rows integer default 1) returns setof jsonb
language plpgsql security definer set search_path = '' as $$
declare
  mail public.notification_outbox;
  is_forward boolean;
begin
  if host is null or host !~ '^[a-z0-9.-]{1,253}$' then
    raise exception 'The host of the Message-IDs is not valid' using detail = 'host_invalid';
  end if;
  for mail in select n.* from public.take_notifications(max_rows) n loop
    is_forward := mail.kind = 'forward';
    -- Before it is sent: an answer or a bounce may arrive before the attempt is recorded.
    if mail.ticket_id is not null then
      insert into private.sent_mails (message_id, recipient, ticket_id, comment_id, is_internal, forward_code)
      values (format('notification.%s@%s', mail.id, host), lower(mail.recipient_email), mail.ticket_id, mail.comment_id,
        mail.kind = 'mention', case when is_forward then private.forward_code(mail.id) end)
      on conflict do nothing;
    end if;
    return next to_jsonb(mail) || private.mail_contents(mail, host) || private.rating_invitation(mail)
      || case when is_forward
      then jsonb_build_object('reply_to', private.forward_address(mail.ticket_id, mail.id)) else '{}' end;
  end loop;
end
$$;
comment on function public.take_mails(text, integer) is
  'Service: leases due mails as take_notifications does, with their contents, and records their Message-IDs, which '
  'end in host.';
grant execute on function public.take_mails(text, integer) to service_role;

create function private.rating_invitation(mail public.notification_outbox) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_build_object('rating_token', private.rating_token(t, i.issued))
    from public.tickets t cross join (select (extract(epoch from mail.created_at) * 1000000)::bigint) i (issued)
    where t.id = mail.ticket_id and t.customer_id = mail.recipient_id
      and case mail.kind when 'status' then mail.excerpt when 'reply' then mail.new_status end in ('solved', 'closed')
      and private.is_rating_open(t, i.issued)
      and not exists (select from public.ticket_ratings r where r.ticket_id = t.id)), '{}')
$$;
comment on function private.rating_invitation(public.notification_outbox) is
  '{rating_token} of the mail by which a customer hears that the ticket is solved or closed; {} for other mails and '
  'rated tickets.';
