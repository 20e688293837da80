-- Who may get a notification, in the app, by mail and by link, from the table of kinds.
create or replace function private.can_get_notification(kind text, recipient uuid, ticket public.tickets)
returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p join auth.users u on u.id = p.id
    where p.id = $2 and p.deactivated_at is null
      and p.email <> '' and p.email = lower(u.email)
        and (u.email_confirmed_at is not null or private.is_invited_requester(p.id))
      and private.wants(p.preferences, 'notify', $1)
      and case when $1 = any (private.kinds_for('staff'))
        then p.role in ('agent', 'admin') and ($1 <> 'assigned' or p.id = ($3).assigned_to)
        else p.id = ($3).customer_id end)
$$;

create or replace function private.add_notification(kind text, recipient uuid, ticket public.tickets,
  comment_id uuid default null)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
begin
  if me is null or recipient is null or recipient = me then
    return;
  end if;
  insert into private.notifications as n (person_id, ticket_id, kind, actor_id, comment_id, change_batch)
  select p.id, ticket.id, $1, me, $4, c.batch_id
  from public.profiles p
  left join private.undoable_changes c on c.batch_id = private.current_batch() and c.ticket_id = ticket.id
  where p.id = recipient and p.deactivated_at is null and private.wants(p.preferences, 'app', $1)
    and (p.role in ('agent', 'admin') or p.id = ticket.customer_id and $1 = any (private.kinds_for('requester')))
  on conflict (person_id, ticket_id, kind) where read_at is null do update set
    actor_id = excluded.actor_id, comment_id = excluded.comment_id, change_batch = excluded.change_batch,
    times = least(n.times + 1, 1000), created_at = excluded.created_at;
  if random() < 0.005 then
    perform private.prune_notifications();
  end if;
end
$$;

create or replace function public.get_unread_notifications() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  staff constant boolean := private.can_see_all_tickets();
begin
  perform private.require_person();
  insert into private.visitors as v (person_id, seen_at) values (me, now())
  on conflict (person_id) do update set seen_at = excluded.seen_at where v.seen_at < now() - interval '1 minute';
  return (
    select jsonb_build_object('count', count(*), 'tickets', coalesce(jsonb_agg(distinct u.ticket_id), '[]'))
    from (
      select n.ticket_id from private.notifications n
      where n.person_id = me and n.read_at is null and (staff or n.kind = any (private.kinds_for('requester'))
        and exists (
        select from public.tickets t where t.id = n.ticket_id and t.customer_id = me))
      limit 100) u);
end
$$;

create or replace function public.list_notifications(max_rows integer default 20, before_at timestamptz default null,
  before_id uuid default null)
returns table (
  id uuid, kind text, ticket_id uuid, ticket_number bigint, ticket_subject text, ticket_status text, actor_id uuid,
  actor_name text, comment_id uuid, excerpt text, times integer, created_at timestamptz, is_read boolean)
language plpgsql stable rows 20 security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  staff constant boolean := private.can_see_all_tickets();
  notes constant boolean := private.can_see_notes();
begin
  perform private.require_person();
  return query
    select n.id, n.kind, t.id, t.number, t.subject, t.status, known.id, known.name, c.id, private.preview(c.content),
      n.times,
      n.created_at, n.read_at is not null
    from private.notifications n
    join public.tickets t on t.id = n.ticket_id
      and (staff or t.customer_id = me and n.kind = any (private.kinds_for('requester')))
    left join public.comments c on c.id = n.comment_id and (notes or not c.is_internal)
    left join lateral (
      select p.id, p.name from public.profiles p
      -- Of staff, customers see the names of the assignee and of those who wrote to them.
      where p.id = n.actor_id and (staff or p.id = t.assigned_to or exists (
        select from public.comments w where w.ticket_id = t.id and w.user_id = p.id and not w.is_internal))
    ) known on true
    where n.person_id = me and (before_at is null or (n.created_at, n.id) < (before_at, before_id))
    order by n.created_at desc, n.id desc
    limit least(greatest(coalesce(max_rows, 20), 1), 100);
end
$$;

create or replace function private.sign_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.kind = 'copy' then
    new.stop_token := private.copy_token(new.ticket_id, new.recipient_email);
  elsif new.kind <> 'reply' and exists (
    select from private.notification_kinds() k where k.kind = new.kind and k.setting is not null) then
    new.unsubscribe_token := private.one_click_token(new.recipient_id, new.kind);
    new.stop_token := private.unsubscribe_token(new.recipient_id, new.kind);
  end if;
  return new;
end
$$;

create or replace function private.read_mail_link(
  token text, out kind text, out person uuid, out ticket_id uuid, out address text, out is_in_text boolean
)
language plpgsql stable security definer set search_path = '' as $$
declare
  parts constant text[] := string_to_array(left(token, 200), '.');
  wanted constant bytea := extensions.digest(coalesce(token, ''), 'sha256');
begin
  if cardinality(parts) = 3 and pg_input_is_valid(parts[1], 'uuid') then
    if parts[2] = 'copy' then
      select p.ticket_id, p.address into ticket_id, address from public.ticket_participants p
      -- Compares digests: the duration says nothing about the token.
      where p.ticket_id = parts[1]::uuid and extensions.digest(private.copy_token(p.ticket_id, p.address),
        'sha256') = wanted;
      is_in_text := true;
    elsif 'notify_' || parts[2] = any (private.notification_choices()) then
      select p.id, p.email, l.is_in_text into person, address, is_in_text
      from public.profiles p cross join (
        values (true, private.unsubscribe_token(parts[1]::uuid, parts[2])),
          (false, private.one_click_token(parts[1]::uuid, parts[2]))
      ) l (is_in_text, token)
      where p.id = parts[1]::uuid and extensions.digest(l.token, 'sha256') = wanted
        -- No link ends replies to one's own tickets any more.
        and (parts[2] <> 'reply' or p.role in ('agent', 'admin'));
    end if;
    kind := parts[2];
  end if;
  if address is null then
    raise sqlstate 'PT404' using message = 'This link is not valid', detail = 'unsubscribe_invalid';
  end if;
end
$$;

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
    'written_at', coalesce(said.created_at, ticket.created_at),
    'is_from_staff', coalesce(said.author_role, case when mail.kind = 'opened' then 'agent' end,
      'customer') <> 'customer',
    'history', case when is_message and said.id is not null and mail.kind <> 'forward'
      then private.earlier_messages(ticket.id, said.created_at, said.id) else '[]' end,
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
