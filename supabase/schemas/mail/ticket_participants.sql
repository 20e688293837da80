-- People in copy. They write and get mails; the portal shows a ticket to its requester and to staff only.
create table public.ticket_participants (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  address text not null constraint ticket_participants_address
    check (address ~ '^[^@\s,;:<>()\[\]\\"]+@[^@\s,;:<>()\[\]\\"]+$' and address !~ '[A-Z]'
      and char_length(address) <= 254),
  name text not null default '' constraint ticket_participants_name check (char_length(name) <= 100),
  person_id uuid references public.profiles (id) on delete set null,
  added_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  source text not null default 'staff'
    constraint ticket_participants_source check (source in ('staff', 'mail', 'unverified_mail', 'merge')),
  left_at timestamptz,
  unique (ticket_id, address)
);
comment on table public.ticket_participants is
  'People in copy on a ticket: they get its public replies by mail and answer by mail. At most 20 a ticket.';
comment on column public.ticket_participants.person_id is 'Set once they have written.';
comment on column public.ticket_participants.added_by is
  'Who added them; the author of the mail when they were in its copy.';
comment on column public.ticket_participants.source is
  'Who put them in copy. staff: they get every public message. mail: the copy of a mail; they get the messages of '
  'staff only. unverified_mail: named by a mail of which nothing proved who sent it, and not in copy: they get no '
  'mails until staff add them. merge: the requester of a ticket merged into '
  'this one, as staff, and the messages since then alone.';
comment on column public.ticket_participants.left_at is
  'When they left the copies by a link. The row stays: no mail adds them again, and they come back as they were by '
  'writing.';

create index ticket_participants_person_idx on public.ticket_participants (person_id);
create index ticket_participants_added_by_idx on public.ticket_participants (added_by);
create index ticket_participants_unverified_idx on public.ticket_participants (created_at)
  where source = 'unverified_mail';
create index ticket_participants_unverified_mailbox_idx on public.ticket_participants (private.mailbox_of(address),
  created_at)
  where source = 'unverified_mail';
create index ticket_participants_unverified_author_idx on public.ticket_participants (added_by)
  where source = 'unverified_mail';

-- For private.continued_ticket().
create index ticket_participants_address_idx on public.ticket_participants (address, created_at desc);

-- For private.known_address().
create index ticket_participants_ascii_idx on public.ticket_participants (private.ascii_address(address))
  where substring(address from '[^@]*$') ~ '[^\x01-\x7f]';
alter index public.ticket_participants_ascii_idx alter column 1 set statistics 0;

alter table public.ticket_participants
  alter column address set statistics 0,
  alter column name set statistics 0;
alter table public.ticket_participants enable row level security;
grant select (id, ticket_id, address, name, person_id, added_by, created_at, source, left_at)
  on table public.ticket_participants to authenticated;
grant insert (ticket_id, address, name) on table public.ticket_participants to authenticated;
grant delete on table public.ticket_participants to authenticated;
grant all on table public.ticket_participants to service_role;

create policy ticket_participants_select_staff on public.ticket_participants for select to authenticated
  using ((select private.can_see_all_tickets()));
create policy ticket_participants_insert_staff on public.ticket_participants for insert to authenticated
  with check ((select private.can_work_on_tickets()) and added_by = (select auth.uid()));
create policy ticket_participants_delete_staff on public.ticket_participants for delete to authenticated
  using ((select private.can_work_on_tickets()));

create function private.limit_participants() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- After the insert, so that row level security has refused others before the ticket is locked.
  perform from public.tickets t where t.id = new.ticket_id for no key update;
  if (select count(*) from public.ticket_participants p where p.ticket_id = new.ticket_id) > 20 then
    raise exception 'A ticket has at most 20 people in copy' using detail = 'participant_limit';
  end if;
  return null;
end
$$;
comment on function private.limit_participants() is
  'Enforces the number of people in copy, also for concurrent inserts.';

-- One control adds whom a mail named and whom staff think of.
create function private.choose_named_person() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  named public.ticket_participants;
begin
  delete from public.ticket_participants p
  where p.ticket_id = new.ticket_id and p.address = new.address and p.source = 'unverified_mail'
  returning p.* into named;
  if found then
    new.name := coalesce(nullif(new.name, ''), named.name);
    new.person_id := named.person_id;
  end if;
  return new;
end
$$;
comment on function private.choose_named_person() is
  'Staff or a merge put somebody in copy whom a mail named that proves nothing: the row takes the place of that one.';

create trigger ticket_participants_choose before insert on public.ticket_participants
  for each row when (new.source in ('staff', 'merge')) execute function private.choose_named_person();
create trigger ticket_participants_limit after insert on public.ticket_participants
  for each row execute function private.limit_participants();
create trigger ticket_participants_strip_name before insert on public.ticket_participants
  for each row when (new.name is distinct from private.strip_invisible(new.name))
  execute function private.strip_column('name');
