-- Mails that were stopped by a link come again when their recipient writes, by mail or in the portal. To customers that
-- happens also after the one-click link of the header: staff answer mails all day, and their choice would not last.

create function private.start_mails_again() returns trigger
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
comment on function private.start_mails_again() is 'Whoever writes gets the mails again that a link stopped.';

create trigger mail_messages_start_again after insert or update of state on private.mail_messages
  for each row when (new.state = 'accepted' and not new.is_automatic and new.ticket_id is not null)
  execute function private.start_mails_again();

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
comment on function private.start_mails_of(uuid) is
  'Starts the kinds of mail again that a link has stopped for a user.';

-- Mails are filed in the name of whoever their From says; start_mails_again judges those.
