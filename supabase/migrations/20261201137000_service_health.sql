-- Admins see when the sender of mails ran last, and what the embedded backend reports of itself.
alter table private.mail_channel add column last_run_at timestamptz;
comment on column private.mail_channel.last_run_at is 'When a sender last asked for due mails, to ten seconds.';

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
      'failed', (select count(*) from public.notification_outbox o
        where o.dropped_at > now() - interval '7 days' and o.sent_at is null),
      'unmatched', (select count(*) from private.mail_messages m where m.state = 'unmatched')))
    from private.mail_channel c);
end
$$;
comment on function public.get_service_health() is
  'Admins: {now, checks: [{name, ok, reason, since}] of a backend beside the database, mail: {last_run_at, last_sent_at, failing_since, last_error, queued, oldest_due_at, failed (7 days), unmatched}}.';

grant execute on function public.get_service_health() to authenticated, service_role;

create or replace function public.take_notifications(max_rows integer default 20) returns setof public.notification_outbox
language plpgsql security definer set search_path = '' as $$
declare
  wanted integer := least(greatest(coalesce(max_rows, 20), 1), 100);
  due public.notification_outbox;
  refusal text;
  is_free boolean;
begin
  -- The one call that every installation makes each minute.
  perform private.copy_names();
  -- Materialized: a plan may run a subquery again for each row, and with it the limit.
  with old as materialized (
    select k.id from public.notification_outbox k where k.created_at < now() - interval '30 days'
    order by k.created_at limit 2000 for update skip locked)
  delete from public.notification_outbox o using old where o.id = old.id;
  for due in
    select o.* from public.notification_outbox o
    where o.sent_at is null and o.dropped_at is null and o.next_attempt_at <= now()
      and o.created_at >= now() - interval '30 days'
    order by o.next_attempt_at, o.created_at, o.id limit 2000 for update skip locked
  loop
    -- Whoever is deleting one of them waits for this mail, and recording it would wait for them: the next round sends it.
    perform from public.tickets t where t.id = due.ticket_id for key share skip locked;
    is_free := found or due.ticket_id is null;
    perform from public.comments c where c.id = due.comment_id for key share skip locked;
    is_free := is_free and (found or due.comment_id is null);
    refusal := private.mail_refusal(due);
    continue when refusal is null and not is_free;
    if refusal is not null then
      update public.notification_outbox o set dropped_at = now(), error = refusal where o.id = due.id;
    else
      -- After the lease, another sender takes over the rows of a dead one.
      return query
        update public.notification_outbox o set
          attempts = o.attempts + 1, next_attempt_at = now() + interval '5 minutes', files = 0,
          recipient_email = coalesce(p.email, o.recipient_email), recipient_name = coalesce(p.name, o.recipient_name),
          ticket_number = t.number, ticket_subject = coalesce(t.subject, o.ticket_subject),
          needs_password = p.id is not null and private.is_invited_requester(p.id)
            and exists (select from auth.users u where u.id = p.id and u.email_confirmed_at is null),
          actor_name = case when o.kind = 'forward' then o.actor_name else coalesce(c.author_name, o.actor_name) end,
          excerpt = case when c.id is null or o.kind = 'forward' then o.excerpt
            when char_length(c.content) > 300 then left(c.content, 299) || '…' else c.content end
        from (select due.id) d
          left join public.profiles p on p.id = due.recipient_id
          left join public.tickets t on t.id = due.ticket_id
          left join public.comments c on c.id = due.comment_id
        where o.id = d.id
        returning o.*;
      insert into private.mail_attempts (mail_id) values (due.id);
      wanted := wanted - 1;
      exit when wanted = 0;
    end if;
  end loop;
  -- Without waiting: senders that run at once would wait for each other.
  update private.mail_channel c set last_run_at = now()
  where c.id in (select m.id from private.mail_channel m
    where m.last_run_at is null or m.last_run_at < now() - interval '10 seconds' for update skip locked);
end
$$;
