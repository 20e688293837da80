-- A reply address counts wherever a mail names it: hosts on the way deliver to the plain address and leave the header as it was.
create function private.is_reply_address(address text) returns boolean
language sql immutable set search_path = '' as $$
  select $1 ~* '^[^@+]+\+(\d{1,15}|f)\.[0-9a-f]{20}@'
$$;
comment on function private.is_reply_address(text) is 'True for the form of a reply address; its code is checked elsewhere.';

create function private.is_note_address(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  -- A gateway may have changed the domain. Also one that is switched off: a note must not reach the customer.
  select exists (
    select from public.mail_addresses a
    where a.kind = 'note' and split_part(a.address, '@', 1) = split_part(private.mailbox_of($1), '@', 1)
      and (a.address = private.mailbox_of($1)
        or not exists (select from public.mail_addresses k where k.address = private.mailbox_of($1))))
$$;
comment on function private.is_note_address(text) is 'True for an address of the desk for notes, also with a code or in another domain.';

create function private.place_of(mail jsonb, envelope text) returns text
language sql stable security definer set search_path = '' as $$
  select case when private.is_reply_address($2) then $2 else coalesce((
    select named.address from (
      select lower(btrim(e #>> '{}')) as address, n from jsonb_array_elements(private.first_of($1 -> 'delivered_to', 60)) with ordinality as l (e, n)
      union all
      select lower(btrim(e ->> 'address')), 100 + n from jsonb_array_elements(private.first_of($1 -> 'to', 60)) with ordinality as l (e, n)
      union all
      select lower(btrim(e ->> 'address')), 200 + n from jsonb_array_elements(private.first_of($1 -> 'cc', 60)) with ordinality as l (e, n)
    ) named
    where private.is_reply_address(named.address)
      and (private.ticket_of_reply_address(named.address) is not null or (private.forward_of(named.address)).ticket_id is not null)
    -- Of several, the one that shows a mail to the fewest: what an outsider answers waits for staff, and a note is for staff.
    order by named.address ~ '^[^@+]+\+f\.' desc, private.is_note_address(named.address) desc, named.n limit 1), $2) end
$$;
comment on function private.place_of(jsonb, text) is
  'The reply address to which a mail was sent: of its envelope, else the one that Delivered-To, To or Cc names, else the envelope''s plain address.';
