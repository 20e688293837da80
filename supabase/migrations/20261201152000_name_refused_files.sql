-- Every file that a mail leaves out keeps its name, place, type and size. The message names as many as fit, each whole.
create function private.accepted_extensions() returns text[]
language sql stable security definer set search_path = '' as $$
  select '{png,jpg,jpeg,gif,pdf,doc,docx,txt}'::text[]
$$;
comment on function private.accepted_extensions() is 'Endings of the names of files that tickets take, in lower case and without a dot.';

create function private.chosen_files(rejected jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(e order by (e ->> 'index')::integer nulls last, n), '[]')
  from jsonb_array_elements(rejected) with ordinality as l (e, n)
  where e -> 'incidental' is distinct from 'true'
$$;
comment on function private.chosen_files(jsonb) is
  'Of the files that were left out, those that the sender chose, in the order of the mail: no signatures and logos, which mail programs add to each mail.';

create or replace function private.with_left_out(content text, rejected jsonb) returns text
language sql immutable set search_path = '' as $$
  with named as (
    select coalesce((e ->> 'more')::integer, 1) as files, n, (e ->> 'name') || case e ->> 'reason'
      when 'size' then ' (too large)' when 'count' then ' (too many files)' when 'empty' then ' (empty)'
      else ' (type not accepted)' end as said
    from jsonb_array_elements(private.chosen_files(rejected)) with ordinality as l (e, n)
  ), placed as (
    select *, said is not null and sum(char_length(said) + 2) over (order by n) <= 900 as fits from named)
  select case when count(*) = 0 then content else left(content, 9000) || E'\n\nNot attached: '
    || concat_ws(', ', string_agg(said, ', ' order by n) filter (where fits),
      'and ' || nullif(coalesce(sum(files) filter (where not fits), 0), 0) || ' more') end
  from placed
$$;
comment on function private.with_left_out(text, jsonb) is
  'A message with the names of the files that were left out: as many whole names as fit into 900 characters, and the number of the others.';

comment on column private.mail_messages.rejected_files is
  'Files that were left out: {name, reason, index, type, size, incidental}, and beyond 200 {more, reason}. incidental: added by a mail program, so that its user is not told. Mails before 2026-12 have name and reason alone.';
