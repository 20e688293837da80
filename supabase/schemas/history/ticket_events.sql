-- The history of a ticket. It never contains texts of descriptions or comments, so that an edited or deleted note
-- leaves nothing behind.
create table public.ticket_events (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  actor_id uuid references public.profiles (id),
  kind text not null constraint ticket_events_kind check (kind = any (private.event_kinds())),
  from_value text,
  to_value text,
  is_internal boolean not null default false,
  ticket_version integer,
  created_at timestamptz not null default now(),
  undone boolean not null default false
);
comment on table public.ticket_events is 'Written by triggers only. Events about notes are visible to staff only.';
comment on column public.ticket_events.ticket_version is 'Version of the ticket after the event.';
comment on column public.ticket_events.undone is
  'A change that its actor took back at this time. Values are those of the change.';

create index ticket_events_ticket_idx on public.ticket_events (ticket_id, created_at, id);
create index ticket_events_actor_idx on public.ticket_events (actor_id);
create index ticket_events_reopened_idx on public.ticket_events (created_at)
  where kind = 'status' and from_value in ('solved', 'closed');

alter table public.ticket_events
  alter column from_value set statistics 0,
  alter column to_value set statistics 0;
alter table public.ticket_events enable row level security;
grant select (id, ticket_id, actor_id, kind, from_value, to_value, is_internal, ticket_version, created_at, undone)
  on table public.ticket_events to authenticated;
grant all on table public.ticket_events to service_role;

create function private.stamp_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.ticket_version := coalesce(new.ticket_version, (select t.version from public.tickets t
    where t.id = new.ticket_id));
  return new;
end
$$;
comment on function private.stamp_event() is 'Copies the ticket''s version into the event.';

create function private.log_ticket(old public.tickets, new public.tickets) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select p.id from public.profiles p where p.id = auth.uid());
begin
  insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, is_internal)
  select new.id, me, f.name, case when f.history <> 'no values' then f.before end,
    case when f.history <> 'no values' then f.after end, f.history = 'staff'
  from private.changed_fields(old, new) f where f.history is not null;
end
$$;
comment on function private.log_ticket(public.tickets, public.tickets) is
  'Logs one event per changed field of a ticket, see private.tracked_fields. Changes of tags: set_ticket_tags.';

create function private.log_ticket_content() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select p.id from public.profiles p where p.id = auth.uid());
  part jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  ticket uuid := (part ->> 'ticket_id')::uuid;
  hidden boolean := false;
  event text;
  way text;
begin
  -- When the ticket itself is deleted, there is no row left to refer to.
  if not exists (select from public.tickets t where t.id = ticket) then
    return null;
  end if;
  if tg_table_name = 'attachments' then
    hidden := private.is_internal_comment((part ->> 'comment_id')::uuid)
      -- Deleted together with its comment, which no longer exists.
      or (tg_op = 'DELETE' and part ->> 'comment_id' is not null);
    event := case tg_op when 'INSERT' then 'attachment_added' else 'attachment_deleted' end;
  else
    event := 'rated';
    way := case when me is null then 'link' end;
    me := coalesce(me, (part ->> 'customer_id')::uuid);
  end if;
  insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, is_internal)
  values (ticket, me, event, way, part ->> 'score', hidden);
  return null;
end
$$;
comment on function private.log_ticket_content() is
  'Logs events of attachments and ratings. A rating by the link of a mail has the from_value link.';

create policy ticket_events_select_visible on public.ticket_events for select to authenticated
  using (((select private.can_see_all_tickets()) or private.reads_message(ticket_id, created_at))
    and (not is_internal or (select private.can_see_notes())));

create trigger attachments_log after insert or delete on public.attachments
  for each row execute function private.log_ticket_content();
create trigger ticket_ratings_log after insert or update on public.ticket_ratings
  for each row execute function private.log_ticket_content();
create trigger ticket_events_stamp before insert on public.ticket_events
  for each row when (new.ticket_version is null) execute function private.stamp_event();

create function private.log_comment(changed public.comments, verb text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.ticket_events (ticket_id, actor_id, kind, is_internal)
  select t.id, (select p.id from public.profiles p where p.id = auth.uid()),
    case when changed.is_internal then 'note_' else 'comment_' end || verb, changed.is_internal
  -- When the ticket itself is deleted, there is no row left to refer to.
  from public.tickets t where t.id = changed.ticket_id;
end
$$;
comment on function private.log_comment(public.comments, text) is
  'Logs that a comment was added, edited or deleted, without its text.';

-- Its line among the waiting replies is gone by now.
create function private.log_cancelled_reply(gone public.comments) returns void
language sql security definer set search_path = '' as $$
  insert into public.ticket_events (ticket_id, actor_id, kind, from_value, is_internal)
  select t.id, (select p.id from public.profiles p where p.id = auth.uid()), 'reply_cancelled',
    to_jsonb(gone.send_at) #>> '{}', true
  from public.tickets t
  where t.id = gone.ticket_id and isfinite(gone.send_at)
    -- Longer than any undo waits.
    and gone.send_at > gone.created_at + interval '60 seconds'
$$;
comment on function private.log_cancelled_reply(public.comments) is
  'Logs for staff that a scheduled reply was taken back before it was sent.';
