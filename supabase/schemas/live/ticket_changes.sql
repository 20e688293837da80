-- The change feed: which tickets changed, so that open pages read exactly those again. It never says what changed: a
-- row is read under the rights of whoever asks. A hint wakes open pages when a change commits. It has nothing but ids
-- of tickets that its topic's members see, and a lost one costs freshness only.
create table private.ticket_changes (
  id bigint generated always as identity primary key,
  -- Orders changes by transaction. A sequence or a clock would skip a transaction that began earlier and commits later.
  xid xid8 not null default pg_current_xact_id(),
  ticket_id uuid not null,
  customer_id uuid,
  kind text not null,
  audience text not null constraint ticket_changes_audience check (audience in ('public', 'staff')),
  changed_at timestamptz not null default now()
);
comment on table private.ticket_changes is
  'One row for each event of a ticket, kept for three days. Survives the ticket, so that readers learn of its '
  'deletion too.';
comment on column private.ticket_changes.customer_id is
  'Whose ticket it was: they learn of the change if its audience is public.';

create index ticket_changes_xid_idx on private.ticket_changes (xid);

alter table private.ticket_changes enable row level security;

-- A page that just loaded asks for the changes that committed since then: the time at which their transaction began, or
-- at which it wrote them, would miss one that commits after the page has read its lists.
create table private.change_commits (
  xid xid8 not null default pg_current_xact_id(),
  committed_at timestamptz not null default clock_timestamp(),
  primary key (committed_at, xid)
);
comment on table private.change_commits is
  'One row for each transaction with rows in ticket_changes, written when it begins to commit; kept as long.';

alter table private.change_commits enable row level security;

-- Some fields are for staff, but setting them gives the ticket a version and a time that its customer sees. The hint
-- says that it was updated, and not how, so that the customer's page shows these too.
create function private.note_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.ticket_changes (ticket_id, customer_id, kind, audience)
  select e.ticket_id, t.customer_id, e.kind, case when e.is_internal then 'staff' else 'public' end
  from added e join public.tickets t on t.id = e.ticket_id
  union all
  select e.ticket_id, t.customer_id, 'updated', 'public'
  from added e join public.tickets t on t.id = e.ticket_id
  where e.is_internal and e.kind in (select f.name from private.tracked_fields() f)
  union all
  select e.ticket_id, merged, e.kind, 'public' from added e
    cross join lateral private.merged_requesters(e.ticket_id) merged
  where not e.is_internal
  union all
  -- Told to the customer who can no longer see it, too.
  select e.ticket_id, e.from_value::uuid, e.kind, 'public' from added e where e.kind = 'customer_id'
    and e.from_value is not null;
  if random() < 0.005 then
    perform private.prune_ticket_changes();
  end if;
  return null;
end
$$;
comment on function private.note_changes() is 'Adds the events of a statement to the change feed.';

create trigger ticket_events_changes after insert on public.ticket_events
  referencing new table as added for each statement execute function private.note_changes();

create function private.note_deleted_tickets() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.ticket_changes (ticket_id, customer_id, kind, audience)
  select t.id, t.customer_id, 'deleted', 'public' from gone t;
  return null;
end
$$;
comment on function private.note_deleted_tickets() is 'Adds deleted tickets to the change feed.';

create trigger tickets_changes_gone after delete on public.tickets
  referencing old table as gone for each statement execute function private.note_deleted_tickets();

create function private.prune_ticket_changes() returns void
language sql security definer set search_path = '' as $$
  -- Rows that another transaction prunes are left to it.
  with old as materialized (
    select k.id, k.changed_at from private.ticket_changes k order by k.id limit 1000 for update skip locked)
  delete from private.ticket_changes c using old where c.id = old.id and old.changed_at < now() - interval '3 days';
  delete from private.change_commits c where c.ctid = any (array(
    select k.ctid from private.change_commits k where k.committed_at < now() - interval '3 days'
    order by k.committed_at limit 1000 for update skip locked))
$$;
comment on function private.prune_ticket_changes() is
  'Deletes up to 1,000 changes and commits that are older than three days.';

create function private.hint_at_changes(after_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(hint.payload, hint.event, hint.topic, true)
  from (
    with told as materialized (
      select 'staff' as scope, array_agg(distinct c.ticket_id) as ids
      from private.ticket_changes c where c.xid = pg_current_xact_id() and c.id > after_id having count(*) > 0
      union all
      (select c.customer_id::text, array_agg(distinct c.ticket_id)
      from private.ticket_changes c
      where c.xid = pg_current_xact_id() and c.id > after_id and c.audience = 'public' and c.customer_id is not null
      group by c.customer_id limit 50)
    )
    select private.topic_at(t.scope, private.live_epoch(t.scope)) as topic, 'changed' as event,
      jsonb_build_object('ids', t.ids[1:100]) as payload from told t
    union all
    select former, 'moved', '{}' from told t, private.former_topics(t.scope) former
  ) hint;
exception when others then
  raise warning 'No hint was sent: %', sqlerrm;
end
$$;
comment on function private.hint_at_changes(bigint) is
  'Sends the ids of tickets that this transaction changed to the topics of those who see them, from an id of the feed '
  'on. Never fails the change.';

-- Deferred, so that a long transaction is stamped when it ends, and hints at the topics that are current then.
create function private.commit_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  done constant bigint := coalesce(private.context('committed_change'), '0');
begin
  -- Queued for each row: the first deals with all of them.
  if new.id <= done then
    return null;
  end if;
  insert into private.change_commits default values;
  perform private.set_context('committed_change',
    (select max(c.id)::text from private.ticket_changes c where c.xid = pg_current_xact_id()));
  perform private.hint_at_changes(done);
  return null;
end
$$;
comment on function private.commit_changes() is 'Stamps a transaction with changes as it commits, and sends its hints.';

create constraint trigger ticket_changes_commit after insert on private.ticket_changes
  deferrable initially deferred for each row execute function private.commit_changes();
