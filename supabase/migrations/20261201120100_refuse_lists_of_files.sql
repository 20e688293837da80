-- Nothing in the portal lists files: it reads records. A list asks the policy for every object of the bucket, and Storage's
-- connection has a time limit of its own, so that a few lists of a large bucket would occupy the project.
create function private.is_listing_files() returns boolean
language sql stable set search_path = '' as $$
  select coalesce(current_setting('storage.operation', true), '') like '%object.list%'
$$;
comment on function private.is_listing_files() is 'True while Storage answers one of its lists of files (object.list, object.list_v2, s3.object.list).';

-- In a subquery: asked once, before any row is read.
alter policy ticket_attachments_select_ticket on storage.objects
  using (not (select private.is_listing_files())
    and bucket_id = 'ticket-attachments' and private.can_read_object(name, coalesce(owner_id, owner::text))
    and private.has_recorded_version(name));

grant execute on function private.is_listing_files() to authenticated, service_role;
