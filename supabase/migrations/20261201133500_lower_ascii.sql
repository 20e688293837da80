create function private.lower_ascii(value text) returns text
language sql immutable set search_path = '' as $$
  select translate(value, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')
$$;
comment on function private.lower_ascii(text) is
  'Lower case of A to Z alone, for addresses: lower() also makes a k of the Kelvin sign, and so another mailbox of an address.';
