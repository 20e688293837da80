-- Mails with a message wait for its announced files: 15 minutes are enough for five files of 5 MB at 30 kB/s. Then they name
-- those that are missing. Authors who give a file up release them at once.
create or replace function private.limit_ticket_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sent integer;
  allowed constant integer := 200;
  missing integer;
begin
  select count(*) into sent from (
    select from public.notification_outbox o
    where o.ticket_id = new.ticket_id and o.created_at > now() - interval '1 hour' limit allowed + 100) k;
  if sent >= allowed + 100 then
    return null;
  elsif sent >= allowed then
    new.dropped_at := now();
    new.error := 'Too many mails about this ticket within an hour';
  end if;
  -- Staff's mails about a message have no files.
  if new.comment_id is not null and new.kind in ('reply', 'copy') then
    missing := cardinality(private.missing_files(new.ticket_id, new.comment_id));
    -- Older pages say only how many there are.
    new.files := greatest(missing, coalesce(nullif(current_setting('helpdesk.files', true), '')::smallint, 0));
    if new.files > 0 then
      new.next_attempt_at := greatest(new.next_attempt_at,
        now() + case when missing > 0 then interval '15 minutes' else interval '2 minutes' end);
    end if;
  end if;
  return new;
end
$$;

comment on column public.notification_outbox.files is
  'Files that are still uploaded to the comment: the mail waits for them, at most 15 minutes.';

create function private.release_mails(comment uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.notification_outbox o set files = 0, next_attempt_at = clock_timestamp()
  where o.comment_id = comment and o.files > 0 and o.attempts = 0
    and case when exists (select from private.announced_files a where a.comment_id = comment)
      then cardinality(private.missing_files(o.ticket_id, comment)) = 0
      else o.files <= (select count(*) from public.attachments a where a.comment_id = comment) end;
  if found then
    perform pg_notify('helpdesk_notifications', '0');
  end if;
end
$$;
comment on function private.release_mails(uuid) is 'Sends the mails about a comment that wait for its files, once none is missing.';

create or replace function private.release_mails_with_files() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.release_mails(new.comment_id);
  return null;
end
$$;

create function public.forget_files(request_id uuid, names text[] default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  comment uuid;
begin
  update private.announced_files a set is_missing = false
  where a.author_id = auth.uid() and a.request_id = forget_files.request_id and a.is_missing
    and (names is null or a.file_name = any (names));
  select a.comment_id into comment from private.announced_files a
  where a.author_id = auth.uid() and a.request_id = forget_files.request_id limit 1;
  if comment is not null then
    perform private.release_mails(comment);
  end if;
end
$$;
comment on function public.forget_files(uuid, text[]) is
  'Gives up files that the caller announced for a message, those of these names or all: nothing waits for them any more.';

create function private.is_unverified(mail private.mail_messages) returns boolean
language sql immutable set search_path = '' as $$
  select mail.authentication in ('none', 'fail') and mail.reason <> 'comment_deleted'
$$;
comment on function private.is_unverified(private.mail_messages) is
  'True when the receiving host looked and found nothing that proves the address in From.';

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
      to_jsonb(array[format('ticket.%s@%s', ticket.id, host)] || private.earlier_mails(mail)) end,
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
      from public.workspace_settings w)) || private.guest_author(mail, said, ticket);
end
$$;

grant execute on function public.forget_files(uuid, text[]) to authenticated, service_role;
