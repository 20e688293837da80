-- When a transaction with changes committed. A page that just loaded asks for the changes since then: the time at which
-- their transaction began, or at which it wrote them, would miss one that commits after the page has read its lists.

create table private.change_commits (
  xid xid8 not null default pg_current_xact_id(),
  committed_at timestamptz not null default clock_timestamp(),
  primary key (committed_at, xid)
);
comment on table private.change_commits is 'One row for each transaction with rows in ticket_changes, written when it begins to commit; kept as long.';
alter table private.change_commits enable row level security;

create or replace function private.prune_ticket_changes() returns void
language sql security definer set search_path = '' as $$
  -- Rows that another transaction prunes are left to it.
  delete from private.ticket_changes c where c.id in (
    select o.id from (select k.id, k.changed_at from private.ticket_changes k order by k.id limit 1000 for update skip locked) o
    where o.changed_at < now() - interval '3 days');
  delete from private.change_commits c where c.ctid = any (array(
    select k.ctid from private.change_commits k where k.committed_at < now() - interval '3 days'
    order by k.committed_at limit 1000 for update skip locked))
$$;
comment on function private.prune_ticket_changes() is 'Deletes up to 1,000 changes and commits that are older than three days.';

create function private.hint_at_changes(after_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('ids', hint.ids[1:100]), 'changed', hint.topic, true)
  from (
    select private.staff_topic() as topic, array_agg(distinct c.ticket_id) as ids
    from private.ticket_changes c where c.xid = pg_current_xact_id() and c.id > after_id
    union all
    (select private.user_topic(c.customer_id), array_agg(distinct c.ticket_id)
    from private.ticket_changes c
    where c.xid = pg_current_xact_id() and c.id > after_id and c.audience = 'public' and c.customer_id is not null
    group by c.customer_id limit 50)
  ) hint
  where hint.ids is not null;
exception when others then
  raise warning 'No hint was sent: %', sqlerrm;
end
$$;
comment on function private.hint_at_changes(bigint) is
  'Sends the ids of tickets that this transaction changed to the topics of those who see them, from an id of the feed on. Never fails the change.';

-- Deferred, so that a long transaction is stamped when it ends, and hints at the topics that are current then.
create function private.commit_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  done constant bigint := coalesce(nullif(current_setting('helpdesk.committed_change', true), ''), '0');
begin
  -- Queued for each row: the first deals with all of them.
  if new.id <= done then
    return null;
  end if;
  insert into private.change_commits default values;
  perform set_config('helpdesk.committed_change',
    (select max(c.id)::text from private.ticket_changes c where c.xid = pg_current_xact_id()), true);
  perform private.hint_at_changes(done);
  return null;
end
$$;
comment on function private.commit_changes() is 'Stamps a transaction with changes as it commits, and sends its hints.';

drop trigger ticket_changes_hint on private.ticket_changes;
drop function private.send_hints();
create constraint trigger ticket_changes_commit after insert on private.ticket_changes
  deferrable initially deferred for each row execute function private.commit_changes();
