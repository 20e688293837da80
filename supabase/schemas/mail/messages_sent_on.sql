-- Which public message goes to the other people on its ticket. A mail is always filed and always reaches staff; what a
-- program may have answered, and what nobody vouches for, ends there.
create function private.essence_of(content text) returns text
language sql immutable set search_path = '' as $$
  -- Programs change numbers, dates and lines. In a short text of a person they may be all that it says.
  select case when char_length(k.letters) >= 20 then k.letters else k.said end
  from (
    select regexp_replace(lower(left($1, 4000)), '[^[:alpha:]]+', '', 'g') as letters,
      regexp_replace(lower(btrim(left($1, 4000))), '\s+', ' ', 'g') as said) k
$$;
comment on function private.essence_of(text) is
  'What is compared of a message: its letters, or all of it when it is short.';

-- A forged mail that came first must not keep the real one with the same words: what proves nothing is compared with
-- all, what is proven with the proven.
create function private.is_repeated_mail(ticket public.tickets, said public.comments, allowed integer) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) > $3 from (
    (select c.id, c.content from public.comments c
    where c.ticket_id = ($1).id and c.created_at > now() - interval '1 day' and c.user_id = ($2).user_id
      and c.source = 'mail'
      and not c.is_internal and c.id <> ($2).id
    order by c.created_at desc limit 50)
    union all
    select null, ($1).description where ($1).source = 'mail' and ($1).created_by = ($2).user_id
      and ($1).created_at > now() - interval '1 day'
  ) earlier
  where private.essence_of(earlier.content) = private.essence_of(($2).content)
    and (private.context('mail_is_proven') is distinct from 'yes' or exists (
      select from private.mail_messages m
      where m.ticket_id = ($1).id and m.comment_id is not distinct from earlier.id and m.authentication = 'pass'
        -- An automatic answer or a report has no comment either.
        and m.state = 'accepted'))
$$;
comment on function private.is_repeated_mail(public.tickets, public.comments, integer) is
  'True when more mails of the author than allowed said the same on the ticket within a day; of a proven mail, more '
  'proven ones.';

create function private.reason_to_keep(ticket public.tickets, said public.comments) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  is_staff constant boolean := said.author_role <> 'customer';
  is_proven constant boolean := coalesce(private.context('mail_is_proven') = 'yes', false);
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
  -- Each proven author has a number of their own. Those who prove nothing share one: forged mails cannot use up what
  -- the real ones may send. This one is not recorded yet.
  select count(*) filter (where k.created_at > now() - interval '1 hour'), count(*) into in_hour, in_day from (
    select c.created_at from public.comments c join private.mail_messages m on m.comment_id = c.id
    where (m.authentication = 'pass') = is_proven and (not is_proven or c.user_id = said.user_id)
      and c.ticket_id = said.ticket_id
      and c.created_at > coalesce(answered_at, now() - interval '1 day')
      and c.author_role = 'customer' and c.source = 'mail' and not c.is_internal
    order by c.created_at desc limit 30) k;
  if in_hour >= 10 or in_day >= 30 then
    return 'many';
  end if;
  -- Whom a mail named that proves nothing reaches the requester once staff have put them in copy.
  if exists (
    select from public.profiles k join public.ticket_participants p on p.address = k.email
    where k.id = said.user_id and p.ticket_id = said.ticket_id and p.source = 'unverified_mail') then
    return 'unverified';
  end if;
  return null;
end
$$;
comment on function private.reason_to_keep(public.tickets, public.comments) is
  'Why a mail goes to staff only: repeated, many (of an author eleven an hour or 31 a day since staff wrote in '
  'the portal; those who prove nothing count as one), unverified; null when it is sent on.';

create function private.copies_of(said public.comments) returns setof public.ticket_participants
language sql stable security definer set search_path = '' as $$
  select p.* from public.ticket_participants p
  where p.ticket_id = ($1).ticket_id and p.left_at is null
    and case when ($1).author_role <> 'customer' then p.source <> 'unverified_mail'
      else p.source in ('staff', 'merge') end
$$;
comment on function private.copies_of(public.comments) is
  'The people in copy, without those who left, who get a public message: of staff all but those whom a mail named that '
  'proves nothing, of others those whom staff or a merge put in copy.';

create function private.note_kept(ticket public.tickets, said public.comments, reason text) returns void
language sql security definer set search_path = '' as $$
  insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, is_internal)
  select ($1).id, null, 'not_sent_on', $3, ($2).author_name, true
  where (($2).user_id is distinct from ($1).customer_id
      or exists (select from private.copies_of($2) p))
    -- A loop would fill the history.
    and not exists (
      select from public.ticket_events e
      where e.ticket_id = ($1).id and e.kind = 'not_sent_on' and e.created_at > now() - interval '1 hour'
        and e.from_value = $3)
$$;
comment on function private.note_kept(public.tickets, public.comments, text) is
  'Notes for staff, once an hour, that a mail was not sent to the other people on the ticket.';
