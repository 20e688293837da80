-- Mails to a merged ticket are filed in the one that shows it, and those in copy by a merge are quoted nothing earlier.
drop function private.earlier_messages(uuid, timestamptz, uuid, boolean);
create or replace function private.earlier_messages(target uuid, before timestamptz, excluded uuid,
  is_of_staff boolean default false, since timestamptz default '-infinity') returns jsonb
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
        and (c.author_role <> 'customer' or not is_of_staff)
      union all
      select null, t.source, p.name, case when p.role = 'customer' then p.id end, t.created_at,
        left(t.description, 4000)
      from public.tickets t left join public.profiles p on p.id = t.created_by
      where t.id = target and t.created_at between since and before and (p.role <> 'customer' or not is_of_staff)) k
    order by k.at desc limit 5) m
  left join public.profiles p on p.id = m.guest
$$;
comment on function private.earlier_messages(uuid, timestamptz, uuid, boolean, timestamptz) is
  'The last five public messages of a ticket in a time, newest first: [{author, address, at, text, '
  'is_unverified}], with the addresses of all but staff. is_of_staff: those of staff alone.';

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
      from public.attachments a where a.ticket_id = ticket.id and a.comment_id is not distinct from origin), '[]')
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

create or replace function private.copies_of(said public.comments) returns setof public.ticket_participants
language sql stable security definer set search_path = '' as $$
  select p.* from public.ticket_participants p
  where p.ticket_id = ($1).ticket_id and p.left_at is null
    and (($1).author_role <> 'customer' or p.source in ('staff', 'merge'))
$$;
comment on function private.copies_of(public.comments) is
  'The people in copy, without those who left, who get a public message: of staff all, of others those whom staff '
  'or a merge put in copy.';

create or replace function private.answers_on(ticket_id uuid, address text, addresses text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.tickets t join public.profiles k on k.id = t.customer_id
    where t.id = $1 and (k.email = $2 or exists (
      select from public.ticket_participants p
      where p.ticket_id = t.id and p.address = $2 and (p.source in ('staff', 'merge') or k.email = any ($3)))))
$$;
comment on function private.answers_on(uuid, text, text[]) is
  'True for the address of the requester, of somebody whom staff or a merge put in copy, and of others in copy '
  'when the requester is among the addressees.';

create or replace function private.judge_mail(made private.mail_messages, mail jsonb, address text) returns private.mail_messages
language plpgsql security definer set search_path = '' as $$
declare
  sender public.profiles;
  ticket public.tickets;
  twin private.mail_messages;
  hit record;
  may_file boolean;
  is_desk constant boolean := (private.desk_address(made.from_address)).id is not null;
begin
  made.state := 'unmatched';
  hit := private.mail_hit(made, address, coalesce(mail -> 'references', '[]'));
  hit.ticket_id := private.merge_root(hit.ticket_id);
  -- After the hit: the mail that it found may have been the sender's first, committed a moment ago.
  sender := private.sender_of(made.from_address);
  made.forwarded_to := hit.forwarded_to;
  if jsonb_typeof(mail -> 'bounce') = 'object' then
    made.state := 'bounce';
    made.reason := case when made.authentication = 'fail' then 'authentication_failed' else '' end;
    return made;
  elsif is_desk and (made.reply_to is null or private.is_own_address(made.reply_to))
    or exists (select from private.sent_mails s where s.message_id = made.message_id) then
    made.state := 'ignored';
    made.reason := 'own_message';
    return made;
  elsif made.from_address !~ '^[^@\s,;:<>()\[\]\\"]+@[^@\s,;:<>()\[\]\\"]+$' then
    made.reason := 'no_sender';
    return made;
  elsif private.is_blocked_sender(made.from_address) then
    made.state := 'refused';
    made.reason := 'blocked';
    return made;
  end if;
  if made.authentication = 'fail' then
    made.reason := 'authentication_failed';
    made.suspected_ticket_id := hit.ticket_id;
    return made;
  end if;
  if sender.deactivated_at is not null and made.forwarded_to is null then
    made.state := 'refused';
    made.reason := 'deactivated';
    if private.may_answer(mail) and not exists (
      select from private.mail_messages m where m.from_address = made.from_address and m.reply = 'refusal') then
      made.reply := 'refusal';
    end if;
    return made;
  end if;
  -- A number in a subject is easily guessed, and an address in From easily forged.
  select t.* into ticket from public.tickets t where t.id = hit.ticket_id;
  may_file := ticket.id is not null and private.may_mail_to_ticket(ticket, made.from_address, sender,
    made.authentication)
    and (hit.via not in ('subject', 'ambiguous') or made.authentication = 'pass');
  if made.is_automatic and (hit.ticket_id is not null or (mail ->> 'is_response')::boolean) then
    -- Answers of programs say nothing. Other automatic mails may be a person's, so that staff see them.
    made.state := case when (mail ->> 'is_response')::boolean then 'ignored' else 'unmatched' end;
    made.reason := 'automatic';
    if made.state = 'unmatched' then
      made.suspected_ticket_id := hit.ticket_id;
      return made;
    end if;
    if made.forwarded_to is null and may_file then
      made.ticket_id := hit.ticket_id;
    else
      made.suspected_ticket_id := hit.ticket_id;
    end if;
    return made;
  elsif made.is_automatic and private.mails_of(made.from_address, made.authentication, true) >= 20 then
    made.state := 'ignored';
    made.reason := 'automatic_limit';
    return made;
  elsif private.mails_of(made.from_address, made.authentication, false) >= 200 then
    made.reason := 'sender_limit';
    made.suspected_ticket_id := hit.ticket_id;
    return made;
  end if;
  -- Copies to two addresses of the desk are one message.
  twin := private.twin_of(made, null);
  if twin.id is not null then
    made.state := 'ignored';
    made.reason := 'same_message';
    made.ticket_id := twin.ticket_id;
    made.original_path := twin.original_path;
    return made;
  end if;
  if made.forwarded_to is not null then
    -- The outsider's, also when From names the customer or an agent: staff decide.
    made.reason := 'forward_answer';
    made.suspected_ticket_id := hit.ticket_id;
    return made;
  elsif is_desk or coalesce(sender.role, 'customer') = 'customer' and private.is_own_address(made.from_address) then
    -- A form or a monitor of one's own domain: staff open a ticket for whoever wrote. Many forms write as the desk and
    -- name their visitor in Reply-To.
    made.reason := 'own_address';
    made.suspected_ticket_id := hit.ticket_id;
    return made;
  elsif hit.via = 'ambiguous' then
    made.reason := 'ambiguous_reference';
    made.suspected_ticket_id := hit.ticket_id;
    return made;
  elsif sender.role in ('agent', 'admin') and made.authentication <> 'pass' then
    made.reason := 'staff_not_authenticated';
    made.suspected_ticket_id := hit.ticket_id;
    return made;
  end if;
  if hit.ticket_id is not null then
    if may_file then
      made.state := 'accepted';
      made.via := hit.via;
      made.ticket_id := hit.ticket_id;
      return made;
    end if;
    made.suspected_ticket_id := hit.ticket_id;
    if hit.via <> 'subject' or made.authentication = 'none' then
      made.reason := 'foreign_ticket';
      return made;
    end if;
  end if;
  if sender.id is null and made.authentication <> 'pass' and exists (
    select from auth.users u where u.email = made.from_address and not private.is_invited_requester(u.id)) then
    -- A mail that proves nothing must not replace the account that somebody is about to confirm.
    made.reason := 'unconfirmed_account';
    return made;
  end if;
  made.state := 'accepted';
  return made;
end
$$;
comment on function private.judge_mail(private.mail_messages, jsonb, text) is
  'Sets state, reason, via and ticket_id of a new mail. Accepted without a ticket: it opens one.';

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
  if target is not null then
    select t.* into ticket from public.tickets t where t.id = target for no key update;
  end if;
  files := private.plan_files(target, mail.files, internal);
  mail.rejected_files := mail.rejected_files || files.rejected;
  said := private.with_left_out(coalesce(nullif(btrim(left(mail.content, 10000), E' \t\r\n'), ''), '(no text)'),
    mail.rejected_files);
  perform private.act_as(author);
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

create or replace function private.continued_ticket(target uuid) returns uuid
language sql stable security definer set search_path = '' set enable_bitmapscan = off as $$
  with this as materialized (
    select t.id, t.customer_id, t.created_at, private.thread_subject(t.subject) as thread, p.email
    from public.tickets t join public.profiles p on p.id = t.customer_id
    where t.id = $1 and t.source = 'mail' and t.status not in ('solved', 'closed')
  ), shared as materialized (
    -- Each part reads an index up to its limit: in the order of created_at, a plan may walk the tickets of everybody,
    -- and a bitmap takes all rows of an address.
    (select o.id from this cross join lateral (
      select k.id from public.tickets k
      where k.customer_id = this.customer_id and k.updated_at > this.created_at - interval '60 days'
        order by k.updated_at desc limit 50) o)
    union
    (select o.ticket_id from this cross join lateral (
      select k.ticket_id from public.ticket_participants k where k.address = this.email order by k.created_at desc
        limit 50) o)
    union
    (select o.id from this cross join lateral (
      select p.id from public.ticket_participants k join public.profiles p on p.email = k.address
      where k.ticket_id = this.id and p.role = 'customer' limit 20) copied
    cross join lateral (
      select k.id from public.tickets k
      where k.customer_id = copied.id and k.updated_at > this.created_at - interval '60 days' order by k.updated_at desc
        limit 20) o)
  )
  select t.id from this cross join shared s join public.tickets t on t.id = s.id
  where t.id <> this.id and t.merged_into is null and t.created_at < this.created_at
    and t.updated_at > this.created_at - interval '60 days'
    and char_length(this.thread) >= 3 and this.thread <> '(no subject)'
      and private.thread_subject(t.subject) = this.thread
  order by t.created_at desc, t.id desc limit 1
$$;
comment on function private.continued_ticket(uuid) is
  'The newest ticket that a ticket opened by mail seems to continue: the same subject, and its requester is the same '
  'or one is in copy on the other''s; active in the last 60 days. Reads up to 500 tickets by index.';
