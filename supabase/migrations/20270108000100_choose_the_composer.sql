-- Messages are written in an editor; who likes a plain text box keeps it.
alter table public.profiles
  drop constraint profiles_preferences,
  add constraint profiles_preferences check (
    case when jsonb_typeof(preferences) = 'object' then
      preferences - ('{theme,time_format,density,columns,composer}'::text[] || private.notification_choices()) = '{}'
      -- A JSON null is refused: it differs from a missing key.
      and coalesce(preferences -> 'theme', '"system"') in ('"system"', '"light"', '"dark"')
      and coalesce(preferences -> 'time_format', '"auto"') in ('"auto"', '"12h"', '"24h"')
      and coalesce(preferences -> 'density', '"comfortable"') in ('"comfortable"', '"compact"')
      and coalesce(preferences -> 'composer', '"rich"') in ('"rich"', '"plain"')
      and (not preferences ? 'columns' or private.is_column_choice(preferences -> 'columns'))
      and not jsonb_path_exists(preferences - '{theme,time_format,density,columns,composer}'::text[],
        '$.* ? (@.type() != "boolean")')
    else false end);

comment on column public.profiles.preferences is
  'theme (system|light|dark), time_format (auto|12h|24h), density (comfortable|compact), composer (rich|plain), '
  'columns (private.is_column_choice), and private.notification_choices. Their defaults: private.wants.';
