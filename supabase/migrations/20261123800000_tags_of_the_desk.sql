-- What staff tag is for staff. A column cannot be granted to some signed-in users only, so the desk's tags have a table
-- of their own. tickets.tags stays what the ticket was created with. Setting it is still how staff change tags:
-- a trigger hands the value to the desk's table and leaves the column alone.

-- As it was, in a language that keeps its plan: the check runs in a statement of its own for each ticket.
create or replace function private.is_tag_list(tags text[]) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- In this order: what counts elements fails on, or overlooks, the other shapes.
  if tags is null or tags = '{}' then
    return true;
  elsif array_ndims(tags) <> 1 or array_lower(tags, 1) <> 1 or cardinality(tags) > 20 then
    return false;
  end if;
  return not exists (
    select from unnest(tags) tag where tag is null or tag !~ '\S' or char_length(tag) > 40
  ) and char_length(array_to_string(tags, '')) <= 600;
end
$$;

create table public.ticket_tags (
  ticket_id uuid primary key references public.tickets (id) on delete cascade,
  tags text[] not null constraint ticket_tags_list check (private.is_tag_list(tags))
);
comment on table public.ticket_tags is
  'The tags that a ticket has for staff; no row: none. Written by triggers, when tickets.tags is set.';
alter table public.ticket_tags alter column tags set statistics 0, enable row level security;
revoke all on table public.ticket_tags from public, anon, authenticated, service_role;
grant select (ticket_id, tags) on table public.ticket_tags to authenticated;
grant select on table public.ticket_tags to service_role;
create policy ticket_tags_select_staff on public.ticket_tags for select to authenticated
  using ((select private.is_staff()));

-- The index that search reads is one of tickets. It holds keys, which tell nobody a tag: they are made with a secret.
-- A customer can have the key of any word made, by creating a ticket with it. So what a ticket was created with and
-- what staff add have different keys.
create table private.tag_secret (
  is_only boolean primary key default true check (is_only),
  value bytea not null
);
comment on table private.tag_secret is 'What keys of tags are made with. One row, made once for each project.';
revoke all on table private.tag_secret from public, anon, authenticated, service_role;
insert into private.tag_secret (value) values (extensions.gen_random_bytes(32));

create function private.tag_key(tag text, is_given boolean) returns text
language sql stable security definer set search_path = '' as $$
  select left(encode(sha256(s.value || case when is_given then '\x01'::bytea else '\x00'::bytea end
    || convert_to(tag, 'UTF8')), 'base64'), 8)
  from private.tag_secret s
$$;
comment on function private.tag_key(text, boolean) is 'The key of a tag: of one that a ticket was created with, or of the staff.';

create function private.tag_keys(tags text[], given text[]) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  -- As tag_key does. In this language, and without calling it, because the plan is kept: renaming a tag runs this for
  -- thousands of tickets.
  return (
    select array_agg(distinct left(encode(sha256(s.value || case when tag = any (given) then '\x01'::bytea else '\x00'::bytea end
      || convert_to(tag, 'UTF8')), 'base64'), 8))
    from private.tag_secret s, unnest(tags) tag);
end
$$;
comment on function private.tag_keys(text[], text[]) is
  'The keys of the tags that a ticket has, given those it was created with; null for none.';

create function private.tag_lookup(tag text, of_customer boolean) returns text[]
language sql stable security definer set search_path = '' as $$
  select case when tag is null then null when of_customer then array[private.tag_key(tag, true)]
    else array[private.tag_key(tag, true), private.tag_key(tag, false)] end
$$;
comment on function private.tag_lookup(text, boolean) is
  'One of these keys is on a ticket with the tag; customers find only what the ticket was created with.';
revoke execute on function private.tag_key(text, boolean), private.tag_keys(text[], text[]),
  private.tag_lookup(text, boolean) from public, anon, authenticated;

alter table public.tickets add column tag_keys text[];
comment on column public.tickets.tag_keys is 'Keys of the desk''s tags, for the search index. They tell no tag.';
comment on column public.tickets.tags is
  'What the ticket was created with. Staff set it to change the desk''s tags (ticket_tags); it stays as it is.';

-- What staff have set is no longer kept in tickets. The first change of the tags in the history tells what the customer
-- had given; without one it is what is there. A ticket that somebody else created has none of its customer.
insert into public.ticket_tags (ticket_id, tags) select t.id, t.tags from public.tickets t where t.tags is not null;
alter table public.tickets disable trigger user;
update public.tickets t set tags = first.given, tag_keys = private.tag_keys(t.tags, first.given)
from (
  select t.id, case
      when t.created_by is distinct from t.customer_id then null
      when e.id is null then t.tags
      when private.is_tag_list(string_to_array(e.from_value, ', ')) then string_to_array(e.from_value, ', ') end as given
  from public.tickets t
  left join lateral (
    select e.id, e.from_value from public.ticket_events e where e.ticket_id = t.id and e.kind = 'tags'
    order by e.created_at, e.ticket_version nulls first limit 1
  ) e on true
  where t.tags is not null or e.id is not null
) first where first.id = t.id;
alter table public.tickets enable trigger user;
alter table public.tickets add constraint tickets_tag_keys check (private.is_tag_list(tag_keys));
alter table public.tickets alter column tags set statistics 0;
grant select (tag_keys) on table public.tickets to authenticated;

drop index public.tickets_text_idx;
create index tickets_text_idx on public.tickets using gin (
  (subject || ' ' || description) extensions.gin_trgm_ops, tag_keys, (status || ''), (priority_rank + 0),
  (coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'::uuid)),
  (coalesce(customer_id, '00000000-0000-0000-0000-000000000000'::uuid)), (private.time_keys(created_at))
) with (fastupdate = off);
alter index public.tickets_text_idx alter column 1 set statistics 300;

create or replace function private.stamp_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.ticket_version := coalesce(new.ticket_version, (select t.version from public.tickets t where t.id = new.ticket_id));
  return new;
end
$$;

create or replace function private.log_ticket() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select p.id from public.profiles p where p.id = auth.uid());
begin
  if tg_op = 'INSERT' then
    insert into public.ticket_events (ticket_id, actor_id, kind) values (new.id, coalesce(me, new.created_by), 'created');
    return null;
  end if;
  insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value)
  select new.id, me, change.kind, change.before, change.after
  from (values
    ('subject', old.subject, new.subject),
    ('status', old.status, new.status),
    ('priority', old.priority, new.priority),
    ('assigned_to', old.assigned_to::text, new.assigned_to::text),
    ('customer_id', old.customer_id::text, new.customer_id::text)
  ) as change (kind, before, after)
  where change.before is distinct from change.after;
  if new.description is distinct from old.description then
    insert into public.ticket_events (ticket_id, actor_id, kind) values (new.id, me, 'description');
  end if;
  return null;
end
$$;

create function private.begin_tags() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_when = 'AFTER' then
    insert into public.ticket_tags (ticket_id, tags) values (new.id, new.tags);
  elsif private.is_tag_list(new.tags) then
    new.tag_keys := private.tag_keys(new.tags, new.tags);
  end if;
  return new;
end
$$;
comment on function private.begin_tags() is 'The desk''s tags begin as those that the ticket is created with.';

create function private.move_tags() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wanted text[] := new.tags;
  before text[] := (select g.tags from public.ticket_tags g where g.ticket_id = old.id);
begin
  -- What is no list of tags is refused by the column's check.
  if not private.is_tag_list(wanted) then
    return new;
  end if;
  new.tags := old.tags;
  if wanted is not distinct from before then
    return new;
  end if;
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
comment on function private.move_tags() is 'Tags that staff set on a ticket become the desk''s; the column stays as it was.';

create function private.leave_tags() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.tags := old.tags;
  return new;
end
$$;
comment on function private.leave_tags() is 'Of somebody who may not tag, tags along with another change say nothing.';

create function private.may_tag(holder uuid) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(
    private.current_role() = 'admin' or private.current_role() = 'agent' and holder = (select auth.uid()), false)
$$;
comment on function private.may_tag(uuid) is 'True when the caller may change the tags of a ticket that the holder works on.';
revoke execute on function private.begin_tags(), private.move_tags(), private.leave_tags(), private.may_tag(uuid)
  from public, anon, authenticated;
grant execute on function private.may_tag(uuid) to authenticated, service_role;

-- Named to run after tickets_guard and tickets_stamp. `update of` fires for every update that names the column, also
-- for one to the value that the column has. Functions of this schema run as its owner and apply their own rule.
drop trigger tickets_tags_insert on public.tickets;
drop trigger tickets_tags_update on public.tickets;
create trigger tickets_tags_begin before insert on public.tickets
  for each row when (new.tags is not null) execute function private.begin_tags();
create trigger tickets_tags_begun after insert on public.tickets
  for each row when (new.tags is not null) execute function private.begin_tags();
create trigger tickets_tags_leave before update of tags on public.tickets
  for each row when (current_user = 'authenticated' and not private.may_tag(old.assigned_to)) execute function private.leave_tags();
create trigger tickets_tags_move before update of tags on public.tickets
  for each row when (current_user <> 'authenticated' or private.may_tag(old.assigned_to)) execute function private.move_tags();

-- For each statement: renaming a tag changes thousands of rows.
create or replace function private.note_tags() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  names text[];
begin
  -- An import or a seed is nobody.
  if private.current_role() = 'customer' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    names := array(select distinct tag from written w, unnest(w.tags) tag where tag ~ '\S' order by tag);
  else
    names := array(
      select distinct tag from written w join replaced r on r.ticket_id = w.ticket_id, unnest(w.tags) tag
      where tag ~ '\S' and not tag = any (r.tags) order by tag);
  end if;
  insert into private.known_tags as k (name) select name from unnest(names) name
  -- At most one write a day, so that tickets with a popular tag do not wait for each other.
  on conflict (name) do update set used_at = now() where k.used_at < now() - interval '1 day';
  return null;
end
$$;
create trigger ticket_tags_note_new after insert on public.ticket_tags
  referencing new table as written for each statement execute function private.note_tags();
create trigger ticket_tags_note_changed after update on public.ticket_tags
  referencing old table as replaced new table as written for each statement execute function private.note_tags();

-- What these do for a row, only for those with something to do.
drop trigger tickets_log on public.tickets;
create trigger tickets_log
  after insert or update of subject, description, status, priority, assigned_to, customer_id on public.tickets
  for each row execute function private.log_ticket();
drop trigger ticket_events_stamp on public.ticket_events;
create trigger ticket_events_stamp before insert on public.ticket_events
  for each row when (new.ticket_version is null) execute function private.stamp_event();
