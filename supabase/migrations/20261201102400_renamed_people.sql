-- After a new name, a person's tickets get new sort keys: the first thousand at once, the rest in the background.
create table private.renamed_people (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  renamed_at timestamptz not null default now()
);
comment on table private.renamed_people is 'People with tickets that still have the sort key of their former name, or their former name or address in documents.';

alter table private.renamed_people enable row level security;

create function private.refresh_sort_name(person uuid, max_rows integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  name_key constant text := private.sort_name(person);
  stale uuid[] := array(
    select t.id from public.tickets t where t.customer_id = person and t.requester_key <> name_key
    union select t.id from public.tickets t where t.created_by = person and t.customer_id is null and t.requester_key <> name_key
    union select t.id from public.tickets t where t.assigned_to = person and t.assignee_key <> name_key
    limit max_rows);
  -- A document costs as much as five keys.
  unread constant uuid[] := array(
    select distinct d.ticket_id from public.profiles p, private.search_documents d
    where p.id = person and d.words @@ format('(''o:%1$s'' | ''a:%1$s'') & !''%2$s''', person, (private.person_tokens(p))[1])::tsquery
    limit max_rows / 5);
begin
  update public.tickets t set requester_key = private.sort_name(coalesce(t.customer_id, t.created_by)),
    assignee_key = private.sort_name(t.assigned_to)
  where t.id = any (stale);
  perform private.index_tickets(unread);
  if cardinality(stale) < max_rows and cardinality(unread) < max_rows / 5 then
    delete from private.renamed_people r where r.person_id = person;
  end if;
end
$$;
comment on function private.refresh_sort_name(uuid, integer) is
  'Writes the sort keys of a person''s tickets again, at most max_rows of them, and the documents of a fifth as many. Forgets the person when all are done.';

create function private.follow_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.renamed_people (person_id) values (new.id) on conflict do nothing;
  perform private.refresh_sort_name(new.id, 1000);
  return null;
end
$$;
comment on function private.follow_name() is 'Sort keys of tickets and documents follow the names and addresses of their people.';

create trigger profiles_sort_name after update of name, email on public.profiles
  for each row when ((new.name, new.email) is distinct from (old.name, old.email)) execute function private.follow_name();

create function private.refresh_sort_names() returns void
language sql security definer set search_path = '' as $$
  select private.refresh_sort_name(r.person_id, 5000)
  from (select p.person_id from private.renamed_people p order by p.renamed_at limit 1 for update skip locked) r
$$;
comment on function private.refresh_sort_names() is 'One step of the work that renames of people left.';
