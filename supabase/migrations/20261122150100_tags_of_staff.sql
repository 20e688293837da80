-- The tags that are offered are those of the staff. A customer who tags tickets of their own with hundreds of words
-- would otherwise push the desk's tags off the list, which holds 500.

create or replace function private.note_tags() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- An import or a seed is nobody.
  if private.current_role() = 'customer' then
    return null;
  end if;
  insert into private.known_tags as k (name)
  select distinct tag from unnest(new.tags) tag
  where tag ~ '\S' and (tg_op = 'INSERT' or old.tags is null or not tag = any (old.tags))
  order by tag
  -- At most one write a day, so that tickets with a popular tag do not wait for each other.
  on conflict (name) do update set used_at = now() where k.used_at < now() - interval '1 day';
  return null;
end
$$;
comment on function private.note_tags() is 'Remembers the tags that staff give to tickets.';
