-- The outbox as admins see it.
create function private.require_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  elsif not private.can_manage_workspace() then
    raise exception 'Must be logged in as an admin to manage mail' using detail = 'admin_required';
  end if;
end
$$;
comment on function private.require_admin() is 'Raises unless the caller is an admin.';

create function private.mail_state(mail public.notification_outbox) returns text
language sql stable set search_path = '' as $$
  select case when mail.sent_at is not null then 'sent' when mail.dropped_at is not null then 'failed'
    when mail.error is not null then 'retrying' else 'queued' end
$$;
comment on function private.mail_state(public.notification_outbox) is 'sent, failed (not sent and never will be), retrying or queued.';

create function public.list_mails(state text default null, max_rows integer default 50, before timestamptz default null)
returns setof jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select jsonb_build_object('id', o.id, 'kind', o.kind, 'state', private.mail_state(o),
      'recipient', o.recipient_email, 'ticket_id', o.ticket_id, 'ticket_number', t.number, 'ticket_subject', coalesce(t.subject, o.ticket_subject),
      'created_at', o.created_at, 'sent_at', o.sent_at, 'dropped_at', o.dropped_at, 'error', o.error,
      'next_attempt_at', case when o.sent_at is null and o.dropped_at is null then o.next_attempt_at end,
      'attempts', coalesce((
        select jsonb_agg(jsonb_build_object('started_at', a.started_at, 'ended_at', a.ended_at, 'error', a.error,
          'response', a.response) order by a.id)
        from (select l.* from private.mail_attempts l where l.mail_id = o.id order by l.id desc limit 20) a), '[]'))
    from public.notification_outbox o left join public.tickets t on t.id = o.ticket_id
    where (list_mails.state is null or private.mail_state(o) = list_mails.state)
      and (before is null or o.created_at < before)
    order by o.created_at desc, o.id limit least(greatest(coalesce(max_rows, 50), 1), 200);
end
$$;
comment on function public.list_mails(text, integer, timestamptz) is
  'Admins: mails of the last 30 days, newest first: {id, kind, state, recipient, ticket_id, ticket_number, ticket_subject, created_at, sent_at, dropped_at, next_attempt_at, error, attempts: [{started_at, ended_at, error, response}]}. Never a text of a mail.';

create function public.retry_mail(mail_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update public.notification_outbox o set dropped_at = null, error = null, attempts = 0, next_attempt_at = now()
  where o.id = mail_id and o.sent_at is null and (o.dropped_at is not null or o.error is not null);
  if not found then
    raise exception 'This mail is not waiting for another attempt' using detail = 'mail_not_failed';
  end if;
  perform pg_notify('helpdesk_notifications', '0');
end
$$;
comment on function public.retry_mail(uuid) is
  'Admins: sends a failed or retried mail now, if its recipient may still get it.';

grant execute on function public.list_mails(text, integer, timestamptz), public.retry_mail(uuid) to authenticated, service_role;

create function public.start_mail_test() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select jsonb_build_object('recipient', p.email, 'name', p.name,
    'workspace', (select w.workspace_name from public.workspace_settings w))
    from public.profiles p where p.id = auth.uid());
end
$$;
comment on function public.start_mail_test() is 'Admins: who gets a test mail: {recipient, name, workspace, reply_to}. The caller''s own address only.';
grant execute on function public.start_mail_test() to authenticated, service_role;
