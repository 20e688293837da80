-- Whether worklists are comfortable or compact is a choice of each person.
alter table public.profiles drop constraint profiles_preferences, add constraint profiles_preferences check (
  case when jsonb_typeof(preferences) = 'object' then
    preferences - (array['theme', 'time_format', 'density'] || private.notification_choices()) = '{}'
    -- A JSON null is refused: it differs from a missing key.
    and coalesce(preferences -> 'theme', '"system"') in ('"system"', '"light"', '"dark"')
    and coalesce(preferences -> 'time_format', '"auto"') in ('"auto"', '"12h"', '"24h"')
    and coalesce(preferences -> 'density', '"comfortable"') in ('"comfortable"', '"compact"')
    and not jsonb_path_exists(preferences - '{theme,time_format,density}'::text[], '$.* ? (@.type() != "boolean")')
  else false end);
comment on column public.profiles.preferences is
  'theme (system|light|dark), time_format (auto|12h|24h), density (comfortable|compact), and '
  'private.notification_choices. Their defaults: private.wants.';
