-- Where a mail belongs: the ticket that it names, by whatever way.

create function private.mail_hit(
  mail private.mail_messages, address text, refs jsonb, out ticket_id uuid, out via text, out forwarded_to text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted text;
  own boolean;
  several boolean;
  sent private.sent_mails;
  root uuid;
  foreign_ticket uuid;
  forward constant private.sent_mails := private.forward_of(address);
begin
  ticket_id := coalesce(forward.ticket_id, private.ticket_of_reply_address(address));
  if ticket_id is not null then
    via := 'address';
    forwarded_to := forward.recipient;
    return;
  end if;
  -- The nearest first. Received mails count too: people in copy answer the requester's own mail.
  for wanted in select e from jsonb_array_elements_text(refs) with ordinality as l (e, n) order by n limit 151 loop
    sent := private.sent_mail(wanted);
    if sent.message_id is not null then
      ticket_id := sent.ticket_id;
      forwarded_to := case when sent.forward_code is not null then sent.recipient end;
    else
      select k.ticket_id, k.is_own, count(*) over () > 1 into ticket_id, own, several from (
        select m.ticket_id, private.writes_to(m.ticket_id, mail.from_address) as is_own, min(m.received_at) as first_at
        from (
          select j.ticket_id, j.received_at from private.mail_messages j
          where j.message_id = wanted and j.state = 'accepted' limit 200) m
        group by m.ticket_id order by first_at limit 50) k
      order by k.is_own desc, k.first_at limit 1;
    end if;
    if ticket_id is not null then
      via := case when several and not own then 'ambiguous' else 'references' end;
      return;
    end if;
    root := coalesce(root, private.root_ticket(wanted));
  end loop;
  if root is not null then
    ticket_id := root;
    via := private.root_way(root, mail.authentication);
    return;
  end if;
  foreign_ticket := private.ticket_of_foreign_references(mail, refs);
  select t.id into ticket_id from public.tickets t, public.workspace_settings w
  where t.number = substring(mail.subject from '(?i)\[(?:#|' || w.ticket_prefix || '-)(\d{1,15})\]')::bigint;
  if ticket_id is not null and (foreign_ticket is null or mail.authentication = 'pass'
    and private.writes_to(ticket_id, mail.from_address)) then
    via := 'subject';
  elsif foreign_ticket is not null then
    ticket_id := foreign_ticket;
    -- More people know the mails that others wrote: where the host looked, it has to have found proof.
    via := case when mail.authentication in ('pass', 'unchecked') then 'references' else 'subject' end;
  end if;
end
$$;
comment on function private.mail_hit(private.mail_messages, text, jsonb) is
  'The ticket that a mail names and how: by its reply address, else by the mails that it answers (ambiguous: those '
  'are in several tickets, none of them the sender''s), else by the number in its subject (also: by what proves as '
  'little). forwarded_to: it answers what was forwarded to that outsider.';
