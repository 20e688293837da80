-- When the sender of mails ran last, and what the embedded backend reports of itself: for admins.

create table private.server_checks (
  name text primary key constraint server_checks_name check (name ~ '^[a-z_]{1,40}$'),
  is_ok boolean not null,
  reason text constraint server_checks_reason check (char_length(reason) <= 300),
  since timestamptz not null default now(),
  checked_at timestamptz not null default now()
);
comment on table private.server_checks is
  'What a backend that runs beside the database last reported of itself (/readyz). Empty on hosted projects.';
comment on column private.server_checks.since is 'When is_ok changed last.';

alter table private.server_checks enable row level security;

create function private.report_server_checks(checks jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.server_checks as c (name, is_ok, reason)
  select k.key, (k.value ->> 'ok')::boolean, left(k.value ->> 'reason', 300) from jsonb_each(checks) k
  on conflict (name) do update set is_ok = excluded.is_ok, reason = excluded.reason, checked_at = now(),
    since = case when c.is_ok = excluded.is_ok then c.since else now() end;
  delete from private.server_checks c where not checks ? c.name;
end
$$;
comment on function private.report_server_checks(jsonb) is
  'Backend: records its checks, {name: {ok, reason}}. Called with the rights of the database''s owner only.';

create function public.get_service_health() returns jsonb
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
      'full_budgets', (select coalesce(jsonb_agg(k.budget), '[]')
        from unnest(array['known', 'known, unproven', 'stranger', 'stranger, unproven']) k (budget)
        where private.bytes_of_mails(k.budget, '') + 26214400 > private.bytes_an_hour(k.budget) * 4 / 5),
      'unmatched', (select count(*) from private.mail_messages m where m.state = 'unmatched')))
    from private.mail_channel c);
end
$$;
comment on function public.get_service_health() is
  'Admins: {now, checks: [{name, ok, reason, since}] of a backend beside the database, mail: {last_run_at, '
  'last_sent_at, failing_since, last_error, queued, oldest_due_at, deferred (beyond what a ticket may send in an '
  'hour), failed (7 days), full_budgets (senders whose mails of 25 MB are deferred now), unmatched}}.';
grant execute on function public.get_service_health() to authenticated, service_role;
