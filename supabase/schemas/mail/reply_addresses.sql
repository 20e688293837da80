-- Addresses for answers: support+1042.0123456789abcdef0123@example.com. The code proves that the workspace wrote the
-- address.
create table private.mail_keys (
  id boolean primary key default true constraint mail_keys_one_row check (id),
  key bytea not null default extensions.gen_random_bytes(32)
);
comment on table private.mail_keys is 'One row: the key of the codes in reply addresses.';

alter table private.mail_keys enable row level security;
insert into private.mail_keys default values;

create function private.mail_code(ticket_number bigint) returns text
language sql stable security definer set search_path = '' as $$
  select left(encode(extensions.hmac(convert_to('ticket ' || ticket_number, 'UTF8'), k.key, 'sha256'), 'hex'), 20)
  from private.mail_keys k
$$;
comment on function private.mail_code(bigint) is 'The code of a ticket in its reply addresses.';

create function private.desk_address(address text) returns public.mail_addresses
language sql stable security definer set search_path = '' as $$
  select a.* from public.mail_addresses a
  where a.is_active
    and a.address = (select private.ascii_address(regexp_replace(lower(btrim($1)), '\+[^@]*@', '@')))
$$;
comment on function private.desk_address(text) is
  'The active address of the workspace, also for its reply addresses; null for others.';

create function private.reply_address(ticket_id uuid, wanted text default 'support') returns text
language sql stable security definer set search_path = '' as $$
  select split_part(a.address, '@', 1) || '+' || t.number || '.' || private.mail_code(t.number) || '@'
    || split_part(a.address, '@', 2)
  from public.tickets t cross join public.mail_addresses a
  where t.id = $1 and a.is_active and a.kind = $2
  -- The address to which the requester wrote, else the oldest.
  order by a.address = (select m.recipient from private.mail_messages m
    where m.ticket_id = t.id and m.state = 'accepted' order by m.received_at limit 1) desc nulls last, a.created_at,
      a.address
  limit 1
$$;
comment on function private.reply_address(uuid, text) is
  'The address for answers to a ticket; wanted: support, or note for answers of staff that become notes. Null when '
  'the workspace has no such active address.';

create function private.ticket_of_reply_address(address text) returns uuid
language sql stable security definer set search_path = '' as $$
  select t.id from public.tickets t
  where t.number = case when $1 ~* '^[^@+]+\+\d{1,15}\.[0-9a-f]{20}@' then
    substring($1 from '\+(\d{1,15})\.')::bigint end
    and private.mail_code(t.number) = lower(substring($1 from '\.([0-9a-fA-F]{20})@'))
$$;
comment on function private.ticket_of_reply_address(text) is
  'The ticket of a reply address; null when the workspace did not write it.';

-- A reply address counts wherever a mail names it: hosts on the way deliver to the plain address and leave the header
-- as it was.
create function private.is_reply_address(address text) returns boolean
language sql immutable set search_path = '' as $$
  select $1 ~* '^[^@+]+\+(\d{1,15}|f)\.[0-9a-f]{20}@'
$$;
comment on function private.is_reply_address(text) is
  'True for the form of a reply address; its code is checked elsewhere.';

create function private.is_note_address(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  -- A gateway may have changed the domain. Also one that is switched off: a note must not reach the customer.
  select exists (
    select from public.mail_addresses a
    where a.kind = 'note' and split_part(a.address, '@', 1) = split_part(private.mailbox_of($1), '@', 1)
      and (a.address = private.mailbox_of($1)
        or not exists (select from public.mail_addresses k where k.address = private.mailbox_of($1))))
$$;
comment on function private.is_note_address(text) is
  'True for an address of the workspace for notes, also with a code or in another domain.';

-- A signature holds whoever sends the mail again, and wherever to: such a mail is its author's word here only if they
-- addressed it to this place.
create function private.is_addressed_here(signed jsonb, place text) returns boolean
language sql stable security definer set search_path = '' as $$
  select jsonb_typeof(signed) is distinct from 'array' or exists (
    select from jsonb_array_elements_text(private.first_of(signed, 120)) named
    where case when private.is_reply_address(place)
      -- A gateway may have changed the domain.
      then private.is_reply_address(named) and split_part(lower(named), '@', 1) = split_part(place, '@', 1)
      else (private.desk_address(named)).id is not null
        or private.ticket_of_reply_address(named) is not null end)
$$;
comment on function private.is_addressed_here(jsonb, text) is
  'True when the addresses that a signature covers name the reply address to which a mail was sent, or the workspace; '
  'and when the way of the mail proves its author (null).';

create function private.place_of(mail jsonb, envelope text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select named.address from (
      select $2 as address, -1 as n
      union all
      select lower(btrim(e #>> '{}')), n
        from jsonb_array_elements(private.first_of($1 -> 'delivered_to', 60)) with ordinality as l (e, n)
      union all
      select lower(btrim(e ->> 'address')), 100 + n from jsonb_array_elements(private.first_of($1 -> 'to', 60))
        with ordinality as l (e, n)
      union all
      select lower(btrim(e ->> 'address')), 200 + n from jsonb_array_elements(private.first_of($1 -> 'cc', 60))
        with ordinality as l (e, n)
    ) named
    where private.is_reply_address(named.address)
      and (private.ticket_of_reply_address(named.address) is not null
        or (private.forward_of(named.address)).ticket_id is not null)
    -- Of several, the one that shows a mail to the fewest: what an outsider answers waits for staff, and a note is for
    -- staff.
    order by named.n >= 0, named.address ~ '^[^@+]+\+f\.' desc, private.is_note_address(named.address) desc,
      private.is_requester(private.ticket_of_reply_address(named.address),
        private.lower_ascii(btrim($1 #>> '{from,address}'))) desc,
      private.writes_to(private.ticket_of_reply_address(named.address),
        private.lower_ascii(btrim($1 #>> '{from,address}'))) desc,
      named.n limit 1), $2)
$$;
comment on function private.place_of(jsonb, text) is
  'The reply address to which a mail was sent: of its envelope, else of those that Delivered-To, To and Cc name, '
  'rather one of a ticket of its sender, else where they are in copy, else the envelope''s address.';
