-- Hosted Storage asks the policies before it reads the bytes, with a trial insert that it rolls back, and writes the
-- row after them with a role that no policy binds. An upload that began before a record could so replace recorded
-- bytes, and many at once passed the limit. These triggers run at both, so they decide what is stored.
create function private.admit_object() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  author constant text := coalesce(new.owner_id, new.owner::text);
  ticket constant uuid := private.ticket_of_path(new.name);
begin
  -- Unknown before the bytes are there, and wrong for bytes that were sent without a length.
  if (new.metadata ->> 'size')::bigint > (select b.file_size_limit from storage.buckets b where b.id = new.bucket_id)
    then
    raise exception 'The object exceeded the maximum allowed size' using errcode = '42501', detail = 'object_refused';
  end if;
  -- Other paths are refused by the policy.
  if ticket is null then
    return new;
  end if;
  -- The secret key stores files of mails and restored ones: the version of the bytes is recorded when they come.
  if author is null then
    update private.recorded_paths r set version = new.version where r.path = new.name and r.version is null;
    return new;
  end if;
  -- Serialises one person's uploads to one ticket, so that the count below also holds for concurrent ones.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('uploads ' || ticket || author, 0));
  perform private.lock_file_path(new.name);
  -- The limit counts the author's own files: a limit over all would reveal how many files notes have. Twice the limit
  -- of records leaves room for aborted uploads. A path that was recorded once takes no other bytes; while its bytes
  -- exist, the upload fails as a duplicate, which a retried upload relies on.
  if (
    select count(*) from storage.objects o
    where o.bucket_id = new.bucket_id and o.name like ticket || '/%' and o.name <> new.name
      and coalesce(o.owner_id, o.owner::text) = author
  ) >= 10 or exists (select from private.recorded_paths r where r.path = new.name) and not exists (
    select from storage.objects o where o.bucket_id = new.bucket_id and o.name = new.name
  ) then
    -- In the words of a policy: a stranger must not learn which of the two refused.
    raise exception 'new row violates row-level security policy for table "objects"'
      using errcode = '42501', detail = 'object_refused';
  end if;
  return new;
end
$$;
comment on function private.admit_object() is
  'Refuses files above the bucket''s limit, more than ten of one author on a ticket, and new bytes at a path that was '
  'recorded before.';

create function private.keep_recorded_object() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_file_path(old.name);
  if tg_op = 'DELETE' then
    if exists (select from public.attachments a where a.storage_path = old.name) then
      return null;
    end if;
    return old;
  end if;
  if exists (
    select from private.recorded_paths r
    where r.path = old.name and (new.name <> old.name or new.bucket_id <> old.bucket_id
      or r.version is distinct from new.version)
  ) then
    -- Storage answers 409, as to any second upload of a name.
    raise exception 'The bytes of this path are recorded' using errcode = '23505', detail = 'object_recorded';
  end if;
  return new;
end
$$;
comment on function private.keep_recorded_object() is
  'Refuses other bytes and another name for a recorded file, and leaves it where it is when somebody deletes it.';

create trigger objects_admit before insert on storage.objects
  for each row when (new.bucket_id = 'ticket-attachments') execute function private.admit_object();
create trigger objects_keep_recorded before update of name, bucket_id, version on storage.objects
  for each row when (old.bucket_id = 'ticket-attachments'
    and (new.name, new.bucket_id, new.version) is distinct from (old.name, old.bucket_id, old.version))
  execute function private.keep_recorded_object();
create trigger objects_keep_recorded_bytes before delete on storage.objects
  for each row when (old.bucket_id = 'ticket-attachments') execute function private.keep_recorded_object();
