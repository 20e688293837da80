-- Staff who are away are not given the next ticket, and colleagues are warned before they assign one to them.
alter table public.profiles add column away_since timestamptz;
comment on column public.profiles.away_since is 'Set while a member of staff is away; null means available. Changed by set_availability.';
grant select (away_since) on table public.profiles to authenticated;

create function private.end_absence() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.away_since := null;
  return new;
end
$$;
comment on function private.end_absence() is 'Nobody is away who is not active staff.';
create trigger profiles_end_absence before insert or update on public.profiles
  for each row when (new.away_since is not null and (new.role = 'customer' or new.deactivated_at is not null))
  execute function private.end_absence();

create function public.set_availability(is_away boolean) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  since timestamptz;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to be away' using detail = 'agent_required';
  end if;
  update public.profiles p set away_since = case when is_away then coalesce(p.away_since, now()) end
  where p.id = auth.uid() returning p.away_since into since;
  return since;
end
$$;
comment on function public.set_availability(boolean) is 'Staff: be away, or available again. Returns since when the caller is away, or null.';
revoke execute on function public.set_availability(boolean) from public, anon;
grant execute on function public.set_availability(boolean) to authenticated, service_role;

create or replace function public.next_ticket() returns setof public.tickets
language plpgsql rows 1 security definer set search_path = '' as $$
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to view queue' using detail = 'agent_required';
  end if;
  if exists (select from public.profiles p where p.id = auth.uid() and p.away_since is not null) then
    raise sqlstate 'PT409' using message = 'You are away. Set yourself to available to get the next ticket', detail = 'agent_away';
  end if;
  perform private.start_batch();
  return query
    with next as (
      select t.id from public.tickets t
      where t.assigned_to is null and t.status = 'open'
      order by t.priority_rank desc, t.created_at, t.id
      limit 1
      for update skip locked
    )
    update public.tickets t set assigned_to = auth.uid(), status = 'in_progress'
    from next where t.id = next.id
    returning t.*;
end
$$;
comment on function public.next_ticket() is
  'Staff: claim the most urgent, then oldest open ticket of the queue. No row when the queue is empty; HTTP 409 for callers who are away.';

create or replace function private.ticket_detail_for_staff(target uuid, customer uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'events', private.ticket_events_json(target),
    'other_tickets', coalesce((
      select jsonb_agg(to_jsonb(other) order by other.created_at desc, other.id desc)
      from (
        select t.id, t.number, t.subject, t.status, t.priority, t.created_at, t.updated_at
        from public.tickets t where t.customer_id = customer and t.id <> target
        order by t.created_at desc, t.id desc limit 5
      ) other), '[]'),
    'drafts', private.my_drafts(target),
    'assignee_away_since', (
      select p.away_since from public.tickets t join public.profiles p on p.id = t.assigned_to where t.id = target),
    'followers', private.followers_json(target),
    'mentions', private.mentions_json(target),
    'last_read_at', private.last_read_at(target),
    'agents_update', (select w.agents_update from public.workspace_settings w))
$$;
comment on function private.ticket_detail_for_staff(uuid, uuid) is
  'The parts of a ticket''s detail that only staff see: {events, other_tickets, drafts, assignee_away_since, followers, mentions, last_read_at, agents_update}.';
