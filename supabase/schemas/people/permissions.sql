-- What the caller can do, by role. Policies and functions ask these predicates and never a role. Policies wrap them in
-- a select, so that they run once per statement and not once per row.
create function private.can_see_all_tickets() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() in ('agent', 'admin'), false)
$$;
comment on function private.can_see_all_tickets() is
  'True when the caller sees the tickets of all customers. Other callers see their own.';
grant execute on function private.can_see_all_tickets() to authenticated, service_role;

create function private.can_work_on_tickets() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() in ('agent', 'admin'), false)
$$;
comment on function private.can_work_on_tickets() is
  'True when the caller claims, answers and updates tickets of others.';
grant execute on function private.can_work_on_tickets() to authenticated, service_role;

create function private.can_see_notes() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() in ('agent', 'admin'), false)
$$;
comment on function private.can_see_notes() is
  'True when the caller reads internal notes on the tickets that they see.';
grant execute on function private.can_see_notes() to authenticated, service_role;

create function private.can_write_notes() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() in ('agent', 'admin'), false)
$$;
comment on function private.can_write_notes() is
  'True when the caller writes internal notes on the tickets that they see.';
grant execute on function private.can_write_notes() to authenticated, service_role;

create function private.can_see_people() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() in ('agent', 'admin'), false)
$$;
comment on function private.can_see_people() is 'True when the caller sees the profiles of other users.';
grant execute on function private.can_see_people() to authenticated, service_role;

create function private.can_use_macros() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() in ('agent', 'admin'), false)
$$;
comment on function private.can_use_macros() is
  'True when the caller uses macros and saved views, shared ones and their own.';
grant execute on function private.can_use_macros() to authenticated, service_role;

create function private.can_manage_people() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() = 'admin', false)
$$;
comment on function private.can_manage_people() is
  'True when the caller invites users, changes their roles and accounts and ends their sessions.';
grant execute on function private.can_manage_people() to authenticated, service_role;

create function private.can_manage_workspace() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() = 'admin', false)
$$;
comment on function private.can_manage_workspace() is
  'True when the caller changes settings, tags and everything shared by staff.';
grant execute on function private.can_manage_workspace() to authenticated, service_role;

create function private.can_delete_content() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() = 'admin', false)
$$;
comment on function private.can_delete_content() is
  'True when the caller deletes tickets, and comments and files of others.';
grant execute on function private.can_delete_content() to authenticated, service_role;

create function private.can_see_reports() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() = 'admin', false)
$$;
comment on function private.can_see_reports() is
  'True when the caller sees and exports figures of the whole workspace.';
grant execute on function private.can_see_reports() to authenticated, service_role;

create function private.can_see_audit_log() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() = 'admin', false)
$$;
comment on function private.can_see_audit_log() is 'True when the caller reads the audit log.';
grant execute on function private.can_see_audit_log() to authenticated, service_role;

create function private.can_use_assistant() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() = 'admin', false)
$$;
comment on function private.can_use_assistant() is 'True when the caller uses the assistant.';
grant execute on function private.can_use_assistant() to authenticated, service_role;

create policy profiles_select_visible on public.profiles for select to authenticated
  using ((select private.can_see_people()) or id = (select auth.uid()));
create policy profiles_update_own on public.profiles for update to authenticated
  using (id = (select auth.uid()) and (select private.current_role()) is not null)
  with check (id = (select auth.uid()) and (select private.current_role()) is not null);
