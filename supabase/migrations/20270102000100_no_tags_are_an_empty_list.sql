-- A ticket without tags that is given an empty list does not change: its history said "changed the order of the tags".
create or replace function private.set_ticket_tags() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before constant text[] := (select g.tags from public.ticket_tags g where g.ticket_id = old.id);
  -- No tags and an empty list are one thing.
  wanted constant text[] := nullif(private.visible_tags(new.tags), '{}');
begin
  -- The column's check refuses anything but a list of tags.
  if not private.is_tag_list(wanted) then
    new.tags := wanted;
    return new;
  end if;
  new.tags := old.tags;
  if wanted is not distinct from nullif(before, '{}') then
    return new;
  end if;
  perform private.save_for_undo(old);
  new.tag_keys := private.tag_keys(wanted, old.tags);
  if wanted is null then
    delete from public.ticket_tags g where g.ticket_id = old.id;
  else
    insert into public.ticket_tags as g (ticket_id, tags) values (old.id, wanted)
    on conflict (ticket_id) do update set tags = excluded.tags;
  end if;
  if array_to_string(wanted, ', ') is distinct from array_to_string(before, ', ') then
    insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, is_internal, ticket_version)
    values (old.id, (select p.id from public.profiles p where p.id = auth.uid()), 'tags',
      array_to_string(before, ', '), array_to_string(wanted, ', '), true, new.version);
  end if;
  return new;
end
$$;
