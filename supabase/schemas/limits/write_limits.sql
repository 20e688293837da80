-- Limits comments and tickets per person and minute. Only writes through the API are counted, not seeds, imports or the
-- service role. Unlogged: after a crash somebody may write a little more.
create unlogged table private.recent_writes (
  user_id uuid not null,
  kind text not null,
  at timestamptz not null
);
comment on table private.recent_writes is 'Comments and tickets of the last minute, for the limit per person.';

create index recent_writes_user_idx on private.recent_writes (user_id, kind, at);

create function private.writes_a_minute(kind text, staff boolean) returns integer
language sql immutable set search_path = '' as $$
  select case kind when 'comment' then case when staff then 300 else 60 end
    else case when staff then 100 else 20 end end
$$;
comment on function private.writes_a_minute(text, boolean) is
  'Number of comments or tickets that one person can send per minute.';

-- After the statement, so that writes refused by row level security are not counted. Takes no lock: concurrent requests
-- may miss each other.
create function private.limit_writes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  what text := tg_argv[0];
  allowed integer;
  added integer;
  used integer;
  since timestamptz;
  seconds integer;
begin
  if me is null or auth.role() is distinct from 'authenticated' then
    return null;
  end if;
  select count(*) into added from new_rows;
  if added = 0 then
    return null;
  end if;
  allowed := private.writes_a_minute(what, private.can_work_on_tickets());
  delete from private.recent_writes w where w.ctid = any (array(
    select r.ctid from private.recent_writes r
    where r.user_id = me and r.kind = what and r.at < clock_timestamp() - interval '1 minute'
    for update skip locked));
  select count(*) into used from private.recent_writes w
  where w.user_id = me and w.kind = what and w.at >= clock_timestamp() - interval '1 minute';
  if used + added > allowed then
    -- Until enough of the oldest have expired; never, if the statement alone exceeds the limit.
    select w.at into since from private.recent_writes w
    where w.user_id = me and w.kind = what and w.at >= clock_timestamp() - interval '1 minute'
    order by w.at offset greatest(least(used + added - allowed, used) - 1, 0) limit 1;
    seconds := greatest(1, ceil(extract(epoch from coalesce(since,
      clock_timestamp()) + interval '1 minute' - clock_timestamp())));
    -- The form in which the data API reads headers from the database.
    raise sqlstate 'PGRST' using
      message = json_build_object(
        'code', 'PT429',
        'message', format('That was too much at once. Please wait %s seconds.', seconds),
        'details', what || '_limit', 'hint', seconds::text)::text,
      detail = json_build_object('status', 429, 'headers', json_build_object('Retry-After', seconds::text))::text;
  end if;
  insert into private.recent_writes (user_id, kind, at)
  select me, what, clock_timestamp() from pg_catalog.generate_series(1, added);
  return null;
end
$$;
comment on function private.limit_writes() is
  'Counts a person''s writes of the last minute; raises HTTP 429 with the seconds to wait.';

create trigger comments_limit after insert on public.comments
  referencing new table as new_rows for each statement execute function private.limit_writes('comment');
create trigger tickets_limit after insert on public.tickets
  referencing new table as new_rows for each statement execute function private.limit_writes('ticket');
