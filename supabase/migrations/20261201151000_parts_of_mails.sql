-- Staff can open what was sent and is no file of the ticket: each part of a received mail is known by its place in the original.
alter table private.mail_messages add column parts jsonb not null default '[]'
  constraint mail_messages_parts check (private.json_is_bounded(parts, 131072, 2));
comment on column private.mail_messages.parts is
  'Files, mails and invitations in the original, in its order: {index, name, type, size, kind|null, title|null, when|null, where|null}. Also those that are files of the ticket.';

-- A mail whose original goes is one that was discarded, or whose message was deleted.
create function private.forget_parts() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.parts := '[]';
  return new;
end
$$;
comment on function private.forget_parts() is 'Forgets what was in an original that is removed.';

create trigger mail_messages_forget_parts before update of original_path on private.mail_messages
  for each row when (new.original_path is null and new.parts <> '[]') execute function private.forget_parts();

-- A mail or an invitation is read in the list of parts, also where the desk accepts its type and it is a file of the ticket.
create function private.other_parts(mail private.mail_messages) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(e order by n), '[]') from jsonb_array_elements(mail.parts) with ordinality as l (e, n)
  where mail.original_path is not null
    and (e ->> 'kind' in ('mail', 'calendar') or not exists (select from jsonb_array_elements(mail.files) f where f -> 'index' = e -> 'index'))
$$;
comment on function private.other_parts(private.mail_messages) is
  'Parts of a mail that are only in its original, not files of the ticket, and its mails and invitations.';

-- Only for the staff who see its ticket, should there once be some who do not see all.
create or replace function public.mail_original(mail_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to see received mails' using detail = 'agent_required';
  end if;
  return (
    select jsonb_build_object('id', m.id, 'path', m.original_path, 'subject', m.subject, 'files', case when m.files_due then m.files else '[]' end)
    from private.mail_messages m where m.id = mail_id and (m.ticket_id is null or private.can_see_ticket(m.ticket_id)));
end
$$;
comment on function public.mail_original(uuid) is
  'Staff: where the original of a mail is stored, and the files that are still to be stored: {id, path, subject, files: [{index, path}]}; null when there is no such mail.';
