-- Where a mail belongs: the ticket that it names, by whatever way.

-- A stranger chooses the Message-ID, the references and the subject of a mail, and who gets it. What others answer to
-- it belongs to the stranger's ticket only when it is addressed to people who get it anyway.
create function private.addresses_in(mail private.mail_messages) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(distinct private.lower_ascii(named #>> '{}')), '{}')
  from jsonb_path_query(mail.recipients, '$.*[*].address') named
$$;
comment on function private.addresses_in(private.mail_messages) is 'The addresses that To and Cc of a mail name.';

create function private.names_outsiders(addresses text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from unnest(addresses) named
    where not private.is_own_address(named)
      and not exists (select from public.profiles p where p.email = named and p.role in ('agent', 'admin')))
$$;
comment on function private.names_outsiders(text[]) is
  'True when one of the addresses is neither of the workspace nor of staff.';

-- Anybody puts anybody in copy on a ticket of their own: that somebody in copy gets a mail does not make it one for the
-- requester.
create function private.reaches_ticket(ticket_id uuid, addresses text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
      select from public.profiles p
      where p.id = (select t.customer_id from public.tickets t where t.id = $1) and p.email = any ($2))
    or exists (
      select from public.ticket_participants p
      where p.ticket_id = $1 and p.address = any ($2) and p.source = 'staff')
$$;
comment on function private.reaches_ticket(uuid, text[]) is
  'True when the requester of the ticket or somebody whom staff put in copy has one of the addresses.';

-- Mail programs copy the references of what somebody forwards, and a stranger can write any of their own ticket into a
-- mail to somebody whom they put in copy there. What those forward to the workspace is not for the stranger.
create function private.answers_on(ticket_id uuid, address text, addresses text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.tickets t join public.profiles k on k.id = t.customer_id
    where t.id = $1 and (k.email = $2 or exists (
      select from public.ticket_participants p
      where p.ticket_id = t.id and p.address = $2 and (p.source = 'staff' or k.email = any ($3)))))
$$;
comment on function private.answers_on(uuid, text, text[]) is
  'True for the address of the requester, of somebody whom staff put in copy, and of others in copy when the '
  'requester is among the addressees.';

create function private.is_requester(ticket_id uuid, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.tickets t join public.profiles p on p.id = t.customer_id
    where t.id = $1 and p.email = $2)
$$;
comment on function private.is_requester(uuid, text) is 'True for the address of the requester.';

-- A stranger can put anybody in copy and choose what their mails name. A mail of somebody in copy to the workspace
-- alone may be meant for nobody else: it is one for the ticket only if staff put them there.
create function private.received_hit(mail private.mail_messages, wanted text, is_staff boolean, addresses text[],
  out ticket_id uuid, out fit text, out is_one boolean)
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
      when m.is_addressed and private.reaches_ticket(m.ticket_id, addresses || mail.from_address) then 'own'
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
  order by array_position('{own,foreign,none}', k.fit), private.is_requester(k.ticket_id, mail.from_address) desc,
    k.first_at limit 1;
end
$$;
comment on function private.received_hit(private.mail_messages, text, boolean, text[]) is
  'The ticket of a received mail that a mail answers. own: its sender writes there and is its requester, or the mail '
  'is addressed to the requester, or answers its author or staff and is of somebody or reaches somebody whom staff put '
  'in copy; of staff: it reaches them or the requester. foreign: its sender does not write there, or is staff. '
  'none: no ticket for this mail.';

create function private.mail_hit(
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
  -- A ticket on which its sender is in copy. One of their own, named by an earlier mail, goes first.
  near uuid;
  nth bigint;
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
  for wanted, nth in
    select e, n from jsonb_array_elements_text(refs) with ordinality as l (e, n) order by n limit 151 loop
    sent := private.sent_mail(wanted);
    if sent.message_id is not null then
      continue when is_for_outsiders and not private.reaches_ticket(sent.ticket_id, named);
      is_writer := private.writes_to(sent.ticket_id, mail.from_address);
      if is_staff or sent.forward_code is not null or private.is_requester(sent.ticket_id, mail.from_address) then
        ticket_id := sent.ticket_id;
        forwarded_to := case when sent.forward_code is not null then sent.recipient end;
        via := 'references';
        return;
      -- Of somebody in copy, the very mail that it answers, if the workspace sent it to them.
      elsif is_writer and (nth = 1 and exists (select from private.sent_mails s
          where s.message_id = sent.message_id and s.recipient = mail.from_address)
        or sent.recipient = any (named) and private.reaches_ticket(sent.ticket_id, array[sent.recipient])
        or private.answers_on(sent.ticket_id, mail.from_address, named)) then
        near := coalesce(near, sent.ticket_id);
      end if;
      -- Of somebody in copy, what the desk wrote to others says nothing.
      continue when is_writer;
      is_one := case when others is null then true else is_one end;
      others := coalesce(others, sent.ticket_id);
      continue;
    end if;
    select h.* into hit from private.received_hit(mail, wanted, is_staff, named) h;
    if hit.fit = 'own' and not is_staff and not private.is_requester(hit.ticket_id, mail.from_address) then
      near := coalesce(near, hit.ticket_id);
    elsif hit.fit = 'own' then
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
  if near is not null then
    ticket_id := near;
    via := 'references';
    return;
  end if;
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
  -- A number in a subject is copied by whatever mail answers or forwards another.
  if ticket_id is not null and (is_for_outsiders and not private.reaches_ticket(ticket_id, named)
    or not is_staff and private.writes_to(ticket_id, mail.from_address)
      and not private.answers_on(ticket_id, mail.from_address, named)) then
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
