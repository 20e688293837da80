-- What somebody forwards to the desk is not filed in the ticket of a stranger who put them in copy, and whose mail to them
-- named it.
create function private.answers_on(ticket_id uuid, address text, addresses text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.tickets t join public.profiles k on k.id = t.customer_id
    where t.id = $1 and (k.email = $2 or exists (
      select from public.ticket_participants p
      where p.ticket_id = t.id and p.address = $2 and (p.source = 'staff' or k.email = any ($3)))))
$$;
comment on function private.answers_on(uuid, text, text[]) is
  'True for the address of the requester, of somebody whom staff put in copy, and of others in copy when the requester '
  'is among the addressees.';

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
    return;
  end if;
  -- The nearest first. Received mails count too: people in copy answer the requester's own mail.
  for wanted in select e from jsonb_array_elements_text(refs) with ordinality as l (e, n) order by n limit 151 loop
    sent := private.sent_mail(wanted);
    if sent.message_id is not null then
      continue when is_for_outsiders and not private.reaches_ticket(sent.ticket_id, named);
      is_writer := private.writes_to(sent.ticket_id, mail.from_address);
      if is_staff or sent.forward_code is not null
        or is_writer and (sent.recipient = any (named || mail.from_address)
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

create or replace function private.ticket_of_foreign_references(mail private.mail_messages, refs jsonb) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  is_staff constant boolean := mail.authentication = 'pass'
    and coalesce((private.sender_of(mail.from_address)).role in ('agent', 'admin'), false);
  addresses constant text[] := private.addresses_in(mail);
  found_ticket uuid;
begin
  select k.ticket_id into found_ticket
  from jsonb_array_elements_text(refs) with ordinality as l (e, n)
  cross join lateral (
    select f.* from private.foreign_references f where f.message_id = l.e order by f.kept_at limit 20) k
  where l.n <= 151
    and (k.named_by = mail.from_address or private.is_addressed_to(mail, k.named_by)
      -- Staff name what a stranger's mail to them has named.
      or k.named_by = '' and (is_staff or private.answers_on(k.ticket_id, mail.from_address, addresses))
      -- Anybody can send a mail to a ticket, also one that somebody in copy answers elsewhere: its requester alone is
      -- believed.
      or k.is_received and exists (
        select from public.tickets t where t.id = k.ticket_id
          and t.customer_id = (private.sender_of(mail.from_address)).id))
    and (private.writes_to(k.ticket_id, mail.from_address)
      -- Staff may write to every ticket: theirs belongs to one whose people get it.
      or is_staff and exists (
        select from jsonb_path_query(mail.recipients, '$.*[*].address') named
        where private.writes_to(k.ticket_id, private.lower_ascii(named #>> '{}'))))
  order by l.n, k.kept_at limit 1;
  return found_ticket;
end
$$;
