-- Mails that were not filed are kept for 30 days: the newest 10,000 and 1 GB of them. Each step is small.
create index mail_messages_unfiled_idx on private.mail_messages (received_at desc, id desc) include (size)
  where state in ('ignored', 'refused', 'bounce');

create function private.prune_unfiled_mails() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  pruned integer;
begin
  -- Materialized: a plan may run a subquery again for each row, and with it the limit.
  with old as materialized (
    select m.id from private.mail_messages m
    where m.state in ('ignored', 'refused', 'bounce') and m.received_at < now() - interval '30 days'
    order by m.received_at limit 100
  ), counted as materialized (
    select k.id, row_number() over w as place, sum(k.size::bigint) over w as bytes
    from (
      select m.id, m.received_at, m.size from private.mail_messages m where m.state in ('ignored', 'refused', 'bounce')
      order by m.received_at desc, m.id desc limit 10100) k
    window w as (order by k.received_at desc, k.id desc)
  ), surplus as materialized (
    select c.id from counted c where c.place > 10000 or c.bytes > 1073741824 order by c.place desc limit 100
  ), taken as materialized (
    select m.id from private.mail_messages m
    where m.id in (select o.id from old o union select s.id from surplus s) for update skip locked
  )
  delete from private.mail_messages m using taken where m.id = taken.id;
  get diagnostics pruned = row_count;
  return pruned;
end
$$;
comment on function private.prune_unfiled_mails() is
  'Deletes up to 200 ignored and refused mails and bounces that are older than 30 days, or beyond the newest 10,000 or 1 GB. Their originals follow by old_originals.';

create or replace function private.due_originals() returns jsonb
language sql volatile security definer set search_path = '' as $$
  -- Moved on: concurrent requests get others, and a failed removal is tried again.
  with taken as materialized (
    select k.path from private.old_originals k where k.due_at <= now() order by k.due_at limit 5 for update skip locked
  ), due as (
    update private.old_originals o set due_at = now() + interval '10 minutes' from taken where o.path = taken.path
    returning o.path
  ), used as (
    delete from private.old_originals o
    where o.path in (select d.path from due d) and exists (select from private.mail_messages m where m.original_path = o.path)
    returning o.path
  )
  select coalesce(jsonb_agg(d.path), '[]') from due d
  where not exists (select from private.mail_messages m where m.original_path = d.path)
$$;

create or replace function private.prune_notifications() returns void
language sql security definer set search_path = '' as $$
  with old as materialized (
    select o.id from private.notifications o where o.created_at < now() - interval '90 days'
    order by o.created_at limit 1000 for update skip locked)
  delete from private.notifications n using old where n.id = old.id
$$;

create or replace function private.prune_ticket_changes() returns void
language sql security definer set search_path = '' as $$
  -- Rows that another transaction prunes are left to it.
  with old as materialized (
    select k.id, k.changed_at from private.ticket_changes k order by k.id limit 1000 for update skip locked)
  delete from private.ticket_changes c using old where c.id = old.id and old.changed_at < now() - interval '3 days';
  delete from private.change_commits c where c.ctid = any (array(
    select k.ctid from private.change_commits k where k.committed_at < now() - interval '3 days'
    order by k.committed_at limit 1000 for update skip locked))
$$;
