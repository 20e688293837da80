-- Records of files. Rights follow the ticket, and the comment when it is a note.
create table public.attachments (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  comment_id uuid,
  file_name text not null constraint attachments_file_name
    check (char_length(file_name) between 1 and 255 and file_name !~ '[/\\[:cntrl:]]'
      and file_name ~ '\.[A-Za-z0-9]{1,10}$'),
  file_type text not null,
  file_size bigint not null constraint attachments_file_size check (file_size between 1 and 5242880),
  storage_path text not null unique,
  uploaded_by uuid not null default auth.uid() references public.profiles (id),
  created_at timestamptz not null default now(),
  moved_from uuid,
  is_unproven boolean not null default false,
  constraint attachments_path_in_ticket check (storage_path ~
    ('^' || coalesce(moved_from, ticket_id)::text || '/[A-Za-z0-9][A-Za-z0-9_-]*\.[a-z0-9]{1,10}$')),
  -- Refuses a comment of another ticket.
  constraint attachments_comment_fkey foreign key (comment_id, ticket_id)
    references public.comments (id, ticket_id) on delete cascade
);
comment on table public.attachments is
  'Files of tickets; the bytes are in the bucket ticket-attachments at storage_path.';
comment on column public.attachments.moved_from is
  'Where it was uploaded, when its message is on another ticket after a split or a merge; its path stays.';
comment on column public.attachments.is_unproven is
  'A mail brought it of which nothing proves who sent it: such files are counted apart.';

-- Not validated: an older record can have the name of one type and the content type of another.
alter table public.attachments add constraint attachments_file_type
  check (file_type = private.content_type_of(private.extension_of(file_name))) not valid;

create index attachments_ticket_idx on public.attachments (ticket_id, created_at);
create index attachments_comment_idx on public.attachments (comment_id, ticket_id);
create index attachments_uploaded_by_idx on public.attachments (uploaded_by);

alter table public.attachments
  alter column file_name set statistics 0,
  -- Admins may accept types by names of their own.
  alter column file_type set statistics 0,
  alter column storage_path set statistics 0;
alter table public.attachments enable row level security;
grant select (id, ticket_id, comment_id, file_name, file_type, file_size, storage_path, uploaded_by, created_at,
  moved_from, is_unproven)
  on table public.attachments to authenticated;
grant insert (ticket_id, comment_id, file_name, file_type, file_size, storage_path, uploaded_by)
  on table public.attachments to authenticated;
grant delete on table public.attachments to authenticated;
grant all on table public.attachments to service_role;

create function private.is_internal_comment(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select c.is_internal from public.comments c where c.id = target), false)
$$;
comment on function private.is_internal_comment(uuid) is 'True when the comment is a note; false for null.';
grant execute on function private.is_internal_comment(uuid) to authenticated, service_role;

create function private.is_own_comment(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.comments c where c.id = target and c.user_id = (select auth.uid()))
$$;
comment on function private.is_own_comment(uuid) is 'True when the caller wrote the comment.';
grant execute on function private.is_own_comment(uuid) to authenticated, service_role;

create function private.message_time(ticket uuid, comment uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case when comment is null then (select t.created_at from public.tickets t where t.id = ticket)
    else (select c.created_at from public.comments c where c.id = comment) end
$$;
comment on function private.message_time(uuid, uuid) is
  'When the message of a file was written, however late the file came: the comment, or the ticket without one.';
grant execute on function private.message_time(uuid, uuid) to authenticated, service_role;

-- A limit that counted hidden rows would reveal their number: a customer who can add only two files would know that
-- three belong to notes. So public files count public files only, and a note's file counts all. Files of mails that
-- prove nothing are counted apart: forged ones take no room from those of the people on the ticket.
create function private.limit_attachments() returns trigger
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
  -- Serialises concurrent uploads to one ticket. In an AFTER trigger, so that row level security has refused foreign
  -- tickets before they are locked.
  perform from public.tickets t where t.id = new.ticket_id for no key update;
  if (
    select count(*) from public.attachments a
    where a.ticket_id = new.ticket_id and a.is_unproven = new.is_unproven
      and (hidden or not private.is_internal_comment(a.comment_id))
  ) > allowed.max_files then
    raise exception 'Too many files' using detail = 'attachment_limit';
  end if;
  return null;
end
$$;
comment on function private.limit_attachments() is
  'Enforces the workspace''s limits on number and size of files, also for concurrent uploads.';

create policy attachments_select_visible on public.attachments for select to authenticated
  using (((select private.can_see_all_tickets())
      or private.reads_message(ticket_id, private.message_time(ticket_id, comment_id)))
    and ((select private.can_see_notes()) or not private.is_internal_comment(comment_id)));
create policy attachments_delete_uploader_or_admin on public.attachments for delete to authenticated
  using ((select private.can_delete_content()) or (uploaded_by = (select auth.uid())
    and ((select private.can_see_all_tickets())
      or private.reads_message(ticket_id, private.message_time(ticket_id, comment_id)))
    and ((select private.can_see_notes()) or not private.is_internal_comment(comment_id))));

create trigger attachments_limit after insert on public.attachments
  for each row execute function private.limit_attachments();
-- A page that was opened before a merge still names the ticket on which its message no longer is.
create function private.follow_redirected_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  shown constant uuid := (select c.ticket_id from public.comments c where c.id = new.comment_id);
begin
  if shown is distinct from new.ticket_id and shown = private.merge_root(new.ticket_id) then
    new.moved_from := new.ticket_id;
    new.ticket_id := shown;
  end if;
  return new;
end
$$;
comment on function private.follow_redirected_comment() is
  'Records a file with the message that it belongs to, when that was written to a merged ticket and went to the one '
  'that shows it. The bytes stay where they were uploaded.';

create trigger attachments_follow_comment before insert on public.attachments
  for each row when (new.comment_id is not null) execute function private.follow_redirected_comment();
create trigger attachments_strip_name before insert on public.attachments
  for each row when (new.file_name is distinct from private.strip_invisible(new.file_name))
  execute function private.strip_column('file_name');
