-- Answers are found by all that our mails carry: the part of a Message-ID before the @, since gateways change the host,
-- and the root id of the ticket, which is left when a provider gave the mail a Message-ID of its own.

create function private.sent_mail(message_id text) returns private.sent_mails
language sql stable security definer set search_path = '' as $$
  select s.* from (
    (select k.*, 1 as place from private.sent_mails k where k.message_id = $1 limit 1)
    union all
    (select k.*, 2 from private.sent_mails k
    where $1 ~* '^notification\.[0-9a-f-]{36}@' and k.message_id like 'notification.%'
      and split_part(k.message_id, '@', 1) = lower(split_part($1, '@', 1)) limit 1)
    order by place limit 1) k
  join private.sent_mails s on s.message_id = k.message_id and s.recipient = k.recipient
$$;
comment on function private.sent_mail(text) is
  'The mail of the workspace with that Message-ID, also with another host; null when there is none.';

create function private.root_ticket(message_id text) returns uuid
language sql stable security definer set search_path = '' as $$
  select t.id from public.tickets t
  where t.id = case when $1 ~* '^(ticket|note)\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}@' then
    substring($1 from '\.([0-9a-fA-F-]{36})@')::uuid end
$$;
comment on function private.root_ticket(text) is
  'The ticket of a root id: ticket.<id>@…, which all its mails refer to, or note.<id>@…, as mails about its notes do.';

-- The id of a ticket is in every link to it: where the host looked for proof of the sender and found none, a root id
-- alone files nothing.
create function private.root_way(ticket_id uuid, authentication text) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when $2 = 'pass' then 'references'
    -- Outsiders to whom a message was forwarded know it from the mail.
    when $2 = 'unchecked' and not exists (
      select from private.sent_mails s where s.ticket_id = $1 and s.forward_code is not null) then 'references'
    else 'subject' end
$$;
comment on function private.root_way(uuid, text) is
  'How far a root id alone is believed: subject, as little as a number there, unless the sender is proven or no host '
  'is configured and nothing was forwarded.';

-- Whoever answers all answers to what others put in copy as well, such as the reply address of a stranger's ticket. In
-- To, or of the envelope, an address is its author's choice; in copy alone, it takes no proven answer from its thread.
create function private.place_in_thread(mail private.mail_messages, place text, envelope text, refs jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  named constant uuid := private.merge_root(private.ticket_of_reply_address(place));
  is_staff constant boolean := coalesce((private.sender_of(mail.from_address)).role in ('agent', 'admin'), false);
  hit record;
begin
  if place = envelope or named is null or mail.authentication <> 'pass' or private.is_note_address(place)
    or not is_staff and private.is_requester(named, mail.from_address)
    or (is_staff or private.writes_to(named, mail.from_address)) and exists (
      select from jsonb_path_query(mail.recipients, '$.to[*].address') k where lower(k #>> '{}') = place) then
    return place;
  end if;
  hit := private.mail_hit(mail, envelope, refs);
  if hit.via = 'references' and hit.forwarded_to is null and private.merge_root(hit.ticket_id) <> named
    and (is_staff or private.writes_to(hit.ticket_id, mail.from_address)) then
    return envelope;
  end if;
  return place;
end
$$;
comment on function private.place_in_thread(private.mail_messages, text, text, jsonb) is
  'Where a mail belongs of which place_of found a reply address: the address of its envelope, when the mail names the '
  'other in copy alone, its author is proven, not the requester there, and writes on the ticket that it answers.';
