-- A copy of an unproven mail that a stranger had delivered to a ticket of theirs does not stand for it elsewhere.

-- Anybody can have a mail delivered to a reply address of their own, or put it in copy, so that answers to all name it
-- too. Such a copy must not stand for the one that belongs to a ticket of the sender.
create or replace function private.as_copy(mail private.mail_messages, known private.mail_messages, place text,
  refs jsonb)
returns private.mail_messages
language plpgsql stable security definer set search_path = '' as $$
declare
  hit record;
begin
  hit := private.mail_hit(mail, place, refs);
  if known.state = 'unmatched'
      and (hit.ticket_id, hit.forwarded_to) is distinct from (known.suspected_ticket_id, known.forwarded_to)
    or hit.via = 'address' and hit.forwarded_to is null and private.is_also_for(hit.ticket_id, mail)
      and hit.ticket_id is distinct from coalesce(known.ticket_id, known.suspected_ticket_id)
    -- Of what proves nothing anybody can deliver a copy first, to another ticket.
    or known.state = 'accepted' and mail.authentication <> 'pass' and known.authentication = mail.authentication
      and (hit.ticket_id is null and known.via is not null
        or private.writes_to(hit.ticket_id, mail.from_address)
          and private.merge_root(hit.ticket_id) is distinct from private.merge_root(known.ticket_id)) then
    mail.content_hash := encode(sha256(convert_to(concat_ws(' ', mail.content_hash,
      coalesce(hit.ticket_id::text, ''), coalesce(hit.forwarded_to, '')), 'UTF8')), 'hex');
  end if;
  return mail;
end
$$;
comment on function private.as_copy(private.mail_messages, private.mail_messages, text, jsonb) is
  'A mail that is known already: with a content_hash of its own when it was delivered to a ticket of its sender, of '
  'staff to one whose people it is for, and the known one to another place or for staff.';

create or replace function private.place_of(mail jsonb, envelope text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select named.address from (
      select $2 as address, -1 as n
      union all
      select lower(btrim(e #>> '{}')), n
        from jsonb_array_elements(private.first_of($1 -> 'delivered_to', 60)) with ordinality as l (e, n)
      union all
      select lower(btrim(e ->> 'address')), 100 + n from jsonb_array_elements(private.first_of($1 -> 'to', 60))
        with ordinality as l (e, n)
      union all
      select lower(btrim(e ->> 'address')), 200 + n from jsonb_array_elements(private.first_of($1 -> 'cc', 60))
        with ordinality as l (e, n)
    ) named
    where private.is_reply_address(named.address)
      and (private.ticket_of_reply_address(named.address) is not null
        or (private.forward_of(named.address)).ticket_id is not null)
    -- Of several, the one that shows a mail to the fewest: what an outsider answers waits for staff, and a note is for
    -- staff.
    order by named.n >= 0, named.address ~ '^[^@+]+\+f\.' desc, private.is_note_address(named.address) desc,
      private.is_requester(private.ticket_of_reply_address(named.address),
        private.lower_ascii(btrim($1 #>> '{from,address}'))) desc,
      private.writes_to(private.ticket_of_reply_address(named.address),
        private.lower_ascii(btrim($1 #>> '{from,address}'))) desc,
      named.n limit 1), $2)
$$;
comment on function private.place_of(jsonb, text) is
  'The reply address to which a mail was sent: of its envelope, else of those that Delivered-To, To and Cc name, '
  'rather one of a ticket of its sender, else where they are in copy, else the envelope''s address.';
