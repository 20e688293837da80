-- Staff forward a message to an outside address. The answer comes to the workspace's reply address, where staff attach
-- it.
create function public.forward_message(ticket_id uuid, recipient text, comment_id uuid default null,
  note text default null)
returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  target constant text := lower(btrim(recipient));
  ticket public.tickets;
  mail uuid;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to forward messages' using detail = 'agent_required';
  end if;
  select t.* into ticket from public.tickets t where t.id = forward_message.ticket_id;
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  if target is null or target !~ '^[^@\s,;:<>()\[\]\\"]+@[^@\s,;:<>()\[\]\\"]+\.[^@\s,;:<>()\[\]\\"]+$'
    or char_length(target) > 254 then
    raise exception 'Please enter a valid email address' using detail = 'recipient_invalid';
  elsif char_length(note) > 2000 then
    raise exception 'A note has at most 2000 characters' using detail = 'note_too_long';
  elsif forward_message.comment_id is not null and not exists (
    select from public.comments c join private.merged_below(ticket.id) k on k.id = c.ticket_id
    where c.id = forward_message.comment_id and not c.is_internal) then
    raise exception 'Only public messages of this ticket can be forwarded' using detail = 'message_not_public';
  elsif private.is_blocked_sender(target) then
    raise exception 'This address is blocked' using detail = 'address_blocked';
  elsif exists (select from public.undeliverable_addresses u where u.address = target) then
    raise exception 'Earlier mails to this address could not be delivered' using detail = 'address_undeliverable';
  end if;
  -- Serialises the forwards of one person, so that the count below also holds for concurrent ones.
  perform pg_advisory_xact_lock(hashtextextended('forward ' || me, 0));
  if (select count(*) from public.audit_log a
      where a.actor_id = me and a.action = 'message_forwarded' and a.created_at > now() - interval '1 hour') >= 20 then
    raise sqlstate 'PT429' using message = 'You can forward 20 messages an hour', detail = 'forward_limit',
      hint = '600';
  end if;
  insert into public.notification_outbox
    (kind, recipient_email, recipient_name, ticket_id, ticket_subject, comment_id, actor_name, excerpt)
  values ('forward', target, '', ticket.id, ticket.subject, forward_message.comment_id, private.name_of(me),
    nullif(btrim(note), ''))
  returning id into mail;
  -- A note tells colleagues.
  insert into public.comments (ticket_id, user_id, content, is_internal)
  values (ticket.id, me, 'Forwarded to ' || target || coalesce(E'\n\n' || nullif(btrim(note), ''), ''), true);
  perform private.audit('message_forwarded', null, target, null, jsonb_build_object('number', ticket.number));
  return mail;
end
$$;
comment on function public.forward_message(uuid, text, uuid, text) is
  'Staff: mail a public message of a ticket (its description without comment_id) with its files and a note to an '
  'outside address, at most 20 an hour. Leaves an internal note. Returns the id of the mail.';
grant execute on function public.forward_message(uuid, text, uuid, text) to authenticated, service_role;
