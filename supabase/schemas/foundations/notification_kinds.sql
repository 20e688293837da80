-- Kinds of notifications, in the one place that the database knows them from. A new kind is a line here; its words are
-- in libs/auth/src/model/notification-texts.ts and, for a mail, in functions/send-notifications/texts.ts.
create function private.notification_kinds() returns table (
  kind text, setting text, audience text, in_app boolean, by_mail boolean)
language sql immutable as $$
  values
    -- Public answers; to the assignee in the app also the requester's.
    ('reply', 'reply', 'both', true, true),
    -- The requester or somebody in copy wrote, and this reopened the ticket.
    ('comment', 'reply', 'staff', null, true),
    ('reopened', 'reply', 'staff', null, true),
    -- Set by staff.
    ('status', 'status', 'requester', true, true),
    -- Staff opened the ticket for its requester.
    ('opened', null, 'requester', true, true),
    -- To the new and to the previous assignee.
    ('assigned', 'assigned', 'staff', true, true),
    ('taken_over', 'assigned', 'staff', true, true),
    -- The time came until which a ticket was snoozed.
    ('woken', 'woken', 'staff', true, false),
    -- The same for several tickets at once: one for all of them.
    ('assigned_many', 'assigned', 'staff', true, true),
    ('taken_over_many', 'assigned', 'staff', true, true),
    -- A scheduled reply was not sent at its time, for a reason that the ticket shows.
    ('reply_held', 'reply', 'staff', true, true),
    -- In a note.
    ('mention', 'mention', 'staff', true, true),
    -- A new ticket. The queue shows it anyway.
    ('unassigned', 'unassigned', 'staff', false, false),
    -- News, to followers. A mail for each is a lot.
    ('followed', 'followed', 'staff', true, false),
    -- A public message to people in copy, and one that staff send to an outside address.
    ('copy', null, 'outside', null, true),
    ('forward', null, 'outside', null, true),
    -- Answers to mails: the ticket's number, a deactivated account, files that were left out.
    ('received', null, 'outside', null, true),
    ('refused', null, 'outside', null, true),
    ('refused_files', null, 'outside', null, true),
    -- A link stopped mails; the excerpt has their kind.
    ('stopped', null, 'outside', null, true)
$$;
comment on function private.notification_kinds() is
  'Kinds of notifications. setting: the choice in the settings that they belong to, named like its first kind; null: '
  'always sent. audience: requester, staff, both (in the app; by mail the requester) or outside. in_app, by_mail: '
  'whether it is shown or sent without a choice; null: never.';

create function private.kinds_for(scope text) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(k.kind) from private.notification_kinds() k
  where case scope when 'app' then k.in_app is not null when 'mail' then k.by_mail is not null
    when 'staff' then k.audience = 'staff'
    when 'requester' then k.in_app is not null and k.audience in ('requester', 'both') end
$$;
comment on function private.kinds_for(text) is
  'Kinds that exist in the app or by mail, that only staff get, or that a requester gets in the app.';

create function private.notification_choices() returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(distinct c.channel || '_' || k.setting)
  from private.notification_kinds() k, (values ('app'), ('notify')) c (channel) where k.setting is not null
$$;
comment on function private.notification_choices() is
  'Keys of profiles.preferences: for each setting whether it is shown in the app (app_…) and mailed (notify_…).';

create function private.setting_of(kind text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(k.setting, k.kind) from private.notification_kinds() k where k.kind = $1
$$;
comment on function private.setting_of(text) is 'The choice of the settings that a kind of notification belongs to.';

create function private.wants(preferences jsonb, channel text, kind text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce((preferences ->> (channel || '_' || k.setting))::boolean,
    case channel when 'app' then k.in_app else k.by_mail end, false)
  from private.notification_kinds() k where k.kind = $3
$$;
comment on function private.wants(jsonb, text, text) is
  'True when a user with these preferences wants this kind of notification in the app (app) or as a mail (notify).';

-- For the checks of what each role writes: people their preferences, the service the outbox.
grant execute on function private.notification_choices(), private.notification_kinds() to authenticated, service_role;
grant execute on function private.kinds_for(text) to service_role;
