-- A host below a domain may be somebody else's: only the very domain of an address reports its failures. Reports name
-- addresses with the domain in the form of DNS.
create or replace function private.is_daemon_of(mail private.mail_messages, report jsonb, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select mail.authentication = 'pass' and coalesce((report ->> 'is_null_sender')::boolean, false)
    and mail.from_address ~ '^(mailer-daemon|postmaster)@'
    and exists (
      select from (
        select substring($3 from '[^@]*$') as domain
        union all select split_part(a.address, '@', 2) from public.mail_addresses a where a.is_active
        union all select substring(c.sender from '[^@]*$') from private.mail_channel c) d
      where d.domain <> ''
        and private.ascii_domain(d.domain) = private.ascii_domain(substring(mail.from_address from '[^@]*$')))
$$;
comment on function private.is_daemon_of(private.mail_messages, jsonb, text) is
  'True for an authenticated report without an envelope sender from the very domain of the failed address or of the '
  'desk.';

create or replace function private.record_bounce(mail private.mail_messages, report jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  failed record;
  sent private.sent_mails;
  is_proven boolean;
  ticket uuid;
begin
  for failed in
    select private.ascii_address(lower(btrim(e ->> 'address'))) as address,
      left(coalesce(e ->> 'status', ''), 20) as status, left(coalesce(e ->> 'reason', ''), 500) as reason,
      coalesce((e ->> 'permanent')::boolean, false) as is_permanent,
      coalesce((e ->> 'delivered')::boolean, false) as is_delivered,
      coalesce((e ->> 'wrong_address')::boolean, private.is_wrong_address(e ->> 'status'), false) as is_wrong
    from jsonb_array_elements(report -> 'recipients') e limit 50
  loop
    -- Providers may give mails another Message-ID.
    select s.* into sent from private.sent_mails s
    where s.report_code = report ->> 'code' and private.ascii_address(s.recipient) = failed.address
      and s.sent_at > now() - interval '14 days';
    is_proven := found;
    if not is_proven then
      select s.* into sent from private.sent_mails s
      where s.message_id = report ->> 'message_id' and private.ascii_address(s.recipient) = failed.address
        and s.sent_at > now() - interval '14 days';
      -- A wrong code is a guess.
      continue when not found or coalesce(report ->> 'code', '') <> '';
      is_proven := private.is_daemon_of(mail, report, failed.address);
    end if;
    -- As the mail was addressed.
    failed.address := sent.recipient;
    if failed.is_delivered and is_proven then
      delete from public.undeliverable_addresses u where u.address = failed.address;
    end if;
    continue when sent.answered_at is not null;
    ticket := sent.ticket_id;
    -- A delay is no failure, nor is a success.
    continue when not failed.is_permanent;
    if not is_proven then
      -- Shown once and without its words, which may be anybody's.
      continue when exists (
        select from private.delivery_failures f
        where f.ticket_id = sent.ticket_id and f.address = failed.address
          and f.comment_id is not distinct from sent.comment_id);
      failed.reason := 'an unconfirmed report says so. The address still gets emails.';
    end if;
    perform private.show_failure(sent.ticket_id, sent.comment_id, mail.id, failed.address, failed.status,
      failed.reason);
    -- A full mailbox or a refused text says nothing about the next mail.
    continue when not is_proven or not failed.is_wrong;
    perform private.mark_undeliverable(failed.address, failed.status, failed.reason);
  end loop;
  return ticket;
end
$$;
comment on function private.record_bounce(private.mail_messages, jsonb) is
  'Shows a report {message_id, code, is_null_sender, recipients: [{address, status, reason, permanent, delivered, '
  'wrong_address}]} on the ticket of the mail, unless its recipient has answered it. One that is proven, by the code '
  'of the mail or by its sender, marks wrong addresses as undeliverable, and those that got a mail as reachable. '
  'Returns the ticket.';
