-- A requester who reopens a ticket without an answer notifies the assignee too.

create or replace function private.notify(
  kind text, recipient uuid, ticket public.tickets, actor_name text, excerpt text, comment_id uuid
) returns void
language sql security definer set search_path = '' as $$
  insert into public.notification_outbox
    (kind, recipient_id, recipient_email, recipient_name, ticket_id, ticket_subject, comment_id, actor_name, excerpt,
      change_batch, next_attempt_at)
  select $1, p.id, p.email, p.name, ($3).id, ($3).subject, $6, $4,
    case when char_length($5) > 300 then left($5, 299) || '…' else $5 end,
    c.batch_id, case when c.batch_id is null then now() else clock_timestamp() + interval '15 seconds' end
  from public.profiles p
  left join private.undoable_changes c on c.batch_id = private.current_batch() and c.ticket_id = ($3).id
  where p.id = $2 and p.id is distinct from auth.uid() and private.can_get_notification($1, $2, $3)
    -- The event of this change may already exist, or not yet.
    and (
      select count(*) from (
        select from public.ticket_events e
        where e.ticket_id = ($3).id and e.created_at > now() - interval '1 hour' and e.created_at < now()
          and e.actor_id = auth.uid()
          and e.kind = case when $1 = 'status' or $1 = 'reopened' and $6 is null then 'status'
            when $1 in ('assigned', 'taken_over') then 'assigned_to' else 'comment_added' end
        limit 20
      ) earlier
    ) < 20
$$;

create function private.notify_reopened() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify('reopened', new.assigned_to, new, private.name_of(new.customer_id), null, null);
  return null;
end
$$;
comment on function private.notify_reopened() is 'Notifies the assignee that the requester reopened the ticket.';
-- Not inside functions: there it was an answer, which has a mail of its own.
create trigger tickets_notify_reopened after update of status on public.tickets
  for each row when (current_user = 'authenticated' and auth.uid() = new.customer_id
    and old.status in ('solved', 'closed') and new.status = 'open')
  execute function private.notify_reopened();
