-- Staff see on the ticket that a mail to a customer was given up, for whatever reason, and not only admins in the outbox. The words
-- of the server are shown there alone: a refused text may be quoted in them.
create or replace function public.finish_notification(
  id uuid, error text default null, response text default null, failure text default 'temporary', status text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  max_attempts constant integer := 14;
  is_wrong constant boolean := $2 is not null and $4 = 'permanent' and private.is_wrong_address($5);
  mail public.notification_outbox;
begin
  -- A deletion of the mail locks it before its attempts, too.
  perform from public.notification_outbox o where o.id = $1 for update;
  update private.mail_attempts a set ended_at = clock_timestamp(), error = left($2, 500), response = left($3, 300)
  where a.id = (select max(l.id) from private.mail_attempts l where l.mail_id = $1) and a.ended_at is null;
  update public.notification_outbox o set
    sent_at = case when $2 is null then now() end,
    error = left($2, 500),
    attempts = case when $4 = 'unreachable' then greatest(o.attempts - 1, 0) else o.attempts end,
    dropped_at = case when $2 is not null and $4 <> 'unreachable' and ($4 = 'permanent' or o.attempts >= max_attempts) then now() end,
    -- After 1, 2, 4, … 128 minutes, then every 4 hours: the last attempt is made after a day.
    next_attempt_at = case when $2 is null then o.next_attempt_at when $4 = 'unreachable' then now() + interval '1 minute'
      else now() + interval '1 minute' * least(power(2, greatest(o.attempts, 1) - 1), 240) end
  where o.id = $1 and o.sent_at is null
  returning o.* into mail;
  if not found then
    return;
  end if;
  if $2 is null then
    update private.mail_channel c set last_sent_at = now(), failing_since = null, last_error = null where true;
  elsif is_wrong then
    perform private.mark_undeliverable(lower(mail.recipient_email), $5, left($2, 500));
  end if;
  -- What colleagues are notified of is in the portal as well.
  if mail.dropped_at is not null and mail.ticket_id is not null and (is_wrong or not exists (
    select from public.profiles p where p.id = mail.recipient_id and p.role in ('agent', 'admin'))) then
    perform private.show_failure(mail.ticket_id, (select c.id from public.comments c where c.id = mail.comment_id), null,
      lower(mail.recipient_email), coalesce($5, ''),
      case when is_wrong then left($2, 500) else 'the mail server did not accept it. Admins find its answer in the outbox.' end);
  end if;
end
$$;
