-- Of several tickets whose mails have the same Message-ID, an answer goes to the sender's own. Staff may write to all, so that
-- theirs waits instead of going to whoever used the Message-ID again.
create function private.writes_to(ticket_id uuid, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.tickets t join public.profiles p on p.id = t.customer_id where t.id = $1 and p.email = $2)
    or exists (select from public.ticket_participants p where p.ticket_id = $1 and p.address = $2)
$$;
comment on function private.writes_to(uuid, text) is 'True for the address of the requester or of somebody in copy.';
