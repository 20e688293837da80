-- The id of a ticket is in every link to it: where the host looked for proof of the sender and found none, a root id alone files
-- nothing. A mail that proves nothing names no mails for its sender either.
create or replace function private.root_way(ticket_id uuid, authentication text) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when $2 = 'pass' then 'references'
    -- Outsiders to whom a message was forwarded know it from the mail.
    when $2 = 'unchecked' and not exists (
      select from private.sent_mails s where s.ticket_id = $1 and s.forward_code is not null) then 'references'
    else 'subject' end
$$;
comment on function private.root_way(uuid, text) is
  'How far a root id alone is believed: subject, as little as a number there, unless the sender is proven or no host is configured and nothing was forwarded.';

create or replace function private.keep_references(mail private.mail_messages, place text, refs jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target constant uuid := coalesce(mail.ticket_id, mail.suspected_ticket_id);
  room integer;
begin
  if target is null or mail.forwarded_to is not null then
    return;
  elsif mail.state = 'unmatched' then
    -- Its own id alone, when it knew more than a number: the requester may answer it, whoever wrote it.
    if mail.reason in ('foreign_ticket', 'staff_not_authenticated') and char_length(mail.message_id) <= 250
      and (private.mail_hit(mail, place, refs)).via in ('address', 'references') then
      insert into private.foreign_references (message_id, ticket_id, named_by, is_received)
      values (mail.message_id, target, mail.from_address, true) on conflict do nothing;
    end if;
    return;
  elsif mail.state <> 'accepted' or mail.authentication not in ('pass', 'unchecked') then
    return;
  end if;
  room := 300 - (select count(*) from private.foreign_references f where f.ticket_id = target);
  insert into private.foreign_references (message_id, ticket_id, named_by)
  select l.e, target, case when mail.authentication = 'pass' and (private.sender_of(mail.from_address)).role in ('agent', 'admin')
    then '' else mail.from_address end
  from jsonb_array_elements_text(refs) with ordinality as l (e, n)
  where n <= 151 and char_length(l.e) between 1 and 250 and l.e !~* '^(ticket|note|notification)\.[0-9a-f-]{36}@'
    and not exists (select from private.sent_mails s where s.message_id = l.e)
    and not exists (select from private.mail_messages m where m.message_id = l.e and m.state = 'accepted')
  order by l.n limit least(greatest(room, 0), 20)
  on conflict do nothing;
end
$$;
