-- Staff who are away are not given the next ticket, and colleagues are warned before they assign one to them.
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
comment on function public.set_availability(boolean) is
  'Staff: be away, or available again. Returns since when the caller is away, or null.';
grant execute on function public.set_availability(boolean) to authenticated, service_role;
