-- Staff can open what was sent and is no file of the ticket: each part of a received mail is known by its place in the original.
alter table private.mail_messages add column parts jsonb not null default '[]'
  constraint mail_messages_parts check (private.json_is_bounded(parts, 131072, 2));
comment on column private.mail_messages.parts is
  'Files, mails and invitations in the original, in its order: {index, name, type, size, kind|null, title|null, when|null, where|null}. Also those that are files of the ticket.';

create or replace function private.mail_of(mail jsonb, desk text) returns private.mail_messages
language plpgsql volatile security definer set search_path = '' as $$
declare
  made private.mail_messages;
  "to" jsonb := private.first_of(mail -> 'to', 60);
  cc jsonb := private.first_of(mail -> 'cc', 60);
  -- All at once: each call reads the names of staff.
  people constant jsonb := private.guest_names(jsonb_build_array(mail -> 'from') || "to" || cc);
  to_count constant integer := jsonb_array_length("to");
begin
  select coalesce(jsonb_agg(e order by n) filter (where n <= 1 + to_count), '[]'),
    coalesce(jsonb_agg(e order by n) filter (where n > 1 + to_count), '[]') into "to", cc
  from jsonb_array_elements(people) with ordinality as l (e, n) where n > 1;
  made.id := gen_random_uuid();
  made.message_id := left(mail ->> 'message_id', 500);
  made.recipient := desk;
  made.received_at := now();
  made.sent_at := case when pg_input_is_valid(mail ->> 'sent_at', 'timestamptz') then (mail ->> 'sent_at')::timestamptz end;
  made.from_address := left(private.lower_ascii(btrim(coalesce(mail #>> '{from,address}', ''))), 254);
  made.from_name := people #>> '{0,name}';
  made.reply_to := left(private.lower_ascii(mail ->> 'reply_to'), 254);
  made.recipients := jsonb_build_object('to', "to", 'cc', cc);
  if private.json_is_bounded(made.recipients, 32768, 3) is not true then
    -- Long names in other scripts take four bytes a character.
    made.recipients := jsonb_build_object('to', private.first_of("to", 20), 'cc', private.first_of(cc, 20));
  end if;
  made.subject := left(coalesce(mail ->> 'subject', ''), 500);
  made.authentication := mail ->> 'authentication';
  made.is_automatic := coalesce((mail ->> 'is_automatic')::boolean, false);
  made.content := left(coalesce(mail ->> 'content', ''), 20000);
  made.quoted := left(coalesce(mail ->> 'quoted', ''), 100000);
  made.files := coalesce(mail -> 'files', '[]');
  made.rejected_files := coalesce(mail -> 'rejected_files', '[]');
  made.parts := coalesce(mail -> 'parts', '[]');
  made.size := coalesce((mail ->> 'size')::integer, 0);
  made.original_path := mail ->> 'original_path';
  made.content_hash := coalesce(mail ->> 'content_hash', '');
  made.reason := '';
  made.files_due := false;
  return made;
end
$$;

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

create function private.other_parts(mail private.mail_messages) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(e order by n), '[]') from jsonb_array_elements(mail.parts) with ordinality as l (e, n)
  where mail.original_path is not null
    and not exists (select from jsonb_array_elements(mail.files) f where f -> 'index' = e -> 'index')
$$;
comment on function private.other_parts(private.mail_messages) is 'Parts of a mail that are only in its original, not files of the ticket.';

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
