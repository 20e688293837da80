-- A reply that also sets the status sends one mail, which names the status.
alter table public.notification_outbox add column new_status text
  constraint notification_outbox_new_status check (new_status is null or kind = 'reply' and char_length(new_status) <= 20);
comment on column public.notification_outbox.new_status is 'The status that was set with a reply; null when none was.';

create or replace function private.notify_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  reopens boolean;
begin
  select t.* into ticket from public.tickets t where t.id = new.ticket_id;
  if new.author_role = 'customer' or new.user_id = ticket.customer_id then
    reopens := exists (
      select from public.ticket_events e
      where e.ticket_id = ticket.id and e.kind = 'status' and e.actor_id = new.user_id and e.created_at = now());
    perform private.notify(case when reopens then 'reopened' else 'comment' end,
      ticket.assigned_to, ticket, new.author_name, new.content, new.id);
  end if;
  if new.user_id is distinct from ticket.customer_id then
    perform private.notify('reply', ticket.customer_id, ticket, new.author_name, new.content, new.id);
    -- The customer may have opted out of one of the two mails: only a reply that is sent replaces the other.
    with replaced as (
      delete from public.notification_outbox o
      where o.ticket_id = ticket.id and o.kind = 'status' and o.recipient_id = ticket.customer_id
        and o.created_at = now() and o.attempts = 0
        and exists (select from public.notification_outbox r where r.ticket_id = ticket.id and r.comment_id = new.id and r.kind = 'reply')
      returning o.excerpt)
    update public.notification_outbox r set new_status = replaced.excerpt
    from replaced where r.ticket_id = ticket.id and r.comment_id = new.id and r.kind = 'reply';
  end if;
  perform private.notify_copies(ticket, new);
  return null;
end
$$;
comment on function private.notify_comment() is
  'Notifies the customer and the people in copy of a public message, and the assignee of one that is not from staff. The mail with a reply replaces that about a status of the same transaction. Sorts after comments_follow, which reopens the ticket.';
