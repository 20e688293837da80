-- The audit log as admins read it: with the names of today, by action and by person (what they did, and what was
-- done to them), whole pages at a time.

create index audit_log_target_idx on public.audit_log (target_id, created_at desc, id desc);

create function private.name_of(person text) returns text
language sql stable security definer set search_path = '' as $$
  select p.name from public.profiles p
  where p.id = case when person ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then person::uuid end
$$;
comment on function private.name_of(text) is 'Name of the person with that id; null when the text is no id of anybody.';
revoke execute on function private.name_of(text) from public, anon, authenticated;

create function public.list_audit(
  filter_action text default null, filter_person uuid default null, max_rows integer default 50,
  after_created_at timestamptz default null, after_id uuid default null
) returns table (
  id uuid, actor_id uuid, actor_name text, actor_email text, action text, target_id uuid, target_label text,
  target_name text, from_value jsonb, to_value jsonb, from_name text, to_name text, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted integer := least(greatest(coalesce(max_rows, 50), 1), 100);
  last_id uuid := coalesce(after_id, '00000000-0000-0000-0000-000000000000'::uuid);
  rest text := case when filter_action is not null then ' and a.action = $1' else '' end
    || case when after_created_at is not null then ' and (a.created_at, a.id) < ($3, $4)' else '' end
    || ' order by a.created_at desc, a.id desc limit $5';
begin
  if not private.is_admin() then
    raise exception 'Must be logged in as an admin to read the audit log' using detail = 'admin_required';
  end if;
  -- Two short walks along two indexes, instead of one that reads the whole log for a person who did little.
  return query execute
    'with page as materialized ('
    || case when filter_person is null then 'select a.* from public.audit_log a where true' || rest
       else '(select a.* from public.audit_log a where a.actor_id = $2' || rest || ') union all'
         || ' (select a.* from public.audit_log a where a.target_id = $2 and a.actor_id is distinct from $2' || rest || ')'
       end
    || ') select a.id, a.actor_id, a.actor_name, who.email, a.action, a.target_id, a.target_label, whom.name,'
    || ' a.from_value, a.to_value,'
    || ' case when a.from_value ->> ''kind'' = ''assign'' then private.name_of(a.from_value ->> ''value'') end,'
    || ' case when a.to_value ->> ''kind'' = ''assign'' then private.name_of(a.to_value ->> ''value'') end, a.created_at'
    || ' from page a left join public.profiles who on who.id = a.actor_id'
    || ' left join public.profiles whom on whom.id = a.target_id'
    || ' order by a.created_at desc, a.id desc limit $5'
    using filter_action, filter_person, after_created_at, last_id, wanted;
end
$$;
comment on function public.list_audit(text, uuid, integer, timestamptz, uuid) is
  'Admins: rows of the audit log, newest first, paged by (created_at, id).';
revoke execute on function public.list_audit(text, uuid, integer, timestamptz, uuid) from public, anon, authenticated;
grant execute on function public.list_audit(text, uuid, integer, timestamptz, uuid) to authenticated, service_role;
