-- Decides again what becomes of a received mail: no answer of a person is lost, a guessed number proves nothing, and a mail
-- that cannot be filed waits for staff.

create function private.first_of(list jsonb, most integer) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(e order by n), '[]')
  from jsonb_array_elements(case when jsonb_typeof(list) = 'array' then list else '[]' end) with ordinality as l (e, n)
  where n <= most
$$;
comment on function private.first_of(jsonb, integer) is 'The first elements of a list; an empty list for anything else.';

create function private.may_answer(mail jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select not (coalesce((mail ->> 'is_automatic')::boolean, false) or coalesce((mail ->> 'is_response')::boolean, false)
    or coalesce((mail ->> 'never_answer')::boolean, false))
$$;
comment on function private.may_answer(jsonb) is 'False for mails of programs and lists, and for those that ask for no automatic answer.';

-- Mails about notes: whoever answers one of them writes a note.
alter table private.sent_mails add column is_internal boolean not null default false;
comment on column private.sent_mails.is_internal is 'The mail is about an internal note: answers of staff to it are notes.';

create function private.answers_note(via text, refs jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select via is distinct from 'address' and exists (
    select from private.sent_mails s
    where s.is_internal and s.message_id in (select e from jsonb_array_elements_text(refs) with ordinality as l (e, n) where n <= 100))
$$;
comment on function private.answers_note(text, jsonb) is
  'True for an answer to a mail about a note that was not sent to the reply address of the ticket.';

-- Originals that no mail names any more. Storage removes the files, so that the function has to.
create table private.old_originals (
  path text primary key,
  due_at timestamptz not null default now() + interval '10 minutes'
);
comment on table private.old_originals is 'Files of the bucket mail-originals that belong to no mail any more. receive-mail removes them.';
create index old_originals_due_idx on private.old_originals (due_at);
alter table private.old_originals enable row level security;

create function private.due_originals() returns jsonb
language sql volatile security definer set search_path = '' as $$
  -- Moved on: concurrent requests get others, and a failed removal is tried again.
  with due as (
    update private.old_originals o set due_at = now() + interval '10 minutes'
    where o.path in (select k.path from private.old_originals k where k.due_at <= now() order by k.due_at limit 5 for update skip locked)
    returning o.path
  ), used as (
    delete from private.old_originals o
    where o.path in (select d.path from due d) and exists (select from private.mail_messages m where m.original_path = o.path)
    returning o.path
  )
  select coalesce(jsonb_agg(d.path), '[]') from due d
  where not exists (select from private.mail_messages m where m.original_path = d.path)
$$;
comment on function private.due_originals() is 'Up to five paths to remove now; they are offered again until forget_originals was called.';

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
create index mail_messages_original_idx on private.mail_messages (original_path) where original_path is not null;
