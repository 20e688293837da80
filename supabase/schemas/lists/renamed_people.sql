-- A new name is copied to the person's comments and to the sort keys of their tickets: the first thousand of each at
-- once, the rest in the background.
create table private.renamed_people (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  renamed_at timestamptz not null default now()
);
comment on table private.renamed_people is
  'People whose former name is still in comments, sort keys of tickets or documents, or their former address in '
  'documents.';

alter table private.renamed_people enable row level security;

create function private.copy_name(person uuid, max_rows integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  name constant text := (select p.name from public.profiles p where p.id = person);
  name_key constant text := private.sort_name(person);
  said constant uuid[] := array(
    select c.id from public.comments c where c.user_id = person and c.author_name <> name limit max_rows);
  stale constant uuid[] := array(
    select t.id from public.tickets t where t.customer_id = person and t.requester_key <> name_key
    union select t.id from public.tickets t where t.created_by = person and t.customer_id is null
      and t.requester_key <> name_key
    union select t.id from public.tickets t where t.assigned_to = person and t.assignee_key <> name_key
    limit max_rows);
  -- A document costs as much as five keys.
  unread constant uuid[] := array(
    select distinct d.ticket_id from public.profiles p, private.search_documents d
    where p.id = person and d.words @@ format('(''o:%1$s'' | ''a:%1$s'') & !''%2$s''', person,
      (private.person_tokens(p))[1])::tsquery
    limit max_rows / 5);
  -- Skips what others are changing until a later step: waiting for it while holding the rest could deadlock.
  free_said constant uuid[] := array(
    select c.id from public.comments c where c.id = any (said) for no key update skip locked);
  free_stale constant uuid[] := array(
    select t.id from public.tickets t where t.id = any (stale) for no key update skip locked);
  free_unread constant uuid[] := array(
    select d.ticket_id from private.search_documents d
    where d.ticket_id = any (unread) and not d.is_internal for update skip locked);
begin
  update public.comments c set author_name = name where c.id = any (free_said);
  update public.tickets t set requester_key = private.sort_name(coalesce(t.customer_id, t.created_by)),
    assignee_key = private.sort_name(t.assigned_to)
  where t.id = any (free_stale);
  perform private.index_tickets(free_unread);
  if cardinality(said) < max_rows and cardinality(stale) < max_rows and cardinality(unread) < max_rows / 5
    and (cardinality(said), cardinality(stale), cardinality(unread))
      = (cardinality(free_said), cardinality(free_stale), cardinality(free_unread)) then
    delete from private.renamed_people r where r.person_id = person;
  end if;
end
$$;
comment on function private.copy_name(uuid, integer) is
  'Copies a person''s name to comments and sort keys of tickets, at most max_rows of each, and to the documents of a '
  'fifth as many. Forgets the person when all are done.';

create function private.follow_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Waits for a step that is copying the former name.
  insert into private.renamed_people as r (person_id) values (new.id)
  on conflict (person_id) do update set renamed_at = excluded.renamed_at;
  perform private.copy_name(new.id, 1000);
  return null;
end
$$;
comment on function private.follow_name() is
  'Comments, sort keys of tickets and documents follow the names and addresses of their people.';

-- A new role may change the name (private.guard_name).
create trigger profiles_name after update of name, email, role on public.profiles
  for each row when ((new.name, new.email) is distinct from (old.name, old.email))
    execute function private.follow_name();

create function private.copy_names() returns void
language sql security definer set search_path = '' as $$
  select private.copy_name(r.person_id, 5000)
  from (select p.person_id from private.renamed_people p order by p.renamed_at limit 1 for update skip locked) r
$$;
comment on function private.copy_names() is 'One step of the work that renames of people left.';
