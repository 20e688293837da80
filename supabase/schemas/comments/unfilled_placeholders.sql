-- Placeholders of macros must not reach customers: what nothing filled, from any page, is refused.
create function private.unfilled_placeholder(content text) returns text
language sql immutable set search_path = '' as $$
  select case when strpos($1, '{{') > 0 then substring(
    regexp_replace(regexp_replace($1, '```.*?```', '', 'g'), '`[^`\n]*`', '', 'g')
    from '(?i)\{\{[ \t]*(?:(?:customer|ticket|agent)\.|ask:)[^{}\n]*\}\}') end
$$;
comment on function private.unfilled_placeholder(text) is
  'The first placeholder of a macro in a message, but for those in code; null without one. The composer has the same '
  'rule.';

create function private.refuse_unfilled(content text) returns void
language plpgsql immutable set search_path = '' as $$
declare
  placeholder constant text := private.unfilled_placeholder($1);
begin
  if placeholder is not null then
    raise exception 'A placeholder is not filled in'
      using detail = 'placeholder_unfilled', hint = left(placeholder, 100);
  end if;
end
$$;
comment on function private.refuse_unfilled(text) is 'Raises when a reply still has a placeholder of a macro.';
grant execute on function private.refuse_unfilled(text) to authenticated, service_role;
grant execute on function private.unfilled_placeholder(text) to authenticated, service_role;
