-- Working days and hours of the workspace, which the times that staff are offered follow.
create function private.is_day_list(days smallint[]) returns boolean
language sql immutable set search_path = '' as $$
  select days = array(select d from unnest(days) d where d between 1 and 7 group by d order by d)
    and cardinality(days) > 0
$$;
comment on function private.is_day_list(smallint[]) is
  'True for at least one day of the week, each once and in order: 1 is Monday, 7 Sunday.';
grant execute on function private.is_day_list(smallint[]) to authenticated, service_role;

alter table public.workspace_settings
  add column working_days smallint[] not null default '{1,2,3,4,5}' constraint workspace_settings_working_days
    check (private.is_day_list(working_days)),
  add column opens_at time(0) not null default '09:00',
  add column closes_at time(0) not null default '17:00',
  add constraint workspace_settings_hours check (opens_at < closes_at);
comment on column public.workspace_settings.working_days is
  'Days of the week on which the workspace works, from opens_at to closes_at in its time zone: 1 is Monday, 7 Sunday. '
  'Staff are offered these times to snooze tickets and to send replies later; other times can be chosen too.';
grant select (working_days, opens_at, closes_at), update (working_days, opens_at, closes_at)
  on table public.workspace_settings to authenticated;
