-- Lists and notifications showed the references that the editor writes for marks that are text.
-- The editor of messages writes a mark that is text as a numeric reference of four digits: &#0042; is *.
create function private.with_marks(message text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  mark text;
begin
  if strpos(message, '&#0') > 0 then
    -- The last one begins references that are text themselves.
    foreach mark in array '{*,_,`,[,],<,>,~,#,-,+,.,),&}'::text[] loop
      message := replace(message, '&#' || lpad(ascii(mark)::text, 4, '0') || ';', mark);
    end loop;
  end if;
  return message;
end
$$;
comment on function private.with_marks(text) is
  'A message with the marks that its numeric references stand for, as threads and mails show them.';

create or replace function private.preview(message text) returns text
language sql immutable set search_path = '' as $$
  select left(btrim(regexp_replace(private.with_marks(left(message, 500)), '\s+', ' ', 'g')), 120)
$$;
comment on function private.preview(text) is 'The first 120 characters of a message, on one line.';
