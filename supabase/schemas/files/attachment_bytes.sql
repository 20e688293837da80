-- Bytes of files, in the bucket ticket-attachments. The first folder of a path is the ticket on which it was uploaded.
-- The rights of the ticket apply that its record names, and without a record those of that folder.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('ticket-attachments', 'ticket-attachments', false, 5242880, array[
  'image/png', 'image/jpeg', 'image/gif', 'application/pdf', 'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'text/plain'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Recorded bytes never change: they cannot be deleted while a record names them, and their path never takes other
-- bytes, not even after the record is gone. Hosted Storage checks policies first and writes later with a role that
-- bypasses them, so the version is recorded too, and other versions cannot be read. A record can only name existing
-- bytes of that size and type, uploaded by its author.
create table private.recorded_paths (
  path text primary key,
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  version text
);
comment on table private.recorded_paths is
  'Every path that an attachment has ever named, with the version of its bytes, if known.';

create index recorded_paths_ticket_idx on private.recorded_paths (ticket_id);

create function private.ticket_of_path(path text) returns uuid
language sql immutable set search_path = '' as $$
  select case
    when path ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[A-Za-z0-9][A-Za-z0-9_-]*\.[a-z0-9]{1,10}$'
    then split_part(path, '/', 1)::uuid
  end
$$;
comment on function private.ticket_of_path(text) is
  'Ticket of an object path {ticket_id}/{name}.{ext}; null for any other shape.';
grant execute on function private.ticket_of_path(text) to authenticated, service_role;

create function private.record_path() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.recorded_paths (path, ticket_id, version) values (new.storage_path, new.ticket_id, (
    select o.version from storage.objects o where o.bucket_id = 'ticket-attachments' and o.name = new.storage_path));
  return null;
end
$$;
comment on function private.record_path() is 'Records the path of an attachment, permanently and once.';

-- The functions that take this lock are volatile: after waiting, each of their statements sees what others committed.
create function private.lock_file_path(path text) returns void
language sql security definer set search_path = '' as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('path ' || path, 0))
$$;
comment on function private.lock_file_path(text) is 'Serialises recording and removing the file of a path.';

create function private.can_read_object(path text, owner_id text) returns boolean
language sql stable security definer set search_path = '' as $$
  -- A split moves records and leaves the bytes where they are.
  select private.can_see_ticket(coalesce((select a.ticket_id from public.attachments a where a.storage_path = path),
      private.ticket_of_path(path))) and (
    private.can_see_notes()
    or not exists (
      select from public.attachments a join public.comments c on c.id = a.comment_id
      where a.storage_path = path and c.is_internal
    )
    -- Of a ticket into which theirs was merged, customers read what came after.
    and not exists (
      select from public.attachments a
      where a.storage_path = path and not private.can_see_all_tickets()
        and not private.reads_message(a.ticket_id, private.message_time(a.ticket_id, a.comment_id)))
    -- Unrecorded bytes are visible to their uploader only: they may become a note's file.
    and (
      owner_id = (select auth.uid())::text
      or exists (select from public.attachments a where a.storage_path = path)
    )
  )
$$;
comment on function private.can_read_object(text, text) is
  'Staff, and the customer of the ticket unless the file belongs to a note.';
grant execute on function private.can_read_object(text, text) to authenticated, service_role;

-- private.admit_object() decides what is stored.
create function private.can_upload_object(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  -- A signed upload would be checked now and written later, over anything stored meanwhile.
  select coalesce(current_setting('storage.operation', true) not like '%sign_upload%', true)
    and private.extension_of(path) = any (private.accepted_extensions())
    and private.can_see_ticket(private.ticket_of_path(path))
    and exists (select from public.tickets t where t.id = private.ticket_of_path(path))
$$;
comment on function private.can_upload_object(text) is
  'Staff to any ticket, customers to their own; private.admit_object() has the limits.';
grant execute on function private.can_upload_object(text) to authenticated, service_role;

create function private.is_stored_file(path text, type text, size bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_file_path(path);
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
  'True when the caller uploaded a file of that type and size to the path.';
grant execute on function private.is_stored_file(text, text, bigint) to authenticated, service_role;

create function private.is_unrecorded_object(path text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_file_path(path);
  return not exists (select from public.attachments a where a.storage_path = path);
end
$$;
comment on function private.is_unrecorded_object(text) is
  'True when no attachment names the path, so that its bytes can be deleted.';
grant execute on function private.is_unrecorded_object(text) to authenticated, service_role;

create function private.has_recorded_version(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  -- Compares the stored bytes, not the row in question: Storage also applies the select policy to the new row of a
  -- retried upload, which has to fail as a duplicate.
  select not exists (
    select from private.recorded_paths r
    join storage.objects o on o.bucket_id = 'ticket-attachments' and o.name = r.path
    where r.path = has_recorded_version.path and r.version is not null and r.version is distinct from o.version)
$$;
comment on function private.has_recorded_version(text) is
  'False when other bytes replaced the recorded ones. A path recorded before its bytes (by a seed) has no version.';
grant execute on function private.has_recorded_version(text) to authenticated, service_role;

create policy attachments_insert_uploader on public.attachments for insert to authenticated
  with check (
    uploaded_by = (select auth.uid())
    and private.is_accepted_file(file_name, file_type)
    and ((select private.can_see_all_tickets())
      or private.reads_message(ticket_id, private.message_time(ticket_id, comment_id)))
    and ((select private.can_see_notes()) or not private.is_internal_comment(comment_id))
    and (comment_id is null or private.is_own_comment(comment_id))
    and private.is_stored_file(storage_path, file_type, file_size));

-- Nothing in the portal lists files: it reads records. A list asks the policy for every object of the bucket, and
-- Storage's connection has a time limit of its own, so that a few lists of a large bucket would occupy the project.
create function private.is_listing_files() returns boolean
language sql stable set search_path = '' as $$
  select coalesce(current_setting('storage.operation', true), '') like '%object.list%'
$$;
comment on function private.is_listing_files() is
  'True while Storage answers one of its lists of files (object.list, object.list_v2, s3.object.list).';
grant execute on function private.is_listing_files() to authenticated, service_role;

-- is_listing_files in a subquery: asked once, before any row is read.
create policy ticket_attachments_select_ticket on storage.objects for select to authenticated
  using (not (select private.is_listing_files())
    and bucket_id = 'ticket-attachments' and private.can_read_object(name, coalesce(owner_id, owner::text))
    and private.has_recorded_version(name));
create policy ticket_attachments_insert_ticket on storage.objects for insert to authenticated
  with check (bucket_id = 'ticket-attachments' and private.can_upload_object(name));
create policy ticket_attachments_delete_uploader_or_admin on storage.objects for delete to authenticated
  using (bucket_id = 'ticket-attachments' and ((select private.can_delete_content()) or (
    coalesce(owner_id, owner::text) = (select auth.uid())::text
    and private.can_read_object(name, coalesce(owner_id, owner::text))))
    and private.is_unrecorded_object(name));

create trigger attachments_path after insert on public.attachments
  for each row execute function private.record_path();
