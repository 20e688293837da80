-- A grant on a whole table covers its system columns: ctid and xmin of what a caller may see tell of the rows between
-- them, such as notes. Every readable column is granted by its name, so that `*` works and system columns do not.

do $$
declare
  name regclass;
begin
  for name in
    select c.oid from pg_catalog.pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and pg_catalog.has_table_privilege('authenticated', c.oid, 'select')
  loop
    execute format('revoke select on table %s from authenticated', name);
    execute (
      select format('grant select (%s) on table %s to authenticated', string_agg(format('%I', a.attname), ', '), name)
      from pg_catalog.pg_attribute a where a.attrelid = name and a.attnum > 0 and not a.attisdropped);
  end loop;
end
$$;
