-- A mail with long domains outside ASCII took longer than a statement may: each was encoded once for
-- every address of the desk, and once more.
create or replace function private.people_to_copy(ticket public.tickets, people jsonb, sender text) returns table (address text,
  name text, place bigint)
language sql stable security definer set search_path = '' as $$
  select found.address, found.name, found.place
  from (
    select private.lower_ascii(btrim(e ->> 'address')) as address,
      left(max(private.strip_invisible(coalesce(e ->> 'name', ''))), 100) as name, min(n) as place
    from jsonb_array_elements($2) with ordinality as l (e, n) group by 1
  ) found
  where found.address ~ '^[^@\s,;:<>()\[\]\\"]+@[^@\s,;:<>()\[\]\\"]+$' and char_length(found.address) <= 254
    -- The reply address of another desk, support+1042.<code>@…, is the mailbox that it writes from.
    and private.mailbox_of(found.address) <> (select private.mailbox_of($3))
    and not private.is_own_address(found.address)
    -- Staff read every ticket; the requester gets its mails anyway.
    and not exists (select from public.profiles p where p.email = found.address
      and (p.role <> 'customer' or p.id = ($1).customer_id))
    and not exists (select from public.ticket_participants p where p.ticket_id = ($1).id and p.address = found.address)
$$;

create or replace function private.is_own_address(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  -- Read once: a mail names 121 people.
  with named as materialized (select private.mailbox_of($1) as mailbox)
  select exists (
    select from public.mail_addresses a, named n
    where a.address = n.mailbox
      or split_part(a.address, '@', 2) = substring(n.mailbox from '[^@]*$')
        and split_part(n.mailbox, '@', 1) ~ '^(postmaster|mailer[-_.]?daemon|(no|do[-_.]?not)[-_.]?reply)$')
    or exists (select from private.mail_channel c, named n where private.mailbox_of(c.sender) = n.mailbox)
$$;
