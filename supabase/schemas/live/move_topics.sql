-- Topics get another name when somebody loses a role, an account or a session, or a ticket its customer.

-- Joined channels learn that their topic has another name now. That hint can be lost like any other, so it is sent to
-- the former topics again with each change of the next minute: by then every page has asked by itself.
create function private.move_topics(scope text, former_topics text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.live_epochs as e (scope) values (move_topics.scope)
  on conflict on constraint live_epochs_pkey do update set epoch = e.epoch + 1, moved_at = now(),
    settled_epoch = case when e.moved_at > now() - interval '1 minute' then greatest(e.settled_epoch, e.epoch - 9)
      else e.epoch end;
  perform realtime.send('{}', 'moved', former, true) from unnest(former_topics) former;
exception when others then
  raise warning 'Topics were not moved: %', sqlerrm;
end
$$;
comment on function private.move_topics(text, text[]) is
  'Begins an epoch of a scope. Never fails: the change of rights goes first.';

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

create function private.move_topics_of_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.move_topics_of(old.id, old.role <> 'customer' and old.deactivated_at is null
    and (coalesce(new.role, 'customer') = 'customer' or new.deactivated_at is not null));
  return null;
end
$$;
comment on function private.move_topics_of_profile() is
  'Moves the topics of somebody who lost a role or whose account ended.';

create trigger profiles_move_topics after update of role, deactivated_at on public.profiles for each row
  when (old.role is distinct from new.role or old.deactivated_at is null and new.deactivated_at is not null)
  execute function private.move_topics_of_profile();
create trigger profiles_move_topics_gone after delete on public.profiles for each row
  execute function private.move_topics_of_profile();

-- A realtime server that listens asks the policies again for the channels that the user has joined. A hosted project
-- asks only when a token is renewed; there the new names alone end what a joined channel receives.
create function private.recheck_channels(user_id uuid) returns void
language sql security definer set search_path = '' as $$
  select pg_notify('realtime_recheck', user_id::text)
$$;
comment on function private.recheck_channels(uuid) is
  'Announces that a user lost rights, when the transaction commits.';

create function private.topic_at(scope text, epoch bigint) returns text
language sql immutable set search_path = '' as $$
  select case scope when 'staff' then 'desk:staff:' else 'user:' || scope || ':' end || epoch
$$;
comment on function private.topic_at(text, bigint) is 'The topic of changes of staff, or of a user, in an epoch.';

create function private.former_topics(scope text) returns setof text
language sql stable security definer set search_path = '' as $$
  select private.topic_at(e.scope, former)
  from private.live_epochs e, generate_series(e.settled_epoch, e.epoch - 1) former
  where e.scope = former_topics.scope and e.moved_at > now() - interval '1 minute'
$$;
comment on function private.former_topics(text) is
  'Topics of changes that pages of this scope may still be in, at most ten.';
