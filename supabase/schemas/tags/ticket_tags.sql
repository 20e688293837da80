-- Tags that staff set on tickets. A column cannot be granted to some signed-in users only, so they have a table of
-- their own. Staff still set tickets.tags; a trigger writes ticket_tags and leaves the column unchanged.
create table public.ticket_tags (
  ticket_id uuid primary key references public.tickets (id) on delete cascade,
  tags text[] not null constraint ticket_tags_list check (private.is_tag_list(tags))
);
comment on table public.ticket_tags is
  'The ticket''s tags as staff set them. Written by triggers when tickets.tags is set; no row means no tags.';

create index ticket_tags_ticket_idx on public.ticket_tags using hash (ticket_id);

alter table public.ticket_tags alter column tags set statistics 0;
alter table public.ticket_tags enable row level security;
grant select (ticket_id, tags) on table public.ticket_tags to authenticated;
revoke all on table public.ticket_tags from service_role;
grant select on table public.ticket_tags to service_role;

create policy ticket_tags_select_staff on public.ticket_tags for select to authenticated
  using ((select private.can_work_on_tickets()));

-- The search index on tickets contains keyed hashes of tags, which reveal no tag. A customer can obtain the hash of any
-- word by creating a ticket tagged with it, so tags given at creation and tags added by staff are hashed differently.
create table private.tag_secret (
  is_only boolean primary key default true check (is_only),
  value bytea not null
);
comment on table private.tag_secret is 'Secret for the keyed hashes of tags. One row, generated per project.';

insert into private.tag_secret (value) values (extensions.gen_random_bytes(32));

create function private.tag_key(tag text, is_given boolean) returns text
language sql stable security definer set search_path = '' as $$
  select left(encode(sha256(s.value || case when is_given then '\x01'::bytea else '\x00'::bytea end
    || convert_to(tag, 'UTF8')), 'base64'), 8)
  from private.tag_secret s
$$;
comment on function private.tag_key(text, boolean) is 'Keyed hash of a tag: given at creation, or added by staff.';

create function private.tag_keys(tags text[], given text[]) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Same hash as tag_key, in plpgsql for its cached plan: renaming a tag runs this for thousands of tickets.
  return (
    select array_agg(distinct left(encode(sha256(s.value || case when tag = any (given) then '\x01'::bytea
      else '\x00'::bytea end
      || convert_to(tag, 'UTF8')), 'base64'), 8))
    from private.tag_secret s, unnest(tags) tag);
end
$$;
comment on function private.tag_keys(text[], text[]) is
  'Hashes of a ticket''s tags, given those it was created with; null for none.';

create function private.set_ticket_tags() returns trigger
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
comment on function private.set_ticket_tags() is
  'Saves the tags before for undo, writes those set by staff to ticket_tags and restores tickets.tags.';

create function private.ticket_for_staff(ticket public.tickets) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(ticket) - 'tag_keys'
    || jsonb_build_object('tags', (select g.tags from public.ticket_tags g where g.ticket_id = ticket.id))
$$;
comment on function private.ticket_for_staff(public.tickets) is
  'A ticket as staff see it: with ticket_tags in place of the tags given at creation.';
grant execute on function private.ticket_for_staff(public.tickets) to authenticated, service_role;
