-- Whoever writes in the portal gets the mails again that were stopped, as whoever writes a mail. To customers that
-- happens also after the one-click link of the header: staff answer mails all day, and their choice would not last.
create function private.start_mails_of(person uuid) returns void
language sql security definer set search_path = '' as $$
  with started as (
    update private.link_stops s set stopped_at = null
    where s.person_id = person and s.stopped_at is not null
    returning s.kind)
  update public.profiles p set preferences = p.preferences || k.choices
  from (select jsonb_object_agg('notify_' || s.kind, true) as choices from started s) k
  where p.id = person and k.choices is not null
$$;
comment on function private.start_mails_of(uuid) is 'Starts the kinds of mail again that a link has stopped for a user.';

create or replace function private.start_mails_again() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Anybody could have written that.
  if private.is_unverified(new) then
    return null;
  end if;
  update public.ticket_participants p set left_at = null
  where p.ticket_id = new.ticket_id and p.address = new.from_address and p.left_at is not null;
  perform private.start_mails_of(p.id) from public.profiles p where p.email = new.from_address;
  return null;
end
$$;

create function private.start_mails_of_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.start_mails_of(auth.uid());
  return null;
end
$$;
comment on function private.start_mails_of_author() is 'Customers who write in the portal get the mails again that a link stopped.';

-- Mails are filed in the name of whoever their From says; start_mails_again judges those.
create trigger comments_start_mails after insert on public.comments
  for each row when (not new.is_internal and new.author_role = 'customer' and new.source <> 'mail' and new.user_id = auth.uid())
  execute function private.start_mails_of_author();
create trigger tickets_start_mails after insert on public.tickets
  for each row when (new.source <> 'mail' and new.created_by = new.customer_id and new.created_by = auth.uid())
  execute function private.start_mails_of_author();

create or replace function public.set_subscription(token text, subscribed boolean default false) returns jsonb
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
      insert into private.link_stops as s (kind, person_id, address, stopped_at)
      select link.kind, p.id, link.address, case when not wanted and p.role = 'customer' then now() end
      from public.profiles p where p.id = link.person
      on conflict (person_id, kind) do update set stopped_at = excluded.stopped_at;
    end if;
  end if;
  return public.get_subscription(token);
end
$$;
