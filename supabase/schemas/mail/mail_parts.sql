-- Staff can open what was sent and is no file of the ticket: each part of a received mail is known by its place in the
-- original.

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

-- A mail or an invitation is read in the list of parts, also where the workspace accepts its type and it is a file of
-- the ticket.
create function private.other_parts(mail private.mail_messages) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(e order by n), '[]') from jsonb_array_elements(mail.parts) with ordinality as l (e, n)
  where mail.original_path is not null
    and (e ->> 'kind' in ('mail', 'calendar') or not exists (select from jsonb_array_elements(mail.files) f
      where f -> 'index' = e -> 'index'))
$$;
comment on function private.other_parts(private.mail_messages) is
  'Parts of a mail that are only in its original, not files of the ticket, and its mails and invitations.';
