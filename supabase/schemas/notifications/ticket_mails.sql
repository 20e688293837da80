-- Events of tickets become mails. Mails about changes that can be undone wait for 15 seconds: the screen offers Undo
-- for 10.
create function private.name_of(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select p.name from public.profiles p where p.id = person), '')
$$;
comment on function private.name_of(uuid) is 'Display name of a user; empty when there is none.';

create function private.is_unproven_comment(comment_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.context('mail_is_proven') is distinct from 'yes'
    and exists (select from public.comments c where c.id = $1 and c.source = 'mail')
$$;
comment on function private.is_unproven_comment(uuid) is
  'True while a mail is filed that does not prove its author, whose comment this is.';

-- At most twenty mails an hour of one kind, about one ticket and from one person. Counts events, not mails: deleting a
-- comment deletes its mail, but not its event.
create function private.notify(
  kind text, recipient uuid, ticket public.tickets, actor_name text, excerpt text, comment_id uuid
) returns void
language sql security definer set search_path = '' as $$
  insert into public.notification_outbox
    (kind, recipient_id, recipient_email, recipient_name, ticket_id, ticket_subject, comment_id, actor_name, excerpt,
      change_batch, next_attempt_at)
  select $1, p.id, p.email, p.name, ($3).id, ($3).subject, $6, $4,
    case when char_length($5) > 300 then left($5, 299) || '…' else $5 end,
    c.batch_id, case when c.batch_id is null then now()
      -- Of more than ten tickets, the screen offers it for a minute.
      when split_part(private.context('bulk'), ':', 1)::integer > 10 then clock_timestamp() + interval '75 seconds'
      else clock_timestamp() + interval '15 seconds' end
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
          -- Forged mails in their name do not use up what the real person may send.
          and (private.is_unproven_comment($6) or not exists (
            select from public.comments k join private.mail_messages m on m.comment_id = k.id
            where k.ticket_id = e.ticket_id and k.user_id = e.actor_id and k.created_at = e.created_at
              and m.authentication <> 'pass'))
        limit 20
      ) earlier
    ) < 20
$$;
comment on function private.notify(text, uuid, public.tickets, text, text, uuid) is
  'Queues a mail, unless the recipient is the actor, inactive or unconfirmed, opted out, or over the limit. It waits '
  'when its change can be undone.';

-- A reply that also sets the status sends one mail, which names the status.
create function private.notify_comment(new public.comments) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  reopens boolean;
  kept text;
begin
  select t.* into ticket from public.tickets t where t.id = new.ticket_id;
  if new.author_role = 'customer' or new.user_id = ticket.customer_id then
    reopens := exists (
      select from public.ticket_events e
      where e.ticket_id = ticket.id and e.kind = 'status' and e.actor_id = new.user_id and e.created_at = now());
    perform private.notify(case when reopens then 'reopened' else 'comment' end,
      ticket.assigned_to, ticket, new.author_name, new.content, new.id);
  end if;
  kept := private.reason_to_keep(ticket, new);
  if kept is not null then
    perform private.note_kept(ticket, new, kept);
    return;
  end if;
  if new.user_id is distinct from ticket.customer_id then
    perform private.notify('reply', ticket.customer_id, ticket, new.author_name, new.content, new.id);
    -- The customer may have opted out of one of the two mails: only a reply that is sent replaces the other.
    with replaced as (
      delete from public.notification_outbox o
      where o.ticket_id = ticket.id and o.kind = 'status' and o.recipient_id = ticket.customer_id
        and o.created_at = now() and o.attempts = 0
        and exists (select from public.notification_outbox r
          where r.ticket_id = ticket.id and r.comment_id = new.id and r.kind = 'reply')
      returning o.excerpt)
    update public.notification_outbox r set new_status = replaced.excerpt
    from replaced where r.ticket_id = ticket.id and r.comment_id = new.id and r.kind = 'reply';
  end if;
  perform private.notify_copies(ticket, new);
end
$$;
comment on function private.notify_comment(public.comments) is
  'Mails the customer and the people in copy a public message, unless it is kept for staff, and the assignee one that '
  'is not from staff. The mail with a reply replaces that about a status of the same transaction.';

create function private.notify_ticket(old public.tickets, new public.tickets) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  if new.status <> old.status and private.can_work_on_tickets() then
    perform private.notify('status', new.customer_id, new,
      -- Customers see the names of the assignee and of staff who wrote to them.
      case when me = new.assigned_to or exists (
        select from public.comments c where c.ticket_id = new.id and c.user_id = me and not c.is_internal
      ) then private.name_of(me) else 'The support team' end, new.status, null);
  end if;
  if new.assigned_to is distinct from old.assigned_to and private.context('bulk') is null then
    perform private.notify('assigned', new.assigned_to, new, private.name_of(me), null, null);
  end if;
end
$$;
comment on function private.notify_ticket(public.tickets, public.tickets) is
  'Mails the customer about a new status, and the assignee about an assignment.';
