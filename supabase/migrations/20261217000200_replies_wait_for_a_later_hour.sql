-- What staff write is sent in a later hour when their ticket has had its mails of this one.
create or replace function private.mail_class(mail public.notification_outbox) returns text
language sql stable security definer set search_path = '' as $$
  select case when mail.kind in ('opened', 'forward') then 'staff' else coalesce((
    select case when c.author_role = 'customer' then 'customer' else 'staff' end
    from public.comments c where c.id = mail.comment_id), 'other') end
$$;
comment on function private.mail_class(public.notification_outbox) is
  'staff, customer or other: whose words a mail about a ticket has. Each has its own number of mails an hour.';

create or replace function private.limit_ticket_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  class constant text := private.mail_class(new);
  sent integer;
  allowed constant integer := 200;
  missing integer;
begin
  select count(*) into sent from (
    select from public.notification_outbox o
    where o.ticket_id = new.ticket_id and (o.created_at > now() - interval '1 hour'
        -- Those that wait for a later hour have it already.
        or o.next_attempt_at > now() and o.sent_at is null and o.dropped_at is null)
      and private.mail_class(o) = class
    limit case when class = 'staff' then 5000 else allowed + 100 end) k;
  if sent >= allowed and class = 'staff' then
    new.next_attempt_at := greatest(new.next_attempt_at, now()) + interval '1 hour' * (sent / allowed);
    new.error := 'too_many_mails';
    -- Its files are there by then.
    return new;
  elsif sent >= allowed + 100 then
    return null;
  elsif sent >= allowed then
    new.dropped_at := now();
    new.error := 'too_many_mails';
  end if;
  -- Staff's mails about a message have no files.
  if new.comment_id is not null and new.kind in ('reply', 'copy') then
    missing := cardinality(private.missing_files(new.ticket_id, new.comment_id));
    -- Older pages say only how many there are.
    new.files := greatest(missing, coalesce(private.context('files')::smallint, 0));
    if new.files > 0 then
      new.next_attempt_at := greatest(new.next_attempt_at,
        now() + case when missing > 0 then interval '15 minutes' else interval '2 minutes' end);
    end if;
  end if;
  return new;
end
$$;
comment on function private.limit_ticket_mails() is
  'At most 200 mails within an hour about what staff write on a ticket, 200 about what customers write, and 200 '
  'others, so that nobody uses up those of staff. Of staff, further ones wait for a later hour; of the others, 100 are '
  'recorded as not sent. Mails with files wait for them.';

create or replace function public.get_service_health() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  elsif not private.can_manage_workspace() then
    raise exception 'Must be logged in as an admin to see the health of the desk' using detail = 'admin_required';
  end if;
  return (select jsonb_build_object(
    'now', now(),
    'checks', (select coalesce(jsonb_agg(jsonb_build_object('name', s.name, 'ok', s.is_ok, 'reason', s.reason,
        'since', s.since) order by s.name), '[]')
      from private.server_checks s where s.checked_at > now() - interval '2 minutes'),
    'mail', jsonb_build_object(
      'last_run_at', c.last_run_at, 'last_sent_at', c.last_sent_at, 'failing_since', c.failing_since,
      'last_error', c.last_error,
      'queued', (select count(*) from public.notification_outbox o where o.sent_at is null and o.dropped_at is null),
      'oldest_due_at', (select min(o.next_attempt_at) from public.notification_outbox o
        where o.sent_at is null and o.dropped_at is null and o.next_attempt_at <= now()),
      'deferred', (select count(*) from public.notification_outbox o
        where o.sent_at is null and o.dropped_at is null and o.error = 'too_many_mails'),
      'failed', (select count(*) from public.notification_outbox o
        where o.dropped_at > now() - interval '7 days' and o.sent_at is null),
      'unmatched', (select count(*) from private.mail_messages m where m.state = 'unmatched')))
    from private.mail_channel c);
end
$$;
comment on function public.get_service_health() is
  'Admins: {now, checks: [{name, ok, reason, since}] of a backend beside the database, mail: {last_run_at, '
  'last_sent_at, failing_since, last_error, queued, oldest_due_at, deferred (beyond what a ticket may send in an '
  'hour), failed (7 days), unmatched}}.';
