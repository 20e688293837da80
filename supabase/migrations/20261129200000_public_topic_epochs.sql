-- Staff who lose their rights must not stay in the public rooms of tickets either: the names of these carry the epoch of
-- staff too. Customers learn of a new epoch on a topic of their own.

create or replace function private.ticket_topic(ticket_id uuid, audience text) returns text
language sql stable security definer set search_path = '' as $$
  select case audience
    when 'staff' then format('ticket:%s:staff:%s', t.id, private.live_epoch('staff'))
    else format('ticket:%s:public:%s', t.id, left(md5(private.user_topic(t.customer_id) || private.staff_topic()), 12)) end
  from public.tickets t where t.id = ticket_topic.ticket_id
$$;

create function private.customers_topic() returns text
language sql stable security definer set search_path = '' as $$
  select 'desk:customers:' || left(md5(private.staff_topic()), 12)
$$;
comment on function private.customers_topic() is
  'The topic on which customers learn that topics of tickets have other names. Nothing else is sent there.';

create or replace function private.topics_of(user_id uuid, sees_all boolean) returns text[]
language sql stable security definer set search_path = '' as $$
  select array[private.user_topic(user_id), case when sees_all then private.staff_topic() else private.customers_topic() end]
$$;

-- A realtime server that listens asks the policies again for the channels that the user has joined. A hosted project asks
-- only when a token is renewed; there the new names alone end what a joined channel receives.
create function private.recheck_channels(user_id uuid) returns void
language sql security definer set search_path = '' as $$
  select pg_notify('realtime_recheck', user_id::text)
$$;
comment on function private.recheck_channels(uuid) is 'Announces that a user lost rights, when the transaction commits.';

create function private.move_topics_of(user_id uuid, is_staff boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if is_staff then
    perform private.move_topics('staff', array[private.staff_topic(), private.customers_topic()]);
  end if;
  perform private.move_topics(user_id::text, array[private.user_topic(user_id)]);
  perform private.recheck_channels(user_id);
end
$$;
comment on function private.move_topics_of(uuid, boolean) is
  'Gives other names to all topics that a user may have joined, because they lost a right or a session.';

create or replace function private.move_topics_of_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.move_topics_of(old.id, old.role <> 'customer' and old.deactivated_at is null
    and (coalesce(new.role, 'customer') = 'customer' or new.deactivated_at is not null));
  return null;
end
$$;

create function private.recheck_former_customer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.recheck_channels(old.customer_id);
  return null;
end
$$;
comment on function private.recheck_former_customer() is 'Ends what a ticket''s former customer receives on its topic.';
create trigger tickets_recheck_channels after update of customer_id on public.tickets
  for each row when (old.customer_id is distinct from new.customer_id)
  execute function private.recheck_former_customer();
