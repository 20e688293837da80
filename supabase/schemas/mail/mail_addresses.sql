-- The addresses that the workspace reads, senders whose mails are dropped, and addresses that bounced.

create table public.mail_addresses (
  id uuid primary key default gen_random_uuid(),
  address text not null unique constraint mail_addresses_address
    check (address ~ '^[a-z0-9][a-z0-9._-]{0,31}@[a-z0-9.-]+$' and char_length(address) <= 200),
  kind text not null default 'support' constraint mail_addresses_kind check (kind in ('support', 'note')),
  default_priority text constraint mail_addresses_priority check (default_priority = any (private.ticket_priorities())),
  default_tags text[] not null default '{}' constraint mail_addresses_tags check (private.is_tag_list(default_tags)),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.mail_addresses is
  'Addresses of the workspace. Mails to others are not accepted. Admins manage them.';
comment on column public.mail_addresses.address is
  'In lower case, without +: the workspace writes from it, and adds +<ticket>.<code> for replies.';
comment on column public.mail_addresses.kind is
  'support: mails become tickets and replies. note: answers of staff to it become internal notes.';
comment on column public.mail_addresses.default_priority is 'Of tickets sent to it; null for the workspace''s default.';
comment on column public.mail_addresses.default_tags is
  'Of tickets sent to it; the workspace''s, not shown to customers.';

alter table public.mail_addresses alter column address set statistics 0;
alter table public.mail_addresses enable row level security;
grant select (id, address, kind, default_priority, default_tags, is_active, created_at, updated_at)
  on table public.mail_addresses to authenticated;
grant insert (address, kind, default_priority, default_tags, is_active)
  on table public.mail_addresses to authenticated;
grant update (kind, default_priority, default_tags, is_active) on table public.mail_addresses to authenticated;
grant delete on table public.mail_addresses to authenticated;
grant all on table public.mail_addresses to service_role;

create policy mail_addresses_select_staff on public.mail_addresses for select to authenticated
  using ((select private.can_work_on_tickets()));
create policy mail_addresses_insert_admin on public.mail_addresses for insert to authenticated
  with check ((select private.can_manage_workspace()));
create policy mail_addresses_update_admin on public.mail_addresses for update to authenticated
  using ((select private.can_manage_workspace())) with check ((select private.can_manage_workspace()));
create policy mail_addresses_delete_admin on public.mail_addresses for delete to authenticated
  using ((select private.can_manage_workspace()));

create trigger mail_addresses_touch before update on public.mail_addresses
  for each row execute function private.touch_updated_at();

-- Senders whose mails are dropped.
create table public.blocked_senders (
  address text primary key constraint blocked_senders_address
    check (address ~ '^[^@\s]*@[^@\s]+$' and address = lower(address) and char_length(address) <= 254),
  blocked_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table public.blocked_senders is
  'Mails from them are recorded as refused and never answered. Managed by admins.';
comment on column public.blocked_senders.address is 'An address, or @example.com for everybody there.';

create index blocked_senders_blocked_by_idx on public.blocked_senders (blocked_by);
create index blocked_senders_ascii_idx on public.blocked_senders (private.ascii_address(address));
alter index public.blocked_senders_ascii_idx alter column 1 set statistics 0;

alter table public.blocked_senders alter column address set statistics 0;
alter table public.blocked_senders enable row level security;
grant select (address, blocked_by, created_at) on table public.blocked_senders to authenticated;
grant insert (address) on table public.blocked_senders to authenticated;
grant delete on table public.blocked_senders to authenticated;
grant all on table public.blocked_senders to service_role;

create policy blocked_senders_select_admin on public.blocked_senders for select to authenticated
  using ((select private.can_manage_workspace()));
create policy blocked_senders_insert_admin on public.blocked_senders for insert to authenticated
  with check ((select private.can_manage_workspace()));
create policy blocked_senders_delete_admin on public.blocked_senders for delete to authenticated
  using ((select private.can_manage_workspace()));

create function private.is_blocked_sender(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.blocked_senders b
    where private.ascii_address(b.address) in (
      (select private.ascii_address($1)), (select '@' || private.ascii_domain(substring($1 from '[^@]*$')))))
$$;
comment on function private.is_blocked_sender(text) is
  'True when an admin blocked the address or its domain, in any form of the domain.';

-- Addresses that bounced.
create table public.undeliverable_addresses (
  address text primary key constraint undeliverable_addresses_address check (char_length(address) <= 254),
  status text not null default '' constraint undeliverable_addresses_status check (char_length(status) <= 20),
  reason text not null default '' constraint undeliverable_addresses_reason check (char_length(reason) <= 500),
  failures integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
comment on table public.undeliverable_addresses is
  'Addresses to which a mail could not be delivered, as their mail server said. Staff delete a row to mail again; a '
  'mail of the owner or their sign-in does so too.';
comment on column public.undeliverable_addresses.status is 'Enhanced status code, such as 5.1.1.';

alter table public.undeliverable_addresses
  alter column address set statistics 0,
  alter column status set statistics 0,
  alter column reason set statistics 0;
alter table public.undeliverable_addresses enable row level security;
grant select (address, status, reason, failures, first_at, last_at)
  on table public.undeliverable_addresses to authenticated;
grant delete on table public.undeliverable_addresses to authenticated;
grant all on table public.undeliverable_addresses to service_role;

create policy undeliverable_addresses_select_staff on public.undeliverable_addresses for select to authenticated
  using ((select private.can_work_on_tickets()));
create policy undeliverable_addresses_delete_staff on public.undeliverable_addresses for delete to authenticated
  using ((select private.can_work_on_tickets()));

-- Addresses of the workspace and of its domain's programs are nobody: none becomes a customer or somebody in copy.
create function private.is_own_address(address text) returns boolean
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
comment on function private.is_own_address(text) is
  'True for an address of the workspace, also with a tag or switched off, for that in From of its mails, and for '
  'postmaster@, mailer-daemon@ and noreply@ of its domains.';
