-- What a mail server says when it refuses a text may quote the text, and so words of whoever wrote to the desk. Only the code
-- with which it refused the address counts; the function send-notifications takes it from its place in the reply.
drop trigger notification_outbox_refused on public.notification_outbox;
drop function private.note_refused_recipient();

drop function public.finish_notification(uuid, text, text, text);
create function public.finish_notification(
  id uuid, error text default null, response text default null, failure text default 'temporary', status text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  max_attempts constant integer := 14;
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
  elsif $4 = 'permanent' and private.is_wrong_address($5) then
    perform private.mark_undeliverable(lower(mail.recipient_email), $5, left($2, 500));
    if mail.ticket_id is not null then
      perform private.show_failure(mail.ticket_id, (select c.id from public.comments c where c.id = mail.comment_id), null,
        lower(mail.recipient_email), $5, left($2, 500));
    end if;
  end if;
end
$$;
comment on function public.finish_notification(uuid, text, text, text, text) is
  'Service: records an attempt. error null: the mail was sent. Otherwise the failure is temporary (retried for a day), permanent (not retried; status is the enhanced code with which the server refused the address) or unreachable (the mail server''s: no attempt is counted).';

grant execute on function public.finish_notification(uuid, text, text, text, text) to service_role;
