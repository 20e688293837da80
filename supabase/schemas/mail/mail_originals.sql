-- Originals that no mail names any more. Storage removes the files, so that the function has to.
create table private.old_originals (
  path text primary key,
  due_at timestamptz not null default now() + interval '10 minutes'
);
comment on table private.old_originals is
  'Files of the bucket mail-originals that belong to no mail any more. receive-mail removes them.';

create index old_originals_due_idx on private.old_originals (due_at);

alter table private.old_originals enable row level security;

-- Read by the functions with the secret key only, so there is no policy.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('mail-originals', 'mail-originals', false, 27262976, array['message/rfc822'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create function private.due_originals() returns jsonb
language sql volatile security definer set search_path = '' as $$
  -- Moved on: concurrent requests get others, and a failed removal is tried again.
  with taken as materialized (
    select k.path from private.old_originals k where k.due_at <= now() order by k.due_at limit 5 for update skip locked
  ), due as (
    update private.old_originals o set due_at = now() + interval '10 minutes' from taken where o.path = taken.path
    returning o.path
  ), used as (
    delete from private.old_originals o
    where o.path in (select d.path from due d) and exists (select from private.mail_messages m
      where m.original_path = o.path)
    returning o.path
  )
  select coalesce(jsonb_agg(d.path), '[]') from due d
  where not exists (select from private.mail_messages m where m.original_path = d.path)
$$;
comment on function private.due_originals() is
  'Up to five paths to remove now; they are offered again until forget_originals was called.';

create function public.forget_originals(paths text[]) returns void
language sql security definer set search_path = '' as $$
  delete from private.old_originals o where o.path = any (forget_originals.paths)
$$;
comment on function public.forget_originals(text[]) is 'Service: these originals were removed from Storage.';
grant execute on function public.forget_originals(text[]) to service_role;

create function private.release_original() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.old_originals (path) values (old.original_path) on conflict do nothing;
  return null;
end
$$;
comment on function private.release_original() is 'Has the original removed that a mail no longer names.';

create trigger mail_messages_release_original after delete on private.mail_messages
  for each row when (old.original_path is not null) execute function private.release_original();
create trigger mail_messages_drop_original after update of original_path on private.mail_messages
  for each row when (old.original_path is not null and new.original_path is distinct from old.original_path)
  execute function private.release_original();
