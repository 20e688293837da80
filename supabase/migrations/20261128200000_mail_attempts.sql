-- Mails are retried for a day instead of 85 minutes, and each attempt is recorded.
alter table public.notification_outbox add column dropped_at timestamptz;
comment on column public.notification_outbox.dropped_at is
  'When it was decided not to send the mail, for the reason in error: all attempts failed, or the recipient may not get it.';
update public.notification_outbox set dropped_at = now() where sent_at is null and attempts >= 5;

drop index public.notification_outbox_due_idx;
create index notification_outbox_due_idx on public.notification_outbox (next_attempt_at)
  where sent_at is null and dropped_at is null;

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
alter table private.mail_attempts enable row level security;
create index mail_attempts_mail_idx on private.mail_attempts (mail_id, id);

create table private.mail_channel (
  id boolean primary key default true constraint mail_channel_one_row check (id),
  last_sent_at timestamptz,
  failing_since timestamptz,
  last_error text,
  sender text
);
comment on table private.mail_channel is 'State of outgoing mail, one row.';
comment on column private.mail_channel.failing_since is 'Since when the mail server has not answered; null while it does.';
comment on column private.mail_channel.sender is 'Address in From, from the settings of the function.';
alter table private.mail_channel enable row level security;
insert into private.mail_channel default values;

create or replace function public.take_notifications(max_rows integer default 20) returns setof public.notification_outbox
language plpgsql security definer set search_path = '' as $$
declare
  wanted integer := least(greatest(coalesce(max_rows, 20), 1), 100);
  due public.notification_outbox;
  ticket public.tickets;
  said public.comments;
begin
  delete from public.notification_outbox o where o.created_at < now() - interval '30 days';
  for due in
    select o.* from public.notification_outbox o
    where o.sent_at is null and o.dropped_at is null and o.next_attempt_at <= now()
    order by o.next_attempt_at, o.created_at, o.id for update skip locked
  loop
    select t.* into ticket from public.tickets t where t.id = due.ticket_id;
    select c.* into said from public.comments c where c.id = due.comment_id;
    if due.comment_id is not null and (said.id is null or said.is_internal) then
      update public.notification_outbox o set dropped_at = now(), error = 'The comment is not public any more'
      where o.id = due.id;
    elsif not private.can_get_notification(due.kind, due.recipient_id, ticket) then
      update public.notification_outbox o set dropped_at = now(), error = case
        when exists (select from public.profiles p where p.id = due.recipient_id and p.deactivated_at is not null)
        then 'The recipient is not active any more' else 'The recipient may not get this mail any more' end
      where o.id = due.id;
    else
      -- After the lease, another sender takes over the rows of a dead one.
      return query
        update public.notification_outbox o set
          attempts = o.attempts + 1, next_attempt_at = now() + interval '5 minutes',
          recipient_email = p.email, recipient_name = p.name, ticket_number = ticket.number,
          ticket_subject = ticket.subject,
          needs_password = private.is_invited_requester(p.id)
            and exists (select from auth.users u where u.id = p.id and u.email_confirmed_at is null),
          actor_name = coalesce(said.author_name, o.actor_name),
          excerpt = case when said.id is null then o.excerpt
            when char_length(said.content) > 300 then left(said.content, 299) || '…' else said.content end
        from public.profiles p where o.id = due.id and p.id = o.recipient_id
        returning o.*;
      insert into private.mail_attempts (mail_id) values (due.id);
      wanted := wanted - 1;
      exit when wanted = 0;
    end if;
  end loop;
end
$$;

drop function public.finish_notification(uuid, text);
create function public.finish_notification(
  id uuid, error text default null, response text default null, failure text default 'temporary'
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  max_attempts constant integer := 14;
begin
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
  where o.id = $1 and o.sent_at is null;
  if found and $2 is null then
    update private.mail_channel c set last_sent_at = now(), failing_since = null, last_error = null;
  end if;
end
$$;
comment on function public.finish_notification(uuid, text, text, text) is
  'Service: records an attempt. error null: the mail was sent. Otherwise the failure is temporary (retried for a day), permanent (not retried) or unreachable (the mail server''s: no attempt is counted).';
grant execute on function public.finish_notification(uuid, text, text, text) to service_role;

create function public.report_mail_server(error text default null, sender text default null) returns void
language sql security definer set search_path = '' as $$
  update private.mail_channel c set
    failing_since = case when $1 is not null then coalesce(c.failing_since, now()) end,
    last_error = left($1, 500), sender = coalesce(left($2, 320), c.sender)
$$;
comment on function public.report_mail_server(text, text) is
  'Service: whether the mail server answers, and the address that mails are from.';
grant execute on function public.report_mail_server(text, text) to service_role;
