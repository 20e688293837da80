-- Mails are retried for a day, and each attempt is recorded.
create table private.mail_attempts (
  id bigint generated always as identity primary key,
  mail_id uuid not null references public.notification_outbox (id) on delete cascade,
  started_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  error text,
  response text
);
comment on table private.mail_attempts is
  'Attempts to send a mail of the outbox. Without ended_at: in progress, or its sender has died.';
comment on column private.mail_attempts.response is 'The mail server''s answer to an accepted mail.';

create index mail_attempts_mail_idx on private.mail_attempts (mail_id, id);

alter table private.mail_attempts enable row level security;

-- Whoever forges a mail also writes To, Cc and Reply-To: the person who is named there might never notice.
create function private.mail_refusal(mail public.notification_outbox) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  ticket public.tickets;
  said public.comments;
  person public.profiles;
  target text;
begin
  select t.* into ticket from public.tickets t where t.id = mail.ticket_id;
  select c.* into said from public.comments c where c.id = mail.comment_id;
  select p.* into person from public.profiles p where p.id = mail.recipient_id;
  target := lower(coalesce(person.email, mail.recipient_email));
  if mail.comment_id is not null and (said.id is null or said.is_internal) then
    return 'comment_not_public';
  elsif person.deactivated_at is not null then
    return 'recipient_inactive';
  elsif mail.recipient_id is not null and not private.can_get_notification(mail.kind, mail.recipient_id, ticket) then
    return 'recipient_without_right';
  elsif mail.hand_over_id is not null and private.tickets_of_hand_over(mail.hand_over_id) = '[]' then
    return 'hand_over_undone';
  elsif private.is_blocked_sender(target) then
    return 'address_blocked';
  elsif exists (select from public.undeliverable_addresses u where u.address = target) then
    return 'address_undeliverable';
  elsif exists (select from public.mail_addresses a where a.address = regexp_replace(target, '\+[^@]*@', '@')) then
    return 'address_is_own';
  elsif mail.kind = 'copy' then
    if not exists (select from public.ticket_participants p
        where p.ticket_id = mail.ticket_id and p.address = target and p.left_at is null
          and p.source <> 'unverified_mail'
          -- Written before the merge that put them in copy, or during an earlier one.
          and (p.source <> 'merge' or said.created_at >= p.created_at)) then
      return 'recipient_not_in_copy';
    -- Whoever has not written on the ticket yet is known by the address alone.
    elsif exists (select from public.ticket_participants p join public.profiles k on k.id = p.person_id
      or k.email = p.address
        where p.ticket_id = mail.ticket_id and p.address = target and k.deactivated_at is not null) then
      return 'recipient_inactive';
    elsif exists (select from private.mail_messages m where m.comment_id = mail.comment_id and m.reply_to = target
      and not private.is_unverified(m)) then
      return 'recipient_is_author';
    end if;
  end if;
  -- Whoever answers all has sent it to them already.
  if mail.kind in ('copy', 'reply') and said.source = 'mail' and exists (
    select from private.mail_messages m, jsonb_path_query(m.recipients, '$.*[*].address') named
    where m.comment_id = mail.comment_id and not private.is_unverified(m) and lower(named #>> '{}') = target
  ) then
    return 'recipient_has_it';
  end if;
  return null;
end
$$;
comment on function private.mail_refusal(public.notification_outbox) is
  'Why a mail is not sent, as a code; null when it is. Checked right before it is sent, because rights and addresses '
  'change.';

-- On hosted projects a call with the secret key ends after 8 seconds, and what it did is undone: so a call handles
-- 2,000 mails that are too old, and 2,000 that nobody may read any more.
create function public.take_notifications(max_rows integer default 20) returns setof public.notification_outbox
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
    -- Whoever is deleting one of them waits for this mail, and recording it would wait for them: the next round sends
    -- it.
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
comment on function public.take_notifications(integer) is
  'Service: leases up to max_rows (1 to 100) due mails for 5 minutes and counts the attempt. Drops mails that their '
  'recipient can no longer read; texts and addresses are current. Two callers never get the same mail.';
grant execute on function public.take_notifications(integer) to service_role;

-- Staff see on the ticket that a mail to a customer was given up, for whatever reason. The words of the server are
-- shown in the admins' outbox alone: a refused text may be quoted in them.
create function public.finish_notification(
  id uuid, error text default null, response text default null, failure text default 'temporary',
    status text default null
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
    dropped_at = case when $2 is not null and $4 <> 'unreachable'
      and ($4 = 'permanent' or o.attempts >= max_attempts) then now() end,
    -- After 1, 2, 4, … 128 minutes, then every 4 hours: the last attempt is made after a day.
    next_attempt_at = case when $2 is null then o.next_attempt_at when $4 = 'unreachable' then
      now() + interval '1 minute'
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
    perform private.show_failure(mail.ticket_id, (select c.id from public.comments c where c.id = mail.comment_id),
      null,
      lower(mail.recipient_email), coalesce($5, ''),
      case when is_wrong then left($2, 500)
        else 'the mail server did not accept it. Admins find its answer in the outbox.' end);
  end if;
end
$$;
comment on function public.finish_notification(uuid, text, text, text, text) is
  'Service: records an attempt. error null: the mail was sent. Otherwise the failure is temporary (retried for a '
  'day), permanent (not retried; status is the enhanced code with which the server refused the address) or '
  'unreachable (the mail server''s: no attempt is counted).';
grant execute on function public.finish_notification(uuid, text, text, text, text) to service_role;
