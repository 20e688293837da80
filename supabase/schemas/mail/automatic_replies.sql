-- A note of an absence belongs on its ticket: as one line for staff, with its text, and not as a message. It is kept as
-- long as the ticket; other mails that are not filed go after 30 days.

-- A program that answers without end fills no history.
create function private.note_response() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_unverified constant boolean := private.is_unverified(new);
  event_kind constant text := case when is_unverified then 'unverified_auto_reply' else 'auto_reply' end;
  -- A name would vouch for whoever forged the address.
  author constant text := case when is_unverified then new.from_address
    else coalesce(nullif(private.name_of((private.sender_of(new.from_address)).id), ''), nullif(new.from_name, ''),
      new.from_address) end;
  absence constant text := case when new.is_away then coalesce(new.away_until::text, 'away') end;
begin
  if new.response in ('read_receipt', 'abuse_report') then
    new.reason := new.response;
    return new;
  end if;
  if new.authentication = 'pass' then
    -- Their mailbox works.
    delete from public.undeliverable_addresses u where u.address = new.from_address;
  end if;
  if new.ticket_id is null or exists (
    select from (
      select e.from_value, e.to_value, e.created_at from public.ticket_events e
      where e.ticket_id = new.ticket_id and e.kind = event_kind and e.created_at > now() - interval '7 days'
      order by e.created_at desc limit 20) shown
    having count(*) filter (where shown.created_at > now() - interval '1 day') >= 20
      or bool_or(shown.to_value = author and shown.from_value is not distinct from absence)) then
    return new;
  end if;
  insert into public.ticket_events (ticket_id, kind, from_value, to_value, is_internal)
  values (new.ticket_id, event_kind, absence, author, true)
  returning id into new.event_id;
  return new;
end
$$;
comment on function private.note_response() is
  'Shows an automatic answer as an event of its ticket (to_value: the author, from_value: away, or until when), '
  'unless the ticket shows the same of the last 7 days, or 20 of the last day. Those of unverified senders have a '
  'kind and a limit of their own, so that forged ones hide none. Receipts and complaints get a reason of their own.';

create trigger mail_messages_response before insert on private.mail_messages
  for each row when (new.state = 'ignored' and new.reason = 'automatic') execute function private.note_response();

create function public.automatic_reply(event_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_see_all_tickets() then
    raise exception 'Must be logged in as an agent to see received mails' using detail = 'agent_required';
  end if;
  return (
    select jsonb_build_object('id', m.id, 'from_address', m.from_address, 'subject', m.subject, 'content', m.content,
      'has_original', m.original_path is not null)
    from private.mail_messages m where m.event_id = automatic_reply.event_id);
end
$$;
comment on function public.automatic_reply(uuid) is
  'Staff: the mail behind an event of the kind auto_reply or unverified_auto_reply: {id, from_address, subject, '
  'content, has_original}; null when it is gone.';
grant execute on function public.automatic_reply(uuid) to authenticated, service_role;
