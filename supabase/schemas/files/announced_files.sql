-- Files that the author of a message is about to upload to it. Announced before the message is sent, so that its mails
-- wait for them or name them, and readers see that they are missing. Only the author announces, and only what is their
-- own is named.
create table private.announced_files (
  author_id uuid not null references public.profiles (id) on delete cascade,
  request_id uuid not null,
  position smallint not null,
  file_name text not null,
  ticket_id uuid references public.tickets (id) on delete cascade,
  comment_id uuid references public.comments (id) on delete cascade,
  is_missing boolean not null default true,
  announced_at timestamptz not null default now(),
  primary key (author_id, request_id, position)
);
comment on table private.announced_files is
  'Files that authors announced for a message, by its request_id: at most a hundred for each person, for 30 days.';
comment on column private.announced_files.ticket_id is 'Set once the message is stored.';
comment on column private.announced_files.comment_id is 'Null for files of the ticket itself.';
comment on column private.announced_files.is_missing is
  'False once the file is recorded, or its author has given it up.';

create index announced_files_ticket_idx on private.announced_files (ticket_id);
create index announced_files_comment_idx on private.announced_files (comment_id);

alter table private.announced_files enable row level security;

create function private.missing_files(ticket uuid, comment uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(a.file_name order by a.position), '{}') from private.announced_files a
  where a.ticket_id = ticket and a.comment_id is not distinct from comment and a.is_missing
    and a.announced_at > now() - interval '30 days'
$$;
comment on function private.missing_files(uuid, uuid) is
  'Names of the announced files of a message that are not uploaded yet; of the ticket itself when comment is null.';

create function public.announce_files(request_id uuid, names text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  if announce_files.request_id is null or array_ndims(names) is distinct from 1 or cardinality(names) > 10
    or exists (select from unnest(names) n where n is null or n !~ '^[^/\\[:cntrl:]]{1,255}$') then
    raise exception 'The names of the files are not valid' using detail = 'file_names_invalid';
  end if;
  -- A person who announces without end only loses what they announced before.
  delete from private.announced_files a where a.author_id = me and (a.announced_at < now() - interval '30 days'
    or (a.request_id, a.position) in (
      select k.request_id, k.position from private.announced_files k where k.author_id = me
      order by k.announced_at desc, k.request_id, k.position offset 90));
  insert into private.announced_files (author_id, request_id, position, file_name)
  select me, announce_files.request_id, n.position, private.strip_invisible(n.name)
  from unnest(names) with ordinality n (name, position)
  on conflict do nothing;
end
$$;
comment on function public.announce_files(uuid, text[]) is
  'Names the files that the caller will upload to the message that they send next with this request_id. Its mails '
  'wait for them, 15 minutes at most, and then name those that are missing. A repeated call changes nothing.';
grant execute on function public.announce_files(uuid, text[]) to authenticated, service_role;

create function private.link_announced_files(author uuid, request uuid, ticket uuid, comment uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.announced_files a set ticket_id = ticket, comment_id = comment
  where a.author_id = author and a.request_id = request and a.ticket_id is null;
end
$$;
comment on function private.link_announced_files(uuid, uuid, uuid, uuid) is
  'Gives the files that an author announced with a request their ticket or comment. Mails about it wait for them.';

create function private.note_arrived_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.announced_files a set is_missing = false
  where (a.author_id, a.request_id, a.position) = (
    select k.author_id, k.request_id, k.position from private.announced_files k
    where k.ticket_id = new.ticket_id and k.comment_id is not distinct from new.comment_id
      and k.author_id = new.uploaded_by and k.file_name = new.file_name and k.is_missing
    order by k.position limit 1);
  return null;
end
$$;
comment on function private.note_arrived_file() is
  'Marks an announced file as recorded. Sorts before attachments_release_mails, which counts the missing ones.';

create trigger attachments_arrive after insert on public.attachments
  for each row execute function private.note_arrived_file();

create function private.release_mails(comment uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.notification_outbox o set files = 0, next_attempt_at = clock_timestamp()
  where o.comment_id = comment and o.files > 0 and o.attempts = 0
    and case when exists (select from private.announced_files a where a.comment_id = comment)
      then cardinality(private.missing_files(o.ticket_id, comment)) = 0
      else o.files <= (select count(*) from public.attachments a where a.comment_id = comment) end;
  if found then
    perform pg_notify('helpdesk_notifications', '0');
  end if;
end
$$;
comment on function private.release_mails(uuid) is
  'Sends the mails about a comment that wait for its files, once none is missing.';

create function public.forget_files(request_id uuid, names text[] default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  comment uuid;
begin
  update private.announced_files a set is_missing = false
  where a.author_id = auth.uid() and a.request_id = forget_files.request_id and a.is_missing
    and (names is null or a.file_name = any (names));
  select a.comment_id into comment from private.announced_files a
  where a.author_id = auth.uid() and a.request_id = forget_files.request_id limit 1;
  if comment is not null then
    perform private.release_mails(comment);
  end if;
end
$$;
comment on function public.forget_files(uuid, text[]) is
  'Gives up files that the caller announced for a message, those of these names or all: nothing waits for them any '
  'more.';
grant execute on function public.forget_files(uuid, text[]) to authenticated, service_role;
