-- Addresses of the desk and of its domain's programs are nobody: none becomes a customer or somebody in copy.
create function private.is_own_address(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.mail_addresses a
    where a.address = private.mailbox_of($1)
      or split_part(a.address, '@', 2) = split_part(private.lower_ascii($1), '@', 2)
        and split_part(private.mailbox_of($1), '@', 1) ~ '^(postmaster|mailer[-_.]?daemon|(no|do[-_.]?not)[-_.]?reply)$')
    or exists (select from private.mail_channel c where private.mailbox_of(c.sender) = private.mailbox_of($1))
$$;
comment on function private.is_own_address(text) is
  'True for an address of the desk, also with a tag or switched off, for that in From of its mails, and for postmaster@, mailer-daemon@ and noreply@ of its domains.';
