-- Mails about a message had the reply address of the ticket on which it was. What answers it follows it when its sender
-- writes to the new ticket; the nearest message that a mail answers decides.
create function private.split_place(ticket uuid, mail private.mail_messages, refs jsonb, is_staff boolean) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  splits constant uuid[] := array(select s.ticket_id from private.ticket_splits s where s.from_ids @> array[ticket]);
  found_ticket uuid;
begin
  if splits <> '{}' then
    select k.ticket_id into found_ticket
    from jsonb_array_elements_text(refs) with ordinality as l (e, n)
    cross join lateral (
      select (private.sent_mail(l.e)).ticket_id
      union all
      (select m.ticket_id from private.mail_messages m
      where m.message_id = l.e and m.state = 'accepted' and m.ticket_id = any (splits || ticket) limit 20)) k
    where l.n <= 151 and k.ticket_id = any (splits || ticket)
    order by l.n, k.ticket_id = ticket desc limit 1;
  end if;
  return case when found_ticket = any (splits) and (is_staff or private.writes_to(found_ticket, mail.from_address))
    then found_ticket else ticket end;
end
$$;
comment on function private.split_place(uuid, private.mail_messages, jsonb, boolean) is
  'The ticket of a mail to the reply address of a ticket: the one to which the message that it answers was split, if '
  'its sender writes there; else the ticket itself.';

create or replace function private.mail_hit(
  mail private.mail_messages, address text, refs jsonb, out ticket_id uuid, out via text, out forwarded_to text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted text;
  hit record;
  sent private.sent_mails;
  root uuid;
  foreign_ticket uuid;
  -- A ticket of others whose mail it answers, and whether the mail is in no other ticket.
  others uuid;
  is_one boolean;
  is_writer boolean;
  forward constant private.sent_mails := private.forward_of(address);
  is_staff constant boolean := mail.authentication = 'pass'
    and coalesce((private.sender_of(mail.from_address)).role in ('agent', 'admin'), false);
  named constant text[] := private.addresses_in(mail);
  -- Staff may write to every ticket: what they write to outsiders belongs to one that these read.
  is_for_outsiders constant boolean := is_staff and private.names_outsiders(named);
begin
  ticket_id := coalesce(forward.ticket_id, private.ticket_of_reply_address(address));
  if ticket_id is not null then
    via := 'address';
    forwarded_to := forward.recipient;
    if forwarded_to is null then
      ticket_id := private.split_place(ticket_id, mail, refs, is_staff);
    end if;
    return;
  end if;
  -- The nearest first. Received mails count too: people in copy answer the requester's own mail.
  for wanted in select e from jsonb_array_elements_text(refs) with ordinality as l (e, n) order by n limit 151 loop
    sent := private.sent_mail(wanted);
    if sent.message_id is not null then
      continue when is_for_outsiders and not private.reaches_ticket(sent.ticket_id, named);
      is_writer := private.writes_to(sent.ticket_id, mail.from_address);
      if is_staff or sent.forward_code is not null
        or is_writer and (sent.recipient = mail.from_address
          or sent.recipient = any (named) and private.reaches_ticket(sent.ticket_id, array[sent.recipient])
          or private.answers_on(sent.ticket_id, mail.from_address, named)) then
        ticket_id := sent.ticket_id;
        forwarded_to := case when sent.forward_code is not null then sent.recipient end;
        via := 'references';
        return;
      end if;
      -- Of somebody in copy, what the desk wrote to others says nothing.
      continue when is_writer;
      is_one := case when others is null then true else is_one end;
      others := coalesce(others, sent.ticket_id);
      continue;
    end if;
    select h.* into hit from private.received_hit(mail, wanted, is_staff, named) h;
    if hit.fit = 'own' then
      ticket_id := hit.ticket_id;
      via := 'references';
      return;
    -- Of staff, one that is in several tickets waits; one in a stranger's alone says nothing.
    elsif hit.fit = 'foreign' and others is null and not (is_staff and hit.is_one) then
      others := hit.ticket_id;
      is_one := hit.is_one;
    end if;
    root := coalesce(root, private.root_ticket(wanted));
  end loop;
  if root is not null and (not is_for_outsiders or private.reaches_ticket(root, named))
    and (others is null or private.writes_to(root, mail.from_address))
    and (is_staff or not private.writes_to(root, mail.from_address)
      or private.answers_on(root, mail.from_address, named)) then
    ticket_id := root;
    via := private.root_way(root, mail.authentication);
    return;
  end if;
  foreign_ticket := private.ticket_of_foreign_references(mail, refs);
  select t.id into ticket_id from public.tickets t, public.workspace_settings w
  where t.number = substring(mail.subject from '(?i)\[(?:#|' || w.ticket_prefix || '-)(\d{1,15})\]')::bigint;
  -- A number is seen: who has got a mail about the ticket knows what it says.
  if ticket_id is not null and (is_for_outsiders and not private.reaches_ticket(ticket_id, named)
    or not is_staff and private.writes_to(ticket_id, mail.from_address)
      and not private.answers_on(ticket_id, mail.from_address, named)
      and not exists (select from private.sent_mails s
        where s.ticket_id = mail_hit.ticket_id and s.recipient = mail.from_address)) then
    ticket_id := null;
  end if;
  if ticket_id is not null and (coalesce(foreign_ticket, others) is null
    or mail.authentication = 'pass' and private.writes_to(ticket_id, mail.from_address)) then
    via := 'subject';
  elsif foreign_ticket is not null then
    ticket_id := foreign_ticket;
    -- More people know the mails that others wrote: where the host looked, it has to have found proof.
    via := case when mail.authentication in ('pass', 'unchecked') then 'references' else 'subject' end;
  elsif others is not null then
    ticket_id := others;
    via := case when is_one then 'references' else 'ambiguous' end;
  end if;
end
$$;
comment on function private.mail_hit(private.mail_messages, text, jsonb) is
  'The ticket that a mail names and how: by its reply address, else by the mails that it answers, rather those of a '
  'ticket to which its sender writes (ambiguous: those are in several tickets, none of them the sender''s), else by '
  'the number in its subject (also: by what proves as little). forwarded_to: it answers what was forwarded to that '
  'outsider.';
