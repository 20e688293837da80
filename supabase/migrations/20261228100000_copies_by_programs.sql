-- A signature holds whoever sends a mail again, with whatever envelope: without a sender it is one of a program, and most
-- signatures leave out what a mail answers. Such a copy that comes first must not stand for the mail itself.
create or replace function private.as_copy(mail private.mail_messages, known private.mail_messages, place text,
  refs jsonb)
returns private.mail_messages
language plpgsql stable security definer set search_path = '' as $$
declare
  hit record;
begin
  hit := private.mail_hit(mail, place, refs);
  -- It may be in the follow-up that it opened.
  if exists (select from private.follow_ups(private.merge_root(hit.ticket_id)) f
      where f.id = private.merge_root(known.ticket_id) and private.writes_to(f.id, mail.from_address)) then
    hit.ticket_id := known.ticket_id;
  end if;
  if known.state = 'unmatched'
      and (hit.ticket_id, hit.forwarded_to) is distinct from (known.suspected_ticket_id, known.forwarded_to)
    or hit.via = 'address' and hit.forwarded_to is null and private.is_also_for(hit.ticket_id, mail)
      and hit.ticket_id is distinct from coalesce(known.ticket_id, known.suspected_ticket_id)
    -- The known one was delivered to an address that another put in copy, or without the thread that it follows.
    or known.state = 'accepted' and (known.via = 'address' or known.via is null) and mail.authentication = 'pass'
      and hit.via = 'references'
      and hit.forwarded_to is null and private.is_also_for(hit.ticket_id, mail)
      and private.merge_root(hit.ticket_id) is distinct from private.merge_root(known.ticket_id)
    -- Who sends a signed mail again chooses its envelope, and makes one of a program of it, which is not filed.
    or known.is_automatic and not mail.is_automatic and known.state <> 'accepted'
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
  'staff to one whose people it is for, and the known one to another place or for staff, without its thread, or as one '
  'of a program.';
