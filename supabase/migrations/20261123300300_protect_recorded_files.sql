-- What a record names stays as it was recorded: its bytes are not deleted, and its path never takes other bytes, not
-- even after the record is gone. Hosted Storage writes with a role that asks no policy, some time after it has asked: so
-- the version of the bytes is remembered too, and nobody reads another one. A record names bytes that are there, of that size and type, sent by its author.

create table private.recorded_paths (
  path text primary key,
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  version text
);
comment on table private.recorded_paths is
  'Every path that an attachment has ever named, with the version of its bytes if they were there.';
create index recorded_paths_ticket_idx on private.recorded_paths (ticket_id);
revoke all on table private.recorded_paths from public, anon, authenticated;
insert into private.recorded_paths (path, ticket_id, version)
select a.storage_path, a.ticket_id, o.version
from public.attachments a left join storage.objects o on o.bucket_id = 'ticket-attachments' and o.name = a.storage_path;

create function private.note_path() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.recorded_paths (path, ticket_id, version) values (new.storage_path, new.ticket_id, (
    select o.version from storage.objects o where o.bucket_id = 'ticket-attachments' and o.name = new.storage_path));
  return null;
end
$$;
comment on function private.note_path() is 'Remembers the path of an attachment for good; a path is recorded once.';
revoke execute on function private.note_path() from public, anon, authenticated;
create trigger attachments_path after insert on public.attachments
  for each row execute function private.note_path();

-- The three below are volatile: after the wait for the lock each statement in them sees what others have committed.
create function private.lock_path(path text) returns void
language sql security definer set search_path = '' as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('path ' || path, 0))
$$;
comment on function private.lock_path(text) is 'Makes recording and removing the file of one path wait for each other.';

create function private.is_stored_file(path text, type text, size bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_path(path);
  return exists (
    select from storage.objects o
    where o.bucket_id = 'ticket-attachments' and o.name = path
      and coalesce(o.owner_id, o.owner::text) = (select auth.uid())::text
      -- The type may carry a charset.
      and lower(btrim(split_part(o.metadata ->> 'mimetype', ';', 1))) = type
      and o.metadata ->> 'size' = size::text);
end
$$;
comment on function private.is_stored_file(text, text, bigint) is
  'True when the caller has stored a file of that type and size under the path.';

create function private.is_unrecorded_object(path text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_path(path);
  return not exists (select from public.attachments a where a.storage_path = path);
end
$$;
comment on function private.is_unrecorded_object(text) is 'True when no attachment names the path: its bytes may go.';

create function private.holds_recorded_version(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  -- The bytes that are stored are compared, not those of the row in question: an upload that is sent again after a lost
  -- answer has to end as a duplicate, and the policy for reading is asked about its new row too.
  select not exists (
    select from private.recorded_paths r
    join storage.objects o on o.bucket_id = 'ticket-attachments' and o.name = r.path
    where r.path = holds_recorded_version.path and r.version is not null and r.version is distinct from o.version)
$$;
comment on function private.holds_recorded_version(text) is
  'False when other bytes took the place of recorded ones. A path that was recorded before its bytes came (a seed) has no version.';

create or replace function private.can_upload_object(path text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  ticket uuid := private.ticket_of_path(path);
  me text := auth.uid()::text;
begin
  -- What a signed upload sends is asked for now and written later, over whatever is there by then.
  if current_setting('storage.operation', true) like '%sign_upload%' then
    return false;
  end if;
  if ticket is null or not (private.is_staff() and exists (select from public.tickets t where t.id = ticket)
    or private.owns_ticket(ticket)) then
    return false;
  end if;
  -- Uploads of one person to one ticket wait here, so that the count below holds for those that arrive at once.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('uploads ' || ticket || me, 0));
  perform private.lock_path(path);
  -- Where the bytes still lie, the upload ends as a duplicate: an upload that is sent again has to know.
  if exists (select from private.recorded_paths r where r.path = can_upload_object.path) and not exists (
    select from storage.objects o where o.bucket_id = 'ticket-attachments' and o.name = can_upload_object.path
  ) then
    return false;
  end if;
  -- Twice the limit of records leaves room for uploads that broke off; it stops a flood. Each counts their own.
  return (
    select count(*) from storage.objects o
    where o.bucket_id = 'ticket-attachments' and o.name like ticket || '/%'
      and coalesce(o.owner_id, o.owner::text) = me
  ) < 10;
end
$$;
comment on function private.can_upload_object(text) is
  'Staff to any ticket, customers to their own; up to ten files a person, to a path that was never recorded.';

revoke execute on function private.lock_path(text), private.is_stored_file(text, text, bigint),
  private.is_unrecorded_object(text), private.holds_recorded_version(text) from public, anon, authenticated;
grant execute on function private.is_stored_file(text, text, bigint), private.is_unrecorded_object(text),
  private.holds_recorded_version(text) to authenticated, service_role;

drop policy ticket_attachments_select_ticket on storage.objects;
create policy ticket_attachments_select_ticket on storage.objects for select to authenticated
  using (bucket_id = 'ticket-attachments' and private.can_read_object(name, coalesce(owner_id, owner::text))
    and private.holds_recorded_version(name));

drop policy ticket_attachments_delete_uploader_or_admin on storage.objects;
create policy ticket_attachments_delete_uploader_or_admin on storage.objects for delete to authenticated
  using (bucket_id = 'ticket-attachments' and ((select private.is_admin()) or (
    coalesce(owner_id, owner::text) = (select auth.uid())::text
    and private.can_read_object(name, coalesce(owner_id, owner::text))))
    and private.is_unrecorded_object(name));

drop policy attachments_insert_uploader on public.attachments;
create policy attachments_insert_uploader on public.attachments for insert to authenticated
  with check (
    uploaded_by = (select auth.uid())
    and ((select private.is_staff())
      or (private.owns_ticket(ticket_id) and not private.is_internal_comment(comment_id)))
    and (comment_id is null or private.is_own_comment(comment_id))
    and private.is_stored_file(storage_path, file_type, file_size));
drop function private.is_foreign_object(text);
