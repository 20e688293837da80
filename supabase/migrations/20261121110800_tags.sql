-- Which tags there are, without reading all tickets: a tag is noted when a ticket gets it. A tag that nobody
-- has used for a year is no longer offered.

create table private.known_tags (
  name text primary key,
  used_at timestamptz not null default now()
);
comment on table private.known_tags is 'Tags that tickets have or had, with the day when one last got it.';
revoke all on table private.known_tags from public, anon, authenticated;

create function private.note_tags() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.known_tags as k (name)
  select distinct tag from unnest(new.tags) tag
  where tag ~ '\S' and (tg_op = 'INSERT' or old.tags is null or not tag = any (old.tags))
  order by tag
  -- At most one write a day, so that tickets with a popular tag do not wait for each other.
  on conflict (name) do update set used_at = now() where k.used_at < now() - interval '1 day';
  return null;
end
$$;
comment on function private.note_tags() is 'Remembers the tags that a ticket gets.';
revoke execute on function private.note_tags() from public, anon, authenticated;

create trigger tickets_tags_insert after insert on public.tickets
  for each row when (new.tags is not null) execute function private.note_tags();
create trigger tickets_tags_update after update of tags on public.tickets
  for each row when (new.tags is not null and new.tags is distinct from old.tags) execute function private.note_tags();

insert into private.known_tags (name, used_at)
select tag, max(t.created_at) from public.tickets t, unnest(t.tags) tag where tag ~ '\S' group by tag
on conflict do nothing;

create function public.list_tags() returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'Must be logged in as an agent to view queue' using detail = 'agent_required';
  end if;
  return query
    select recent.name from (
      select k.name from private.known_tags k where k.used_at > now() - interval '1 year'
      order by k.used_at desc, k.name limit 500
    ) recent order by lower(recent.name), recent.name;
end
$$;
comment on function public.list_tags() is 'Staff: the tags in use, by name; at most 500, those used last.';
revoke execute on function public.list_tags() from public, anon, authenticated;
grant execute on function public.list_tags() to authenticated, service_role;
