-- The state of mail in both directions, for admins.
create function public.get_mail_channel() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'sender', (select c.sender from private.mail_channel c),
    'last_sent_at', (select c.last_sent_at from private.mail_channel c),
    'failing_since', (select c.failing_since from private.mail_channel c),
    'last_error', (select c.last_error from private.mail_channel c),
    'last_received_at', (select max(m.received_at) from private.mail_messages m),
    'queued', (select count(*) from public.notification_outbox o where o.sent_at is null and o.dropped_at is null),
    'retrying', (select count(*) from public.notification_outbox o
      where o.sent_at is null and o.dropped_at is null and o.error is not null),
    'oldest_due_at', (select min(o.next_attempt_at) from public.notification_outbox o
      where o.sent_at is null and o.dropped_at is null and o.next_attempt_at <= now()),
    'failed', (select count(*) from public.notification_outbox o
      where o.dropped_at > now() - interval '7 days' and o.sent_at is null),
    'unmatched', (select count(*) from private.mail_messages m where m.state = 'unmatched'),
    'undeliverable', (select count(*) from public.undeliverable_addresses u));
end
$$;
comment on function public.get_mail_channel() is
  'Admins: {sender, last_sent_at, failing_since, last_error, last_received_at, queued, retrying, oldest_due_at, failed (7 days), unmatched, undeliverable}.';
grant execute on function public.get_mail_channel() to authenticated, service_role;

create or replace function public.start_mail_test() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select jsonb_build_object('recipient', p.email, 'name', p.name,
    'workspace', (select w.workspace_name from public.workspace_settings w),
    'reply_to', (select a.address from public.mail_addresses a where a.is_active and a.kind = 'support'
      order by a.created_at, a.address limit 1))
    from public.profiles p where p.id = auth.uid());
end
$$;

-- A mail server that says at once that an address does not exist is as good as a bounce.
create function private.note_refused_recipient() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.undeliverable_addresses as u (address, status, reason)
  values (lower(new.recipient_email), coalesce(substring(new.error from '\m5\.\d+\.\d+'), ''), left(coalesce(new.error, ''), 500))
  on conflict (address) do update set failures = u.failures + 1, last_at = now(), status = excluded.status, reason = excluded.reason;
  if new.ticket_id is not null then
    insert into private.delivery_failures (ticket_id, comment_id, address, status, reason)
    values (new.ticket_id, (select c.id from public.comments c where c.id = new.comment_id), lower(new.recipient_email),
      coalesce(substring(new.error from '\m5\.\d+\.\d+'), ''), left(coalesce(new.error, ''), 500));
  end if;
  return null;
end
$$;
comment on function private.note_refused_recipient() is 'Marks an address as undeliverable and shows it on the ticket.';
create trigger notification_outbox_refused after update of dropped_at on public.notification_outbox
  for each row when (old.dropped_at is null and new.dropped_at is not null and new.attempts > 0
    and new.error ~ '\m5\.(1\.(1|2|3|6|10)|2\.1)\M')
  execute function private.note_refused_recipient();
