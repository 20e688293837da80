-- A mail is written when something happens and sent later: meanwhile the recipient may have lost the right to read it,
-- or have another address, and the text may have been edited. Both are decided again when it is sent.

create function private.may_get_notification(kind text, recipient uuid, ticket public.tickets) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p join auth.users u on u.id = p.id
    where p.id = $2 and p.deactivated_at is null
      and p.email <> '' and p.email = lower(u.email) and u.email_confirmed_at is not null
      -- A customer comment is a reply too, seen from the assignee.
      and p.preferences -> ('notify_' || case $1 when 'comment' then 'reply' else $1 end) is distinct from 'false'
      and case $1
        when 'comment' then p.role in ('agent', 'admin')
        when 'assigned' then p.role in ('agent', 'admin') and p.id = ($3).assigned_to
        else p.id = ($3).customer_id end)
$$;
comment on function private.may_get_notification(text, uuid, public.tickets) is
  'True when the recipient is active, confirmed, wants this kind of mail and may read the ticket in that capacity.';
revoke execute on function private.may_get_notification(text, uuid, public.tickets) from public, anon, authenticated;

create or replace function private.notify(
  kind text, recipient uuid, ticket public.tickets, actor_name text, excerpt text, comment_id uuid
) returns void
language sql security definer set search_path = '' as $$
  insert into public.notification_outbox
    (kind, recipient_id, recipient_email, recipient_name, ticket_id, ticket_subject, comment_id, actor_name, excerpt)
  select $1, p.id, p.email, p.name, ($3).id, ($3).subject, $6, $4,
    case when char_length($5) > 300 then left($5, 299) || '…' else $5 end
  from public.profiles p
  where p.id = $2 and p.id is distinct from auth.uid() and private.may_get_notification($1, $2, $3)
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
    where o.sent_at is null and o.attempts < 5 and o.next_attempt_at <= now()
    order by o.next_attempt_at, o.created_at, o.id for update skip locked
  loop
    select t.* into ticket from public.tickets t where t.id = due.ticket_id;
    select c.* into said from public.comments c where c.id = due.comment_id;
    if due.comment_id is not null and (said.id is null or said.is_internal) then
      update public.notification_outbox o set attempts = 5, error = 'The comment is not public any more'
      where o.id = due.id;
    elsif not private.may_get_notification(due.kind, due.recipient_id, ticket) then
      update public.notification_outbox o set attempts = 5, error = case
        when exists (select from public.profiles p where p.id = due.recipient_id and p.deactivated_at is not null)
        then 'The recipient is not active any more' else 'The recipient may not get this mail any more' end
      where o.id = due.id;
    else
      -- A sender that dies leaves its rows to the next one after the lease.
      return query
        update public.notification_outbox o set
          attempts = o.attempts + 1, next_attempt_at = now() + interval '5 minutes',
          recipient_email = p.email, recipient_name = p.name, ticket_subject = ticket.subject,
          actor_name = coalesce(said.author_name, o.actor_name),
          excerpt = case when said.id is null then o.excerpt
            when char_length(said.content) > 300 then left(said.content, 299) || '…' else said.content end
        from public.profiles p where o.id = due.id and p.id = o.recipient_id
        returning o.*;
      wanted := wanted - 1;
      exit when wanted = 0;
    end if;
  end loop;
end
$$;
comment on function public.take_notifications(integer) is
  'Service: leases up to max_rows (1 to 100) due mails for 5 minutes and counts the attempt. Mails that their recipient may not read any more are given up; texts and addresses are those of now. Two callers never get the same one.';
