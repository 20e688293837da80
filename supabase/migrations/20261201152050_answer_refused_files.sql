-- The sender of files that were left out is told once for each mail: by its acknowledgement, or by one answer for all mails of a
-- while. The rules against loops are those of acknowledgements, and one sender has at most one answer an hour on a ticket.
alter table private.mail_messages
  add column can_be_answered boolean,
  add column answer_id uuid,
  add column files_answer text constraint mail_messages_files_answer
    check (files_answer in ('waiting', 'sent', 'failed', 'automatic', 'note', 'limit')),
  drop constraint mail_messages_reply,
  add constraint mail_messages_reply check (reply in ('acknowledgement', 'refusal', 'files'));
comment on column private.mail_messages.can_be_answered is 'False for mails of programs, which get no automatic answer; null for mails before 2026-12.';
comment on column private.mail_messages.answer_id is 'The mail of the outbox that names the files that were left out. No foreign key: the outbox forgets after 30 days.';
comment on column private.mail_messages.files_answer is
  'Whether the sender was told which files were left out: waiting, sent, failed; or why not: automatic mail, note of staff, limit of answers. Null when there is nothing to tell.';

create index mail_messages_answer_idx on private.mail_messages (answer_id) where answer_id is not null;

alter table public.notification_outbox drop constraint notification_outbox_kind;
alter table public.notification_outbox add constraint notification_outbox_kind check (kind in (
  'reply', 'comment', 'reopened', 'status', 'assigned', 'taken_over', 'opened', 'mention', 'unassigned', 'followed',
  'copy', 'forward', 'received', 'refused', 'refused_files', 'stopped'));
comment on column public.notification_outbox.kind is
  'reply: a public answer, to the customer. comment: the customer or somebody in copy wrote, to the assignee. reopened: and this reopened the ticket. status: staff changed it, to the customer. assigned: to the assignee. taken_over: to the previous assignee. opened: staff opened it, to the customer. mention: in a note, to staff. unassigned: a new ticket, to staff. followed: news, to its followers. copy: a public message, to people in copy. forward: staff sent a message to an outside address. received: acknowledges a ticket by mail. refused: answers the mail of a deactivated account. refused_files: names the files that mails left out, to their sender. stopped: a link stopped mails, to their recipient; excerpt has the kind.';

create or replace function private.answer_received_mail() returns trigger
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

drop trigger mail_messages_answer on private.mail_messages;
create trigger mail_messages_answer after insert or update of reply on private.mail_messages
  for each row when (new.reply in ('acknowledgement', 'refusal')) execute function private.answer_received_mail();

create function private.reply_budget_of(mail private.mail_messages, person uuid) returns text
language sql stable security definer set search_path = '' as $$
  -- Forged mails are counted on their own: they cannot use up the answers of others.
  select case when private.is_known_customer(person) then 'known' else 'stranger' end
    || case when mail.authentication = 'pass' then '' else ', unproven' end
$$;
comment on function private.reply_budget_of(private.mail_messages, uuid) is 'The limits for which an automatic answer to that mail of that person counts.';

create or replace function private.acknowledge(mail private.mail_messages, person uuid) returns private.mail_messages
language plpgsql security definer set search_path = '' as $$
declare
  budget constant text := private.reply_budget_of(mail, person);
begin
  if private.can_acknowledge(mail.from_address, mail.subject, budget) then
    -- Simultaneous mails of a domain are counted one after the other, while there is something to count.
    perform pg_advisory_xact_lock(hashtextextended('acknowledge ' || private.mail_domain(mail.from_address), 0));
    if private.can_acknowledge(mail.from_address, mail.subject, budget) then
      mail.reply := 'acknowledgement';
      mail.reply_budget := budget;
    end if;
  end if;
  return mail;
end
$$;

-- A burst of mails is answered once, after two minutes; mails after that wait for the hour. Chains of proven and unproven mails are
-- apart: forged ones neither delay the answers to the real sender nor use them up.
create function private.queue_files_answer(mail private.mail_messages) returns private.mail_messages
language plpgsql security definer set search_path = '' as $$
declare
  earlier public.notification_outbox[];
  budget text;
begin
  perform pg_advisory_xact_lock(hashtextextended('acknowledge ' || private.mail_domain(mail.from_address), 0));
  earlier := array(
    select o from public.notification_outbox o
    where o.ticket_id = mail.ticket_id and o.kind = 'refused_files' and o.recipient_email = lower(mail.from_address)
      and o.created_at > now() - interval '1 day'
      and exists (select from private.mail_messages m where m.answer_id = o.id
        and (m.authentication = 'pass') = (mail.authentication = 'pass'))
    order by o.created_at limit 5);
  -- Locked, so that nobody sends it before this mail is in it.
  select o.id into mail.answer_id from public.notification_outbox o
  where o.id in (select (unnest(earlier)).id) and o.attempts = 0 and o.sent_at is null and o.dropped_at is null
  limit 1 for update;
  if mail.answer_id is null and cardinality(earlier) < 5 then
    budget := private.reply_budget_of(mail, (private.sender_of(mail.from_address)).id);
    -- Within a ticket, the hour between two answers replaces the limit for one subject.
    if private.can_acknowledge(mail.from_address, case when mail.via is null then mail.subject end, budget) then
      insert into public.notification_outbox (kind, recipient_email, recipient_name, ticket_id, ticket_subject, actor_name, in_reply_to, next_attempt_at)
      select 'refused_files', lower(mail.from_address), left(mail.from_name, 100), t.id, t.subject, '', mail.message_id, greatest(
        now() + interval '2 minutes', (select max(coalesce(e.sent_at, e.next_attempt_at)) + interval '1 hour' from unnest(earlier) e))
      from public.tickets t where t.id = mail.ticket_id
      returning case when dropped_at is null then id end into mail.answer_id;
      mail.reply_budget := coalesce(mail.reply_budget, budget);
    end if;
  end if;
  mail.files_answer := case when mail.answer_id is null then 'limit' else 'waiting' end;
  mail.reply := coalesce(mail.reply, case when mail.answer_id is not null then 'files' end);
  return mail;
end
$$;
comment on function private.queue_files_answer(private.mail_messages) is
  'Adds a mail to the answer that waits to be sent to its sender, or queues one within the limits: five a day for a ticket, one an hour, and those of private.can_acknowledge.';

create function private.answer_refused_files() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_note constant boolean := exists (select from public.comments c where c.id = new.comment_id and c.is_internal);
begin
  if private.chosen_files(new.rejected_files) = '[]' then
    return new;
  elsif not new.can_be_answered then
    new.files_answer := 'automatic';
  elsif is_note and (new.via = 'staff' or coalesce((private.sender_of(new.from_address)).role, 'customer') = 'customer') then
    -- Staff have added the mail of somebody else, who knows nothing of the ticket.
    new.files_answer := 'note';
  elsif tg_op = 'INSERT' and new.reply = 'acknowledgement' then
    new.answer_id := gen_random_uuid();
    new.files_answer := 'waiting';
  else
    new := private.queue_files_answer(new);
  end if;
  return new;
end
$$;
comment on function private.answer_refused_files() is 'Has the sender told which files of an accepted mail were left out, or says why not.';

create trigger mail_messages_answer_files before insert or update of state, rejected_files on private.mail_messages
  for each row when (new.state = 'accepted' and new.rejected_files <> '[]' and new.can_be_answered is not null and new.files_answer is null)
  execute function private.answer_refused_files();

create function private.follow_files_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.mail_messages m set files_answer = case when new.sent_at is not null then 'sent' else 'failed' end
  where m.answer_id = new.id and m.files_answer = 'waiting';
  return null;
end
$$;
comment on function private.follow_files_answer() is 'Writes to the mails of an answer about files whether it was sent.';

create trigger notification_outbox_files_answer after insert or update of sent_at, dropped_at on public.notification_outbox
  for each row when (new.kind in ('received', 'refused_files') and (new.sent_at is not null or new.dropped_at is not null))
  execute function private.follow_files_answer();
