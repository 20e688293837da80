-- People in copy get public messages; received mails get their automatic answers.
create function private.notify_copies(ticket public.tickets, said public.comments) returns void
language sql security definer set search_path = '' as $$
  insert into public.notification_outbox
    (kind, recipient_email, recipient_name, ticket_id, ticket_subject, comment_id, actor_name, excerpt)
  select 'copy', p.address, p.name, ticket.id, ticket.subject, said.id, said.author_name,
    case when char_length(said.content) > 300 then left(said.content, 299) || '…' else said.content end
  from private.copies_of(said) p
  where p.address not in (select lower(k.email) from public.profiles k
    where k.id in (said.user_id, ticket.customer_id, ticket.assigned_to))
  order by p.address
$$;
comment on function private.notify_copies(public.tickets, public.comments) is
  'Queues a public message for the people in copy, except its author, the customer and the assignee, who have mails '
  'of their own.';

create function private.answer_received_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notification_outbox
    (id, kind, recipient_email, recipient_name, ticket_id, ticket_subject, actor_name, in_reply_to)
  select coalesce(new.answer_id, gen_random_uuid()), case new.reply when 'refusal' then 'refused' else 'received' end,
    lower(new.from_address), left(new.from_name, 100), t.id, coalesce(t.subject, new.subject), '', new.message_id
  from (select 1) one left join public.tickets t on t.id = new.ticket_id
  where new.from_address <> '' and (t.id is not null or new.reply = 'refusal');
  return null;
end
$$;
comment on function private.answer_received_mail() is
  'Queues the automatic answer to a received mail. It quotes nothing.';

-- What a mail on a ticket tells: what staff write, what a customer writes, what a mail says of which nothing proves who
-- wrote it, or what happened.
create function private.mail_class(mail public.notification_outbox) returns text
language sql stable security definer set search_path = '' as $$
  select case when mail.kind in ('opened', 'forward') then 'staff' else coalesce((
    select case when c.author_role <> 'customer' then 'staff'
      when c.source = 'portal' or coalesce(
        (select bool_or(m.authentication = 'pass') from private.mail_messages m where m.comment_id = c.id),
        -- It is not recorded yet.
        private.context('mail_is_proven') = 'yes') then 'customer ' || c.user_id
      else 'unproven' end
    from public.comments c where c.id = mail.comment_id), 'other') end
$$;
comment on function private.mail_class(public.notification_outbox) is
  'staff, customer <id>, unproven or other: whose words a mail about a ticket has. Each has its own number of mails an '
  'hour; those whose mails prove nothing share one.';

-- A mail loop or a ticket with many people in copy: beyond the limit, mails are recorded but not sent. What staff write
-- is never lost, it is sent in a later hour. Mails with a message wait for its announced files: 15 minutes are enough
-- for five files of 5 MB at 30 kB/s. Then they name those that are missing. Authors who give a file up release them at
-- once.
create function private.limit_ticket_mails() returns trigger
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
  'At most 200 mails within an hour about what staff write on a ticket, 200 about what each customer writes, 200 about '
  'mails that prove nothing, and 200 others: nobody uses up those of somebody else. Of staff, further ones wait for a '
  'later hour; of the others, 100 are recorded as not sent. Mails with files wait for them.';

create trigger notification_outbox_limit before insert on public.notification_outbox
  for each row when (new.ticket_id is not null) execute function private.limit_ticket_mails();

create function private.release_mails_with_files() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.release_mails(new.comment_id);
  return null;
end
$$;
comment on function private.release_mails_with_files() is 'Sends mails that wait for files once all are there.';

create trigger attachments_release_mails after insert on public.attachments
  for each row when (new.comment_id is not null) execute function private.release_mails_with_files();
create trigger mail_messages_answer after insert or update of reply on private.mail_messages
  for each row when (new.reply in ('acknowledgement', 'refusal')) execute function private.answer_received_mail();
