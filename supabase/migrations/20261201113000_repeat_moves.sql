-- A hint that topics have other names can be lost like any other, and a page in a former topic hears nothing more. So the
-- former topics hear it again with each change of the next minute: by then every page has asked by itself.
alter table private.live_epochs
  add column moved_at timestamptz not null default now(),
  add column settled_epoch bigint;
update private.live_epochs set settled_epoch = epoch;
alter table private.live_epochs alter column settled_epoch set default 0, alter column settled_epoch set not null;
comment on column private.live_epochs.moved_at is 'When the current epoch began.';
comment on column private.live_epochs.settled_epoch is
  'The last epoch that lasted for a minute, or the tenth last: pages may still be in topics from here on.';

create function private.topic_at(scope text, epoch bigint) returns text
language sql immutable set search_path = '' as $$
  select case scope when 'staff' then 'desk:staff:' else 'user:' || scope || ':' end || epoch
$$;
comment on function private.topic_at(text, bigint) is 'The topic of changes of staff, or of a user, in an epoch.';

create or replace function private.staff_topic() returns text
language sql stable security definer set search_path = '' as $$
  select private.topic_at('staff', private.live_epoch('staff'))
$$;

create or replace function private.user_topic(user_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select private.topic_at(user_id::text, private.live_epoch(user_id::text))
$$;

create function private.former_topics(scope text) returns setof text
language sql stable security definer set search_path = '' as $$
  select private.topic_at(e.scope, former)
  from private.live_epochs e, generate_series(e.settled_epoch, e.epoch - 1) former
  where e.scope = former_topics.scope and e.moved_at > now() - interval '1 minute'
$$;
comment on function private.former_topics(text) is 'Topics of changes that pages of this scope may still be in, at most ten.';

create or replace function private.move_topics(scope text, former_topics text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.live_epochs as e (scope) values (move_topics.scope)
  on conflict on constraint live_epochs_pkey do update set epoch = e.epoch + 1, moved_at = now(),
    settled_epoch = case when e.moved_at > now() - interval '1 minute' then greatest(e.settled_epoch, e.epoch - 9) else e.epoch end;
  perform realtime.send('{}', 'moved', former, true) from unnest(former_topics) former;
exception when others then
  raise warning 'Topics were not moved: %', sqlerrm;
end
$$;

create or replace function private.hint_at_changes(after_id bigint) returns void
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
