/**
 * Schema `realtime` as migrations of a hosted project find it. Row level security on `messages` authorises private
 * channels. Rows are announced when their transaction commits, because a hosted project sends them then too. A notification
 * `realtime_recheck` with a user's id makes the server ask the policies again for the channels that the user has joined.
 */
export const realtimeSchema = `
create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role;
create table if not exists realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid primary key default gen_random_uuid()
);
create index if not exists messages_inserted_at_idx on realtime.messages (inserted_at);
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

create or replace function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql as $$
declare
  message_id constant uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', send.topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (message_id, jsonb_build_object('id', message_id) || send.payload, send.event, send.topic, send.private, 'broadcast');
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- A notification has room for 8,000 bytes: a longer message is read by its id.
create or replace function realtime.announce_message() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  message constant text := to_jsonb(new)::text;
begin
  perform pg_notify('realtime_messages',
    case when octet_length(message) < 7900 then message else jsonb_build_object('id', new.id)::text end);
  return null;
end
$$;
revoke execute on function realtime.announce_message() from public;
create or replace trigger messages_announce after insert on realtime.messages
  for each row when (new.event is not null) execute function realtime.announce_message();
`

/** A hosted project notices the end of a session when its token expires, this server at once. */
export const endedSessions = `
create or replace function realtime.announce_ended_sessions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('realtime_recheck', e.user_id::text) from (select distinct s.user_id from ended s) e;
  return null;
end
$$;
revoke execute on function realtime.announce_ended_sessions() from public;
create or replace trigger sessions_announce_end after delete on auth.sessions
  referencing old table as ended for each statement execute function realtime.announce_ended_sessions();
`
