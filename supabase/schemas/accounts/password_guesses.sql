-- Auth limits sign-ins by address alone, so that one address may guess four passwords of an account each second and
-- many addresses more. This is the body of its hook "password verification attempt"; an operator switches it on
-- (hosting.md).
create table private.password_failures (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  source text not null,
  failed_at timestamptz not null default now()
);
comment on table private.password_failures is
  'Wrong passwords of the last hour by account and address, while the hook for them is on.';

create index password_failures_by_user on private.password_failures (user_id, failed_at);

alter table private.password_failures enable row level security;
revoke all on private.password_failures from public, anon, authenticated, service_role;

create function private.password_verification_attempt(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  account constant uuid := (event ->> 'user_id')::uuid;
  -- Empty where Auth does not name it: then all of them share one count.
  here constant text := coalesce(event -> 'metadata' ->> 'ip_address', '');
  is_known boolean;
  from_here bigint;
  from_strangers bigint;
begin
  -- Guesses at once must not read the count before one another's failure.
  perform pg_advisory_xact_lock(hashtextextended('password_failures ' || account, 0));
  delete from private.password_failures f where f.user_id = account and f.failed_at < now() - interval '1 hour';
  -- Strangers must not lock out the owner, who has signed in from here before.
  is_known := exists (
    select from auth.sessions s where s.user_id = account and host(s.ip::inet) = here);
  select count(*) filter (where f.source = here and f.failed_at > now() - interval '5 minutes'),
    count(*) filter (where not exists (
      select from auth.sessions s where s.user_id = account and host(s.ip::inet) = f.source))
  into from_here, from_strangers
  from private.password_failures f where f.user_id = account;
  if from_here >= 20 or (from_strangers >= 100 and not is_known) then
    -- The words for a wrong password, so that the answer does not tell that the account exists.
    return jsonb_build_object('decision', 'reject', 'message', 'Invalid login credentials');
  end if;
  if (event ->> 'valid')::boolean then
    delete from private.password_failures f where f.user_id = account and f.source = here;
  else
    insert into private.password_failures (user_id, source) values (account, here);
  end if;
  return jsonb_build_object('decision', 'continue');
end
$$;
comment on function private.password_verification_attempt(jsonb) is
  'Auth''s hook: rejects sign-ins after 20 wrong passwords for one account from one address within 5 minutes, or 100 '
  'from unknown addresses within an hour.';

-- The role exists where Supabase's Auth does.
do $$
begin
  if exists (select from pg_catalog.pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema private to supabase_auth_admin;
    grant execute on function private.password_verification_attempt(jsonb) to supabase_auth_admin;
  end if;
end
$$;
