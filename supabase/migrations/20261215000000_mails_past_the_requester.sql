-- Whom a mail put in copy does not bring what others write to each other to the requester.
create or replace function private.reaches_ticket(ticket_id uuid, addresses text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
      select from public.profiles p
      where p.id = (select t.customer_id from public.tickets t where t.id = $1) and p.email = any ($2))
    or exists (
      select from public.ticket_participants p
      where p.ticket_id = $1 and p.address = any ($2) and p.source in ('staff', 'merge'))
$$;
comment on function private.reaches_ticket(uuid, text[]) is
  'True when the requester of the ticket or somebody whom staff or a merge put in copy has one of the addresses.';

create or replace function private.received_hit(mail private.mail_messages, wanted text, is_staff boolean,
  addresses text[], out ticket_id uuid, out fit text, out is_one boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  select k.ticket_id, k.fit, count(*) over () = 1 into ticket_id, fit, is_one from (
    select m.ticket_id, m.first_at, case
      when is_staff and private.reaches_ticket(m.ticket_id, addresses) then 'own'
      when is_staff or not private.writes_to(m.ticket_id, mail.from_address) then 'foreign'
      when exists (
        select from public.tickets t join public.profiles p on p.id = t.customer_id
        where t.id = m.ticket_id and (p.email = mail.from_address or p.email = any (addresses))) then 'own'
      -- What two in copy write to each other is not for a requester who put them there.
      when m.is_addressed and (private.reaches_ticket(m.ticket_id, addresses || mail.from_address)
        or not private.names_outsiders(array_remove(addresses, mail.from_address))) then 'own'
      else 'none' end as fit
    from (
      -- Whom an unproven mail names as its author need not have written it, and every mail names the desk.
      select j.ticket_id, min(j.received_at) as first_at, bool_or(
        j.from_address = any (addresses) and j.authentication in ('pass', 'unchecked')
        or j.from_address = mail.from_address
          and (j.authentication in ('pass', 'unchecked') or mail.authentication not in ('pass', 'unchecked'))
        or j.authentication = 'pass' and exists (
          select from public.profiles p
          where p.email = j.from_address and p.role in ('agent', 'admin'))) as is_addressed
      from (
        select r.ticket_id, r.received_at, r.from_address, r.authentication from private.mail_messages r
        where r.message_id = wanted and r.state = 'accepted' limit 200) j
      group by j.ticket_id order by first_at limit 50) m) k
  order by array_position('{own,foreign,none}', k.fit), k.first_at limit 1;
end
$$;
comment on function private.received_hit(private.mail_messages, text, boolean, text[]) is
  'The ticket of a received mail that a mail answers. own: its sender writes there and is its requester, or the mail '
  'is addressed to the requester, or answers its author or staff and is for the workspace alone or reaches whom staff '
  'put in copy; of staff: it reaches them or the requester. foreign: its sender does not write there, or is staff. '
  'none: no ticket for this mail.';

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
      -- Staff name what a stranger's mail to them has named: see below.
      or k.named_by = ''
      -- Anybody can send a mail to a ticket, also one that somebody in copy answers elsewhere: its requester alone is
      -- believed.
      or k.is_received and exists (
        select from public.tickets t where t.id = k.ticket_id
          and t.customer_id = (private.sender_of(mail.from_address)).id))
    and (private.answers_on(k.ticket_id, mail.from_address, addresses)
      -- Staff may write to every ticket: theirs belongs to one whose people get it.
      or is_staff and private.reaches_ticket(k.ticket_id, addresses))
  order by l.n, k.kept_at limit 1;
  return found_ticket;
end
$$;
comment on function private.ticket_of_foreign_references(private.mail_messages, jsonb) is
  'The ticket whose mails name a mail that this one answers, if its sender answers there (answers_on); of staff, if it '
  'reaches the requester or whom they put in copy.';

create or replace function private.as_copy(mail private.mail_messages, known private.mail_messages, place text,
  refs jsonb) returns private.mail_messages
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
        and (not private.names_outsiders(named)
          or exists (select from unnest(named) a where private.writes_to(hit.ticket_id, a))))
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
