create function private.lower_ascii(value text) returns text
language sql immutable set search_path = '' as $$
  select translate(value, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')
$$;
comment on function private.lower_ascii(text) is
  'Lower case of A to Z alone, for addresses: lower() also makes a k of the Kelvin sign, and so another mailbox of an address.';

-- A name in a mail is its author's choice, so the rules for names of profiles hold for it: one that resembles staff or the
-- workspace is left out, and the address stays.
create function private.guest_names(people jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with listed as materialized (
    select private.lower_ascii(btrim(coalesce(e ->> 'address', ''))) as address, n,
      btrim(left(private.without_symbols(private.person_name(coalesce(e ->> 'name', ''))), 100)) as name
    from jsonb_array_elements(people) with ordinality as l (e, n)
  ), staff as materialized (
    -- Read once, however many people a mail names.
    select p.email, array_to_string(private.name_words(p.name), '') as whole from public.profiles p
    where p.role in ('agent', 'admin') and p.deactivated_at is null and exists (select from listed l where l.name <> '')
  ), deceptive as materialized (
    select l.n from listed l, private.name_readings(l.name) r
    where l.name <> '' and r.whole <> '' and (l.name ~ '@' or private.is_official(r.words)
      or exists (select from staff s where s.whole = r.whole and s.email <> l.address))
  )
  select coalesce(jsonb_agg(jsonb_build_object('address', l.address, 'name',
    case when l.n in (select d.n from deceptive d) then '' else l.name end) order by l.n), '[]')
  from listed l
$$;
comment on function private.guest_names(jsonb) is
  'People [{address, name}] of a mail, without symbols in their names and without names that resemble staff, the workspace or an address.';

-- Earlier copies.
update public.ticket_participants p set name = ''
where p.name in (
  select k.name from (select distinct q.name from public.ticket_participants q where q.name <> '') k
  where private.is_deceptive_name(k.name, '00000000-0000-0000-0000-000000000000'));
