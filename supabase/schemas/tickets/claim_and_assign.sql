-- Claiming a ticket, taking one over from a colleague with an optional reason that only staff see, and assigning
-- tickets to anyone.

-- In one statement, so that a race has one winner.
create function public.claim_ticket(ticket_id uuid) returns public.tickets
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  claimed public.tickets;
  holder uuid;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to assign tickets' using detail = 'agent_required';
  end if;
  perform private.start_batch();
  update public.tickets t set assigned_to = me, status = 'in_progress'
  where t.id = claim_ticket.ticket_id and t.assigned_to is null
  returning t.* into claimed;
  if found then
    return claimed;
  end if;
  select t.assigned_to into holder from public.tickets t where t.id = claim_ticket.ticket_id;
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  perform private.refuse_assigned(holder);
end
$$;
comment on function public.claim_ticket(uuid) is
  'Staff: claim an unassigned ticket and set it to in_progress. HTTP 409 with the assignee''s name when somebody was '
  'faster.';
grant execute on function public.claim_ticket(uuid) to authenticated, service_role;

create function public.next_ticket() returns setof public.tickets
language plpgsql rows 1 security definer set search_path = '' as $$
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to view queue' using detail = 'agent_required';
  end if;
  if exists (select from public.profiles p where p.id = auth.uid() and p.away_since is not null) then
    raise sqlstate 'PT409' using message = 'You are away. Set yourself to available to get the next ticket',
      detail = 'agent_away';
  end if;
  perform private.start_batch();
  return query
    with next as (
      select t.id from public.tickets t
      where t.assigned_to is null and t.status = 'open' and (t.snoozed_until > now()) is not true
        and t.priority_rank >= 0
        -- Somebody answers it: it is theirs in the seconds for an undo, too.
        and not exists (select from public.comments c
          where c.ticket_id = t.id
            and c.send_at > now() - interval '1 minute' and c.send_at < now() + interval '1 minute')
      order by t.priority_rank desc, t.created_at, t.id
      limit 1
      for no key update skip locked
    )
    update public.tickets t set assigned_to = auth.uid(), status = 'in_progress'
    from next where t.id = next.id
    returning t.*;
end
$$;
comment on function public.next_ticket() is
  'Staff: claim the most urgent, then oldest open ticket of the queue that is not snoozed. No row when the queue is '
  'empty; HTTP 409 for callers who are away.';
grant execute on function public.next_ticket() to authenticated, service_role;

create function private.refuse_assigned(holder uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  name text := (select p.name from public.profiles p where p.id = holder);
begin
  if holder = auth.uid() then
    raise sqlstate 'PT409' using message = 'Ticket is already assigned to you', detail = 'ticket_already_yours';
  end if;
  raise sqlstate 'PT409' using
    message = 'Ticket is already assigned to ' || coalesce(name, 'somebody else'),
    detail = 'ticket_already_assigned', hint = coalesce(name, '');
end
$$;
comment on function private.refuse_assigned(uuid) is
  'Raises HTTP 409 with the name of the ticket''s assignee, also as hint.';
grant execute on function private.refuse_assigned(uuid) to authenticated, service_role;

create function public.take_over_ticket(ticket_id uuid, reason text default null, from_assignee uuid default null)
returns public.tickets
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  why text := nullif(btrim(reason, E' \t\r\n'), '');
  ticket public.tickets;
  holder uuid;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to assign tickets' using detail = 'agent_required';
  end if;
  if char_length(why) > 300 then
    raise exception 'A reason has at most 300 characters' using detail = 'reason_too_long';
  end if;
  select t.* into ticket from public.tickets t where t.id = take_over_ticket.ticket_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  holder := ticket.assigned_to;
  if holder = me or from_assignee is not null and holder <> from_assignee then
    perform private.refuse_assigned(holder);
  end if;
  perform private.start_batch();
  update public.tickets t
  set assigned_to = me, status = case when t.status = 'open' then 'in_progress' else t.status end
  where t.id = ticket.id returning t.* into ticket;
  if holder is not null then
    -- The change of the assignee is an event of its own, which the customer sees.
    insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, is_internal)
    select ticket.id, me, 'taken_over', holder::text, why, true where why is not null;
    if private.context('bulk') is null then
      perform private.notify('taken_over', holder, ticket, private.name_of(me), why, null);
    end if;
  end if;
  return ticket;
end
$$;
comment on function public.take_over_ticket(uuid, text, uuid) is
  'Staff: take a ticket over from its assignee, who is notified with the reason. HTTP 409 with the assignee''s name '
  'when it is not from_assignee.';
grant execute on function public.take_over_ticket(uuid, text, uuid) to authenticated, service_role;

create function public.assign_ticket(ticket_id uuid, assignee uuid default null) returns public.tickets
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to assign tickets' using detail = 'agent_required';
  end if;
  select t.* into ticket from public.tickets t where t.id = assign_ticket.ticket_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  if ticket.assigned_to = assignee or not private.can_triage_ticket(ticket.assigned_to) then
    perform private.refuse_assigned(ticket.assigned_to);
  end if;
  perform private.start_batch();
  update public.tickets t set assigned_to = assignee,
    status = case when t.status = 'open' and assignee is not null then 'in_progress' else t.status end
  where t.id = ticket.id returning t.* into ticket;
  return ticket;
end
$$;
comment on function public.assign_ticket(uuid, uuid) is
  'Staff: assign an unassigned ticket or their own to any active agent or admin, or to nobody; admins any ticket. '
  'HTTP 409 with the assignee''s name when it is somebody else''s.';
grant execute on function public.assign_ticket(uuid, uuid) to authenticated, service_role;

-- An update that assigns an unassigned ticket to its caller is a claim, as claim_ticket makes it.
create function private.claim_on_update() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Functions of this schema run as its owner and choose the status themselves.
  if current_user <> 'authenticated' or not private.can_work_on_tickets() then
    return new;
  end if;
  if old.assigned_to is null then
    if new.status = old.status and old.status = any (private.active_statuses()) then
      new.status := 'in_progress';
    end if;
  -- The rank is generated, and not computed yet; a client's time of closing is ignored.
  elsif to_jsonb(new) - '{priority_rank,closed_at}'::text[] = to_jsonb(old) - '{priority_rank,closed_at}'::text[] then
    perform private.refuse_assigned(new.assigned_to);
  end if;
  return new;
end
$$;
comment on function private.claim_on_update() is
  'Moves an active ticket that its caller claims to in_progress, unless the update names another status. HTTP 409 '
  'when the caller has the ticket already and nothing else changes.';
