-- Mails to people in copy and outside, and answers to received mails: their recipient may have no account, and a refusal
-- has no ticket.
alter table public.notification_outbox
  alter column recipient_id drop not null,
  alter column ticket_id drop not null,
  alter column ticket_subject drop not null,
  add column in_reply_to text constraint notification_outbox_in_reply_to check (char_length(in_reply_to) <= 500),
  add column files smallint not null default 0,
  drop constraint notification_outbox_kind,
  drop constraint notification_outbox_excerpt;
alter table public.notification_outbox
  add constraint notification_outbox_excerpt check (char_length(excerpt) <= 2000),
  add constraint notification_outbox_kind check (kind in ('reply', 'comment', 'reopened', 'status', 'assigned', 'taken_over',
    'opened', 'mention', 'unassigned', 'followed', 'copy', 'forward', 'received', 'refused')),
  add constraint notification_outbox_ticket check (ticket_id is not null or kind = 'refused');
comment on column public.notification_outbox.kind is
  'reply: a public answer, to the customer. comment: the customer or somebody in copy wrote, to the assignee. reopened: and this reopened the ticket. status: staff changed it, to the customer. assigned: to the assignee. taken_over: to the previous assignee. opened: staff opened it, to the customer. mention: in a note, to staff. unassigned: a new ticket, to staff. followed: news, to its followers. copy: a public message, to people in copy. forward: staff sent a message to an outside address. received: acknowledges a ticket by mail. refused: answers the mail of a deactivated account.';
comment on column public.notification_outbox.excerpt is
  'reply, comment, reopened, followed, copy and opened: how the text begins; status: the new status; taken_over: the reason; forward: the note to its recipient; otherwise null. Never a word of an internal note.';
comment on column public.notification_outbox.recipient_id is 'Null for people in copy and for outside addresses.';
comment on column public.notification_outbox.in_reply_to is 'Message-ID of the received mail that an automatic mail answers.';
comment on column public.notification_outbox.files is
  'Files that are still uploaded to the comment: the mail waits for them, at most two minutes.';

alter table public.workspace_settings add column mail_signature text
  constraint workspace_settings_mail_signature check (char_length(mail_signature) <= 1000);
comment on column public.workspace_settings.mail_signature is 'Text below replies in mails to customers; null for none.';
grant select (mail_signature), update (mail_signature) on table public.workspace_settings to authenticated;

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
    return 'The comment is not public any more';
  elsif person.deactivated_at is not null then
    return 'The recipient is not active any more';
  elsif mail.recipient_id is not null and not private.can_get_notification(mail.kind, mail.recipient_id, ticket) then
    return 'The recipient may not get this mail any more';
  elsif private.is_blocked_sender(target) then
    return 'The address is blocked';
  elsif exists (select from public.undeliverable_addresses u where u.address = target) then
    return 'Earlier mails to this address could not be delivered';
  elsif exists (select from public.mail_addresses a where a.address = regexp_replace(target, '\+[^@]*@', '@')) then
    return 'This is an address of the desk';
  elsif mail.kind = 'copy' then
    if not exists (select from public.ticket_participants p
        where p.ticket_id = mail.ticket_id and p.address = target) then
      return 'The recipient is not in copy any more';
    elsif exists (select from public.ticket_participants p join public.profiles k on k.id = p.person_id
        where p.ticket_id = mail.ticket_id and p.address = target and k.deactivated_at is not null) then
      return 'The recipient is not active any more';
    end if;
  end if;
  -- Whoever answers all has sent it to them already.
  if mail.kind in ('copy', 'reply') and said.source = 'mail' and exists (
    select from private.mail_messages m, jsonb_path_query(m.recipients, '$.*[*].address') named
    where m.comment_id = mail.comment_id and lower(named #>> '{}') = target
  ) then
    return 'The recipient has got this message directly';
  end if;
  return null;
end
$$;
comment on function private.mail_refusal(public.notification_outbox) is
  'Why a mail is not sent; null when it is. Checked right before it is sent, because rights and addresses change.';

create or replace function public.take_notifications(max_rows integer default 20) returns setof public.notification_outbox
language plpgsql security definer set search_path = '' as $$
declare
  wanted integer := least(greatest(coalesce(max_rows, 20), 1), 100);
  due public.notification_outbox;
  refusal text;
begin
  -- The one call that every installation makes each minute.
  perform private.refresh_sort_names();
  delete from public.notification_outbox o where o.created_at < now() - interval '30 days';
  for due in
    select o.* from public.notification_outbox o
    where o.sent_at is null and o.dropped_at is null and o.next_attempt_at <= now()
    order by o.next_attempt_at, o.created_at, o.id for update skip locked
  loop
    refusal := private.mail_refusal(due);
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
end
$$;
comment on function public.take_notifications(integer) is
  'Service: leases up to max_rows (1 to 100) due mails for 5 minutes and counts the attempt. Drops mails that their recipient can no longer read; texts and addresses are current. Two callers never get the same mail.';
