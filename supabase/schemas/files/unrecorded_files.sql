-- Files that no attachment names: uploads that were never recorded, and what deleted attachments, comments and tickets
-- leave. Storage removes bytes, so that the function send-notifications has to.
create table private.unrecorded_files (
  path text primary key,
  due_at timestamptz not null
);
comment on table private.unrecorded_files is
  'Files of the bucket ticket-attachments without a record: a day after the upload, which may still be recorded, or '
  'ten minutes after the record is deleted, they are removed.';

create index unrecorded_files_due_idx on private.unrecorded_files (due_at);

alter table private.unrecorded_files enable row level security;

create function private.note_unrecorded_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.unrecorded_files (path, due_at) values (new.name, now() + interval '1 day')
  on conflict (path) do update set due_at = excluded.due_at;
  return null;
end
$$;
comment on function private.note_unrecorded_file() is 'Notes an uploaded file until its record comes.';

create function private.note_recorded_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    delete from private.unrecorded_files u where u.path = new.storage_path;
  else
    insert into private.unrecorded_files (path, due_at) values (old.storage_path, now() + interval '10 minutes')
    on conflict (path) do update set due_at = excluded.due_at;
  end if;
  return null;
end
$$;
comment on function private.note_recorded_file() is 'Forgets a file that gets a record, and notes one that loses it.';

create trigger objects_note_unrecorded after insert on storage.objects
  for each row when (new.bucket_id = 'ticket-attachments') execute function private.note_unrecorded_file();
create trigger attachments_note_file after insert or delete on public.attachments
  for each row execute function private.note_recorded_file();

create function public.take_unrecorded_files() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  taken text[];
begin
  -- Bounded, because a call with the secret key has eight seconds, and a copied bucket falls due at once.
  -- Materialized: a plan may run a subquery again for each row, and with it the limit.
  with due as materialized (
    select k.path from private.unrecorded_files k where k.due_at <= now() order by k.due_at limit 5000)
  delete from private.unrecorded_files u using due where u.path = due.path and (
    exists (select from public.attachments a where a.storage_path = u.path)
    or not exists (select from storage.objects o where o.bucket_id = 'ticket-attachments' and o.name = u.path));
  -- Moved on: concurrent calls get others, and a failed removal is tried again. A record that comes meanwhile keeps its
  -- file: private.keep_recorded_object().
  with due as materialized (
    select k.path from private.unrecorded_files k where k.due_at <= now() order by k.due_at
      limit 100 for update skip locked),
  moved as (
    update private.unrecorded_files u set due_at = now() + interval '10 minutes' from due where u.path = due.path
    returning u.path)
  select array_agg(m.path) into taken from moved m;
  return to_jsonb(coalesce(taken, '{}'));
end
$$;
comment on function public.take_unrecorded_files() is
  'Service: up to a hundred paths of ticket-attachments to remove now; they are offered again until their files are '
  'gone.';
grant execute on function public.take_unrecorded_files() to service_role;
