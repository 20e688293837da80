-- Whoever writes sixty comments a minute fills the ticket, not a mailbox: of one kind, about one ticket and from one
-- person, twenty mails an hour are sent. The history is counted, not the mails: a comment that is deleted takes its
-- mail along, but not its event.

create or replace function private.notify(
  kind text, recipient uuid, ticket public.tickets, actor_name text, excerpt text, comment_id uuid
) returns void
language sql security definer set search_path = '' as $$
  insert into public.notification_outbox
    (kind, recipient_id, recipient_email, recipient_name, ticket_id, ticket_subject, comment_id, actor_name, excerpt)
  select $1, p.id, p.email, p.name, ($3).id, ($3).subject, $6, $4,
    case when char_length($5) > 300 then left($5, 299) || '…' else $5 end
  from public.profiles p join auth.users u on u.id = p.id
  where p.id = $2 and p.id is distinct from auth.uid()
    and p.deactivated_at is null and p.email <> '' and u.email_confirmed_at is not null
    -- A customer comment is a reply too, seen from the assignee.
    and p.preferences -> ('notify_' || case $1 when 'comment' then 'reply' else $1 end) is distinct from 'false'
    -- The event of this very act may be there already, or not yet.
    and (
      select count(*) from (
        select from public.ticket_events e
        where e.ticket_id = ($3).id and e.created_at > now() - interval '1 hour' and e.created_at < now()
          and e.actor_id = auth.uid()
          and e.kind = case $1 when 'status' then 'status' when 'assigned' then 'assigned_to' else 'comment_added' end
        limit 20
      ) earlier
    ) < 20
$$;
comment on function private.notify(text, uuid, public.tickets, text, text, uuid) is
  'Queues a mail, unless it is the recipient''s own act, unwanted, one too many, or to somebody inactive or unconfirmed.';
