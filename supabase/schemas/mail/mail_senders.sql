-- Senders of mails: who they are, what they can write to, and how often.
create function private.act_as(person uuid) returns void
language sql security definer set search_path = '' as $$
  -- Both forms of the claims: triggers then treat the rows of this transaction as written by that person.
  select set_config('request.jwt.claim.sub', coalesce(person::text, ''), true),
    set_config('request.jwt.claim.role', 'service_role', true),
    set_config('request.jwt.claims', jsonb_strip_nulls(jsonb_build_object('sub', person, 'role', 'service_role'))::text,
      true)
$$;
comment on function private.act_as(uuid) is
  'Makes a person the author of what follows in this transaction. Not counted by the limits of the portal.';

create function public.is_mail_recipient(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select (private.desk_address($1)).id is not null
$$;
comment on function public.is_mail_recipient(text) is 'Service: true when the workspace reads mails to that address.';
grant execute on function public.is_mail_recipient(text) to service_role;

create function private.sender_of(address text) returns public.profiles
language sql stable security definer set search_path = '' as $$
  -- An account whose address nobody confirmed may be a stranger's.
  select p.* from public.profiles p join auth.users u on u.id = p.id
  where p.email = $1 and lower(u.email) = $1
    and (u.email_confirmed_at is not null or private.is_invited_requester(p.id))
  order by p.created_at limit 1
$$;
comment on function private.sender_of(text) is 'The person with that confirmed address, or null.';

create function private.may_mail_to_ticket(ticket public.tickets, address text, sender public.profiles,
  authentication text)
returns boolean
language sql stable security definer set search_path = '' as $$
  select ($4 = 'pass' and ($3).role in ('agent', 'admin'))
    or coalesce(($3).role, 'customer') = 'customer' and (
      ($1).customer_id = ($3).id
      or exists (select from public.ticket_participants p where p.ticket_id = ($1).id and p.address = $2))
$$;
comment on function private.may_mail_to_ticket(public.tickets, text, public.profiles, text) is
  'True for the requester, people in copy, and staff whose address is authenticated.';

create function private.plain_subject(subject text) returns text
language sql immutable set search_path = '' as $$
  -- Without prefixes, tags and numbers, which two desks change on each turn.
  select btrim(regexp_replace(regexp_replace(lower(left($1, 500)),
    '\[[^\]]*\]|\y(re|aw|fwd?|wg|antw|sv|vs|tr|rif|res)\s*:|[0-9]+', ' ', 'g'), '\s+', ' ', 'g'))
$$;
comment on function private.plain_subject(text) is 'A subject without reply prefixes, tags in brackets and digits.';

-- Forged mails are counted on their own: they cannot use up what the real sender may send.
create function private.mails_of(address text, authentication text, automatic boolean) returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from (
    select from private.mail_messages m
    where m.from_address = $1 and m.received_at > now() - interval '1 hour'
      and (m.authentication = 'pass') = ($2 = 'pass') and (not $3 or m.is_automatic)
    limit 200) recent
$$;
comment on function private.mails_of(text, text, boolean) is
  'Mails of a sender in the last hour, or their automatic ones, up to 200.';

create function private.first_of(list jsonb, most integer) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(e order by n), '[]')
  from jsonb_array_elements(case when jsonb_typeof(list) = 'array' then list else '[]' end) with ordinality as l (e, n)
  where n <= most
$$;
comment on function private.first_of(jsonb, integer) is
  'The first elements of a list; an empty list for anything else.';

create function private.may_answer(mail jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select not (coalesce((mail ->> 'is_automatic')::boolean, false) or coalesce((mail ->> 'is_response')::boolean, false)
    or coalesce((mail ->> 'never_answer')::boolean, false))
$$;
comment on function private.may_answer(jsonb) is
  'False for mails of programs and lists, and for those that ask for no automatic answer.';

-- Whoever answers a mail about a note writes a note. The mail that they answer alone says so: earlier ones, and the
-- root of a ticket's notes, may have been written into it by a stranger.
create function private.answers_note(via text, refs jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select via is distinct from 'address' and coalesce((private.sent_mail(refs ->> 0)).is_internal, false)
$$;
comment on function private.answers_note(text, jsonb) is
  'True for an answer to a mail about a note that was not sent to the reply address of the ticket.';

-- What staff write to the workspace and colleagues alone is for colleagues: a stranger's mail to them names the
-- stranger's ticket, and programs copy the name into forwards of any language. So are answers to a mail about a note
-- that got another Message-ID on its way.
create function private.is_for_colleagues(mail private.mail_messages) returns boolean
language sql stable security definer set search_path = '' as $$
  select mail.via is distinct from 'address' and not private.names_outsiders(private.addresses_in(mail))
$$;
comment on function private.is_for_colleagues(private.mail_messages) is
  'True for a mail of staff that names the workspace and staff alone, unless it was sent to the reply address of the '
  'ticket.';

create function private.is_unverified(mail private.mail_messages) returns boolean
language sql immutable set search_path = '' as $$
  select mail.authentication in ('none', 'fail') and mail.reason <> 'comment_deleted'
$$;
comment on function private.is_unverified(private.mail_messages) is
  'True when the receiving host looked and found nothing that proves the address in From.';

-- What staff added to the ticket themselves is as good as proven: they read it.
create function private.is_unverified_message(comment uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.mail_messages m
    where m.comment_id = $1 and m.state = 'accepted' and private.is_unverified(m) and m.via is distinct from 'staff')
$$;
comment on function private.is_unverified_message(uuid) is
  'True for a message that came by a mail of which nothing proves who sent it.';

create function private.is_unverified_message(ticket uuid, comment uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select case when $2 is not null then private.is_unverified_message($2) else exists (
    select from private.mail_messages m
    where m.ticket_id = $1 and m.comment_id is null and m.state = 'accepted' and private.is_unverified(m)
      and m.via is distinct from 'staff') end
$$;
comment on function private.is_unverified_message(uuid, uuid) is
  'is_unverified_message for a message of a ticket: the description without a comment.';
