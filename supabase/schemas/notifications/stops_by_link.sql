-- A link in the text of a mail is quoted in answers, so that everybody in copy has it. It stops one kind of mail or the
-- copies of one ticket; the recipient is told by a mail, and gets them again by the same link, by writing, or by
-- choosing.
create table private.link_stops (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  person_id uuid references public.profiles (id) on delete cascade,
  ticket_id uuid references public.tickets (id) on delete cascade,
  address text not null,
  stopped_at timestamptz,
  told smallint not null default 0,
  told_since timestamptz not null default now(),
  constraint link_stops_subject check ((kind = 'copy') = (ticket_id is not null)
    and (person_id is null) = (ticket_id is not null))
);
comment on table private.link_stops is
  'What was stopped by a link in a text: a kind of mail to a user, or the copies of a ticket to an address.';
comment on column private.link_stops.stopped_at is
  'Null once the mails were started again, and for copies, which ticket_participants.left_at says.';
comment on column private.link_stops.told is
  'Mails about it within the day that began at told_since: whoever has the link could have many sent.';

create unique index link_stops_person_idx on private.link_stops (person_id, kind);
create unique index link_stops_ticket_idx on private.link_stops (ticket_id, address);

alter table private.link_stops enable row level security;

create function private.one_click_token(person uuid, kind text) returns text
language sql stable security definer set search_path = '' as $$
  select person || '.' || private.setting_of(kind) || '.'
    || encode(extensions.hmac(convert_to('one-click.' || person || '.' || private.setting_of(kind), 'UTF8'), k.key,
      'sha256'), 'hex')
  from private.unsubscribe_keys k
$$;
comment on function private.one_click_token(uuid, text) is
  'The token of the header List-Unsubscribe for one user and one kind of mail.';

create function private.copy_token(ticket_id uuid, address text) returns text
language sql stable security definer set search_path = '' as $$
  select ticket_id || '.copy.'
    || encode(extensions.hmac(convert_to('copy.' || ticket_id || '.' || lower(address), 'UTF8'), k.key, 'sha256'),
      'hex')
  from private.unsubscribe_keys k
$$;
comment on function private.copy_token(uuid, text) is
  'The token of the link that ends the copies of one ticket to one address. It does not name the address.';

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
      where p.ticket_id = parts[1]::uuid and extensions.digest(private.copy_token(p.ticket_id, p.address),
        'sha256') = wanted;
      is_in_text := true;
    elsif 'notify_' || parts[2] = any (private.notification_choices()) then
      select p.id, p.email, l.is_in_text into person, address, is_in_text
      from public.profiles p cross join (
        values (true, private.unsubscribe_token(parts[1]::uuid, parts[2])),
          (false, private.one_click_token(parts[1]::uuid, parts[2]))
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
comment on function private.read_mail_link(text) is
  'Whom and what a token is for, and whether it comes from a text; raises a 404 for any other text.';

create function public.get_subscription(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  link constant record := private.read_mail_link(token);
begin
  return jsonb_build_object('kind', link.kind, 'is_in_text', link.is_in_text) || case when link.kind = 'copy'
    then (select jsonb_build_object('is_staff', false, 'ticket_number', t.number, 'is_subscribed', exists (
        select from public.ticket_participants p where p.ticket_id = t.id and p.address = link.address
          and p.left_at is null))
      from public.tickets t where t.id = link.ticket_id)
    else (select jsonb_build_object('is_staff', p.role in ('agent', 'admin'), 'ticket_number', null,
        'is_subscribed', private.wants(p.preferences, 'notify', link.kind))
      from public.profiles p where p.id = link.person) end;
end
$$;
comment on function public.get_subscription(text) is
  'Anyone with the token of a mail: which mails it ends, and whether they are sent: {kind, is_staff, is_subscribed, '
  'is_in_text, ticket_number}. kind copy: the copies of a ticket.';
grant execute on function public.get_subscription(text) to anon, authenticated, service_role;

-- Stopping mails by a link, and starting them again.
create function private.note_stop(link record, token text, recipient_name text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  is_told boolean;
begin
  insert into private.link_stops (kind, person_id, ticket_id, address)
  values (link.kind, link.person, link.ticket_id, link.address)
  on conflict do nothing;
  update private.link_stops s set stopped_at = case when link.person is not null then now() end, address = link.address,
    told = case when s.told_since > now() - interval '1 day' then s.told else 0 end + 1,
    told_since = case when s.told_since > now() - interval '1 day' then s.told_since else now() end
  where s.id in (
    select k.id from private.link_stops k where k.person_id = link.person and k.kind = link.kind
    union all select k.id from private.link_stops k where k.ticket_id = link.ticket_id and k.address = link.address)
  returning s.told <= 3 into is_told;
  if is_told then
    insert into public.notification_outbox (kind, recipient_email, recipient_name, ticket_id, ticket_subject,
      actor_name, excerpt, stop_token)
    select 'stopped', link.address, recipient_name, link.ticket_id, coalesce(t.subject, 'Email notifications'),
      '', link.kind, token
    from (select 1) one left join public.tickets t on t.id = link.ticket_id
    returning dropped_at is null into is_told;
  end if;
  -- What cannot be told, by this limit or that of the ticket, is not stopped.
  if is_told is not true then
    raise sqlstate 'PT429' using message = 'These emails were stopped too often today. Try again tomorrow.',
      detail = 'subscription_limit';
  end if;
end
$$;
comment on function private.note_stop(record, text, text) is
  'Records that a link in a text stopped mails, and tells their recipient, up to three times a day.';

create function public.set_subscription(token text, subscribed boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link constant record := private.read_mail_link(token);
  wanted constant boolean := coalesce(subscribed, false);
  recipient_name text;
begin
  if link.kind = 'copy' then
    update public.ticket_participants p set left_at = case when not wanted then now() end
    where p.ticket_id = link.ticket_id and p.address = link.address and (p.left_at is null) <> wanted
    returning p.name into recipient_name;
    if found and not wanted then
      update public.notification_outbox o set dropped_at = now(), error = 'The recipient left the copies of the ticket'
      where o.ticket_id = link.ticket_id and o.kind = 'copy' and o.recipient_email = link.address and o.sent_at is null
        and o.dropped_at is null;
      perform private.note_stop(link, token, recipient_name);
    end if;
  else
    update public.profiles p set preferences = p.preferences || jsonb_build_object('notify_' || link.kind, wanted)
    where p.id = link.person and private.wants(p.preferences, 'notify', link.kind) <> wanted
    returning p.name into recipient_name;
    if found and not wanted and link.is_in_text then
      perform private.note_stop(link, token, recipient_name);
    elsif found then
      -- The header's link, or taken back.
      insert into private.link_stops as s (kind, person_id, address, stopped_at)
      select link.kind, p.id, link.address, case when not wanted and p.role = 'customer' then now() end
      from public.profiles p where p.id = link.person
      on conflict (person_id, kind) do update set stopped_at = excluded.stopped_at;
    end if;
  end if;
  return public.get_subscription(token);
end
$$;
comment on function public.set_subscription(text, boolean) is
  'Anyone with the token of a mail: ends its kind of mail for its recipient, or the copies of its ticket, or takes '
  'that back. What a link in a text stops is told by a mail; HTTP 429 after three times a day.';
grant execute on function public.set_subscription(text, boolean) to anon, authenticated, service_role;

create function private.forget_stop() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.link_stops s set stopped_at = null
  where s.person_id = new.id and s.stopped_at is not null
    and (new.preferences -> ('notify_' || s.kind)) is distinct from (old.preferences -> ('notify_' || s.kind));
  return null;
end
$$;
comment on function private.forget_stop() is 'What users choose themselves stays, also when they write.';

create trigger profiles_forget_stop after update of preferences on public.profiles
  for each row when (current_user = 'authenticated' and old.preferences is distinct from new.preferences)
  execute function private.forget_stop();
