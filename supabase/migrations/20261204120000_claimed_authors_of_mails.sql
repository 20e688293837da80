-- A stranger's mail with a Message-ID that others answer named the desk in Reply-To, or its victim in From, and then
-- passed for one to whose author the answer is addressed. A mail of staff to the reply addresses of several tickets
-- was filed in the first alone.
create or replace function private.received_hit(mail private.mail_messages, wanted text, is_staff boolean,
  addresses text[], out ticket_id uuid, out fit text, out is_one boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  select k.ticket_id, k.fit, count(*) over () = 1 into ticket_id, fit, is_one from (
    select m.ticket_id, m.first_at, case
      when is_staff and private.reaches_ticket(m.ticket_id, addresses) then 'own'
      when is_staff or not private.writes_to(m.ticket_id, mail.from_address) then 'foreign'
      when m.is_addressed or exists (
        select from public.tickets t join public.profiles p on p.id = t.customer_id
        where t.id = m.ticket_id and (p.email = mail.from_address or p.email = any (addresses))) then 'own'
      else 'none' end as fit
    from (
      -- Whom an unproven mail names as its author need not have written it, and every mail names the desk.
      select j.ticket_id, min(j.received_at) as first_at, bool_or(
        j.from_address = any (addresses) and j.authentication in ('pass', 'unchecked')
        or j.from_address = mail.from_address
          and (j.authentication in ('pass', 'unchecked') or mail.authentication not in ('pass', 'unchecked'))
        or j.reply_to = any (addresses) and j.reply_to <> mail.from_address
          and private.names_outsiders(array[j.reply_to])
        or j.authentication = 'pass' and exists (
          select from public.profiles p
          where p.email = j.from_address and p.role in ('agent', 'admin'))) as is_addressed
      from (
        select r.ticket_id, r.received_at, r.from_address, r.reply_to, r.authentication from private.mail_messages r
        where r.message_id = wanted and r.state = 'accepted' limit 200) j
      group by j.ticket_id order by first_at limit 50) m) k
  order by array_position('{own,foreign,none}', k.fit), k.first_at limit 1;
end
$$;
comment on function private.received_hit(private.mail_messages, text, boolean, text[]) is
  'The ticket of a received mail that a mail answers. own: its sender writes there and is its requester, or the mail '
  'is addressed to the requester or to the author of the other; of staff: it is addressed to somebody there. foreign: '
  'its sender does not write there, or is staff. none: no ticket for this mail.';

create or replace function private.as_copy(mail private.mail_messages, known private.mail_messages, place text,
  refs jsonb)
returns private.mail_messages
language plpgsql stable security definer set search_path = '' as $$
declare
  hit record;
  is_staff constant boolean := mail.authentication = 'pass'
    and coalesce((private.sender_of(mail.from_address)).role in ('agent', 'admin'), false);
  named constant text[] := private.addresses_in(mail);
begin
  hit := private.mail_hit(mail, place, refs);
  if known.state = 'unmatched'
      and (hit.ticket_id, hit.forwarded_to) is distinct from (known.suspected_ticket_id, known.forwarded_to)
    or hit.via = 'address' and hit.forwarded_to is null
      -- Staff may write to every ticket: to several in one mail, but what is for others not to a stranger's.
      and (private.writes_to(hit.ticket_id, mail.from_address) or is_staff
        and (not private.names_outsiders(named) or private.reaches_ticket(hit.ticket_id, named)))
      and hit.ticket_id is distinct from coalesce(known.ticket_id, known.suspected_ticket_id) then
    mail.content_hash := encode(sha256(convert_to(concat_ws(' ', mail.content_hash,
      coalesce(hit.ticket_id::text, ''), coalesce(hit.forwarded_to, '')), 'UTF8')), 'hex');
  end if;
  return mail;
end
$$;
comment on function private.as_copy(private.mail_messages, private.mail_messages, text, jsonb) is
  'A mail that is known already: with a content_hash of its own when it was delivered to a ticket of its sender, of '
  'staff to one whose people it is for, and the known one to another place or for staff.';
