-- Who is told of what. Only acts of signed-in people count, so that an import or a seed mails nobody.

create function private.notify(
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
$$;
comment on function private.notify(text, uuid, public.tickets, text, text, uuid) is
  'Queues a mail, unless it is the recipient''s own act, unwanted, or to somebody inactive or unconfirmed.';

create function private.name_of(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select p.name from public.profiles p where p.id = person), '')
$$;
comment on function private.name_of(uuid) is 'Display name of a person; empty when there is none.';
revoke execute on function private.notify(text, uuid, public.tickets, text, text, uuid), private.name_of(uuid)
  from public, anon, authenticated;

create function private.notify_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
begin
  select t.* into ticket from public.tickets t where t.id = new.ticket_id;
  if new.user_id = ticket.customer_id then
    perform private.notify('comment', ticket.assigned_to, ticket, new.author_name, new.content, new.id);
  elsif new.author_role <> 'customer' then
    perform private.notify('reply', ticket.customer_id, ticket, new.author_name, new.content, new.id);
  end if;
  return null;
end
$$;
comment on function private.notify_comment() is 'A public reply of staff goes to the customer, a comment of the customer to the assignee.';

create function private.notify_ticket() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  if new.status <> old.status and private.is_staff() then
    perform private.notify('status', new.customer_id, new,
      -- Of staff a customer knows who helps and who wrote, by name.
      case when me = new.assigned_to or exists (
        select from public.comments c where c.ticket_id = new.id and c.user_id = me and not c.is_internal
      ) then private.name_of(me) else 'The support team' end, new.status, null);
  end if;
  if new.assigned_to is distinct from old.assigned_to then
    perform private.notify('assigned', new.assigned_to, new, private.name_of(me), null, null);
  end if;
  return null;
end
$$;
comment on function private.notify_ticket() is 'A new status goes to the customer, an assignment by somebody else to the assignee.';
revoke execute on function private.notify_comment(), private.notify_ticket() from public, anon, authenticated;

create trigger comments_notify after insert on public.comments
  for each row when (not new.is_internal and new.user_id = auth.uid())
  execute function private.notify_comment();
create trigger tickets_notify after update on public.tickets
  for each row when (auth.uid() is not null
    and (new.status is distinct from old.status or new.assigned_to is distinct from old.assigned_to))
  execute function private.notify_ticket();
