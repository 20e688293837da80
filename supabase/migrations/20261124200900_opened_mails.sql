-- A mail to the requester when staff open a ticket for them. Mails name the ticket's number.
alter table public.notification_outbox
  add column ticket_number bigint,
  add column needs_password boolean not null default false,
  drop constraint notification_outbox_kind;
alter table public.notification_outbox add constraint notification_outbox_kind
  check (kind in ('reply', 'comment', 'reopened', 'status', 'assigned', 'taken_over', 'opened'));
comment on column public.notification_outbox.ticket_number is 'Set when the mail is leased.';
comment on column public.notification_outbox.needs_password is
  'The recipient was entered by staff and has set no password yet. Set when the mail is leased.';
comment on column public.notification_outbox.kind is
  'reply: staff answered, to the customer. comment: the customer wrote, to the assignee. reopened: and this reopened the ticket. status: staff changed it, to the customer. assigned: to the assignee. taken_over: to the previous assignee. opened: staff opened it, to the customer.';
comment on column public.notification_outbox.excerpt is
  'reply, comment, reopened and opened: how the text begins; status: the new status; taken_over: the reason; assigned: null. Never a word of a note.';

create or replace function private.can_get_notification(kind text, recipient uuid, ticket public.tickets) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p join auth.users u on u.id = p.id
    where p.id = $2 and p.deactivated_at is null
      and p.email <> '' and p.email = lower(u.email) and (u.email_confirmed_at is not null or private.is_invited_requester(p.id))
      -- To the assignee, a customer's comment is a reply.
      and p.preferences -> ('notify_' || case $1 when 'comment' then 'reply' when 'reopened' then 'reply'
        when 'taken_over' then 'assigned' else $1 end) is distinct from 'false'
      and case
        when $1 in ('comment', 'reopened', 'taken_over') then p.role in ('agent', 'admin')
        when $1 = 'assigned' then p.role in ('agent', 'admin') and p.id = ($3).assigned_to
        else p.id = ($3).customer_id end)
$$;
comment on function private.can_get_notification(text, uuid, public.tickets) is
  'True when the recipient is active, confirmed or entered by staff, wants this kind of mail and can read the ticket.';

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
    elsif not private.can_get_notification(due.kind, due.recipient_id, ticket) then
      update public.notification_outbox o set attempts = 5, error = case
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
      wanted := wanted - 1;
      exit when wanted = 0;
    end if;
  end loop;
end
$$;
