-- What a person chose for themselves. Kept on the profile, which every session reads anyway.

alter table public.profiles add column preferences jsonb not null default '{}'
  constraint profiles_preferences check (
    case when jsonb_typeof(preferences) = 'object' then
      preferences - array['theme', 'time_format', 'notify_reply', 'notify_status', 'notify_assigned'] = '{}'
      -- A JSON null is not the same as a missing key and is refused.
      and coalesce(preferences -> 'theme', '"system"') in ('"system"', '"light"', '"dark"')
      and coalesce(preferences -> 'time_format', '"auto"') in ('"auto"', '"12h"', '"24h"')
      and coalesce(preferences -> 'notify_reply', 'true') in ('true', 'false')
      and coalesce(preferences -> 'notify_status', 'true') in ('true', 'false')
      and coalesce(preferences -> 'notify_assigned', 'true') in ('true', 'false')
    else false end);
comment on column public.profiles.preferences is
  'theme (system|light|dark), time_format (auto|12h|24h), notify_reply, notify_status, notify_assigned (true unless said otherwise).';
grant update (preferences) on table public.profiles to authenticated;
