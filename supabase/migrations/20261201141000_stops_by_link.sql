-- A link in the text of a mail is quoted in answers, so that everybody in copy has it. It stops one kind of mail or the copies of one
-- ticket; the recipient is told by a mail, and gets them again by the same link, by writing, or by choosing.
create table private.link_stops (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  person_id uuid references public.profiles (id) on delete cascade,
  ticket_id uuid references public.tickets (id) on delete cascade,
  address text not null,
  stopped_at timestamptz,
  told smallint not null default 0,
  told_since timestamptz not null default now(),
  constraint link_stops_subject check ((kind = 'copy') = (ticket_id is not null) and (person_id is null) = (ticket_id is not null))
);
comment on table private.link_stops is 'What was stopped by a link in a text: a kind of mail to a user, or the copies of a ticket to an address.';
comment on column private.link_stops.stopped_at is 'Null once the mails were started again, and for copies, which ticket_participants.left_at says.';
comment on column private.link_stops.told is 'Mails about it within the day that began at told_since: whoever has the link could have many sent.';

create unique index link_stops_person_idx on private.link_stops (person_id, kind);
create unique index link_stops_ticket_idx on private.link_stops (ticket_id, address);

alter table private.link_stops enable row level security;

alter table public.notification_outbox add column stop_token text;
comment on column public.notification_outbox.stop_token is 'For the link in the text. kind stopped: the link that takes it back.';
comment on column public.notification_outbox.unsubscribe_token is 'For the header List-Unsubscribe, which no answer quotes; null for messages of the recipient''s own conversation.';
alter table public.notification_outbox drop constraint notification_outbox_kind;
alter table public.notification_outbox add constraint notification_outbox_kind check (kind in (
  'reply', 'comment', 'reopened', 'status', 'assigned', 'taken_over', 'opened', 'mention', 'unassigned', 'followed',
  'copy', 'forward', 'received', 'refused', 'stopped'));
alter table public.notification_outbox drop constraint notification_outbox_ticket;
alter table public.notification_outbox add constraint notification_outbox_ticket check (ticket_id is not null or kind in ('refused', 'stopped'));
comment on column public.notification_outbox.kind is
  'reply: a public answer, to the customer. comment: the customer or somebody in copy wrote, to the assignee. reopened: and this reopened the ticket. status: staff changed it, to the customer. assigned: to the assignee. taken_over: to the previous assignee. opened: staff opened it, to the customer. mention: in a note, to staff. unassigned: a new ticket, to staff. followed: news, to its followers. copy: a public message, to people in copy. forward: staff sent a message to an outside address. received: acknowledges a ticket by mail. refused: answers the mail of a deactivated account. stopped: a link stopped mails, to their recipient; excerpt has the kind.';

update public.notification_outbox o set unsubscribe_token = null where o.sent_at is null and o.dropped_at is null;

create function private.one_click_token(person uuid, kind text) returns text
language sql stable security definer set search_path = '' as $$
  select person || '.' || private.setting_of(kind) || '.'
    || encode(extensions.hmac(convert_to('one-click.' || person || '.' || private.setting_of(kind), 'UTF8'), k.key, 'sha256'), 'hex')
  from private.unsubscribe_keys k
$$;
comment on function private.one_click_token(uuid, text) is 'The token of the header List-Unsubscribe for one user and one kind of mail.';
comment on function private.unsubscribe_token(uuid, text) is 'The token of the link in the text, for one user and one kind of mail.';

create function private.copy_token(ticket_id uuid, address text) returns text
language sql stable security definer set search_path = '' as $$
  select ticket_id || '.copy.'
    || encode(extensions.hmac(convert_to('copy.' || ticket_id || '.' || lower(address), 'UTF8'), k.key, 'sha256'), 'hex')
  from private.unsubscribe_keys k
$$;
comment on function private.copy_token(uuid, text) is 'The token of the link that ends the copies of one ticket to one address. It does not name the address.';

create or replace function private.sign_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.kind = 'copy' then
    new.stop_token := private.copy_token(new.ticket_id, new.recipient_email);
  elsif new.kind in ('status', 'comment', 'reopened', 'assigned', 'taken_over', 'mention', 'unassigned', 'followed') then
    new.unsubscribe_token := private.one_click_token(new.recipient_id, new.kind);
    new.stop_token := private.unsubscribe_token(new.recipient_id, new.kind);
  end if;
  return new;
end
$$;
comment on function private.sign_mail() is
  'Adds the tokens of a mail''s links. Messages to the requester have none: they are answers to what the requester wrote.';

drop function public.get_subscription(text), public.set_subscription(text, boolean), private.read_unsubscribe_token(text);
create function private.read_mail_link(
  token text, out kind text, out person uuid, out ticket_id uuid, out address text, out is_in_text boolean
)
language plpgsql stable security definer set search_path = '' as $$
declare
  parts constant text[] := string_to_array(left(token, 200), '.');
  wanted constant bytea := extensions.digest(coalesce(token, ''), 'sha256');
begin
  if cardinality(parts) = 3 and pg_input_is_valid(parts[1], 'uuid') then
    if parts[2] = 'copy' then
      select p.ticket_id, p.address into ticket_id, address from public.ticket_participants p
      -- Compares digests: the duration says nothing about the token.
      where p.ticket_id = parts[1]::uuid and extensions.digest(private.copy_token(p.ticket_id, p.address), 'sha256') = wanted;
      is_in_text := true;
    elsif parts[2] in ('reply', 'status', 'assigned', 'mention', 'unassigned', 'followed') then
      select p.id, p.email, l.is_in_text into person, address, is_in_text
      from public.profiles p cross join (
        values (true, private.unsubscribe_token(parts[1]::uuid, parts[2])), (false, private.one_click_token(parts[1]::uuid, parts[2]))
      ) l (is_in_text, token)
      where p.id = parts[1]::uuid and extensions.digest(l.token, 'sha256') = wanted
        -- No link ends replies to one's own tickets any more.
        and (parts[2] <> 'reply' or p.role in ('agent', 'admin'));
    end if;
    kind := parts[2];
  end if;
  if address is null then
    raise sqlstate 'PT404' using message = 'This link is not valid', detail = 'unsubscribe_invalid';
  end if;
end
$$;
comment on function private.read_mail_link(text) is 'Whom and what a token is for, and whether it comes from a text; raises a 404 for any other text.';

create function public.get_subscription(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  link constant record := private.read_mail_link(token);
begin
  return jsonb_build_object('kind', link.kind, 'is_in_text', link.is_in_text) || case when link.kind = 'copy'
    then (select jsonb_build_object('is_staff', false, 'ticket_number', t.number, 'is_subscribed', exists (
        select from public.ticket_participants p where p.ticket_id = t.id and p.address = link.address and p.left_at is null))
      from public.tickets t where t.id = link.ticket_id)
    else (select jsonb_build_object('is_staff', p.role in ('agent', 'admin'), 'ticket_number', null,
        'is_subscribed', private.wants(p.preferences, 'notify', link.kind))
      from public.profiles p where p.id = link.person) end;
end
$$;
comment on function public.get_subscription(text) is
  'Anyone with the token of a mail: which mails it ends, and whether they are sent: {kind, is_staff, is_subscribed, is_in_text, ticket_number}. kind copy: the copies of a ticket.';

grant execute on function public.get_subscription(text) to anon, authenticated, service_role;
