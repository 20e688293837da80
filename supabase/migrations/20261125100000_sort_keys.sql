-- Subjects and people's names in the form that lists sort by: kept with the ticket, because an index can only have columns of
-- its table.

create function private.sort_key(words text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select left(private.plain_words(words), 32)
$$;
comment on function private.sort_key(text) is 'What sorting compares of a text: the first 32 plain letters and digits.';

create function private.sort_name(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select private.sort_key(p.name) from public.profiles p where p.id = person), '')
$$;
comment on function private.sort_name(uuid) is 'The sort key of a person''s name; empty without a person.';

alter table public.tickets
  add column subject_key text collate "C" not null default '',
  add column requester_key text collate "C" not null default '',
  add column assignee_key text collate "C" not null default '';
-- No samples of what policies hide; lists follow their indexes without estimates.
alter table public.tickets
  alter column subject_key set statistics 0,
  alter column requester_key set statistics 0,
  alter column assignee_key set statistics 0;
comment on column public.tickets.subject_key is 'Sort key of the subject. Written by a trigger.';
comment on column public.tickets.requester_key is 'Sort key of the requester''s name. Written by a trigger, and after a new name.';
comment on column public.tickets.assignee_key is 'Sort key of the assignee''s name, empty if unassigned. Written as requester_key.';
grant select (subject_key, requester_key, assignee_key) on table public.tickets to authenticated;

create function private.set_sort_keys() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Only what changed: a lookup of a name costs more than the rest of a change of status.
  if tg_op = 'INSERT' or new.subject is distinct from old.subject then
    new.subject_key := private.sort_key(new.subject);
  end if;
  if tg_op = 'INSERT' or (new.customer_id, new.created_by) is distinct from (old.customer_id, old.created_by) then
    new.requester_key := private.sort_name(coalesce(new.customer_id, new.created_by));
  end if;
  if tg_op = 'INSERT' or new.assigned_to is distinct from old.assigned_to then
    new.assignee_key := private.sort_name(new.assigned_to);
  end if;
  return new;
end
$$;
comment on function private.set_sort_keys() is 'Computes the sort keys of a ticket.';

alter table public.tickets disable trigger user;
update public.tickets t set subject_key = private.sort_key(t.subject),
  requester_key = coalesce((select private.sort_key(p.name) from public.profiles p where p.id = coalesce(t.customer_id, t.created_by)), ''),
  assignee_key = coalesce((select private.sort_key(p.name) from public.profiles p where p.id = t.assigned_to), '');
alter table public.tickets enable trigger user;

create trigger tickets_sort_keys_new before insert on public.tickets
  for each row execute function private.set_sort_keys();
-- Its name comes after tickets_release, which changes the assignee of a reopened ticket.
create trigger tickets_sort_keys before update on public.tickets
  for each row when ((old.subject, old.customer_id, old.created_by, old.assigned_to)
    is distinct from (new.subject, new.customer_id, new.created_by, new.assigned_to))
  execute function private.set_sort_keys();

create index tickets_subject_idx on public.tickets (status, priority_rank, subject_key, number);
create index tickets_holder_subject_idx on public.tickets
  (coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'::uuid), status, priority_rank, subject_key, number);
create index tickets_requester_name_idx on public.tickets (status, priority_rank, requester_key, number);
create index tickets_holder_requester_name_idx on public.tickets
  (coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'::uuid), status, priority_rank, requester_key, number);
create index tickets_assignee_name_idx on public.tickets (status, priority_rank, assignee_key, number);
drop index public.tickets_requester_idx;
create index tickets_requester_idx on public.tickets (customer_id, created_at desc, id desc)
  include (status, priority_rank, assigned_to, updated_at, waiting_since, number, subject_key, assignee_key);

-- The same for lists with a tag.
alter table private.tagged_tickets add column number bigint, add column subject_key text collate "C",
  add column requester_key text collate "C", add column assignee_key text collate "C";
update private.tagged_tickets k set number = t.number, subject_key = t.subject_key, requester_key = t.requester_key,
  assignee_key = t.assignee_key from public.tickets t where t.id = k.ticket_id;
alter table private.tagged_tickets alter column number set not null, alter column subject_key set not null,
  alter column requester_key set not null, alter column assignee_key set not null;
create index tagged_tickets_subject_idx on private.tagged_tickets (tag, subject_key, number)
  include (ticket_id, status, priority_rank, assigned_to, customer_id);
create index tagged_tickets_requester_idx on private.tagged_tickets (tag, requester_key, number)
  include (ticket_id, status, priority_rank, assigned_to, customer_id);
create index tagged_tickets_assignee_idx on private.tagged_tickets (tag, assignee_key, number)
  include (ticket_id, status, priority_rank, assigned_to, customer_id);

create or replace function private.refresh_tagged_tickets(ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  delete from private.tagged_tickets k where k.ticket_id = any (ids);
  insert into private.tagged_tickets (ticket_id, tag, status, priority_rank, assigned_to, customer_id, created_at, updated_at,
    waiting_since, number, subject_key, requester_key, assignee_key)
  select distinct t.id, tag, t.status, t.priority_rank, t.assigned_to, t.customer_id, t.created_at, t.updated_at,
    t.waiting_since, t.number, t.subject_key, t.requester_key, t.assignee_key
  from public.ticket_tags g join public.tickets t on t.id = g.ticket_id, unnest(g.tags) tag
  where g.ticket_id = any (ids)
$$;

create or replace function private.follow_tagged_ticket() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.tagged_tickets k
  set status = new.status, priority_rank = new.priority_rank, assigned_to = new.assigned_to,
    customer_id = new.customer_id, created_at = new.created_at, updated_at = new.updated_at,
    waiting_since = new.waiting_since, subject_key = new.subject_key, requester_key = new.requester_key,
    assignee_key = new.assignee_key
  where k.ticket_id = new.id;
  return null;
end
$$;
drop trigger tickets_tagged on public.tickets;
create trigger tickets_tagged after update on public.tickets
  for each row when (
    (old.status, old.priority_rank, old.assigned_to, old.customer_id, old.created_at, old.updated_at, old.waiting_since,
      old.subject_key, old.requester_key, old.assignee_key)
    is distinct from
    (new.status, new.priority_rank, new.assigned_to, new.customer_id, new.created_at, new.updated_at, new.waiting_since,
      new.subject_key, new.requester_key, new.assignee_key))
  execute function private.follow_tagged_ticket();
