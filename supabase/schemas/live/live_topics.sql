-- Topics of private realtime channels. Rights are checked when a channel is joined, so a topic's name carries an epoch
-- that changes when somebody loses rights: from then on everything is sent to a topic that they cannot join.
create table private.live_epochs (
  -- 'staff', or a user's id
  scope text primary key,
  epoch bigint not null default 1,
  moved_at timestamptz not null default now(),
  settled_epoch bigint not null default 0
);
comment on table private.live_epochs is 'How often somebody of a scope lost rights; a scope without a row never did.';
comment on column private.live_epochs.moved_at is 'When the current epoch began.';
comment on column private.live_epochs.settled_epoch is
  'The last epoch that lasted for a minute, or the tenth last: pages may still be in topics from here on.';

alter table private.live_epochs enable row level security;

create function private.live_epoch(scope text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce((select e.epoch from private.live_epochs e where e.scope = live_epoch.scope), 0)
$$;
comment on function private.live_epoch(text) is 'The current epoch of a scope, which its topics carry.';

create function private.staff_topic() returns text
language sql stable security definer set search_path = '' as $$
  select private.topic_at('staff', private.live_epoch('staff'))
$$;
comment on function private.staff_topic() is 'The topic on which agents and admins learn that tickets changed.';

create function private.customers_topic() returns text
language sql stable security definer set search_path = '' as $$
  select 'desk:customers:' || left(md5(private.staff_topic()), 12)
$$;
comment on function private.customers_topic() is
  'The topic on which customers learn that topics of tickets have other names. Nothing else is sent there.';

create function private.user_topic(user_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select private.topic_at(user_id::text, private.live_epoch(user_id::text))
$$;
comment on function private.user_topic(uuid) is 'The topic on which a user learns what concerns them.';

-- Staff who lose their rights must not stay in the public rooms of tickets either: the names of these carry the epoch
-- of staff too. Customers learn of a new epoch on a topic of their own.
create function private.ticket_topic(ticket_id uuid, audience text) returns text
language sql stable security definer set search_path = '' as $$
  select case audience
    when 'staff' then format('ticket:%s:staff:%s', t.id, private.live_epoch('staff'))
    else format('ticket:%s:public:%s', t.id, left(md5(private.user_topic(t.customer_id) || private.staff_topic()),
      12)) end
  from public.tickets t where t.id = ticket_topic.ticket_id
$$;
comment on function private.ticket_topic(uuid, text) is
  'The topic on which those who have a ticket open see each other: audience public or staff.';

create function private.topics_of(user_id uuid, sees_all boolean) returns text[]
language sql stable security definer set search_path = '' as $$
  select array[private.user_topic(user_id), case when sees_all then private.staff_topic()
    else private.customers_topic() end]
$$;
comment on function private.topics_of(uuid, boolean) is 'The topics on which an active user learns of changes.';

create function private.live_topics() returns text[]
language sql stable security definer set search_path = '' as $$
  select case when private.current_role() is null then '{}'
    else private.topics_of(auth.uid(), private.can_see_all_tickets()) end
$$;
comment on function private.live_topics() is 'The topics on which the caller learns of changes.';

-- The requester of a merged ticket stays on the topic of their own one: its name, and the right to it, do not depend on
-- the merge. Staff who have the ticket open that shows both are there too.
create function private.topics_of_merged(root uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(private.ticket_topic(k.id, 'public') order by k.id)
  from (
    select min(b.id::text)::uuid as id from private.merged_below(root) b
    where b.customer_id is distinct from (select t.customer_id from public.tickets t where t.id = root)
      and b.customer_id is not null
    group by b.customer_id order by max(b.since) desc, 1 limit 10) k
$$;
comment on function private.topics_of_merged(uuid) is
  'The public topics on which other requesters of a ticket are, one for each: of the tickets that were merged into it. '
  'At most 10, those merged last, because a connection has few channels; null for none.';

create function public.ticket_topics(ticket_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'public', private.ticket_topic(case when k.sees then t.id else k.own end, 'public'),
    'staff', case when private.can_see_notes() then private.ticket_topic(t.id, 'staff') end,
    'merged', case when private.can_see_all_tickets() then private.topics_of_merged(t.id) end))
  from public.tickets t cross join lateral (
    select private.can_see_all_tickets() or coalesce(t.customer_id = auth.uid(), false) as sees, (
      select min(b.id::text)::uuid from private.merged_below(t.id) b where b.customer_id = auth.uid()) as own) k
  where t.id = ticket_topics.ticket_id and private.current_role() is not null and (k.sees or k.own is not null)
$$;
comment on function public.ticket_topics(uuid) is
  'The realtime topics of a ticket that the caller sees, { public, staff, merged }: staff and merged, the public '
  'topics of its other requesters, for staff only. Of a ticket into which theirs was merged, requesters get that of '
  'their own. null for another ticket.';
grant execute on function public.ticket_topics(uuid) to authenticated, service_role;

create function private.can_join_topic(topic text, extension text, sends boolean) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  parts constant text[] := string_to_array(topic, ':');
begin
  if topic = any (private.live_topics()) then
    -- Only the database sends there.
    return extension = 'broadcast' and not sends;
  end if;
  if parts[1] is distinct from 'ticket' or not pg_input_is_valid(parts[2], 'uuid') then
    return false;
  end if;
  -- Presence has names, which customers do not see.
  return coalesce(topic = public.ticket_topics(parts[2]::uuid) ->> parts[3]
    and (extension = 'broadcast' or parts[3] = 'staff'), false);
end
$$;
comment on function private.can_join_topic(text, text, boolean) is
  'True when the caller may receive (or send) broadcasts (or presence) on a realtime topic.';
grant execute on function private.can_join_topic(text, text, boolean) to authenticated;

create policy messages_select_joined on realtime.messages for select to authenticated
  using ((select private.can_join_topic((select realtime.topic()), 'broadcast', false)) and extension = 'broadcast'
    or (select private.can_join_topic((select realtime.topic()), 'presence', false)) and extension = 'presence');
create policy messages_insert_joined on realtime.messages for insert to authenticated
  with check (private.can_join_topic((select realtime.topic()), extension, true));
