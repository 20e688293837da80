-- The triggers that call the steps before a row of tickets is written.
create function private.visible_tags(tags text[]) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  -- The tables' checks refuse longer lists and other shapes.
  if tags is null or octet_length(tags::text) > 40000 or array_ndims(tags) <> 1
    or array_position(tags, null) is not null
    or tags::text is not distinct from private.strip_invisible(tags::text) then
    return tags;
  end if;
  return (
    select coalesce(array_agg(tag order by at), '{}') from (
      select private.strip_invisible(element) as tag, min(at) as at
      from unnest(tags) with ordinality as e (element, at) group by 1
    ) distinct_tags where tag ~ '\S');
end
$$;
comment on function private.visible_tags(text[]) is
  'Tags without invisible characters, and then without empty and repeated ones.';
grant execute on function private.visible_tags(text[]) to authenticated, service_role;

create or replace function private.strip_tags() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.add_tags := private.visible_tags(new.add_tags);
  return new;
end
$$;
comment on function private.strip_tags() is 'Removes invisible characters from the tags that a macro adds.';

drop trigger macros_strip_tags on public.macros;
create trigger macros_strip_tags before insert or update of add_tags on public.macros for each row
  execute function private.strip_tags();

create function private.before_ticket_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The column's check refuses a longer one.
  if octet_length(new.subject) <= 40000 then
    new.subject := private.strip_invisible(new.subject);
  end if;
  new.tags := private.visible_tags(new.tags);
  -- The description is the first message and waits for an answer.
  new.waiting_since := new.created_at;
  new.last_message_at := new.created_at;
  new.last_message_by := new.created_by;
  new.last_message_preview := private.preview(new.description);
  new := private.set_sort_keys(null, new);
  new := private.stamp_ticket(null, new);
  -- The column's check refuses anything but a list of tags.
  if new.tags is not null and private.is_tag_list(new.tags) then
    new.tag_keys := private.tag_keys(new.tags, new.tags);
  end if;
  return new;
end
$$;
comment on function private.before_ticket_insert() is 'The steps before a ticket is created, in their order.';

create function private.before_ticket_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The column's check refuses a longer one.
  if new.subject is distinct from old.subject and octet_length(new.subject) <= 40000 then
    new.subject := private.strip_invisible(new.subject);
  end if;
  if old.status in ('solved', 'closed') and new.status not in ('solved', 'closed')
    and new.assigned_to = old.assigned_to then
    new := private.release_on_reopen(new);
  end if;
  if (new.status, new.priority, new.assigned_to) is distinct from (old.status, old.priority, old.assigned_to) then
    perform private.save_for_undo(old);
  end if;
  if (new.subject, new.customer_id, new.created_by, new.assigned_to)
    is distinct from (old.subject, old.customer_id, old.created_by, old.assigned_to) then
    new := private.set_sort_keys(old, new);
  end if;
  return private.stamp_ticket(old, new);
end
$$;
comment on function private.before_ticket_update() is 'The steps before a ticket is changed, in their order.';

create or replace function private.set_ticket_tags() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before constant text[] := (select g.tags from public.ticket_tags g where g.ticket_id = old.id);
  wanted constant text[] := private.visible_tags(new.tags);
begin
  -- The column's check refuses anything but a list of tags.
  if not private.is_tag_list(wanted) then
    new.tags := wanted;
    return new;
  end if;
  new.tags := old.tags;
  if wanted is not distinct from before then
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

drop trigger tickets_claim on public.tickets;
drop trigger tickets_guard on public.tickets;
drop trigger tickets_hidden_subject on public.tickets;
drop trigger tickets_hidden_tags on public.tickets;
drop trigger tickets_messages on public.tickets;
drop trigger tickets_release on public.tickets;
drop trigger tickets_save on public.tickets;
drop trigger tickets_save_in_function on public.tickets;
drop trigger tickets_save_tags on public.tickets;
drop trigger tickets_sort_keys on public.tickets;
drop trigger tickets_sort_keys_new on public.tickets;
drop trigger tickets_stamp on public.tickets;
drop trigger tickets_tags_begin on public.tickets;
drop trigger tickets_tags_leave on public.tickets;
drop trigger tickets_tags_move on public.tickets;
drop function private.guard_ticket_update(), private.save_for_undo(), private.release_on_reopen(),
  private.set_sort_keys(), private.stamp_ticket(), private.ignore_tags(), private.start_messages();

create trigger tickets_before_insert before insert on public.tickets for each row
  execute function private.before_ticket_insert();
create trigger tickets_before_update_1_claim before update of assigned_to on public.tickets for each row
  when (current_user = 'authenticated' and new.assigned_to = auth.uid()) execute function private.claim_on_update();
create trigger tickets_before_update_2_check before update on public.tickets for each row
  when (current_user in ('authenticated', 'service_role')) execute function private.check_ticket_update();
create trigger tickets_before_update_3_apply before update of subject, description, status, priority, created_by,
  customer_id, assigned_to, tags, tag_keys, metadata, request_id, first_response_at, resolved_at, closed_at,
  close_reason on public.tickets for each row execute function private.before_ticket_update();
create trigger tickets_before_update_4_tags before update of tags on public.tickets for each row
  when (current_user <> 'authenticated' or private.can_triage_ticket(old.assigned_to))
  execute function private.set_ticket_tags();
