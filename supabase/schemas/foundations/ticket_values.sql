-- Statuses and priorities of tickets and roles of users. They are defined here only: checks and functions call these
-- functions, which the planner folds into constants.
create function private.active_statuses() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['open', 'in_progress', 'pending', 'on_hold']
$$;
comment on function private.active_statuses() is 'Statuses of tickets that are not resolved.';
grant execute on function private.active_statuses() to authenticated, service_role;

create function private.ticket_statuses() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select private.active_statuses() || array['solved', 'closed']
$$;
comment on function private.ticket_statuses() is 'All statuses of tickets.';
grant execute on function private.ticket_statuses() to authenticated, service_role;

create function private.ticket_priorities() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['low', 'normal', 'medium', 'high', 'urgent']
$$;
comment on function private.ticket_priorities() is
  'Priorities of tickets, lowest first; tickets.priority_rank counts them from 0.';
grant execute on function private.ticket_priorities() to authenticated, service_role;

create function private.user_roles() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['customer', 'agent', 'admin']
$$;
comment on function private.user_roles() is 'Roles of users, fewest rights first.';
grant execute on function private.user_roles() to authenticated, service_role;

create function private.rank_of(priority text) returns smallint
language sql immutable set search_path = '' as $$
  select (array_position(private.ticket_priorities(), priority) - 1)::smallint
$$;
comment on function private.rank_of(text) is 'The priority_rank of a priority; null when unknown.';

