-- A bounce counts for the address to which the very Message-ID that it returns was sent. The reply address of a ticket proves
-- nothing: with it, a forged report silenced an agent on all tickets.
drop function private.record_bounce(private.mail_messages, jsonb, uuid);
create function private.record_bounce(mail private.mail_messages, report jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  failed record;
  sent private.sent_mails;
  ticket uuid;
begin
  for failed in
    select lower(btrim(e ->> 'address')) as address, left(coalesce(e ->> 'status', ''), 20) as status,
      left(coalesce(e ->> 'reason', ''), 500) as reason, coalesce((e ->> 'permanent')::boolean, false) as is_permanent
    from jsonb_array_elements(report -> 'recipients') e limit 50
  loop
    select s.* into sent from private.sent_mails s
    where s.message_id = report ->> 'message_id' and s.recipient = failed.address and s.sent_at > now() - interval '14 days';
    continue when not found;
    ticket := sent.ticket_id;
    -- A delay is no failure.
    continue when not failed.is_permanent;
    insert into private.delivery_failures (ticket_id, comment_id, mail_id, address, status, reason)
    values (sent.ticket_id, sent.comment_id, mail.id, failed.address, failed.status, failed.reason);
    insert into public.ticket_events (ticket_id, kind, from_value, to_value, is_internal)
    values (sent.ticket_id, 'delivery_failed', nullif(left(failed.reason, 200), ''), failed.address, true);
    -- A full mailbox or a refused text says nothing about the next mail.
    continue when not private.is_wrong_address(failed.status);
    insert into public.undeliverable_addresses as u (address, status, reason)
    values (failed.address, failed.status, failed.reason)
    on conflict (address) do update
      set status = excluded.status, reason = excluded.reason, failures = u.failures + 1, last_at = now();
  end loop;
  return ticket;
end
$$;
comment on function private.record_bounce(private.mail_messages, jsonb) is
  'Marks the addresses of a report {message_id, recipients: [{address, status, reason, permanent}]} as undeliverable, if the desk sent that mail to them. Returns the ticket of the mail.';
