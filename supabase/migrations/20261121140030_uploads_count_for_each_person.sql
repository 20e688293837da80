-- A flood is stopped by what each person uploads: a limit over everybody's objects tells how many files notes have.

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
