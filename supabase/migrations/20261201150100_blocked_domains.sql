-- An admin blocks bücher.example as they read it; mails come from xn--bcher-kva.example. Both forms are one domain.
-- As its owner, because the index calls it for whoever writes a row.
create function private.ascii_address(address text) returns text
language sql immutable security definer set search_path = '' as $$
  select private.lower_ascii(substring($1 from '^(.*)@')) || '@' || private.ascii_domain(substring($1 from '[^@]*$'))
$$;
comment on function private.ascii_address(text) is
  'An address in lower case, with its domain in the form of DNS; @xn--bcher-kva.example of @bücher.example.';

grant execute on function private.ascii_address(text) to authenticated, service_role;

create index blocked_senders_ascii_idx on public.blocked_senders (private.ascii_address(address));
alter index public.blocked_senders_ascii_idx alter column 1 set statistics 0;

create or replace function private.is_blocked_sender(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.blocked_senders b
    where private.ascii_address(b.address) in (
      (select private.ascii_address($1)), (select '@' || private.ascii_domain(substring($1 from '[^@]*$')))))
$$;
comment on function private.is_blocked_sender(text) is 'True when an admin blocked the address or its domain, in any form of the domain.';

create or replace function private.is_own_address(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.mail_addresses a
    where a.address = private.mailbox_of($1)
      or split_part(a.address, '@', 2) = private.ascii_domain(substring($1 from '[^@]*$'))
        and split_part(private.mailbox_of($1), '@', 1) ~ '^(postmaster|mailer[-_.]?daemon|(no|do[-_.]?not)[-_.]?reply)$')
    or exists (select from private.mail_channel c where private.mailbox_of(c.sender) = private.mailbox_of($1))
$$;

-- A report comes from the form of DNS about an address in any form. The name of Exchange's own mailbox is one that people could
-- have: its reports count by the code in them.
create or replace function private.is_daemon_of(mail private.mail_messages, report jsonb, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select mail.authentication = 'pass' and coalesce((report ->> 'is_null_sender')::boolean, false)
    and mail.from_address ~ '^(mailer-daemon|postmaster)@'
    and exists (
      select from (
        select substring($3 from '[^@]*$') as domain
        union all select split_part(a.address, '@', 2) from public.mail_addresses a where a.is_active
        union all select substring(c.sender from '[^@]*$') from private.mail_channel c) d,
        lateral (select '.' || private.ascii_domain(d.domain) as suffix) s
      -- The domain itself or a host in it.
      where d.domain <> ''
        and right('.' || private.ascii_domain(substring(mail.from_address from '[^@]*$')), char_length(s.suffix)) = s.suffix)
$$;
