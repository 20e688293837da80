-- A colleague answers from their own mail program, and the customer's next mail names that answer alone. The
-- Message-IDs that the mails of a ticket name are kept, so that it finds the ticket.
create table private.foreign_references (
  message_id text not null constraint foreign_references_message_id check (char_length(message_id) between 1 and 250),
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  named_by text not null constraint foreign_references_named_by check (char_length(named_by) <= 254),
  is_received boolean not null default false,
  kept_at timestamptz not null default now(),
  primary key (message_id, ticket_id, named_by)
);
comment on table private.foreign_references is
  'Message-IDs of mails that the workspace neither sent nor filed, and that mails of a ticket name or are. Up to 300 a '
  'ticket.';
comment on column private.foreign_references.named_by is
  'Whose mail named it, because anybody can name any mail; empty when proven staff did.';
comment on column private.foreign_references.is_received is
  'It is the mail of named_by itself, which waits for staff or was not filed.';

create index foreign_references_ticket_idx on private.foreign_references (ticket_id);

alter table private.foreign_references enable row level security;

create function private.is_addressed_to(mail private.mail_messages, address text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from jsonb_path_query(mail.recipients, '$.*[*].address') named
    where private.lower_ascii(named #>> '{}') = $2)
$$;
comment on function private.is_addressed_to(private.mail_messages, text) is
  'True when To or Cc of the mail name the address.';

-- Naming a mail must not open a way to others' answers to it: an id counts for who named it, and for mails that go to
-- them anyway.
create function private.ticket_of_foreign_references(mail private.mail_messages, refs jsonb) returns uuid
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

-- A mail that proves nothing names no mails for its sender either.
create function private.keep_references(mail private.mail_messages, place text, refs jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target constant uuid := coalesce(mail.ticket_id, mail.suspected_ticket_id);
  room integer;
begin
  if target is null or mail.forwarded_to is not null then
    return;
  elsif mail.state = 'unmatched' then
    -- Its own id alone, when it knew more than a number: the requester may answer it, whoever wrote it.
    if mail.reason in ('foreign_ticket', 'staff_not_authenticated') and char_length(mail.message_id) <= 250
      and (private.mail_hit(mail, place, refs)).via in ('address', 'references') then
      insert into private.foreign_references (message_id, ticket_id, named_by, is_received)
      values (mail.message_id, target, mail.from_address, true) on conflict do nothing;
    end if;
    return;
  elsif mail.state <> 'accepted' or mail.authentication not in ('pass', 'unchecked') then
    return;
  end if;
  room := 300 - (select count(*) from private.foreign_references f where f.ticket_id = target);
  insert into private.foreign_references (message_id, ticket_id, named_by)
  select l.e, target, case when mail.authentication = 'pass'
    and (private.sender_of(mail.from_address)).role in ('agent', 'admin')
    then '' else mail.from_address end
  from jsonb_array_elements_text(refs) with ordinality as l (e, n)
  where n <= 151 and char_length(l.e) between 1 and 250 and l.e !~* '^(ticket|note|notification)\.[0-9a-f-]{36}@'
    and not exists (select from private.sent_mails s where s.message_id = l.e)
    and not exists (select from private.mail_messages m where m.message_id = l.e and m.state = 'accepted')
  order by l.n limit least(greatest(room, 0), 20)
  on conflict do nothing;
end
$$;
comment on function private.keep_references(private.mail_messages, text, jsonb) is
  'Keeps the nearest 20 unknown Message-IDs that a filed mail names, and the id of one that waits because its sender '
  'may not write to the ticket.';
