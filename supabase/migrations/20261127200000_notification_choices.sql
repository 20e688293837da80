-- What each user is notified of, in the app (app_…) and by mail (notify_…). Three more kinds of mail, for staff: a mention
-- in a note, a new unassigned ticket, news in a ticket that they follow.
alter table public.profiles drop constraint profiles_preferences;
alter table public.profiles add constraint profiles_preferences check (
  case when jsonb_typeof(preferences) = 'object' then
    preferences - array['theme', 'time_format', 'notify_reply', 'notify_status', 'notify_assigned', 'notify_mention',
      'notify_unassigned', 'notify_followed', 'app_reply', 'app_status', 'app_assigned', 'app_mention', 'app_unassigned',
      'app_followed'] = '{}'
    -- A JSON null is refused: it differs from a missing key.
    and coalesce(preferences -> 'theme', '"system"') in ('"system"', '"light"', '"dark"')
    and coalesce(preferences -> 'time_format', '"auto"') in ('"auto"', '"12h"', '"24h"')
    and not jsonb_path_exists(preferences - 'theme' - 'time_format', '$.* ? (@.type() != "boolean")')
  else false end);
comment on column public.profiles.preferences is
  'theme (system|light|dark), time_format (auto|12h|24h), and for each kind of notification whether it is shown in the app (app_…) and mailed (notify_…): reply, status, assigned, mention, unassigned, followed. Defaults: private.wants.';

create function private.setting_of(kind text) returns text
language sql immutable set search_path = '' as $$
  -- To the assignee, a customer's comment is a reply.
  select case when $1 in ('comment', 'reopened') then 'reply' when $1 = 'taken_over' then 'assigned' else $1 end
$$;
comment on function private.setting_of(text) is 'The choice of the settings that a kind of notification belongs to.';

create function private.wants(preferences jsonb, channel text, kind text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce((preferences ->> (channel || '_' || private.setting_of(kind)))::boolean,
    -- The queue shows new tickets anyway, and a mail for each event of a followed ticket is a lot.
    case channel when 'app' then private.setting_of(kind) <> 'unassigned'
      else private.setting_of(kind) not in ('unassigned', 'followed') end)
$$;
comment on function private.wants(jsonb, text, text) is
  'True when a user with these preferences wants this kind of notification in the app (app) or as a mail (notify).';

alter table public.notification_outbox drop constraint notification_outbox_kind;
alter table public.notification_outbox add constraint notification_outbox_kind check (kind in (
  'reply', 'comment', 'reopened', 'status', 'assigned', 'taken_over', 'opened', 'mention', 'unassigned', 'followed'));
comment on column public.notification_outbox.kind is
  'reply: staff answered, to the customer. comment: the customer wrote, to the assignee. reopened: and this reopened the ticket. status: staff changed it, to the customer. assigned: to the assignee. taken_over: to the previous assignee. opened: staff opened it, to the customer. mention: in a note, to staff. unassigned: a new ticket, to staff. followed: news, to its followers.';

create or replace function private.can_get_notification(kind text, recipient uuid, ticket public.tickets) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p join auth.users u on u.id = p.id
    where p.id = $2 and p.deactivated_at is null
      and p.email <> '' and p.email = lower(u.email) and (u.email_confirmed_at is not null or private.is_invited_requester(p.id))
      and private.wants(p.preferences, 'notify', $1)
      and case
        when $1 in ('comment', 'reopened', 'taken_over', 'mention', 'unassigned', 'followed') then p.role in ('agent', 'admin')
        when $1 = 'assigned' then p.role in ('agent', 'admin') and p.id = ($3).assigned_to
        else p.id = ($3).customer_id end)
$$;
