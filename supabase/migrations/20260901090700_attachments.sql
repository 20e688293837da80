-- Files of a ticket: the record. Rights follow the ticket, and the comment when that is internal.

create table public.attachments (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  comment_id uuid,
  file_name text not null constraint attachments_file_name
    check (char_length(file_name) between 1 and 255 and file_name !~ '[/\\[:cntrl:]]'
      and lower(file_name) ~ '\.(png|jpg|jpeg|gif|pdf|doc|docx|txt)$'),
  file_type text not null constraint attachments_file_type check (file_type in (
    'image/png', 'image/jpeg', 'image/gif', 'application/pdf', 'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'text/plain')),
  file_size bigint not null constraint attachments_file_size check (file_size between 1 and 5242880),
  storage_path text not null unique,
  uploaded_by uuid not null default auth.uid() references public.profiles (id),
  created_at timestamptz not null default now(),
  constraint attachments_path_in_ticket
    check (storage_path ~ ('^' || ticket_id::text || '/[A-Za-z0-9][A-Za-z0-9_-]*\.[a-z]{3,4}$')),
  -- A comment of another ticket cannot be named.
  constraint attachments_comment_fkey foreign key (comment_id, ticket_id)
    references public.comments (id, ticket_id) on delete cascade
);
comment on table public.attachments is 'Files of a ticket; the bytes lie in the bucket ticket-attachments at storage_path.';

create index attachments_ticket_idx on public.attachments (ticket_id, created_at);
create index attachments_comment_idx on public.attachments (comment_id, ticket_id);
create index attachments_uploaded_by_idx on public.attachments (uploaded_by);

alter table public.attachments enable row level security;
revoke all on table public.attachments from public, anon, authenticated;
grant select, delete on table public.attachments to authenticated;
grant insert (ticket_id, comment_id, file_name, file_type, file_size, storage_path, uploaded_by)
  on table public.attachments to authenticated;
grant all on table public.attachments to service_role;

create function private.is_internal_comment(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select c.is_internal from public.comments c where c.id = target), false)
$$;
comment on function private.is_internal_comment(uuid) is 'True when the comment is a note; false for null.';

create function private.is_own_comment(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.comments c where c.id = target and c.user_id = (select auth.uid()))
$$;
comment on function private.is_own_comment(uuid) is 'True when the caller wrote the comment.';

create function private.is_foreign_object(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from storage.objects o
    where o.bucket_id = 'ticket-attachments' and o.name = path
      and coalesce(o.owner_id, o.owner::text) <> (select auth.uid())::text
  )
$$;
comment on function private.is_foreign_object(text) is 'True when somebody else uploaded the bytes: no record may be laid over them.';

revoke execute on function private.is_internal_comment(uuid), private.is_own_comment(uuid),
  private.is_foreign_object(text) from public, anon, authenticated;
grant execute on function private.is_internal_comment(uuid), private.is_own_comment(uuid),
  private.is_foreign_object(text) to authenticated, service_role;

create policy attachments_select_own_ticket on public.attachments for select to authenticated
  using (private.owns_ticket(ticket_id) and not private.is_internal_comment(comment_id));
create policy attachments_select_staff on public.attachments for select to authenticated
  using ((select private.is_staff()));

create policy attachments_insert_uploader on public.attachments for insert to authenticated
  with check (
    uploaded_by = (select auth.uid())
    and ((select private.is_staff()) or private.owns_ticket(ticket_id))
    and (comment_id is null or private.is_own_comment(comment_id))
    and not private.is_foreign_object(storage_path)
  );

create policy attachments_delete_uploader on public.attachments for delete to authenticated
  using (
    uploaded_by = (select auth.uid())
    and ((select private.is_staff())
      or (private.owns_ticket(ticket_id) and not private.is_internal_comment(comment_id)))
  );
create policy attachments_delete_admin on public.attachments for delete to authenticated
  using ((select private.is_admin()));

create function private.limit_attachments() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The ticket's row is the queue at which concurrent uploads wait. An AFTER trigger, because row level
  -- security has spoken by then: nobody learns or locks anything about somebody else's ticket.
  perform from public.tickets t where t.id = new.ticket_id for no key update;
  if (select count(*) from public.attachments a where a.ticket_id = new.ticket_id) > 5 then
    raise exception 'Too many files' using detail = 'attachment_limit';
  end if;
  return null;
end
$$;
comment on function private.limit_attachments() is 'At most 5 files on a ticket, also when they arrive at once.';
revoke execute on function private.limit_attachments() from public, anon, authenticated;

create trigger attachments_limit after insert on public.attachments
  for each row execute function private.limit_attachments();
