-- Of several tickets whose mails have the same Message-ID, an answer goes to the sender's own. Staff may write to all, so that
-- theirs waits instead of going to whoever used the Message-ID again.
create function private.writes_to(ticket_id uuid, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.tickets t join public.profiles p on p.id = t.customer_id where t.id = $1 and p.email = $2)
    or exists (select from public.ticket_participants p where p.ticket_id = $1 and p.address = $2)
$$;
comment on function private.writes_to(uuid, text) is 'True for the address of the requester or of somebody in copy.';

create or replace function private.mail_hit(
  mail private.mail_messages, address text, refs jsonb, out ticket_id uuid, out via text, out forwarded_to text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted text;
  own boolean;
  several boolean;
  forward constant private.sent_mails := private.forward_of(address);
begin
  ticket_id := coalesce(forward.ticket_id, private.ticket_of_reply_address(address));
  if ticket_id is not null then
    via := 'address';
    forwarded_to := forward.recipient;
    return;
  end if;
  -- The nearest first. Received mails count too: people in copy answer the requester's own mail.
  for wanted in select e from jsonb_array_elements_text(refs) with ordinality as l (e, n) order by n limit 100 loop
    select s.ticket_id, case when s.forward_code is not null then s.recipient end into ticket_id, forwarded_to
    from private.sent_mails s where s.message_id = wanted limit 1;
    if not found then
      select k.ticket_id, k.is_own, count(*) over () > 1 into ticket_id, own, several from (
        select m.ticket_id, private.writes_to(m.ticket_id, mail.from_address) as is_own, min(m.received_at) as first_at
        from private.mail_messages m where m.message_id = wanted and m.state = 'accepted'
        group by m.ticket_id order by first_at limit 50) k
      order by k.is_own desc, k.first_at limit 1;
    end if;
    if ticket_id is not null then
      via := case when several and not own then 'ambiguous' else 'references' end;
      return;
    end if;
  end loop;
  select t.id into ticket_id from public.tickets t, public.workspace_settings w
  where t.number = substring(mail.subject from '(?i)\[(?:#|' || w.ticket_prefix || '-)(\d{1,15})\]')::bigint;
  if ticket_id is not null then
    via := 'subject';
  end if;
end
$$;
comment on function private.mail_hit(private.mail_messages, text, jsonb) is
  'The ticket that a mail names and how: by its reply address, else by the mails that it answers (ambiguous: those are in several tickets, none of them the sender''s), else by the number in its subject. forwarded_to: it answers what was forwarded to that outsider.';
