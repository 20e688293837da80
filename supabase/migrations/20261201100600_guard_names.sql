-- Keeps customers from impersonating the team: no invisible characters, no symbols such as check marks, no names made of
-- role words, no name of the workspace or of a member of staff. Typing such a name raises an error; at sign-up, where an
-- error would end the transaction, the name is cleaned and marked instead.
create function private.person_name(raw text) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(
    -- Compatibility forms become plain letters, except the ordinals used in Spanish abbreviations.
    translate(normalize(translate(private.strip_invisible(raw), 'ªº', U&'\F8F0\F8F1'), nfkc), U&'\F8F0\F8F1', 'ªº'),
    '[\s\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'))
$$;
comment on function private.person_name(text) is 'A name in NFKC, with single spaces and without invisible characters.';

create function private.without_symbols(value text) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(regexp_replace(value,
    '[\u00a9\u00ae\u203c\u2049\u20e3\u2100-\u214f\u2190-\u2bff\u3004\u3012\u3013\u3020\u3030\u303d\ufe0f\U0001f000-\U0001fbff]', '', 'g'),
    ' +', ' ', 'g'))
$$;
comment on function private.without_symbols(text) is 'A name without emoji, arrows, check marks and similar symbols.';

create function private.name_words(name text) returns text[]
language sql immutable set search_path = '' as $$
  select array_remove(regexp_split_to_array(
    translate(lower(translate(
      regexp_replace(normalize(name, nfkd), '[\u0300-\u036f]', '', 'g'),
      -- Cyrillic, Greek and small capital letters that resemble Latin ones.
      'АВЕЅІЈКМНОРСТУХавеѕіјкмнорстухһӏԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧαεικνορτυχıᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ',
      'ABESIJKMHOPCTYXabesijkmhopctyxhldqwABEZHIKMNOPTYXaeikvoptuxiabcdefghijklmnoprstuvwyz')),
      '0134578il', 'oleastbll'),
    '[\s!-/:-@\u005b-\u0060{-~\u00a1-\u00bf\u2010-\u205e\u3001-\u3004\u3008-\u3020\u3030]+'), '')
$$;
comment on function private.name_words(text) is 'The words of a name, without accents and with look-alike letters replaced.';

-- Reads digits as letters (4gent) and also drops them (agent 7).
create function private.name_readings(name text) returns table (words text[], whole text)
language sql immutable set search_path = '' as $$
  select reading, array_to_string(reading, '') from (
    select private.name_words(name)
    union all
    select private.name_words(regexp_replace(
      normalize(name, nfkc), '(?<![[:alnum:]])[[:digit:]]+|[[:digit:]]+(?![[:alnum:]])', ' ', 'g'))
    where normalize(name, nfkc) ~ '[[:digit:]]'
  ) readings (reading)
$$;
comment on function private.name_readings(text) is 'The words of a name with digits read as letters, and without digits.';

create function private.is_official(words text[]) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  whole text := array_to_string(words, '');
  workspace text[] := (select private.name_words(w.workspace_name) from public.workspace_settings w);
  roles text[] := private.name_words('support admin admins administrator administrators administration helpdesk
    servicedesk helpline helpcenter helpcentre help desk staff team agent agents moderator operator official system
    service services hotline root postmaster webmaster care soporte suporte supporto administrador
    administrateur amministratore kundendienst kundenservice');
  fillers text[] := private.name_words('the our your of from and customer client it technical tech account accounts
    security billing center centre bot online live chat user department manager lead member verified');
begin
  return whole = any (roles) or whole = array_to_string(workspace, '')
    or (words <@ (roles || fillers || workspace) and words && roles);
end
$$;
comment on function private.is_official(text[]) is 'True when the words are role words or the workspace''s name.';

create function private.is_deceptive_name(name text, person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.name_readings(is_deceptive_name.name) r
    where r.whole <> '' and (private.is_official(r.words) or exists (
      select from public.profiles p
      where p.role in ('agent', 'admin') and p.deactivated_at is null and p.id <> person
        and array_to_string(private.name_words(p.name), '') = r.whole)))
$$;
comment on function private.is_deceptive_name(text, uuid) is
  'True for a name made of role words, or resembling that of the workspace or of a member of staff.';

create function private.guard_name() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  typed boolean := tg_op = 'UPDATE' and new.name is distinct from old.name and new.id = auth.uid();
  mark constant text := ' (customer)';
  given text;
begin
  new.name := private.person_name(new.name);
  if typed and new.name <> private.without_symbols(new.name) then
    raise exception 'A name cannot contain symbols or emoji' using detail = 'name_symbols';
  end if;
  new.name := private.without_symbols(new.name);
  if new.name = '' and not typed then
    new.name := coalesce(nullif(private.without_symbols(private.person_name(split_part(new.email, '@', 1))), ''), 'New user');
  end if;
  if new.name = '' then
    raise exception 'Please enter a name' using detail = 'name_empty';
  end if;
  if not typed then
    new.name := btrim(left(new.name, 50));
  end if;
  if new.role <> 'customer' then
    -- Removes the mark when a customer joins the staff, and restores the end of a name that was cut to make room for it.
    if right(new.name, length(mark)) = mark and new.name <> mark then
      new.name := left(new.name, -length(mark));
      select btrim(left(private.without_symbols(private.person_name(u.raw_user_meta_data ->> 'full_name')), 50)) into given
      from auth.users u where u.id = new.id;
      if btrim(left(given, 50 - length(mark))) = new.name then
        new.name := given;
      end if;
    end if;
  elsif right(new.name, length(mark)) <> mark and private.is_deceptive_name(new.name, new.id) then
    if typed then
      raise exception 'This name could be mistaken for the support team. Enter your own name.'
        using detail = 'name_reserved';
    end if;
    new.name := btrim(left(new.name, 50 - length(mark))) || mark;
  end if;
  return new;
end
$$;
comment on function private.guard_name() is
  'Refuses a deceptive name typed by the user; otherwise removes symbols and marks a customer with such a name.';

create trigger profiles_guard_name before insert or update of name, role on public.profiles
  for each row execute function private.guard_name();
