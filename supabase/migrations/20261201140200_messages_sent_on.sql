-- Which public message goes to the other people on its ticket. A mail is always filed and always reaches staff; what a program may
-- have answered, and what nobody vouches for, ends there.
create function private.essence_of(content text) returns text
language sql immutable set search_path = '' as $$
  -- Programs change numbers, dates and lines. In a short text of a person they may be all that it says.
  select case when char_length(k.letters) >= 20 then k.letters else k.said end
  from (
    select regexp_replace(lower(left($1, 4000)), '[^[:alpha:]]+', '', 'g') as letters,
      regexp_replace(lower(btrim(left($1, 4000))), '\s+', ' ', 'g') as said) k
$$;
comment on function private.essence_of(text) is 'What is compared of a message: its letters, or all of it when it is short.';

create function private.is_repeated_mail(ticket public.tickets, said public.comments, allowed integer) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) > $3 from (
    (select c.content from public.comments c
    where c.ticket_id = ($1).id and c.created_at > now() - interval '1 day' and c.user_id = ($2).user_id and c.source = 'mail'
      and not c.is_internal and c.id <> ($2).id
    order by c.created_at desc limit 50)
    union all
    select ($1).description where ($1).source = 'mail' and ($1).created_by = ($2).user_id and ($1).created_at > now() - interval '1 day'
  ) earlier
  where private.essence_of(earlier.content) = private.essence_of(($2).content)
$$;
comment on function private.is_repeated_mail(public.tickets, public.comments, integer) is
  'True when more mails of the author than allowed said the same on the ticket within a day.';

create function private.reason_to_keep(ticket public.tickets, said public.comments) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  is_staff constant boolean := said.author_role <> 'customer';
  is_proven constant boolean := coalesce(current_setting('helpdesk.mail_is_proven', true), '') = 'yes';
  answered_at timestamptz;
  in_hour integer;
  in_day integer;
begin
  if said.source <> 'mail' then
    return null;
  elsif private.is_repeated_mail(ticket, said, case when is_staff then 1 else 0 end) then
    return 'repeated';
  elsif is_staff then
    return null;
  end if;
  -- Staff in the portal are people; a mail of theirs may be an automatic answer.
  select c.created_at into answered_at from public.comments c
  where c.ticket_id = said.ticket_id and c.created_at > now() - interval '1 day' and c.author_role <> 'customer'
    and c.source = 'portal' and not c.is_internal
  order by c.created_at desc limit 1;
  -- Forged mails are counted on their own: they cannot use up what the real ones may send. This one is not recorded yet.
  select count(*) filter (where k.created_at > now() - interval '1 hour'), count(*) into in_hour, in_day from (
    select c.created_at from public.comments c join private.mail_messages m on m.comment_id = c.id
    where (m.authentication = 'pass') = is_proven and c.ticket_id = said.ticket_id and c.created_at > coalesce(answered_at, now() - interval '1 day')
      and c.author_role = 'customer' and c.source = 'mail' and not c.is_internal
    order by c.created_at desc limit 30) k;
  if in_hour >= 10 or in_day >= 30 then
    return 'many';
  end if;
  -- Who is in copy by a mail that proves nothing reaches the requester once staff have answered both.
  if exists (
    select from public.profiles k join public.ticket_participants p on p.address = k.email
    where k.id = said.user_id and p.ticket_id = said.ticket_id and p.source = 'unverified_mail' and not exists (
      select from public.comments c
      where c.ticket_id = p.ticket_id and c.created_at > p.created_at and c.author_role <> 'customer' and not c.is_internal)) then
    return 'unverified';
  end if;
  return null;
end
$$;
comment on function private.reason_to_keep(public.tickets, public.comments) is
  'Why a mail goes to staff only: repeated, many (eleven an hour or 31 a day since staff wrote in the portal), unverified; null when it is sent on.';

create function private.copies_of(said public.comments) returns setof public.ticket_participants
language sql stable security definer set search_path = '' as $$
  select p.* from public.ticket_participants p
  where p.ticket_id = ($1).ticket_id and p.left_at is null and (($1).author_role <> 'customer' or p.source = 'staff')
$$;
comment on function private.copies_of(public.comments) is
  'The people in copy, without those who left, who get a public message: of staff all, of others those whom staff put in copy.';

create or replace function private.notify_copies(ticket public.tickets, said public.comments) returns void
language sql security definer set search_path = '' as $$
  insert into public.notification_outbox
    (kind, recipient_email, recipient_name, ticket_id, ticket_subject, comment_id, actor_name, excerpt)
  select 'copy', p.address, p.name, ticket.id, ticket.subject, said.id, said.author_name,
    case when char_length(said.content) > 300 then left(said.content, 299) || '…' else said.content end
  from private.copies_of(said) p
  where p.address not in (select lower(k.email) from public.profiles k where k.id in (said.user_id, ticket.customer_id, ticket.assigned_to))
  order by p.address
$$;

create or replace function private.people_in_copy(mail public.notification_outbox) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('address', k.address, 'name', k.name) order by k.address), '[]')
  from (
    select p.address, p.name from public.comments c cross join lateral private.copies_of(c) p where c.id = mail.comment_id
    union
    select lower(p.email), p.name from public.tickets t join public.profiles p on p.id = t.customer_id
    where t.id = mail.ticket_id and exists (select from public.ticket_participants q where q.ticket_id = t.id)
  ) k
  where mail.kind in ('reply', 'copy') and k.address <> lower(mail.recipient_email)
    and not private.is_blocked_sender(k.address)
    and not exists (select from public.undeliverable_addresses u where u.address = k.address)
$$;

create function private.note_kept(ticket public.tickets, said public.comments, reason text) returns void
language sql security definer set search_path = '' as $$
  insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, is_internal)
  select ($1).id, null, 'not_sent_on', $3, ($2).author_name, true
  where (($2).user_id is distinct from ($1).customer_id
      or exists (select from private.copies_of($2) p))
    -- A loop would fill the history.
    and not exists (
      select from public.ticket_events e
      where e.ticket_id = ($1).id and e.kind = 'not_sent_on' and e.created_at > now() - interval '1 hour' and e.from_value = $3)
$$;
comment on function private.note_kept(public.tickets, public.comments, text) is
  'Notes for staff, once an hour, that a mail was not sent to the other people on the ticket.';

create or replace function private.notify_comment() returns trigger
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
    return null;
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
  'Notifies the customer and the people in copy of a public message, unless a mail is kept for staff, and the assignee of one that is not from staff. The mail with a reply replaces that about a status of the same transaction. Sorts after comments_follow, which reopens the ticket.';
