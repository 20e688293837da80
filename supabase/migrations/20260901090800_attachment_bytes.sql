-- Files of a ticket: the bytes. The first folder of the path names the ticket whose rights apply.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('ticket-attachments', 'ticket-attachments', false, 5242880, array[
  'image/png', 'image/jpeg', 'image/gif', 'application/pdf', 'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'text/plain'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create function private.ticket_of_path(path text) returns uuid
language sql immutable set search_path = '' as $$
  select case
    when path ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[A-Za-z0-9][A-Za-z0-9_-]*\.(png|jpg|jpeg|gif|pdf|doc|docx|txt)$'
    then split_part(path, '/', 1)::uuid
  end
$$;
comment on function private.ticket_of_path(text) is 'Ticket of an object path {ticket_id}/{name}.{ext}; null for any other shape.';

create function private.can_read_object(path text, owner_id text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() or (
    private.owns_ticket(private.ticket_of_path(path))
    and not exists (
      select from public.attachments a join public.comments c on c.id = a.comment_id
      where a.storage_path = path and c.is_internal
    )
    -- Bytes without a record are visible to who sent them: they may be about to become a note's file.
    and (
      owner_id = (select auth.uid())::text
      or exists (select from public.attachments a where a.storage_path = path)
    )
  )
$$;
comment on function private.can_read_object(text, text) is 'Staff, and the customer of the ticket unless the file belongs to a note.';

create function private.can_upload_object(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select (private.is_staff() and exists (
      select from public.tickets t where t.id = private.ticket_of_path(path))
    or private.owns_ticket(private.ticket_of_path(path)))
    -- Twice the limit of records leaves room for uploads that broke off; it stops a flood.
    and (
      select count(*) from storage.objects o
      where o.bucket_id = 'ticket-attachments' and o.name like split_part(path, '/', 1) || '/%'
    ) < 10
$$;
comment on function private.can_upload_object(text) is 'Staff to any ticket, customers to their own.';

revoke execute on function private.ticket_of_path(text), private.can_read_object(text, text),
  private.can_upload_object(text) from public, anon, authenticated;
grant execute on function private.ticket_of_path(text), private.can_read_object(text, text),
  private.can_upload_object(text) to authenticated, service_role;

create policy ticket_attachments_select_ticket on storage.objects for select to authenticated
  using (bucket_id = 'ticket-attachments' and private.can_read_object(name, coalesce(owner_id, owner::text)));
create policy ticket_attachments_insert_ticket on storage.objects for insert to authenticated
  with check (bucket_id = 'ticket-attachments' and private.can_upload_object(name));
create policy ticket_attachments_delete_uploader on storage.objects for delete to authenticated
  using (
    bucket_id = 'ticket-attachments'
    and coalesce(owner_id, owner::text) = (select auth.uid())::text
    and private.can_read_object(name, coalesce(owner_id, owner::text))
  );
create policy ticket_attachments_delete_admin on storage.objects for delete to authenticated
  using (bucket_id = 'ticket-attachments' and (select private.is_admin()));
-- No update policy: an object is never overwritten, renamed or moved.
