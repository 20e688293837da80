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
    insert into public.notification_outbox (kind, recipient_email, recipient_name, ticket_id, ticket_subject, actor_name, excerpt, stop_token)
    select 'stopped', link.address, recipient_name, link.ticket_id, coalesce(t.subject, 'Email notifications'), '', link.kind, token
    from (select 1) one left join public.tickets t on t.id = link.ticket_id
    returning dropped_at is null into is_told;
  end if;
  -- What cannot be told, by this limit or that of the ticket, is not stopped.
  if is_told is not true then
    raise sqlstate 'PT429' using message = 'These emails were stopped too often today. Try again tomorrow.', detail = 'subscription_limit';
  end if;
end
$$;
comment on function private.note_stop(record, text, text) is 'Records that a link in a text stopped mails, and tells their recipient, up to three times a day.';

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
      where o.ticket_id = link.ticket_id and o.kind = 'copy' and o.recipient_email = link.address and o.sent_at is null and o.dropped_at is null;
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
      update private.link_stops s set stopped_at = null where s.person_id = link.person and s.kind = link.kind;
    end if;
  end if;
  return public.get_subscription(token);
end
$$;
comment on function public.set_subscription(text, boolean) is
  'Anyone with the token of a mail: ends its kind of mail for its recipient, or the copies of its ticket, or takes that back. What a link in a text stops is told by a mail; HTTP 429 after three times a day.';

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

create function private.start_mails_again() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Anybody could have written that.
  if private.is_unverified(new) then
    return null;
  end if;
  update public.ticket_participants p set left_at = null
  where p.ticket_id = new.ticket_id and p.address = new.from_address and p.left_at is not null;
  with started as (
    update private.link_stops s set stopped_at = null
    from public.profiles p where p.email = new.from_address and s.person_id = p.id and s.stopped_at is not null
    returning s.person_id, s.kind)
  update public.profiles p set preferences = p.preferences || k.choices
  from (select s.person_id, jsonb_object_agg('notify_' || s.kind, true) as choices from started s group by 1) k
  where p.id = k.person_id;
  return null;
end
$$;
comment on function private.start_mails_again() is 'Whoever writes gets the mails again that a link stopped.';

create trigger mail_messages_start_again after insert or update of state on private.mail_messages
  for each row when (new.state = 'accepted' and not new.is_automatic and new.ticket_id is not null)
  execute function private.start_mails_again();
