-- A mail or an invitation is read in the list of parts, also where the desk accepts its type and it is a file of the ticket.
create or replace function private.other_parts(mail private.mail_messages) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(e order by n), '[]') from jsonb_array_elements(mail.parts) with ordinality as l (e, n)
  where mail.original_path is not null
    and (e ->> 'kind' in ('mail', 'calendar') or not exists (select from jsonb_array_elements(mail.files) f where f -> 'index' = e -> 'index'))
$$;
comment on function private.other_parts(private.mail_messages) is
  'Parts of a mail that are only in its original, not files of the ticket, and its mails and invitations.';
