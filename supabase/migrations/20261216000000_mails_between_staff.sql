-- What staff write to each other with the workspace in copy is a note.
create or replace function private.is_forward_inside(mail private.mail_messages) returns boolean
language sql stable security definer set search_path = '' as $$
  select mail.via is distinct from 'address'
    and not private.names_outsiders(private.addresses_in(mail))
    and (mail.subject ~* '^\s*(fwd?|wg|tr|vl|vb|doorst|enc|rv|pd|ilt|i|пересл|转发|轉寄|轉發)\s*(\(\d+\))?\s*[:：]'
      or exists (
        select from public.profiles p
        where p.email = any (private.addresses_in(mail)) and p.email <> mail.from_address
          and p.role in ('agent', 'admin') and not private.is_own_address(p.email)))
$$;
comment on function private.is_forward_inside(private.mail_messages) is
  'True for a forward that names the workspace and staff alone, and for a message to other staff alone, unless it was '
  'sent to the reply address of the ticket.';
