-- A limit that counts hidden rows tells how many there are: a customer who may add two files to an empty ticket knows
-- that three belong to notes. Public files count among themselves; a note's file among all.

create or replace function private.limit_attachments() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  allowed public.workspace_settings;
  hidden boolean := private.is_internal_comment(new.comment_id);
begin
  select s.* into allowed from public.workspace_settings s;
  if new.file_size > allowed.max_file_bytes then
    raise exception 'File is larger than %', pg_catalog.pg_size_pretty(allowed.max_file_bytes::bigint)
      using detail = 'attachment_too_large';
  end if;
  -- The ticket's row is the queue at which concurrent uploads wait. An AFTER trigger, because row level
  -- security has spoken by then: nobody learns or locks anything about somebody else's ticket.
  perform from public.tickets t where t.id = new.ticket_id for no key update;
  if (
    select count(*) from public.attachments a
    where a.ticket_id = new.ticket_id and (hidden or not private.is_internal_comment(a.comment_id))
  ) > allowed.max_files then
    raise exception 'Too many files' using detail = 'attachment_limit';
  end if;
  return null;
end
$$;

create or replace function private.can_upload_object(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select (private.is_staff() and exists (
      select from public.tickets t where t.id = private.ticket_of_path(path))
    or private.owns_ticket(private.ticket_of_path(path)))
    -- Twice the limit of records leaves room for uploads that broke off; it stops a flood. Each counts their own.
    and (
      select count(*) from storage.objects o
      where o.bucket_id = 'ticket-attachments' and o.name like split_part(path, '/', 1) || '/%'
        and coalesce(o.owner_id, o.owner::text) = (select auth.uid())::text
    ) < 10
$$;

-- Bytes whose owner is not known are somebody else's, too.
create or replace function private.is_foreign_object(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from storage.objects o
    where o.bucket_id = 'ticket-attachments' and o.name = path
      and coalesce(o.owner_id, o.owner::text) is distinct from (select auth.uid())::text
  )
$$;
