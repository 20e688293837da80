-- Release 1.0.0: the files of supabase/schemas/ in their order, as they were then.

-- Schemas, extensions and default privileges. New objects have no grants; each file grants what the API needs.
-- Hosted projects grant everything on new objects of `public` to the API roles by default, so the roles are named
-- here; revoking from PUBLIC alone would leave those grants in place.
--
-- Two rules for every table:
-- * Columns are granted by name. A grant on a whole table covers its system columns: `xmax` names the last transaction
--   that locked a ticket, and a note locks its ticket, so a customer would see when staff write notes.
-- * Columns with text that people wrote have `statistics 0`. Row level security does not hide the planner's samples:
--   `count=planned` with a filter on a text would let a caller guess hidden texts piece by piece.

-- Bodies of functions may name what later files create. A test checks each of them afterwards.
set check_function_bodies = off;

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

create schema if not exists private;
comment on schema private is 'Helpers for policies and triggers. Never exposed by the API.';
revoke all on schema private from public, anon, authenticated;
grant usage on schema private to authenticated, service_role;

grant usage on schema public to anon, authenticated, service_role;

alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
notify pgrst, 'reload config';

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;
comment on function private.touch_updated_at() is 'Sets updated_at.';

-- Statuses and priorities of tickets and roles of users. They are defined here only: checks and functions call these
-- functions, which the planner folds into constants.
create function private.active_statuses() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['open', 'in_progress', 'pending', 'on_hold']
$$;
comment on function private.active_statuses() is 'Statuses of tickets that are not resolved.';
grant execute on function private.active_statuses() to authenticated, service_role;

create function private.ticket_statuses() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select private.active_statuses() || array['solved', 'closed']
$$;
comment on function private.ticket_statuses() is 'All statuses of tickets.';
grant execute on function private.ticket_statuses() to authenticated, service_role;

create function private.ticket_priorities() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['low', 'normal', 'medium', 'high', 'urgent']
$$;
comment on function private.ticket_priorities() is
  'Priorities of tickets, lowest first; tickets.priority_rank counts them from 0.';
grant execute on function private.ticket_priorities() to authenticated, service_role;

create function private.user_roles() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['customer', 'agent', 'admin']
$$;
comment on function private.user_roles() is 'Roles of users, fewest rights first.';
grant execute on function private.user_roles() to authenticated, service_role;

create function private.rank_of(priority text) returns smallint
language sql immutable set search_path = '' as $$
  select (array_position(private.ticket_priorities(), priority) - 1)::smallint
$$;
comment on function private.rank_of(text) is 'The priority_rank of a priority; null when unknown.';

create function private.statuses_of(filter text) returns text[]
language sql immutable set search_path = '' as $$
  select case when filter = 'active' then private.active_statuses() when filter is not null then array[filter] end
$$;
comment on function private.statuses_of(text) is 'The statuses of a filter: active means the four active ones.';

-- Forms of mail addresses in which they are compared and counted.

create function private.lower_ascii(value text) returns text
language sql immutable set search_path = '' as $$
  select translate(value, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')
$$;
comment on function private.lower_ascii(text) is
  'Lower case of A to Z alone, for addresses: lower() also makes a k of the Kelvin sign, and so another mailbox of an '
  'address.';

-- bücher.example and xn--bcher-kva.example are one domain: limits count its form in DNS.
create function private.punycode(label text) returns text
language plpgsql immutable strict set search_path = '' as $$
declare
  alphabet constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  points constant integer[] := array(select ascii(sign) from string_to_table(label, null) with ordinality t (sign, at)
    order by at);
  encoded text := regexp_replace(label, '[^\x01-\x7f]', '', 'g');
  basic constant integer := length(encoded);
  handled integer := basic;
  current bigint := 128;
  next_point bigint;
  delta bigint := 0;
  bias bigint := 72;
  point integer;
  q bigint;
  k bigint;
  threshold bigint;
begin
  if basic > 0 then
    encoded := encoded || '-';
  end if;
  while handled < cardinality(points) loop
    select min(p) into next_point from unnest(points) p where p >= current;
    delta := delta + (next_point - current) * (handled + 1);
    current := next_point;
    foreach point in array points loop
      if point < current then
        delta := delta + 1;
      elsif point = current then
        q := delta;
        k := 36;
        loop
          threshold := least(greatest(k - bias, 1), 26);
          exit when q < threshold;
          encoded := encoded || substr(alphabet, (threshold + (q - threshold) % (36 - threshold))::integer + 1, 1);
          q := (q - threshold) / (36 - threshold);
          k := k + 36;
        end loop;
        encoded := encoded || substr(alphabet, q::integer + 1, 1);
        delta := case when handled = basic then delta / 700 else delta / 2 end;
        handled := handled + 1;
        delta := delta + delta / handled;
        k := 0;
        while delta > 455 loop
          delta := delta / 35;
          k := k + 36;
        end loop;
        bias := k + 36 * delta / (delta + 38);
        delta := 0;
      end if;
    end loop;
    delta := delta + 1;
    current := current + 1;
  end loop;
  return 'xn--' || encoded;
end
$$;
comment on function private.punycode(text) is
  'A label of a domain in the form of DNS (RFC 3492): xn--bcher-kva of bücher.';

create function private.ascii_domain(domain text) returns text
language sql immutable set search_path = '' as $$
  select case when domain ~ '^[\x01-\x7f]*$' then private.lower_ascii(domain) else (
    select string_agg(case when l.label ~ '[^\x01-\x7f]' then private.punycode(l.label) else l.label end, '.'
      order by l.at)
    from string_to_table(normalize(lower(domain), nfkc), '.') with ordinality l (label, at)) end
$$;
comment on function private.ascii_domain(text) is 'A domain in lower case and in the form of DNS.';

create function private.mail_domain(address text) returns text
language sql immutable set search_path = '' as $$
  -- Two labels, which is what one owner registers; three below suffixes such as co.uk.
  select coalesce(
    substring(d.name from '[^.]+\.(?:ac|co|com|edu|go|gob|gouv|gov|ltd|me|mil|ne|net|nom|or|org|plc|sch)\.[a-z]{2}$'),
    substring(d.name from '[^.]+\.[^.]+$'), d.name)
  from (select private.ascii_domain(substring(address from '[^@]*$')) as name) d
$$;
comment on function private.mail_domain(text) is
  'The registered domain of an address, nearly: example.com of ann@mail.example.com. Subdomains cost nothing, and '
  'count together.';

create function private.mailbox_of(address text) returns text
language sql immutable set search_path = '' as $$
  -- Gmail ignores dots.
  select case when a.domain in ('gmail.com', 'googlemail.com') then replace(a.local, '.', '') else a.local end || '@'
    || a.domain
  from (select regexp_replace(private.lower_ascii(substring($1 from '^(.*)@')), '[+].*$', '') as local,
    private.ascii_domain(substring($1 from '[^@]*$')) as domain) a
$$;
comment on function private.mailbox_of(text) is 'The address without its tag: ann@example.com of ann+shop@example.com.';

create function private.is_free_mail(domain text) returns boolean
language sql immutable set search_path = '' as $$
  select domain = any ('{126.com,163.com,aol.com,att.net,bluewin.ch,bt.com,btinternet.com,comcast.net,cox.net,email.com,fastmail.com,
    fastmail.fm,foxmail.com,free.fr,freenet.de,gmail.com,gmx.at,gmx.ch,gmx.com,gmx.de,gmx.net,googlemail.com,hey.com,hotmail.co.uk,
    hotmail.com,hotmail.de,hotmail.es,hotmail.fr,hotmail.it,icloud.com,inbox.com,laposte.net,libero.it,live.co.uk,live.com,live.de,
    live.fr,live.nl,mac.com,mail.com,mail.ru,me.com,msn.com,naver.com,o2.pl,online.de,orange.fr,outlook.com,outlook.de,outlook.es,
    outlook.fr,pm.me,posteo.de,proton.me,protonmail.com,qq.com,rediffmail.com,rocketmail.com,sbcglobal.net,seznam.cz,sfr.fr,sky.com,
    t-online.de,terra.com.br,tuta.com,tutanota.com,uol.com.br,verizon.net,virgilio.it,wanadoo.fr,web.de,wp.pl,yahoo.co.in,
    yahoo.co.jp,yahoo.co.uk,yahoo.com,yahoo.com.br,yahoo.de,yahoo.es,yahoo.fr,yahoo.it,yandex.com,yandex.ru,ymail.com,ziggo.nl,
    zoho.com}'::text[])
$$;
comment on function private.is_free_mail(text) is
  'True for domains where anybody gets an address, so that their users have nothing in common.';

-- An admin blocks bücher.example as they read it; mails come from xn--bcher-kva.example. Both forms are one domain.
-- As its owner, because the index calls it for whoever writes a row.
create function private.ascii_address(address text) returns text
language sql immutable security definer set search_path = '' as $$
  select private.lower_ascii(substring($1 from '^(.*)@')) || '@' || private.ascii_domain(substring($1 from '[^@]*$'))
$$;
comment on function private.ascii_address(text) is
  'An address in lower case, with its domain in the form of DNS; @xn--bcher-kva.example of @bücher.example.';
grant execute on function private.ascii_address(text) to authenticated, service_role;

-- Checks and triggers shared by tables: bounded json, lists of tags, labels without invisible characters.

-- Bounds depth as well as bytes: 4,000 brackets fit into 8 kB, and reading such a row fails. Every json column and json
-- argument has both bounds.
create function private.json_is_bounded(value jsonb, max_bytes integer, max_depth integer) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  -- Neither step recurses beyond the bound: the text is written by a loop, the path stops one level below it.
  select case when octet_length(value::text) > max_bytes then false
    else not jsonb_path_exists(value, format('$.**{%s}', max_depth + 1)::jsonpath) end
$$;
comment on function private.json_is_bounded(jsonb, integer, integer) is
  'True when a value has at most max_bytes as text and at most max_depth levels below its root.';
grant execute on function private.json_is_bounded(jsonb, integer, integer) to authenticated, service_role;

-- In plpgsql, which caches the plan: as a column check it runs once for each ticket written.
create function private.is_tag_list(tags text[]) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- The order matters: functions that count elements fail on the other shapes or miss them.
  if tags is null or tags = '{}' then
    return true;
  elsif array_ndims(tags) <> 1 or array_lower(tags, 1) <> 1 or cardinality(tags) > 20 then
    return false;
  end if;
  return not exists (
    select from unnest(tags) tag where tag is null or tag !~ '\S' or char_length(tag) > 40
  ) and char_length(array_to_string(tags, '')) <= 600;
end
$$;
comment on function private.is_tag_list(text[]) is
  'True for up to 20 tags of 1 to 40 characters, 600 together: one dimension, no null, no blank. Also for null.';
grant execute on function private.is_tag_list(text[]) to authenticated, service_role;

-- Invisible characters (zero width, bidirectional controls, fillers, private use) make one label look like another or
-- look empty. They are removed from every label that other people read.
create function private.strip_invisible(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(
    regexp_replace(value,
      '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff\U000f0000-\U0010ffff]',
      '', 'g'),
    -- Keeps joiners between letters of some scripts and inside emoji, and the emoji selector after a symbol.
    '(?<![\u0600-\u109f\u1780-\u18ff\u2600-\u27bf\ufe0f\U0001f000-\U0001faff])[\u200c\u200d]|[\u200c\u200d](?![\u0600-\u109f\u1780-\u18ff\u2600-\u27bf\U0001f000-\U0001faff])|(?<![#*0-9\u00a9\u00ae\u2000-\u32ff\U0001f000-\U0001faff])\ufe0f',
    '', 'g')
$$;
comment on function private.strip_invisible(text) is 'The text without invisible characters.';
grant execute on function private.strip_invisible(text) to authenticated, service_role;

create function private.strip_column() returns trigger
language plpgsql set search_path = '' as $$
declare
  field text := tg_argv[0];
  given text := to_jsonb(new) ->> field;
begin
  -- Longer than any such column may be, invisible characters included.
  if octet_length(given) > 40000 then
    return new;
  end if;
  return jsonb_populate_record(new, jsonb_build_object(field, private.strip_invisible(given)));
end
$$;
comment on function private.strip_column() is 'Removes invisible characters from the column that the trigger names.';

create function private.strip_tags() returns trigger
language plpgsql set search_path = '' as $$
declare
  field text := tg_argv[0];
  given jsonb := to_jsonb(new) -> field;
  tags text[];
begin
  -- The table's check refuses longer lists and other shapes.
  if octet_length(given::text) > 40000 or exists (select from jsonb_array_elements(given) tag
    where jsonb_typeof(tag) <> 'string') then
    return new;
  end if;
  select array_agg(tag order by at) into tags from (
    select private.strip_invisible(element) as tag, min(at) as at
    from jsonb_array_elements_text(given) with ordinality as e (element, at) group by 1
  ) distinct_tags where tag ~ '\S';
  return jsonb_populate_record(new, jsonb_build_object(field, coalesce(tags, '{}')));
end
$$;
comment on function private.strip_tags() is 'Removes invisible characters from tags, then empty and repeated tags.';

-- In plpgsql, like private.is_tag_list: functions that count elements fail on the other shapes or miss them.
create function private.is_extension_list(extensions text[]) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if extensions is null or array_ndims(extensions) is distinct from 1 or array_lower(extensions, 1) <> 1
    or cardinality(extensions) > 60 then
    return false;
  end if;
  return (
    select coalesce(bool_and(e ~ '^[a-z0-9]{1,10}$'), false) and count(distinct e) = count(*)
      -- What a double click runs.
      and not extensions && '{exe,com,bat,cmd,scr,pif,cpl,msi,msp,mst,msc,dll,ocx,sys,jar,js,jse,mjs,vb,vbe,vbs,wsf,wsh,ws,ps1,psm1,psd1,
        hta,lnk,inf,reg,scf,chm,hlp,gadget,application,appref,url,website,settings,app,apk,dmg,pkg,deb,rpm,sh,command,iso,img,vhd,vhdx,swf,
        docm,dotm,xlsm,xltm,xlam,xla,xll,pptm,potm,ppsm,ppam,sldm,iqy,sct,appx,appxbundle,msix,msixbundle,diagcab,ade,adp,desktop,one,mht,mhtml,
        xht,php,asp,jnlp,appimage}'::text[]
    from unnest(extensions) e);
end
$$;
comment on function private.is_extension_list(text[]) is
  'True for one to sixty different endings of file names, in lower case and without a dot, none of which is a '
  'program''s.';
grant execute on function private.is_extension_list(text[]) to authenticated, service_role;

-- Names are compared by their words: without symbols, accents and the differences between look-alike letters.

create function private.person_name(raw text) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(
    -- Compatibility forms become plain letters, except the ordinals used in Spanish abbreviations. Marks such as ™
    -- would become letters of the word before them.
    translate(normalize(translate(private.strip_invisible(raw), 'ªº™℠℡℻', U&'\F8F0\F8F1'), nfkc), U&'\F8F0\F8F1', 'ªº'),
    '[\s\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'))
$$;
comment on function private.person_name(text) is
  'A name in NFKC, with single spaces and without invisible characters and trademark signs.';

create function private.without_symbols(value text) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(regexp_replace(value,
    '[\u00a9\u00ae\u203c\u2049\u20e3\u2100-\u214f\u2190-\u2bff\u3004\u3012\u3013\u3020\u3030\u303d\ufe0f\U0001f000-\U0001fbff]', '', 'g'),
    ' +', ' ', 'g'))
$$;
comment on function private.without_symbols(text) is 'A name without emoji, arrows, check marks and similar symbols.';

create function private.name_words(name text) returns text[]
language sql immutable set search_path = '' as $$
  select private.split_name(replace(replace(
    translate(lower(translate(
      regexp_replace(normalize(name, nfkd),
        '[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g'),
      -- Cyrillic, Greek, Armenian, crossed, click and small capital letters that resemble Latin ones.
      'АВЕЅІЈКМНОРСТУХавеѕіјкмнорстухһӏԁԛԝгпиΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβεικνορτυχωօսոհցզՍՕðđłøħŧɨıȷɑɡʋɩǀᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ',
      'ABESIJKMHOPCTYXabesijkmhopctyxhldqwrnuABEZHIKMNOPTYXabeikvoptuxwounhgqUOddlohtiijagvilabcdefghijklmnoprstuvwyz')),
      '0134578il', 'oleastbll'), 'rn', 'm'), 'vv', 'w'))
$$;
comment on function private.name_words(text) is
  'The words of a name, without accents and with look-alike letters replaced.';

-- Digits and signs are read as letters (4gent, He|pdesk), and digits also dropped (agent 7).
create function private.name_readings(name text) returns table (words text[], whole text)
language sql immutable set search_path = '' as $$
  select reading, array_to_string(reading, '') from (
    select private.name_words(name)
    union all
    select private.name_words(regexp_replace(
      normalize(name, nfkc), '(?<![[:alnum:]])[[:digit:]]+|[[:digit:]]+(?![[:alnum:]])', ' ', 'g'))
    where normalize(name, nfkc) ~ '[[:digit:]]'
    union all
    select private.name_words(translate(name, '|!$€', 'lise')) where name ~ '[|!$€]'
  ) readings (reading)
  where reading <> '{}'
$$;
comment on function private.name_readings(text) is
  'The words of a name with digits and signs read as letters, and without digits.';

create function private.split_name(name text) returns text[]
language sql immutable set search_path = '' as $$
  select array_remove(regexp_split_to_array(name,
    '[\s!-/:-@\u005b-\u0060{-~\u00a1-\u00a9\u00ab-\u00b9\u00bb-\u00bf\u2010-\u205e\u3001-\u3004\u3008-\u3020\u3030]+'),
      '')
$$;
comment on function private.split_name(text) is 'The parts of a name between spaces and punctuation.';

create function private.is_one_letter_off(a text, b text) returns boolean
language sql immutable set search_path = '' as $$
  select abs(length(a) - length(b)) <= 1 and exists (
    select from generate_series(0, greatest(length(a), length(b))) i
    where left(a, i) = left(b, i) and (
      substr(a, i + 2) in (substr(b, i + 2), substr(b, i + 1)) or substr(a, i + 1) = substr(b, i + 2)
      or substr(a, i + 3) = substr(b, i + 3) and substr(a, i + 1, 2) = reverse(substr(b, i + 1, 2))))
$$;
comment on function private.is_one_letter_off(text, text) is
  'True when two words differ by at most one letter, or by two that are swapped.';

-- Texts as search and sort keys read them: lower case, without accents and signs.

-- In plpgsql, which keeps the plans of a session: for each call of an SQL function within another one they are made
-- anew.
create function private.plain_words(words text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return btrim(regexp_replace(lower(extensions.unaccent('extensions.unaccent'::regdictionary, words)),
    '[^[:alnum:]]+', ' ', 'g'));
end
$$;
comment on function private.plain_words(text) is
  'Letters and digits in lower case, without accents, separated by spaces. The text search parser would keep e-mail '
  'addresses and hyphenated words whole.';
grant execute on function private.plain_words(text) to authenticated, service_role;

create function private.word_vector(words text) returns tsvector
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- Not to_tsvector: its parser splits 02e74f into a number and a letter. Words over 255 letters are no words.
  return (select coalesce(string_agg(w.word || ':' || least(w.at, 16383), ' '), '')::tsvector
    from string_to_table(private.plain_words(words), ' ') with ordinality w (word, at)
    where length(w.word) between 1 and 255);
end
$$;
comment on function private.word_vector(text) is 'The plain words of a text with their positions.';
grant execute on function private.word_vector(text) to authenticated, service_role;

-- Letters of rare scripts look like Latin ones: Lisu and Cherokee have whole alphabets of them. Unicode recommends the
-- others for names (UAX 31, table 5), and warns of words in two scripts.
create function private.has_usual_scripts(name text) returns boolean
language sql immutable set search_path = '' as $$
  with scripts (class) as materialized (values
    ('A-Za-zªº\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02b8\u1d00-\u1dbf\u1e00-\u1eff\u2c60-\u2c7f\ua722-\ua7ff\uab30-\uab6f'),
    ('\u0370-\u03e1\u03f0-\u03ff\u1f00-\u1fff'),
    ('\u0400-\u052f\u1c80-\u1c8f\u2de0-\u2dff\ua640-\ua69f'),
    ('\u0531-\u058f'),
    ('\u0591-\u05ff\ufb1d-\ufb4f'),
    ('\u0600-\u06ff\u0750-\u077f\u0870-\u08ff\ufb50-\ufdff\ufe70-\ufefe'),
    ('\u0780-\u07bf'),
    ('\u0900-\u097f\u1cd0-\u1cff\ua8e0-\ua8ff'),
    ('\u0980-\u09ff'),
    ('\u0a00-\u0a7f'),
    ('\u0a80-\u0aff'),
    ('\u0b00-\u0b7f'),
    ('\u0b80-\u0bff'),
    ('\u0c00-\u0c7f'),
    ('\u0c80-\u0cff'),
    ('\u0d00-\u0d7f'),
    ('\u0d80-\u0dff'),
    ('\u0e00-\u0e7f'),
    ('\u0e80-\u0eff'),
    ('\u0f00-\u0fff'),
    ('\u1000-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f'),
    ('\u10a0-\u10ff\u1c90-\u1cbf\u2d00-\u2d2f'),
    ('\u1200-\u139f\u2d80-\u2ddf\uab00-\uab2f'),
    ('\u1780-\u17ff\u19e0-\u19ff'),
    -- Han, Hiragana, Katakana, Bopomofo and Hangul are written together.
    ('\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u303c\u3041-\u30fa\u30fd-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff')
  ), common (class) as (values
    ('\u0001-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02b9-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u302a-\u3030\u303d-\u3040\u30fb\u30fc\ua700-\ua721\ufe00-\ufe6f\uff00-\uffef\U0001f000-\U0001fbff'))
  -- Most names need no look at all scripts.
  select name ~ '^[\u0001-\u02b8\u0300-\u036f\u1e00-\u1eff]*$'
    or name ~ ('^[' || (select string_agg(s.class, '') from scripts s) || (select c.class from common c) || ']*$')
    and not exists (
      select from unnest(private.split_name(normalize(name, nfkc))) word
      where (select count(*) from scripts s where word ~ ('[' || s.class || ']')) > 1)
$$;
comment on function private.has_usual_scripts(text) is
  'True when all letters are of scripts that Unicode recommends for identifiers, and no word mixes two of them.';

-- One row per user. Every right derives from profiles.role.
create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  name text not null constraint profiles_name_length check (char_length(btrim(name)) between 1 and 50),
  email text,
  role text not null default 'customer' constraint profiles_role check (role = any (private.user_roles())),
  preferences jsonb not null default '{}'
    constraint profiles_preferences_bounds check (private.json_is_bounded(preferences, 1024, 1))
    constraint profiles_preferences check (
      case when jsonb_typeof(preferences) = 'object' then
        preferences - array['theme', 'time_format', 'notify_reply', 'notify_status', 'notify_assigned',
          'notify_mention',
          'notify_unassigned', 'notify_followed', 'app_reply', 'app_status', 'app_assigned', 'app_mention',
          'app_unassigned', 'app_followed'] = '{}'
        -- A JSON null is refused: it differs from a missing key.
        and coalesce(preferences -> 'theme', '"system"') in ('"system"', '"light"', '"dark"')
        and coalesce(preferences -> 'time_format', '"auto"') in ('"auto"', '"12h"', '"24h"')
        and not jsonb_path_exists(preferences - 'theme' - 'time_format', '$.* ? (@.type() != "boolean")')
      else false end),
  deactivated_at timestamptz,
  last_seen_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  away_since timestamptz
);
comment on table public.profiles is
  'One row per auth user. `role` is the only source of rights; user metadata is for display.';
comment on column public.profiles.role is
  'customer, agent or admin. Changed by an invite or by set_user_role, never by the client.';
comment on column public.profiles.preferences is
  'theme (system|light|dark), time_format (auto|12h|24h), and for each kind of notification whether it is shown in '
  'the app (app_…) and mailed (notify_…): reply, status, assigned, mention, unassigned, followed. Defaults: '
  'private.wants.';
comment on column public.profiles.deactivated_at is 'Once set, the user has no rights, even with a valid token.';
comment on column public.profiles.away_since is
  'Set while a member of staff is away; null means available. Changed by set_availability.';

create index profiles_role_idx on public.profiles (role);
create index profiles_created_at_idx on public.profiles (created_at desc, id desc);
create index profiles_text_idx on public.profiles
  using gin ((name || ' ' || coalesce(email, '')) extensions.gin_trgm_ops);
create index profiles_email_idx on public.profiles (email);
create index profiles_words_idx on public.profiles using gin (private.word_vector(name || ' ' || email));

-- Fewer reads for a page of a list. A B-tree of a million tickets has three levels, which each row of a page descends;
-- a hash index finds the row in one read, whether or not vacuum has marked its page as all-visible.
create index profiles_id_idx on public.profiles using hash (id);

-- Staff are few and in every row, so one scan of this index finds all of a page.
create index profiles_team_idx on public.profiles (id) include (name, email, role) where role <> 'customer';

alter table public.profiles
  alter column name set statistics 0,
  alter column email set statistics 0;
alter table public.profiles enable row level security;
grant select (id, name, email, role, preferences, deactivated_at, last_seen_at, created_at, updated_at, away_since)
  on table public.profiles to authenticated;
grant update (name, preferences) on table public.profiles to authenticated;
grant all on table public.profiles to service_role;

-- An access token outlives its session by up to an hour. Checking the session with the role makes signing out
-- effective at once. In plpgsql, which caches the plan: an SQL function called for each row is planned for each row.
create function private.current_role() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  -- A token without a session was not issued by a sign-in and is valid until it expires.
  session_id uuid := nullif(auth.jwt() ->> 'session_id', '');
begin
  return (
    select p.role from public.profiles p
    where p.id = auth.uid() and p.deactivated_at is null
      and (session_id is null or exists (
        select from auth.sessions s where s.id = session_id and s.user_id = p.id)));
end
$$;
comment on function private.current_role() is
  'The caller''s role from profiles; null when anonymous, deactivated or signed out.';
grant execute on function private.current_role() to authenticated, service_role;

create function private.is_active_staff(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p
    where p.id = target and p.role in ('agent', 'admin') and p.deactivated_at is null
  )
$$;
comment on function private.is_active_staff(uuid) is 'True when tickets can be assigned to the user.';
grant execute on function private.is_active_staff(uuid) to authenticated, service_role;

-- Anyone can register anyone's address, so an unconfirmed account proves nothing: its address can still be invited, an
-- admin cannot give it a staff role, and a valid invite replaces it.
create function private.is_confirmed(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users u where u.id = target and u.email_confirmed_at is not null)
$$;
comment on function private.is_confirmed(uuid) is 'True when the user has confirmed their e-mail address.';

create function private.role_rank(role text) returns integer
language sql immutable set search_path = '' as $$
  select coalesce(array_position(private.user_roles(), role) - 1, 0)
$$;
comment on function private.role_rank(text) is 'customer 0, agent 1, admin 2.';

create trigger profiles_touch before update on public.profiles
  for each row execute function private.touch_updated_at();

-- Staff who are away are not given the next ticket, and colleagues are warned before they assign one to them.
create function private.end_absence() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.away_since := null;
  return new;
end
$$;
comment on function private.end_absence() is 'Nobody is away who is not active staff.';

create trigger profiles_end_absence before insert or update on public.profiles
  for each row when (new.away_since is not null and (new.role = 'customer' or new.deactivated_at is not null))
  execute function private.end_absence();

create function public.set_availability(is_away boolean) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  since timestamptz;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to be away' using detail = 'agent_required';
  end if;
  update public.profiles p set away_since = case when is_away then coalesce(p.away_since, now()) end
  where p.id = auth.uid() returning p.away_since into since;
  return since;
end
$$;
comment on function public.set_availability(boolean) is
  'Staff: be away, or available again. Returns since when the caller is away, or null.';
grant execute on function public.set_availability(boolean) to authenticated, service_role;

-- One rule for the names of profiles and of mails: a name that imitates staff, the workspace or a role is nobody's own.

create function private.is_deceptive_name(name text, person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.deceptive_names(jsonb_build_array(jsonb_build_object('name', $1, 'person', $2))))
$$;
comment on function private.is_deceptive_name(text, uuid) is
  'True for a name that imitates staff (other than that person), the workspace or a role, or uses letters of rare or '
  'several scripts.';

create function private.official_names(out workspace text[], out within text, out alone text)
language sql stable security definer set search_path = '' as $$
  with lists as (
    select (select private.name_words(w.workspace_name) from public.workspace_settings w) as workspace,
      -- Nobody's surname: these words tell of an office wherever they stand.
      private.name_words('support admin admins administrator administrators administration helpdesk servicedesk helpcenter helpcentre
        customerservice customercare postmaster webmaster hostmaster mailerdaemon noreply donotreply soporte suporte supporto
        administrador administrateur amministratore kundendienst kundenservice kundensupport kundenbetreuung sysadmin
        customersuccess Поддержка サポート 客服') as offices,
      private.name_words('help desk helpline staff team agent agents moderator operator official system subsystem service services
        hotline root care security billing mailer daemon reply delivery notification notifications abuse') as roles,
      private.name_words('the our your of from and no do not mail email customer client it technical tech account accounts
        center centre bot online live chat user department manager lead member verified') as fillers
  )
  select l.workspace,
    -- Also letter by letter: s u p p o r t, help desk.
    ' (?:' || (select string_agg(regexp_replace(o, '(.)(?=.)', '\1 ?', 'g'), '|') from unnest(l.offices) o) || ') ',
    format('^(?:%1$s)*(?:%2$s)(?:%1$s)*$', array_to_string(l.offices || l.roles || l.fillers || l.workspace, '|'),
      array_to_string(l.offices || l.roles, '|'))
  from lists l
$$;
comment on function private.official_names() is
  'The words of the workspace''s name, a pattern for offices within the words of a name (between spaces), and one for '
  'names of nothing but roles (without spaces).';

-- A mail names up to 121 people, a desk has hundreds of staff: pairs are compared by joins of words and by built-in
-- functions before is_one_letter_off is called for the few that are left, those with equal halves. Staff who share a
-- name are compared once.
create function private.deceptive_names(people jsonb) returns setof bigint
language sql stable security definer set search_path = '' as $$
  with listed as materialized (
    select l.n, l.e ->> 'address' as address, (l.e ->> 'person')::uuid as person, l.e ->> 'name' as name
    from jsonb_array_elements(people) with ordinality as l (e, n) where l.e ->> 'name' <> ''
  ), readings as materialized (
    select row_number() over () as id, l.n, l.address, l.person, r.words, r.whole, ' ' || array_to_string(r.words, ' ')
      || ' ' as spaced
    from listed l, private.name_readings(l.name) r
  ), official as materialized (
    select * from private.official_names()
  ), staff as materialized (
    select p.id, p.name, p.email from public.profiles p
    where p.role in ('agent', 'admin') and p.deactivated_at is null and exists (select from listed)
  ), names as materialized (
    select n.name, private.name_words(n.name) as words from (select distinct p.name from staff p) n
  ), owners as materialized (
    -- The desk itself, whose name counts also where it is one word of several: people who are known by one name share
    -- it.
    select 0 as id, o.workspace as words, true as is_desk from official o
    union all
    select row_number() over (), n.words, false from (select distinct k.words from names k) n
  ), wholes as materialized (
    select o.*, array_to_string(o.words, '') as whole, (select count(distinct w) from unnest(o.words) w) as size
      from owners o
  ), read as materialized (
    select distinct r.id, w as word from readings r, unnest(r.words) w
  ), owned as materialized (
    select distinct o.id, w as word from owners o, unnest(o.words) w
  ), shared as materialized (
    select r.id as reading, o.id as owner, count(*) as count from read r join owned o using (word) group by 1, 2
  ), found (reading, owner) as (
    select s.reading, s.owner from shared s join wholes o on o.id = s.owner where s.count = o.size
      and (o.size > 1 or o.is_desk)
    union
    select r.id, o.id from readings r join wholes o on o.whole = r.whole
    union
    -- All words but one, which has one letter changed.
    select s.reading, s.owner from shared s join wholes o on o.id = s.owner and s.count = o.size - 1
    join owned m on m.id = s.owner join read r on r.id = s.reading
    where length(m.word) >= 4 and abs(length(m.word) - length(r.word)) <= 1 and (
        left(r.word, length(m.word) / 2) = left(m.word, length(m.word) / 2)
        or right(r.word, length(m.word) / 2 - 1) = right(m.word, length(m.word) / 2 - 1))
      and not exists (select from read k where k.id = s.reading and k.word = m.word)
        and private.is_one_letter_off(m.word, r.word)
    union
    -- Without the spaces, or with others.
    select r.id, o.id from readings r join wholes o on length(o.whole) >= 7 and (
      o.size > 1 and strpos(r.whole, o.whole) > 0 or o.size = 2 and strpos(r.whole, o.words[2] || o.words[1]) > 0
      -- Of as many words, another initial makes another person.
      or (o.size = 1 or cardinality(r.words) <> cardinality(o.words)) and abs(length(r.whole) - length(o.whole)) <= 1
        and (
        left(r.whole, length(o.whole) / 2) = left(o.whole, length(o.whole) / 2)
        or right(r.whole, length(o.whole) / 2 - 1) = right(o.whole, length(o.whole) / 2 - 1))
        and private.is_one_letter_off(r.whole, o.whole))
  )
  select l.n from listed l where not private.has_usual_scripts(l.name)
  union
  select r.n from readings r, official o where r.spaced ~ o.within or r.whole ~ o.alone
    -- What the portal calls its reader.
    or r.whole in ('you', 'me') or r.words <@ array['you', 'me']
  union
  select r.n from found f join readings r on r.id = f.reading join owners o on o.id = f.owner
  where o.is_desk or exists (
    select from names n join staff p on p.name = n.name
    where n.words = o.words and p.email is distinct from r.address and p.id is distinct from r.person)
$$;
comment on function private.deceptive_names(jsonb) is
  'The places of those people [{name, address, person}] whose names have all words of the name of the desk or of a '
  'member of staff other than themselves (in any order, perhaps with one letter changed), tell of an office, or use '
  'letters of rare or several scripts.';

-- Keeps customers from impersonating the team: no invisible characters, no symbols such as check marks, no names made
-- of role words, no name of the workspace or of a member of staff. Typing such a name raises an error; at sign-up,
-- where an error would end the transaction, the name is cleaned and marked instead.

create function private.guard_name() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  typed boolean := tg_op = 'UPDATE' and new.name is distinct from old.name and new.id = auth.uid();
  mark constant text := ' (customer)';
  given text;
begin
  if typed and octet_length(new.name) > 4000 then
    return new;
  end if;
  new.name := private.person_name(left(new.name, 4000));
  -- The table's check refuses it.
  if typed and char_length(new.name) > 50 then
    return new;
  end if;
  if typed and new.name <> private.without_symbols(new.name) then
    raise exception 'A name cannot contain symbols or emoji' using detail = 'name_symbols';
  end if;
  new.name := private.without_symbols(new.name);
  if new.name = '' and not typed then
    new.name := coalesce(nullif(private.without_symbols(private.person_name(split_part(new.email, '@', 1))), ''),
      'New user');
  end if;
  if new.name = '' then
    raise exception 'Please enter a name' using detail = 'name_empty';
  end if;
  if not typed then
    new.name := btrim(left(new.name, 50));
  end if;
  if new.role <> 'customer' then
    -- Removes the mark when a customer joins the staff, and restores the end of a name that was cut to make room for
    -- it.
    if right(new.name, length(mark)) = mark and new.name <> mark then
      new.name := left(new.name, -length(mark));
      select btrim(left(private.without_symbols(private.person_name(u.raw_user_meta_data ->> 'full_name')), 50)) into
        given
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

-- Roles and accounts, managed by admins. The last admin cannot be removed.
create function private.release_tickets(target uuid) returns void
language sql security definer set search_path = '' as $$
  update public.tickets t set assigned_to = null, status = 'open'
  where t.id in (
    -- In one order, as bulk updates lock them.
    select k.id from public.tickets k where k.assigned_to = target and k.status = any (private.active_statuses())
    order by k.id for no key update)
$$;
comment on function private.release_tickets(uuid) is 'Returns a user''s active tickets to the queue.';

create function private.release_tickets_of_former_staff() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.release_tickets(new.id);
  return null;
end
$$;
comment on function private.release_tickets_of_former_staff() is
  'Returns the active tickets of former staff to the queue.';

create function private.keep_one_admin(target uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Locks all admins in one order, so that two admins who demote each other are serialised.
  perform from public.profiles p where p.role = 'admin' order by p.id for no key update;
  -- An admin with an unconfirmed address cannot sign in and does not count.
  if not exists (
    select from public.profiles p
    where p.role = 'admin' and p.deactivated_at is null and p.id <> target and private.is_confirmed(p.id)
  ) and exists (
    select from public.profiles p where p.id = target and p.role = 'admin' and p.deactivated_at is null
  ) then
    raise exception 'The last admin cannot be removed' using detail = 'last_admin';
  end if;
end
$$;
comment on function private.keep_one_admin(uuid) is
  'Raises when the user is the last active admin with a confirmed address.';

create function private.lock_people(target uuid) returns void
language sql security definer set search_path = '' as $$
  -- All admins in one order, then the person, so that two admins who change each other do not deadlock.
  select p.id from public.profiles p where p.role = 'admin' order by p.id for no key update;
  select p.id from public.profiles p where p.id = target for no key update
$$;
comment on function private.lock_people(uuid) is
  'Serialises changes of roles and accounts with each other and with assignments to the person.';

create function public.set_user_role(target uuid, new_role text) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  changed public.profiles;
begin
  if private.can_manage_people() then
    perform private.lock_people(target);
  end if;
  -- Checked after waiting: another admin may have demoted the caller.
  if not private.can_manage_people() then
    raise exception 'Must be logged in as an admin to change roles' using detail = 'admin_required';
  end if;
  if new_role is null or new_role <> all (private.user_roles()) then
    raise exception 'Role must be customer, agent or admin' using detail = 'role_invalid';
  end if;
  if not private.is_confirmed(target) and exists (
    select from public.profiles p
    where p.id = target and private.role_rank(new_role) > private.role_rank(p.role)
  ) then
    raise exception 'This person has not confirmed their email address yet. Send them an invite instead.'
      using detail = 'email_unconfirmed';
  end if;
  if new_role <> 'admin' then
    perform private.keep_one_admin(target);
  end if;
  -- Triggers release the tickets and revoke the invites of former staff.
  update public.profiles p set role = new_role where p.id = target returning p.* into changed;
  if not found then
    raise sqlstate 'PT404' using message = 'User not found', detail = 'user_not_found';
  end if;
  return changed;
end
$$;
comment on function public.set_user_role(uuid, text) is
  'Admins: change the role of a user. Refuses to remove the last admin.';
grant execute on function public.set_user_role(uuid, text) to authenticated, service_role;

create function public.set_user_active(target uuid, active boolean) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  changed public.profiles;
begin
  if private.can_manage_people() then
    perform private.lock_people(target);
  end if;
  if not private.can_manage_people() then
    raise exception 'Must be logged in as an admin to change accounts' using detail = 'admin_required';
  end if;
  -- Null would bypass the check of the last admin.
  if active is null then
    raise exception 'Say whether the account is active' using detail = 'active_missing';
  end if;
  if not active then
    perform private.keep_one_admin(target);
  end if;
  update public.profiles p set deactivated_at = case when active then null else coalesce(p.deactivated_at, now()) end
  where p.id = target returning p.* into changed;
  if not found then
    raise sqlstate 'PT404' using message = 'User not found', detail = 'user_not_found';
  end if;
  if not active then
    perform private.release_tickets(target);
  end if;
  return changed;
end
$$;
comment on function public.set_user_active(uuid, boolean) is
  'Admins: deactivate or reactivate an account. Deactivated, it has no rights from the next request on.';
grant execute on function public.set_user_active(uuid, boolean) to authenticated, service_role;

create trigger profiles_leave_staff after update of role, deactivated_at on public.profiles
  for each row when (
    old.role in ('agent', 'admin') and old.deactivated_at is null
    and (new.role = 'customer' or new.deactivated_at is not null))
  execute function private.release_tickets_of_former_staff();

-- Loads pg_trgm: only then the owner may name its setting.
select extensions.show_trgm('');

create function public.list_users(
  query text default null, filter_role text default null, filter_active boolean default null,
  max_rows integer default 50, after_created_at timestamptz default null, after_id uuid default null
) returns table (
  id uuid, name text, email text, role text, deactivated_at timestamptz, created_at timestamptz,
  last_seen_at timestamptz, open_sessions integer, is_confirmed boolean)
language plpgsql stable security definer set search_path = ''
-- Finds two letters swapped in a word of ten; the default 0.6 finds a letter too few.
set pg_trgm.word_similarity_threshold = 0.45 as $$
declare
  wanted integer := least(greatest(coalesce(max_rows, 50), 1), 100);
  words text := btrim(left(coalesce(query, ''), 200));
  pattern text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  starts tsquery := (select string_agg(quote_literal(w) || ':*', ' & ')::tsquery
    from unnest(string_to_array(nullif(private.plain_words(words), ''), ' ')) w);
  filter text := '';
  is_known boolean;
begin
  if not private.can_manage_people() then
    raise exception 'Must be logged in as an admin to list users' using detail = 'admin_required';
  end if;
  if words <> '' then
    filter := ' and (p.name || '' '' || coalesce(p.email, '''') ilike $1 or private.word_vector(p.name || '' '' || p.email) @@ $6)';
    execute 'select exists (select from public.profiles p where true' || filter || ')'
      into is_known using pattern, null, null, null, null, starts;
    if not is_known and length(words) >= 4 then
      filter := ' and $7 operator(extensions.<%) (p.name || '' '' || coalesce(p.email, ''''))';
    end if;
  end if;
  return query execute
    'with page as materialized (select p.* from public.profiles p where true' || filter
    || case when filter_role is not null then ' and p.role = $2' else '' end
    || case when filter_active then ' and p.deactivated_at is null'
         when not filter_active then ' and p.deactivated_at is not null' else '' end
    || case when after_created_at is not null then ' and (p.created_at, p.id) < ($3, $4)' else '' end
    || ' order by p.created_at desc, p.id desc limit $5)'
    || ' select page.id, page.name, page.email, page.role, page.deactivated_at, page.created_at,'
    || ' greatest(page.last_seen_at, u.last_sign_in_at, s.seen), coalesce(s.open, 0)::integer,'
    || ' u.email_confirmed_at is not null'
    || ' from page left join auth.users u on u.id = page.id'
    || ' left join lateral (select count(*) as open, max(coalesce(x.refreshed_at at time zone ''UTC'', x.created_at)) as seen'
    || ' from auth.sessions x where x.user_id = page.id) s on true'
    || ' order by page.created_at desc, page.id desc'
    using pattern, filter_role, after_created_at,
      coalesce(after_id, '00000000-0000-0000-0000-000000000000'::uuid), wanted, starts, words;
end
$$;
comment on function public.list_users(text, text, boolean, integer, timestamptz, uuid) is
  'Admins: users whose name or e-mail contains the text or words that start like its words, else those that are spelt '
  'alike; newest first, paged by (created_at, id).';
grant execute on function public.list_users(text, text, boolean, integer, timestamptz, uuid) to authenticated,
  service_role;

-- What the caller can do, by role. Policies and functions ask these predicates and never a role. Policies wrap them in
-- a select, so that they run once per statement and not once per row.
create function private.can_see_all_tickets() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() in ('agent', 'admin'), false)
$$;
comment on function private.can_see_all_tickets() is
  'True when the caller sees the tickets of all customers. Other callers see their own.';
grant execute on function private.can_see_all_tickets() to authenticated, service_role;

create function private.can_work_on_tickets() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() in ('agent', 'admin'), false)
$$;
comment on function private.can_work_on_tickets() is
  'True when the caller claims, answers and updates tickets of others.';
grant execute on function private.can_work_on_tickets() to authenticated, service_role;

create function private.can_see_notes() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() in ('agent', 'admin'), false)
$$;
comment on function private.can_see_notes() is
  'True when the caller reads internal notes on the tickets that they see.';
grant execute on function private.can_see_notes() to authenticated, service_role;

create function private.can_write_notes() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() in ('agent', 'admin'), false)
$$;
comment on function private.can_write_notes() is
  'True when the caller writes internal notes on the tickets that they see.';
grant execute on function private.can_write_notes() to authenticated, service_role;

create function private.can_see_people() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() in ('agent', 'admin'), false)
$$;
comment on function private.can_see_people() is 'True when the caller sees the profiles of other users.';
grant execute on function private.can_see_people() to authenticated, service_role;

create function private.can_use_macros() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() in ('agent', 'admin'), false)
$$;
comment on function private.can_use_macros() is
  'True when the caller uses macros and saved views, shared ones and their own.';
grant execute on function private.can_use_macros() to authenticated, service_role;

create function private.can_manage_people() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() = 'admin', false)
$$;
comment on function private.can_manage_people() is
  'True when the caller invites users, changes their roles and accounts and ends their sessions.';
grant execute on function private.can_manage_people() to authenticated, service_role;

create function private.can_manage_workspace() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() = 'admin', false)
$$;
comment on function private.can_manage_workspace() is
  'True when the caller changes settings, tags and everything shared by staff.';
grant execute on function private.can_manage_workspace() to authenticated, service_role;

create function private.can_delete_content() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() = 'admin', false)
$$;
comment on function private.can_delete_content() is
  'True when the caller deletes tickets, and comments and files of others.';
grant execute on function private.can_delete_content() to authenticated, service_role;

create function private.can_see_reports() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() = 'admin', false)
$$;
comment on function private.can_see_reports() is
  'True when the caller sees and exports figures of the whole workspace.';
grant execute on function private.can_see_reports() to authenticated, service_role;

create function private.can_see_audit_log() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() = 'admin', false)
$$;
comment on function private.can_see_audit_log() is 'True when the caller reads the audit log.';
grant execute on function private.can_see_audit_log() to authenticated, service_role;

create function private.can_use_assistant() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() = 'admin', false)
$$;
comment on function private.can_use_assistant() is 'True when the caller uses the assistant.';
grant execute on function private.can_use_assistant() to authenticated, service_role;

create policy profiles_select_visible on public.profiles for select to authenticated
  using ((select private.can_see_people()) or id = (select auth.uid()));
create policy profiles_update_own on public.profiles for update to authenticated
  using (id = (select auth.uid()) and (select private.current_role()) is not null)
  with check (id = (select auth.uid()) and (select private.current_role()) is not null);

-- Settings of the workspace, changed by admins. Limits can be lowered, never raised above the specification's. Name,
-- logo and accent color are shown to everybody.
create function private.is_logo(data_url text) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when char_length(data_url) > 43720 then false
    when data_url !~ '^data:image/(png|jpeg|webp);base64,([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$'
      then false
    else (
      select octet_length(image.bytes) <= 32000 and case image.type
        when 'png' then substr(image.bytes, 1, 8) = '\x89504e470d0a1a0a'::bytea
        when 'jpeg' then substr(image.bytes, 1, 3) = '\xffd8ff'::bytea
        else substr(image.bytes, 1, 4) = 'RIFF'::bytea and substr(image.bytes, 9, 4) = 'WEBP'::bytea end
      from (select substring(data_url from '^data:image/([a-z]+)') as type,
        decode(substring(data_url from ',(.*)$'), 'base64') as bytes) image)
    end
$$;
comment on function private.is_logo(text) is
  'True for a data URL of a PNG, JPEG or WebP of at most 32 kB whose first bytes match its type. No SVG: it can '
  'contain scripts.';
grant execute on function private.is_logo(text) to authenticated, service_role;

create table public.workspace_settings (
  id boolean primary key default true constraint workspace_settings_one_row check (id),
  workspace_name text not null default 'Helpdesk' constraint workspace_settings_name
    check (char_length(btrim(workspace_name)) between 1 and 60),
  support_email text constraint workspace_settings_email
    check (support_email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(support_email) <= 254),
  default_priority text not null default 'normal' constraint workspace_settings_priority
    check (default_priority = any (private.ticket_priorities())),
  invite_days smallint not null default 7 constraint workspace_settings_invite_days check (invite_days between 1 and 7),
  max_files smallint not null default 5 constraint workspace_settings_max_files check (max_files between 0 and 5),
  max_file_bytes integer not null default 5242880 constraint workspace_settings_max_file_bytes
    check (max_file_bytes between 1024 and 5242880),
  updated_at timestamptz not null default now(),
  agents_update text not null default 'own' constraint workspace_settings_agents_update
    check (agents_update in ('own', 'all')),
  accent_color text constraint workspace_settings_accent_color check (accent_color ~ '^#[0-9a-f]{6}$'),
  logo text constraint workspace_settings_logo check (char_length(logo) <= 43720 and private.is_logo(logo)),
  ticket_prefix text not null default 'TICKET' constraint workspace_settings_ticket_prefix
    check (ticket_prefix ~ '^[A-Z]{2,10}$'),
  mail_signature text constraint workspace_settings_mail_signature check (char_length(mail_signature) <= 1000),
  time_zone text not null default 'UTC',
  file_types text[] not null default '{png,jpg,jpeg,gif,pdf,doc,docx,txt}'
    constraint workspace_settings_file_types check (private.is_extension_list(file_types))
);
comment on table public.workspace_settings is
  'One row. Signed-in users read it, admins update it, the database enforces it.';
comment on column public.workspace_settings.agents_update is
  'own: agents update their own tickets and triage unassigned ones. all: agents update every ticket.';
comment on column public.workspace_settings.accent_color is 'As #rrggbb; null for the product''s own.';
comment on column public.workspace_settings.logo is 'Data URL of an image; null for the product''s own.';
comment on column public.workspace_settings.ticket_prefix is
  'Searches for it, a hyphen and a number find the ticket; capital letters.';
comment on column public.workspace_settings.mail_signature is
  'Text below replies in mails to customers; null for none.';
comment on column public.workspace_settings.time_zone is
  'Name of the IANA database. Days of dashboards and reports are its days.';
comment on column public.workspace_settings.file_types is
  'Endings of the names of files that tickets take, in lower case and without a dot.';

alter table public.workspace_settings enable row level security;
grant select (id, workspace_name, support_email, default_priority, invite_days, max_files, max_file_bytes, updated_at,
  agents_update, accent_color, logo, ticket_prefix, mail_signature, time_zone, file_types)
  on table public.workspace_settings to authenticated;
grant update (workspace_name, support_email, default_priority, invite_days, max_files, max_file_bytes, agents_update,
  accent_color, logo, ticket_prefix, mail_signature, time_zone, file_types)
  on table public.workspace_settings to authenticated;
grant all on table public.workspace_settings to service_role;
insert into public.workspace_settings default values;

create function private.default_priority() returns text
language sql stable security definer set search_path = '' as $$
  select s.default_priority from public.workspace_settings s
$$;
comment on function private.default_priority() is 'Default of tickets.priority.';
grant execute on function private.default_priority() to authenticated, service_role;

create function private.invite_expiry() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select now() + make_interval(days => s.invite_days) from public.workspace_settings s
$$;
comment on function private.invite_expiry() is 'Default of invites.expires_at.';
grant execute on function private.invite_expiry() to authenticated, service_role;

create function private.agents_update_all() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select w.agents_update = 'all' from public.workspace_settings w), false)
$$;
comment on function private.agents_update_all() is 'True when the workspace lets agents update tickets of colleagues.';
grant execute on function private.agents_update_all() to authenticated, service_role;

create function public.support_address() returns text
language sql stable security definer set search_path = '' as $$
  select w.support_email from public.workspace_settings w
$$;
comment on function public.support_address() is
  'Contact address for help, or null. Public: people who cannot sign in need it most.';
grant execute on function public.support_address() to anon, authenticated, service_role;

create function public.workspace_identity() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('workspace_name', w.workspace_name, 'accent_color', w.accent_color, 'logo', w.logo)
  from public.workspace_settings w
$$;
comment on function public.workspace_identity() is 'Name, accent color and logo. Public: sign-in pages show them.';
grant execute on function public.workspace_identity() to anon, authenticated, service_role;

create function private.apply_settings() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := private.settings_for_audit(old);
  after jsonb := private.settings_for_audit(new);
begin
  if after = before then
    return null;
  end if;
  -- Storage checks the bucket's limits before any row is written.
  perform private.apply_file_limits();
  perform private.audit('settings_changed', null, 'workspace',
    (select jsonb_object_agg(key, value) from jsonb_each(before) where after -> key is distinct from value),
    (select jsonb_object_agg(key, value) from jsonb_each(after) where before -> key is distinct from value));
  return null;
end
$$;
comment on function private.apply_settings() is
  'Applies size limit and types to the bucket of files and writes the change to the audit log.';

create function private.settings_for_audit(settings public.workspace_settings) returns jsonb
language sql immutable set search_path = '' as $$
  select to_jsonb(settings) - 'updated_at' - 'logo' || jsonb_build_object('logo',
    substring(settings.logo from '^data:image/([a-z]+)') || ' ' || left(md5(settings.logo), 8))
$$;
comment on function private.settings_for_audit(public.workspace_settings) is
  'The settings with the type and a hash of the logo, which is too large for the audit log.';

create policy workspace_settings_select_member on public.workspace_settings for select to authenticated
  using ((select private.current_role()) is not null);
create policy workspace_settings_update_admin on public.workspace_settings for update to authenticated
  using ((select private.can_manage_workspace())) with check ((select private.can_manage_workspace()));

create trigger workspace_settings_touch before update on public.workspace_settings
  for each row execute function private.touch_updated_at();
create trigger workspace_settings_follow after update on public.workspace_settings
  for each row execute function private.apply_settings();
create trigger workspace_settings_strip_name before insert or update of workspace_name on public.workspace_settings
  for each row when (new.workspace_name is distinct from private.strip_invisible(new.workspace_name))
  execute function private.strip_column('workspace_name');

-- Admins choose which files tickets take, by the ending of the name. It also decides the content type, so that no
-- upload is ever served as something that a browser runs: unknown endings, HTML and SVG among them, are
-- application/octet-stream.
create function private.content_type_of(extension text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce('{
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
    "heic": "image/heic", "heif": "image/heif", "bmp": "image/bmp", "tif": "image/tiff", "tiff": "image/tiff",
    "pdf": "application/pdf", "doc": "application/msword", "xls": "application/vnd.ms-excel", "ppt": "application/vnd.ms-powerpoint",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "odt": "application/vnd.oasis.opendocument.text", "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "odp": "application/vnd.oasis.opendocument.presentation", "rtf": "application/rtf",
    "txt": "text/plain", "log": "text/plain", "md": "text/plain", "csv": "text/csv",
    "zip": "application/zip", "7z": "application/x-7z-compressed", "gz": "application/gzip",
    "mp3": "audio/mpeg", "m4a": "audio/mp4", "wav": "audio/wav", "mp4": "video/mp4", "mov": "video/quicktime", "webm": "video/webm"
  }'::jsonb ->> extension, 'application/octet-stream')
$$;
comment on function private.content_type_of(text) is
  'The content type of files with that ending (lower case, without a dot).';
grant execute on function private.content_type_of(text) to authenticated, service_role;

create function private.extension_of(name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select lower(substring(name from '\.([A-Za-z0-9]{1,10})$') collate "C")
$$;
comment on function private.extension_of(text) is
  'The ending of a file''s name in lower case, without a dot; null when it has none.';
grant execute on function private.extension_of(text) to authenticated, service_role;

create function private.is_accepted_file(name text, type text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.extension_of(name) = any (private.accepted_extensions())
    and type = private.content_type_of(private.extension_of(name)), false)
$$;
comment on function private.is_accepted_file(text, text) is
  'True for a name whose ending the workspace accepts, with the content type of that ending.';
grant execute on function private.is_accepted_file(text, text) to authenticated, service_role;

-- `supabase seed buckets` and the dashboard write the bucket's own limits too, after which Storage refuses what the
-- settings accept. `deploy:check` compares them by file_limits(), and apply_file_limits() puts them right.
create function public.file_limits() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('max_file_bytes', w.max_file_bytes, 'content_types', array(
    select distinct private.content_type_of(e) from unnest(w.file_types) e order by 1))
  from public.workspace_settings w
$$;
comment on function public.file_limits() is
  'Service: what the bucket ticket-attachments has to accept by the settings: {max_file_bytes, content_types}.';
grant execute on function public.file_limits() to service_role;

create function private.apply_file_limits() returns void
language sql security definer set search_path = '' as $$
  update storage.buckets b set file_size_limit = w.max_file_bytes,
    allowed_mime_types = array(select jsonb_array_elements_text(public.file_limits() -> 'content_types'))
  from public.workspace_settings w where b.id = 'ticket-attachments'
$$;
comment on function private.apply_file_limits() is 'Gives the bucket of files the size and types of the settings.';

-- Days of figures and reports are days of the workspace's time zone.

create function private.check_time_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Abbreviations and POSIX rules, which PostgreSQL takes too, know no summer time or are unknown to browsers.
  if not exists (select from pg_catalog.pg_timezone_names z where z.name = new.time_zone
    and z.name !~ '^(posix|posixrules|localtime)') then
    raise exception 'Unknown time zone' using detail = 'time_zone';
  end if;
  return new;
end
$$;
comment on function private.check_time_zone() is 'Raises time_zone for a name that is not one of the IANA database.';

create trigger workspace_settings_time_zone before insert or update of time_zone on public.workspace_settings
  for each row execute function private.check_time_zone();

create function private.time_zone() returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select w.time_zone from public.workspace_settings w), 'UTC')
$$;
comment on function private.time_zone() is 'Time zone of the workspace.';

create function private.today() returns date
language sql stable set search_path = '' as $$
  select (now() at time zone private.time_zone())::date
$$;
comment on function private.today() is 'The day of the workspace.';

create function private.recount_recent_days() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Dashboards read 30 days.
  since constant date := private.today() - 40;
  source text;
  recent text;
begin
  -- In this order: a transaction that folds already writes one of the tables, and is waited for here.
  perform pg_advisory_xact_lock(hashtextextended('helpdesk.figures', 0));
  lock table public.tickets, public.ticket_ratings in share mode;
  delete from private.figure_changes c where c.day >= since and c.day < 'infinity';
  delete from private.daily_figures f where f.day >= since and f.day < 'infinity';
  for source, recent in values
    ('public.tickets', 'r.created_at >= $2 or r.resolved_at >= $2 or r.first_response_at >= $2'),
    ('public.ticket_ratings', 'r.created_at >= $2')
  loop
    execute format('insert into private.daily_figures (day, agent_id, figure, amount)
      select c.day, c.agent_id, c.figure, sum(c.amount) from %s r cross join lateral (%s) c (day, agent_id, figure, amount)
      where (%s) and c.day >= $1 and c.day < ''infinity'' group by 1, 2, 3 order by 1, 2',
      source, (select p.prosrc from pg_catalog.pg_proc p
        where p.oid = format('private.figures_of(%s)', source)::regprocedure), recent)
      -- A day begins up to 14 hours before that of UTC.
      using since, (since - 1)::timestamptz;
  end loop;
  return null;
end
$$;
comment on function private.recount_recent_days() is 'Computes the figures of the last 40 days for another time zone.';

create trigger workspace_settings_recount after update on public.workspace_settings
  for each row when (new.time_zone <> old.time_zone) execute function private.recount_recent_days();

-- A stranger may have registered an invited address with a password of their own. Signing up with the invite removes
-- that unconfirmed account, and confirming an account at an invited address (or moving one there) invalidates its
-- password, its sessions and its links. GoTrue leaves an unconfirmed account unchanged at a second sign-up, so both
-- happen here. Auth redeems links from auth.one_time_tokens; the columns of auth.users only repeat them.
create function private.reset_unproven_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.invites i
    where i.email = lower(new.email) and i.used_at is null and i.revoked_at is null and i.expires_at > now()
  ) and (
    new.email is distinct from old.email
    -- Signed up with its own invite: the password came with a token from the mailbox.
    or not exists (select from public.invites i where i.used_by = new.id)
  ) then
    new.encrypted_password := null;
    new.email_change := '';
    new.email_change_token_new := '';
    new.email_change_token_current := '';
    new.email_change_confirm_status := 0;
    delete from auth.one_time_tokens t where t.user_id = new.id;
    delete from auth.sessions s where s.user_id = new.id;
    delete from auth.mfa_factors f where f.user_id = new.id;
    -- A provider that verified this mailbox proves as much as the link.
    delete from auth.identities i where i.user_id = new.id and i.provider <> 'email' and (
      lower(i.identity_data ->> 'email') is distinct from lower(new.email)
      or i.identity_data ->> 'email_verified' is distinct from 'true');
  end if;
  return new;
end
$$;
comment on function private.reset_unproven_password() is
  'An account confirmed at, or moved to, an address with a pending invite loses its password, second factors, '
  'sessions, pending links and foreign identities, which may be a stranger''s. The owner of the mailbox sets a new '
  'password.';

create trigger helpdesk_forget_unproven_password before update of email_confirmed_at, email on auth.users
  for each row when (
    (old.email_confirmed_at is null and new.email_confirmed_at is not null) or new.email is distinct from old.email)
  execute function private.reset_unproven_password();

create function private.discard_unconfirmed(token text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  invite public.invites := private.pending_invite(token);
  person uuid;
begin
  select u.id into person from auth.users u
  where u.email = invite.email and u.email_confirmed_at is null and not u.is_sso_user for update;
  return person is not null and private.discard_account(person);
end
$$;
comment on function private.discard_unconfirmed(text) is
  'Removes the unconfirmed account of an invited address, or every way to sign in to it. True when the address is '
  'free.';

create function public.prepare_invited_sign_up(token uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  invite public.invites := private.pending_invite(token::text);
begin
  if invite.id is null then
    return false;
  end if;
  perform private.discard_unconfirmed(token::text);
  return exists (
    select from auth.users u
    where u.email = invite.email and u.email_confirmed_at is not null and not u.is_sso_user);
end
$$;
comment on function public.prepare_invited_sign_up(uuid) is
  'With a valid invite, before signing up: removes an unconfirmed account of the address. True when a confirmed '
  'account exists, which accepts the invite instead.';
grant execute on function public.prepare_invited_sign_up(uuid) to anon, authenticated, service_role;

create function public.accept_invite(token uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me public.profiles;
  address text;
  granted text;
  had_other_owner boolean;
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  -- Serialises with an admin who changes this person.
  select p.* into me from public.profiles p where p.id = auth.uid() for no key update;
  if me.deactivated_at is not null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  -- If the account had another address, its password is kept only if it was just used.
  select lower(u.email), u.email_change_sent_at is not null
    and not coalesce(auth.jwt() -> 'amr' @> '[{"method": "password"}]', false)
  into address, had_other_owner from auth.users u where u.id = me.id and u.email_confirmed_at is not null;
  granted := (private.pending_invite(token::text)).role;
  if granted is null then
    raise exception 'This invite link is invalid or has expired.' using detail = 'invite_invalid';
  end if;
  if address is distinct from (private.pending_invite(token::text)).email then
    raise exception 'This invite is for another email address.' using detail = 'invite_other_address';
  end if;
  if private.role_rank(me.role) >= private.role_rank(granted) then
    raise exception 'You already have this role.' using detail = 'invite_needless';
  end if;
  granted := private.redeem_invite(token::text, address, me.id);
  if granted is null then
    raise exception 'This invite link is invalid or has expired.' using detail = 'invite_invalid';
  end if;
  update public.profiles p set role = granted where p.id = me.id;
  -- A former owner may be signed in elsewhere, know the password, have requested another address or linked a provider.
  delete from auth.sessions s where s.user_id = me.id and s.id::text is distinct from auth.jwt() ->> 'session_id';
  delete from auth.one_time_tokens t where t.user_id = me.id;
  if had_other_owner then
    delete from auth.mfa_factors f where f.user_id = me.id;
    delete from auth.identities i where i.user_id = me.id and i.provider <> 'email' and (
      lower(i.identity_data ->> 'email') is distinct from address
      or i.identity_data ->> 'email_verified' is distinct from 'true');
  end if;
  update auth.users u set
    -- For display; the trigger on this column writes the true role.
    raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}') || jsonb_build_object('role', granted),
    confirmation_token = '', recovery_token = '', reauthentication_token = '',
    email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0,
    encrypted_password = case when not had_other_owner then u.encrypted_password end
  where u.id = me.id;
  return granted;
end
$$;
comment on function public.accept_invite(uuid) is
  'Gives the confirmed owner of the invited address the role of the invite; ends their other sessions and the links '
  'that are on their way. Returns the role. Never lowers a role.';
grant execute on function public.accept_invite(uuid) to authenticated, service_role;

-- Admins create, revoke and list invites, one or many at once.
create function public.create_invite(email text, role text)
returns table (id uuid, token uuid, invite_email text, invite_role text, expires_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  secret uuid := gen_random_uuid();
  address text := lower(btrim(create_invite.email));
  known public.profiles;
begin
  if not private.can_manage_people() then
    raise exception 'Must be logged in as an admin to invite users' using detail = 'admin_required';
  end if;
  if create_invite.role is null or create_invite.role not in ('agent', 'admin') then
    raise exception 'An invite can only grant the role agent or admin' using detail = 'invite_role';
  end if;
  if address is null or address !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or char_length(address) > 254 then
    raise exception 'Please enter a valid email address' using detail = 'invite_email';
  end if;
  select p.* into known from public.profiles p
  where p.email = address and private.is_confirmed(p.id) order by p.created_at limit 1;
  if known.deactivated_at is not null then
    raise exception 'The account with this email is deactivated. Reactivate it on the users page first.'
      using detail = 'account_deactivated';
  end if;
  if private.role_rank(known.role) >= private.role_rank(create_invite.role) then
    raise exception 'This person is already an %', known.role using detail = 'email_exists';
  end if;
  -- A new invite replaces the pending one.
  update public.invites i set revoked_at = now()
  where i.email = address and i.used_at is null and i.revoked_at is null;
  return query
    insert into public.invites as i (email, role, token_hash, created_by)
    values (address, create_invite.role, private.hash_token(secret::text), auth.uid())
    returning i.id, secret, i.email, i.role, i.expires_at;
end
$$;
comment on function public.create_invite(text, text) is
  'Admins: invite an address as agent or admin. Returns the token, only here. The owner of a confirmed account '
  'accepts it with accept_invite. Raises for staff who already have the role.';
grant execute on function public.create_invite(text, text) to authenticated, service_role;

-- Each address succeeds or fails alone: a race with another admin for one address does not stop the others.
create function public.create_invites(emails text[], role text)
returns table (email text, id uuid, token uuid, expires_at timestamptz, code text, message text)
language plpgsql security definer set search_path = '' as $$
declare
  address text;
  seen text[] := '{}';
  problem text;
  reason text;
begin
  if not private.can_manage_people() then
    raise exception 'Must be logged in as an admin to invite users' using detail = 'admin_required';
  end if;
  if cardinality(emails) is null or cardinality(emails) not between 1 and 100 then
    raise exception 'Between 1 and 100 addresses can be invited at once' using detail = 'invite_count';
  end if;
  foreach address in array emails loop
    email := lower(btrim(coalesce(address, '')));
    id := null; token := null; expires_at := null; code := null; message := null;
    if email = any (seen) then
      code := 'invite_repeated'; message := 'This address is in the list twice';
    else
      seen := seen || email;
      begin
        select made.id, made.token, made.expires_at into id, token, expires_at
        from public.create_invite(email, create_invites.role) made;
      exception
        when raise_exception then
          get stacked diagnostics reason = message_text, problem = pg_exception_detail;
          code := problem; message := reason;
        when unique_violation then
          code := 'invite_exists'; message := 'Somebody else invited this address just now';
        when check_violation then
          code := 'invite_email'; message := 'Please enter a valid email address';
      end;
    end if;
    return next;
  end loop;
end
$$;
comment on function public.create_invites(text[], text) is
  'Admins: invite 1 to 100 addresses. One row each, with its token, or with code and message when refused.';
grant execute on function public.create_invites(text[], text) to authenticated, service_role;

create function public.revoke_invite(invite_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not private.can_manage_people() then
    raise exception 'Must be logged in as an admin to invite users' using detail = 'admin_required';
  end if;
  update public.invites i set revoked_at = now()
  where i.id = invite_id and i.used_at is null and i.revoked_at is null;
  return found;
end
$$;
comment on function public.revoke_invite(uuid) is 'Admins: revoke a pending invite. False when it was not pending.';
grant execute on function public.revoke_invite(uuid) to authenticated, service_role;

create function public.list_invites(
  filter_state text default null, max_rows integer default 50,
  after_created_at timestamptz default null, after_id uuid default null
) returns table (
  id uuid, email text, role text, state text, created_by_name text,
  created_at timestamptz, expires_at timestamptz, used_at timestamptz, revoked_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_manage_people() then
    raise exception 'Must be logged in as an admin to invite users' using detail = 'admin_required';
  end if;
  return query
    select listed.id, listed.email, listed.role, listed.state, p.name, listed.created_at, listed.expires_at,
      listed.used_at, listed.revoked_at
    from (
      select i.*, case when i.used_at is not null then 'accepted' when i.revoked_at is not null then 'revoked'
        when i.expires_at <= now() then 'expired' else 'pending' end as state
      from public.invites i
    ) listed left join public.profiles p on p.id = listed.created_by
    where (filter_state is null or listed.state = filter_state)
      and (after_created_at is null or (listed.created_at, listed.id)
        < (after_created_at, coalesce(after_id, '00000000-0000-0000-0000-000000000000'::uuid)))
    order by listed.created_at desc, listed.id desc
    limit least(greatest(coalesce(max_rows, 50), 1), 100);
end
$$;
comment on function public.list_invites(text, integer, timestamptz, uuid) is
  'Admins: invites as pending, accepted, expired or revoked, newest first, paged by (created_at, id).';
grant execute on function public.list_invites(text, integer, timestamptz, uuid) to authenticated, service_role;

-- Creates the first admin of a workspace, as the database's owner:
--   select private.make_first_admin('you@example.com');
create function private.make_first_admin(email text) returns text
language plpgsql set search_path = '' as $$
declare
  address text := lower(btrim(make_first_admin.email));
  account record;
begin
  -- Serialises concurrent calls: the second finds the admin of the first.
  perform pg_advisory_xact_lock(hashtextextended('private.make_first_admin', 0));
  if exists (
    select from public.profiles p where p.role = 'admin' and p.deactivated_at is null and private.is_confirmed(p.id)
  ) then
    raise exception 'This workspace has an admin already'
      using detail = 'admin_exists', hint = 'An admin gives the role to others on the page Users.';
  end if;
  select u.id, u.email_confirmed_at, p.deactivated_at into account
  from auth.users u join public.profiles p on p.id = u.id
  where u.email = address and not u.is_sso_user
  for no key update of p;
  if not found then
    raise exception 'There is no account with the email %', address
      using detail = 'account_unknown', hint = 'Sign up in the portal with this address first.';
  end if;
  if account.email_confirmed_at is null then
    raise exception 'The account % is not confirmed', address
      using detail = 'account_unconfirmed', hint = 'Open the link in the confirmation mail first.';
  end if;
  if account.deactivated_at is not null then
    raise exception 'The account % is deactivated', address using detail = 'account_deactivated';
  end if;
  update public.profiles p set role = 'admin' where p.id = account.id;
  return address || ' is now the admin of this workspace';
end
$$;
comment on function private.make_first_admin(text) is
  'The database''s owner: make a confirmed account the first admin. Refuses while there is an active admin with a '
  'confirmed address.';

-- Invites for staff. Only an invite makes a new user an agent or admin. Only a hash of the token is stored.
create table public.invites (
  id uuid primary key default gen_random_uuid(),
  email text not null constraint invites_email check (email = lower(btrim(email)) and email like '_%@_%._%'),
  role text not null constraint invites_role check (role in ('agent', 'admin')),
  token_hash text not null unique,
  created_by uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  expires_at timestamptz not null default private.invite_expiry(),
  revoked_at timestamptz,
  used_at timestamptz,
  -- Deferred: the invite is redeemed before the profile of the new user exists.
  used_by uuid references public.profiles (id) on delete set null deferrable initially deferred,
  created_at timestamptz not null default now()
);
comment on table public.invites is 'Invites for staff: single use, at most 7 days, for one e-mail address, revocable.';
comment on column public.invites.token_hash is 'sha256 (hex) of the token in its canonical uuid text form.';

create index invites_created_by_idx on public.invites (created_by);
create index invites_created_at_idx on public.invites (created_at desc, id desc);
create unique index invites_pending_email_idx on public.invites (email) where used_at is null and revoked_at is null;
create index invites_used_by_idx on public.invites (used_by);

alter table public.invites
  alter column email set statistics 0,
  alter column token_hash set statistics 0;
alter table public.invites enable row level security;
grant select (id, email, role, created_by, expires_at, revoked_at, used_at, used_by, created_at)
  on table public.invites to authenticated;
grant all on table public.invites to service_role;

create function private.hash_token(token text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(lower(btrim(token)), 'UTF8')), 'hex')
$$;
comment on function private.hash_token(text) is 'Hash of an invite token.';

-- An invite is valid only while its author is an active admin.
create function private.pending_invite(token text) returns public.invites
language sql stable security definer set search_path = '' as $$
  select i.* from public.invites i join public.profiles p on p.id = i.created_by
  where i.token_hash = private.hash_token(pending_invite.token)
    and i.used_at is null and i.revoked_at is null and i.expires_at > now()
    and p.role = 'admin' and p.deactivated_at is null
$$;
comment on function private.pending_invite(text) is
  'The invite of a token, if pending, not expired and made by an active admin.';

create function private.redeem_invite(token text, address text, person uuid) returns text
language sql security definer set search_path = '' as $$
  -- A single statement: of two people racing for a token, the second finds used_at set.
  update public.invites i set used_at = now(), used_by = redeem_invite.person
  from public.profiles p
  where i.token_hash = private.hash_token(redeem_invite.token) and i.email = lower(redeem_invite.address)
    and i.used_at is null and i.revoked_at is null and i.expires_at > now()
    and p.id = i.created_by and p.role = 'admin' and p.deactivated_at is null
  returning i.role
$$;
comment on function private.redeem_invite(text, text, uuid) is
  'Marks an invite as used by the person. Returns its role; null when it is not valid.';

create function public.verify_invite(token uuid)
returns table (is_valid boolean, invite_email text, invite_role text)
language sql stable security definer set search_path = '' as $$
  select i.id is not null, i.email, i.role from private.pending_invite(verify_invite.token::text) i
$$;
comment on function public.verify_invite(uuid) is
  'Public: whether a token is valid, for which e-mail and role. Reveals nothing else.';
grant execute on function public.verify_invite(uuid) to anon, authenticated, service_role;

create function private.revoke_invites_of_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.invites i set revoked_at = now()
  where i.used_at is null and i.revoked_at is null and (
    -- from this person
    (i.created_by = new.id and (new.role <> 'admin' or new.deactivated_at is not null))
    -- to this person
    or i.email = lower(new.email));
  return null;
end
$$;
comment on function private.revoke_invites_of_person() is
  'On a role change or deactivation, revokes the pending invites from a former admin and those to the person.';

create policy invites_select_admin on public.invites for select to authenticated
  using ((select private.can_manage_people()));

create trigger profiles_end_invites after update of role, deactivated_at on public.profiles
  for each row when (
    new.role is distinct from old.role or (new.deactivated_at is not null and old.deactivated_at is null))
  execute function private.revoke_invites_of_person();

-- Auth limits sign-ins by address alone, so that one address may guess four passwords of an account each second and
-- many addresses more. This is the body of its hook "password verification attempt"; an operator switches it on
-- (hosting.md).
create table private.password_failures (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  source text not null,
  failed_at timestamptz not null default now()
);
comment on table private.password_failures is
  'Wrong passwords of the last hour by account and address, while the hook for them is on.';

create index password_failures_by_user on private.password_failures (user_id, failed_at);

alter table private.password_failures enable row level security;
revoke all on private.password_failures from public, anon, authenticated, service_role;

create function private.password_verification_attempt(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  account constant uuid := (event ->> 'user_id')::uuid;
  -- Empty where Auth does not name it: then all of them share one count.
  here constant text := coalesce(event -> 'metadata' ->> 'ip_address', '');
  is_known boolean;
  from_here bigint;
  from_strangers bigint;
begin
  -- Guesses at once must not read the count before one another's failure.
  perform pg_advisory_xact_lock(hashtextextended('password_failures ' || account, 0));
  delete from private.password_failures f where f.user_id = account and f.failed_at < now() - interval '1 hour';
  -- Strangers must not lock out the owner, who has signed in from here before.
  is_known := exists (
    select from auth.sessions s where s.user_id = account and host(s.ip::inet) = here);
  select count(*) filter (where f.source = here and f.failed_at > now() - interval '5 minutes'),
    count(*) filter (where not exists (
      select from auth.sessions s where s.user_id = account and host(s.ip::inet) = f.source))
  into from_here, from_strangers
  from private.password_failures f where f.user_id = account;
  if from_here >= 20 or (from_strangers >= 100 and not is_known) then
    -- The words for a wrong password, so that the answer does not tell that the account exists.
    return jsonb_build_object('decision', 'reject', 'message', 'Invalid login credentials');
  end if;
  if (event ->> 'valid')::boolean then
    delete from private.password_failures f where f.user_id = account and f.source = here;
  else
    insert into private.password_failures (user_id, source) values (account, here);
  end if;
  return jsonb_build_object('decision', 'continue');
end
$$;
comment on function private.password_verification_attempt(jsonb) is
  'Auth''s hook: rejects sign-ins after 20 wrong passwords for one account from one address within 5 minutes, or 100 '
  'from unknown addresses within an hour.';

-- The role exists where Supabase's Auth does.
do $$
begin
  if exists (select from pg_catalog.pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema private to supabase_auth_admin;
    grant execute on function private.password_verification_attempt(jsonb) to supabase_auth_admin;
  end if;
end
$$;

-- Sessions of users: list them, end them, ban deactivated users.
create function public.list_my_sessions()
returns table (
  id uuid, created_at timestamptz, last_active_at timestamptz, user_agent text, ip text, is_current boolean)
language sql stable rows 5 security definer set search_path = '' as $$
  select s.id, s.created_at,
    -- Auth stores refreshed_at without a zone, in UTC.
    greatest(s.refreshed_at at time zone 'UTC', s.created_at),
    s.user_agent, host(s.ip), s.id::text is not distinct from auth.jwt() ->> 'session_id'
  from auth.sessions s
  where s.user_id = (select auth.uid()) and (select private.current_role()) is not null
    and (s.not_after is null or s.not_after > now())
  order by 6 desc, 3 desc, s.id
  limit 100
$$;
comment on function public.list_my_sessions() is
  'The caller''s sessions: the current one first, then by last activity, at most 100.';
grant execute on function public.list_my_sessions() to authenticated, service_role;

create function public.end_my_session(session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  -- Deletes its refresh tokens too.
  delete from auth.sessions s where s.id = end_my_session.session_id and s.user_id = auth.uid();
  if not found then
    return false;
  end if;
  perform private.move_topics_of(auth.uid(), private.is_active_staff(auth.uid()));
  return true;
end
$$;
comment on function public.end_my_session(uuid) is
  'Ends a session of the caller: its token has no rights from the next request on. False when it is not the caller''s.';
grant execute on function public.end_my_session(uuid) to authenticated, service_role;

-- A session that is ended by its owner on another device, or by an admin, stops receiving at once.
create function public.end_user_sessions(target uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  ended integer;
begin
  if not private.can_manage_people() then
    raise exception 'Must be logged in as an admin to change accounts' using detail = 'admin_required';
  end if;
  delete from auth.sessions s where s.user_id = target;
  get diagnostics ended = row_count;
  perform private.audit('sessions_ended', target,
    (select coalesce(p.email, p.name) from public.profiles p where p.id = target), null, to_jsonb(ended));
  if ended > 0 then
    perform private.move_topics_of(target, private.is_active_staff(target));
  end if;
  return ended;
end
$$;
comment on function public.end_user_sessions(uuid) is 'Admins: end all sessions of a user. Returns their number.';
grant execute on function public.end_user_sessions(uuid) to authenticated, service_role;

create function private.ban_deactivated_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Keeps the sessions, so that the auth server can say why it refuses to refresh them. It cannot parse infinity.
  update auth.users u
  set banned_until = case when new.deactivated_at is not null then now() + interval '100 years' end
  where u.id = new.id;
  return null;
end
$$;
comment on function private.ban_deactivated_user() is
  'Bans a deactivated user, who can then neither refresh nor start a session; unbans a reactivated one.';

create trigger profiles_follow_activation after update of deactivated_at on public.profiles
  for each row when ((old.deactivated_at is null) is distinct from (new.deactivated_at is null))
  execute function private.ban_deactivated_user();

-- A sign-out without a network ends its session later: from a page that has no token any more.
create function public.end_session(session_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
begin
  -- Deletes its refresh tokens too.
  delete from auth.sessions s where s.id = end_session.session_id returning s.user_id into person;
  if person is not null then
    perform private.move_topics_of(person, private.is_active_staff(person));
  end if;
end
$$;
comment on function public.end_session(uuid) is
  'Ends a session by its id, which only its token names. Lets a browser that has already forgotten the token end it; '
  'gives no other right, and says nothing about unknown ids.';
revoke all on function public.end_session(uuid) from public, anon, authenticated;
grant execute on function public.end_session(uuid) to anon, authenticated, service_role;

-- Creates the profile in the transaction that creates the auth user. A role sent by the client is ignored: a new user
-- is a customer unless a valid invite for the same e-mail is redeemed here.
create function private.consume_invite() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  granted text := 'customer';
  invite_token text := new.raw_user_meta_data ->> 'invite_token';
begin
  if invite_token is not null then
    granted := private.redeem_invite(invite_token, new.email, new.id);
    if granted is null then
      raise exception 'This invite link is invalid or has expired.' using detail = 'invite_invalid';
    end if;
  end if;
  new.raw_user_meta_data := (coalesce(new.raw_user_meta_data, '{}'::jsonb) - 'invite_token')
    || jsonb_build_object('role', granted);
  return new;
end
$$;
comment on function private.consume_invite() is
  'Before a user is created: redeems the invite and removes the token from the metadata.';

create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (id, name, email, role)
  values (
    new.id,
    left(coalesce(
      nullif(btrim(new.raw_user_meta_data ->> 'full_name'), ''),
      nullif(btrim(new.raw_user_meta_data ->> 'name'), ''),
      nullif(split_part(new.email, '@', 1), ''),
      'New user'
    ), 50),
    lower(new.email),
    coalesce((select i.role from public.invites i where i.used_by = new.id), 'customer')
  );
  return new;
end
$$;
comment on function private.create_profile() is
  'After a user is created: creates the profile with the role of the redeemed invite.';

-- Copies follow a person to a new address: somebody else may have the old mailbox now.
create function private.sync_profile_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = lower(new.email) where id = new.id;
  delete from public.ticket_participants p
  where p.person_id = new.id and p.address = lower(old.email) and exists (
    select from public.ticket_participants k where k.ticket_id = p.ticket_id and k.address = lower(new.email));
  update public.ticket_participants p set address = lower(new.email)
  where p.person_id = new.id and p.address = lower(old.email);
  return new;
end
$$;
comment on function private.sync_profile_email() is
  'Copies a changed e-mail address to the profile, and to the tickets on which the person is in copy.';

create function private.scrub_metadata() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.raw_user_meta_data := (new.raw_user_meta_data - 'invite_token') || coalesce(
    (select jsonb_build_object('role', p.role) from public.profiles p where p.id = new.id), '{}'::jsonb);
  return new;
end
$$;
comment on function private.scrub_metadata() is
  'Removes an invite token from later writes and resets the displayed role to the true one.';

-- The auth server also copies sign-up metadata into the identity, where an invite token would remain in the clear.
create function private.scrub_identity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.identity_data := new.identity_data - 'invite_token' - 'role';
  return new;
end
$$;
comment on function private.scrub_identity() is 'Removes the invite token and the claimed role from an identity.';

-- User metadata ends up in access tokens and in responses of the auth server.
create function private.bound_user_metadata() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb;
begin
  if private.json_is_bounded(new.raw_user_meta_data, 16384, 5) is not false then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    before := old.raw_user_meta_data;
  end if;
  if private.json_is_bounded(before, 16384, 5) is not false then
    raise exception 'User metadata is too large' using detail = 'metadata_invalid';
  end if;
  -- Oversized metadata of an imported account: Auth also writes here when it confirms and signs in. Short values stay,
  -- those of this write first.
  new.raw_user_meta_data := (
    select coalesce(jsonb_object_agg(kept.key, kept.value), '{}') from (
      select e.key, e.value
      from jsonb_each(case jsonb_typeof(new.raw_user_meta_data) when 'object' then new.raw_user_meta_data end) e
      where jsonb_typeof(e.value) not in ('object', 'array') and octet_length(e.key || e.value::text) <= 500
      order by e.value is not distinct from before -> e.key, e.key limit 30
    ) kept);
  return new;
end
$$;
comment on function private.bound_user_metadata() is
  'Bounds user metadata to 16 kB and 5 levels; of oversized older metadata, keeps the short values.';

create trigger helpdesk_consume_invite before insert on auth.users
  for each row execute function private.consume_invite();
create trigger helpdesk_create_profile after insert on auth.users
  for each row execute function private.create_profile();
create trigger helpdesk_sync_profile_email after update of email on auth.users
  for each row when (new.email is distinct from old.email) execute function private.sync_profile_email();
create trigger helpdesk_scrub_metadata before update of raw_user_meta_data on auth.users
  for each row when (new.raw_user_meta_data is distinct from old.raw_user_meta_data)
  execute function private.scrub_metadata();
create trigger helpdesk_scrub_identity before insert or update of identity_data on auth.identities
  for each row when (new.identity_data ?| array['invite_token', 'role'])
  execute function private.scrub_identity();

-- Sorts before the triggers that read the metadata: triggers fire in the order of their names.
create trigger helpdesk_bound_metadata before insert or update of raw_user_meta_data on auth.users
  for each row execute function private.bound_user_metadata();

-- Auth keeps the password of the first sign-up for an address, whoever made it. A second mail means that somebody asked
-- again: the first password may be a stranger's, and the owner of the mailbox may have typed another. Neither is kept;
-- the portal asks for a password after the link.
create function private.forget_unproven_sign_up() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  known_keys constant text[] := array['sub', 'email', 'email_verified', 'phone_verified', 'role'];
begin
  -- With its own invite, the password came with a token from the mailbox.
  if exists (select from public.invites i where i.used_by = new.id) then
    return new;
  end if;
  new.encrypted_password := null;
  -- A sign-up removes foreign identities itself, a reset does not.
  if new.recovery_sent_at is distinct from old.recovery_sent_at then
    delete from auth.identities i where i.user_id = new.id and i.provider <> 'email'
      and i.identity_data ->> 'email_verified' is distinct from 'true';
  end if;
  -- The name is not a stranger's when staff, a mail or a provider gave it.
  if private.is_invited_requester(new.id)
    or not exists (select from auth.identities i where i.user_id = new.id and i.provider = 'email') then
    return new;
  end if;
  new.raw_user_meta_data := (
    select coalesce(jsonb_object_agg(e.key, e.value), '{}')
    from jsonb_each(coalesce(new.raw_user_meta_data, '{}')) e where e.key = any (known_keys));
  update auth.identities i set identity_data = (
    select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(i.identity_data) e
      where e.key = any (known_keys))
  where i.user_id = new.id and i.provider = 'email';
  update public.profiles p set name = left(coalesce(nullif(split_part(new.email, '@', 1), ''), 'New user'), 50)
  where p.id = new.id;
  return new;
end
$$;
comment on function private.forget_unproven_sign_up() is
  'An unconfirmed account that is sent another mail loses the password and the name of its sign-up, which may be a '
  'stranger''s.';

create trigger helpdesk_forget_unproven_sign_up before update of confirmation_sent_at, recovery_sent_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is null and (
    old.confirmation_sent_at is not null and new.confirmation_sent_at is not null
      and new.confirmation_sent_at is distinct from old.confirmation_sent_at
    or new.recovery_sent_at is not null and new.recovery_sent_at is distinct from old.recovery_sent_at))
  execute function private.forget_unproven_sign_up();

-- Auth gives an invited account a random password before it confirms the address. Nobody knows it, and with it the
-- account would not be asked for one.
create function private.drop_temporary_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.encrypted_password := null;
  return new;
end
$$;
comment on function private.drop_temporary_password() is
  'An invited account has no password until its address is confirmed.';

create trigger helpdesk_drop_temporary_password before update of encrypted_password on auth.users
  for each row when (new.email_confirmed_at is null and old.invited_at is not null
    and coalesce(old.encrypted_password, '') = '' and new.encrypted_password is not null)
  execute function private.drop_temporary_password();

create function public.needs_password() returns boolean
language sql stable security definer set search_path = '' as $$
  select (select private.current_role()) is not null and exists (
    select from auth.users u
    where u.id = (select auth.uid()) and coalesce(u.encrypted_password, '') = ''
      -- Whoever signs in with a provider needs none.
      and not exists (select from auth.identities i where i.user_id = u.id and i.provider <> 'email'))
$$;
comment on function public.needs_password() is
  'True when the caller can sign in by mail links alone: the account has neither a password nor a provider.';
grant execute on function public.needs_password() to authenticated, service_role;

-- The ticket: columns, limits and the indexes of lists, the queue, reports and foreign keys.
create table public.tickets (
  id uuid primary key default gen_random_uuid(),
  subject text not null constraint tickets_subject_length
    check (char_length(subject) <= 255 and char_length(btrim(subject)) >= 1),
  -- Mails are as short or as long as they are; the portal's form keeps its own limits.
  description text not null constraint tickets_description_length check (
    case source when 'mail' then char_length(description) <= 10000 and description ~ '\S'
      else char_length(description) <= 2000 and char_length(btrim(description)) >= 10 end),
  status text not null default 'open' constraint tickets_status
    check (status = any (private.ticket_statuses())),
  priority text not null default private.default_priority() constraint tickets_priority
    check (priority = any (private.ticket_priorities())),
  priority_rank smallint not null
    generated always as (coalesce(array_position(private.ticket_priorities(), priority) - 1, 0)) stored,
  created_by uuid not null default auth.uid() references public.profiles (id),
  customer_id uuid default auth.uid() references public.profiles (id),
  assigned_to uuid references public.profiles (id),
  tags text[] constraint tickets_tags check (private.is_tag_list(tags)),
  tag_keys text[] constraint tickets_tag_keys check (private.is_tag_list(tag_keys)),
  metadata jsonb constraint tickets_metadata
    check (jsonb_typeof(metadata) = 'object' and private.json_is_bounded(metadata, 8192, 5)),
  request_id uuid,
  version integer not null default 1,
  first_response_at timestamptz,
  resolved_at timestamptz,
  closed_at timestamptz,
  close_reason text constraint tickets_close_reason_length check (char_length(close_reason) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  number bigint generated always as identity (start with 1001),
  waiting_since timestamptz,
  last_message_at timestamptz,
  last_message_by uuid references public.profiles (id),
  last_message_preview text,
  source text not null default 'portal' constraint tickets_source check (source in ('portal', 'staff', 'mail')),
  subject_key text collate "C" not null default '',
  requester_key text collate "C" not null default '',
  assignee_key text collate "C" not null default '',
  constraint tickets_closed_at check ((status = 'closed') = (closed_at is not null))
);
comment on table public.tickets is 'Support tickets. Customers access their own, staff access all.';
comment on column public.tickets.priority_rank is 'urgent 4, high 3, medium 2, normal 1, low 0. Lists sort by it.';
comment on column public.tickets.tags is
  'Tags given at creation. When staff set it, a trigger changes ticket_tags and leaves this column unchanged.';
comment on column public.tickets.tag_keys is
  'Keyed hashes of the ticket''s tags, for the search index. They reveal no tag.';
comment on column public.tickets.metadata is 'Free-form object of the client, at most 8 kB and 5 levels deep.';
comment on column public.tickets.request_id is 'Chosen by the client for one submission; unique for each author.';
comment on column public.tickets.version is 'Incremented by every update; clients drop events older than their copy.';
comment on column public.tickets.first_response_at is 'Time of the first public reply from staff.';
comment on column public.tickets.resolved_at is 'Set while the status is solved or closed.';
comment on column public.tickets.closed_at is
  'Set exactly while the status is closed, by the database. A value sent by a client is ignored.';
comment on column public.tickets.close_reason is 'Given when closing; cleared when the status changes.';
comment on column public.tickets.number is 'Short number to read out on the phone: unique, from 1001, never reused.';
comment on column public.tickets.waiting_since is
  'Time of the requester''s oldest message without a public answer from staff; null when none waits.';
comment on column public.tickets.last_message_at is
  'Time of the last public message: the last public comment, else the description.';
comment on column public.tickets.last_message_by is 'Author of the last public message.';
comment on column public.tickets.last_message_preview is
  'The first 120 characters of the last public message, on one line.';
comment on column public.tickets.source is
  'portal: created by the requester. staff: created by staff for the requester. mail: sent by mail.';
comment on column public.tickets.subject_key is 'Sort key of the subject. Written by a trigger.';
comment on column public.tickets.requester_key is
  'Sort key of the requester''s name. Written by a trigger, and after a new name.';
comment on column public.tickets.assignee_key is
  'Sort key of the assignee''s name, empty if unassigned. Written as requester_key.';

-- Lists page by keyset: every index for a filter ends in (created_at desc, id desc). Predicates repeat the active
-- statuses: a function there would need EXECUTE by every role that reads the table, read-only ones of the platform too.
create index tickets_created_at_idx on public.tickets (created_at desc, id desc);
create index tickets_assignee_idx on public.tickets (assigned_to, created_at desc, id desc);
create index tickets_status_idx on public.tickets (status, created_at desc, id desc);
create index tickets_queue_idx on public.tickets (priority_rank desc, created_at, id)
  where assigned_to is null and status = 'open';
create index tickets_assignee_active_idx on public.tickets (assigned_to)
  where status in ('open', 'in_progress', 'pending', 'on_hold');
create index tickets_customer_updated_idx on public.tickets (customer_id, updated_at desc);
create unique index tickets_request_idx on public.tickets (created_by, request_id);

-- Every combination of filters has an index that ends in the list's order, so that a page costs the same whether one in
-- two or one in a million tickets matches. Lists merge single statuses and ranks.
create index tickets_status_rank_idx on public.tickets (status, priority_rank, created_at desc, id desc);

-- `is null` does not fix a column for the order of an index as `=` does, so unassigned tickets have indexes of their
-- own.
create index tickets_unassigned_idx on public.tickets (created_at desc, id desc) where assigned_to is null;

-- For reports, and for figures of active tickets.
create index tickets_resolved_at_idx on public.tickets (resolved_at) where resolved_at is not null;
create index tickets_first_response_idx on public.tickets (first_response_at) include (created_at, assigned_to)
  where first_response_at is not null;
create index tickets_active_idx on public.tickets (status, assigned_to)
  where status in ('open', 'in_progress', 'pending', 'on_hold');

-- Equality on every column before the time: a list merges one branch for each status and rank, and each branch stops
-- after its part of the page. Unassigned is the nil uuid, because `is null` does not fix a column for the order of an
-- index.
create index tickets_updated_idx on public.tickets (status, priority_rank, updated_at desc, id desc);
create index tickets_waiting_idx on public.tickets (status, priority_rank, waiting_since, id)
  where waiting_since is not null and status in ('open', 'in_progress', 'pending', 'on_hold');
create index tickets_holder_created_idx on public.tickets
  (coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'::uuid), status, priority_rank, created_at desc,
    id desc);
create index tickets_holder_updated_idx on public.tickets
  (coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'::uuid), status, priority_rank, updated_at desc,
    id desc);
create index tickets_holder_waiting_idx on public.tickets
  (coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'::uuid), status, priority_rank, waiting_since, id)
  where waiting_since is not null and status in ('open', 'in_progress', 'pending', 'on_hold');
create unique index tickets_number_idx on public.tickets (number);
create index tickets_last_message_by_idx on public.tickets (last_message_by);
create index tickets_subject_idx on public.tickets (status, priority_rank, subject_key, number);
create index tickets_holder_subject_idx on public.tickets
  (coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'::uuid), status, priority_rank, subject_key, number);
create index tickets_requester_name_idx on public.tickets (status, priority_rank, requester_key, number);
create index tickets_holder_requester_name_idx on public.tickets
  (coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'::uuid), status, priority_rank, requester_key, number);
create index tickets_assignee_name_idx on public.tickets (status, priority_rank, assignee_key, number);
create index tickets_id_idx on public.tickets using hash (id);

-- Lists of a requester read all of their tickets. Without the texts, the index of the other orders is a third smaller.
-- Both are in the order of time: in that of a text, each row would look up another page of the visibility map.
create index tickets_requester_text_idx on public.tickets (customer_id, number)
  include (id, status, priority_rank, assigned_to, subject_key, assignee_key);
create index tickets_requester_idx on public.tickets (customer_id, created_at desc, id desc)
  include (status, priority_rank, assigned_to, updated_at, waiting_since);

alter table public.tickets
  alter column subject set statistics 0,
  alter column description set statistics 0,
  alter column tags set statistics 0,
  alter column close_reason set statistics 0,
  alter column last_message_preview set statistics 0,
  alter column subject_key set statistics 0,
  alter column requester_key set statistics 0,
  alter column assignee_key set statistics 0;
alter table public.tickets enable row level security;
grant select (id, subject, description, status, priority, priority_rank, created_by, customer_id, assigned_to, tags,
  tag_keys, metadata, request_id, version, first_response_at, resolved_at, closed_at, close_reason, created_at,
  updated_at, number, waiting_since, last_message_at, last_message_by, last_message_preview, source, subject_key,
  requester_key, assignee_key)
  on table public.tickets to authenticated;
grant insert (subject, description, priority, created_by, customer_id, tags, metadata, request_id)
  on table public.tickets to authenticated;
grant update (subject, description, status, priority, assigned_to, tags, metadata, closed_at, close_reason)
  on table public.tickets to authenticated;
grant delete on table public.tickets to authenticated;
grant all on table public.tickets to service_role;
-- Projects made since May 2026 grant nothing on new objects by default, and imports with the secret key insert tickets.
grant usage on sequence public.tickets_number_seq to service_role;

-- Updates many tickets in one call, each with the rights of a single update; refused tickets are reported one by one.
-- The trigger on tickets saves them for undo.
create function private.change_tags(tags text[], change jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select case when change ?| array['add_tags', 'remove_tags'] then array(
    select tag from (
      select btrim(tag) as tag, min(n) as n
      from unnest(coalesce(tags, '{}') || array(select jsonb_array_elements_text(coalesce(change -> 'add_tags', '[]'))))
        with ordinality as list (tag, n)
      where not coalesce(change -> 'remove_tags', '[]') ? btrim(tag)
      group by btrim(tag)
    ) kept order by n) else tags end
$$;
comment on function private.change_tags(text[], jsonb) is
  'Tags after add_tags and remove_tags of a change, without repetition, in order.';
grant execute on function private.change_tags(text[], jsonb) to authenticated, service_role;

create function private.check_change(change jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  field text;
  value jsonb;
begin
  if change is null or jsonb_typeof(change) <> 'object' or change = '{}' then
    raise exception 'Nothing to change' using detail = 'bulk_change_invalid';
  end if;
  -- Applied to each of up to 200 tickets.
  if not private.json_is_bounded(change, 8192, 2) then
    raise exception 'This change is too large' using detail = 'bulk_change_invalid';
  end if;
  for field, value in select * from jsonb_each(change) loop
    if not coalesce(case
      when field = 'status' then value #>> '{}' = any (private.ticket_statuses())
      when field = 'priority' then value #>> '{}' = any (private.ticket_priorities())
      when field = 'assigned_to' then value = 'null' or pg_input_is_valid(value #>> '{}', 'uuid')
      when field = 'take_over' then value = 'true' and not change ? 'assigned_to'
      when field = 'reason' then jsonb_typeof(value) = 'string' and change ? 'take_over'
      when field in ('add_tags', 'remove_tags') then jsonb_typeof(value) = 'array'
        and not jsonb_path_exists(value, '$[*] ? (@.type() != "string" || @ like_regex "^\\s*$")')
      else false end, false) then
      raise exception 'This change is not possible: %', left(field, 40) using detail = 'bulk_change_invalid';
    end if;
  end loop;
end
$$;
comment on function private.check_change(jsonb) is
  'Raises unless the change is {status?, priority?, assigned_to? | take_over?: true, reason?, add_tags?, '
  'remove_tags?}.';
grant execute on function private.check_change(jsonb) to authenticated, service_role;

create function public.bulk_update_tickets(ticket_ids uuid[], change jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  me uuid := auth.uid();
  batch uuid;
  results jsonb := '[]';
  target uuid;
  before public.tickets;
  code text;
  complaint text;
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  if coalesce(cardinality(ticket_ids), 0) not between 1 and 200 then
    raise exception 'Between 1 and 200 tickets can be changed at once' using detail = 'bulk_limit';
  end if;
  perform private.check_change(change);
  batch := private.start_batch();
  -- In one order, so that two batches over the same tickets do not deadlock.
  for target in select distinct id from unnest(ticket_ids) id where id is not null order by id loop
    code := null;
    complaint := null;
    before := null;
    begin
      select t.* into before from public.tickets t where t.id = target for no key update;
      if not found then
        raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
      end if;
      if change ? 'take_over' and before.assigned_to is distinct from me then
        perform public.take_over_ticket(target, change ->> 'reason');
      -- Assigning an unassigned ticket to oneself is a claim; so is taking a ticket that the caller cannot reassign.
      elsif change ->> 'assigned_to' = me::text and before.assigned_to is distinct from me
        and (before.assigned_to is null or not private.can_update_ticket(before.assigned_to)) then
        perform public.claim_ticket(target);
      end if;
      update public.tickets t set
        status = coalesce(change ->> 'status', case when t.status = 'open' and t.assigned_to::text is distinct from
          change ->> 'assigned_to' and change ->> 'assigned_to' is not null then 'in_progress' end, t.status),
        priority = coalesce(change ->> 'priority', t.priority),
        assigned_to = case when change ? 'assigned_to' then (change ->> 'assigned_to')::uuid else t.assigned_to end,
        tags = private.change_tags((select g.tags from public.ticket_tags g where g.ticket_id = t.id), change)
      where t.id = target
        and (change - 'reason' - 'take_over' - 'assigned_to' <> '{}'
          or change ? 'assigned_to' and (change ->> 'assigned_to')::uuid is distinct from t.assigned_to);
    exception
      when deadlock_detected or serialization_failure then
        raise;
      when others then
        get stacked diagnostics code = pg_exception_detail, complaint = message_text;
        if code = 'ticket_forbidden' and before.assigned_to is not null then
          complaint := 'Assigned to '
            || coalesce((select p.name from public.profiles p where p.id = before.assigned_to), 'a colleague')
            || '. Take over to change.';
        end if;
        -- Only codes of own rules are returned; others would name rows and constraints.
        if sqlstate <> 'P0001' and sqlstate not like 'PT%' then
          code := 'change_refused';
          complaint := 'The change was refused';
        end if;
    end;
    results := results || jsonb_build_object('id', target, 'number', before.number, 'subject', before.subject,
      'ok', code is null, 'code', code, 'message', complaint);
  end loop;
  return jsonb_build_object('batch_id', batch, 'results', results);
end
$$;
comment on function public.bulk_update_tickets(uuid[], jsonb) is
  'Staff: change up to 200 tickets at once: {batch_id, results: [{id, number, subject, ok, code, message}]}. A '
  'refused ticket does not stop the others.';
grant execute on function public.bulk_update_tickets(uuid[], jsonb) to authenticated, service_role;

-- Screens ask before they change tickets whose rows they have not loaded: from whom they would take tickets over.
create function public.list_held_tickets(ticket_ids uuid[])
returns table (id uuid, number bigint, subject text, assigned_to uuid, assignee_name text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  if coalesce(cardinality(ticket_ids), 0) > 1000 then
    raise exception 'At most 1000 tickets can be selected at once' using detail = 'bulk_limit';
  end if;
  return query
    -- The rule is checked once for each assignee.
    with holders as materialized (
      select distinct t.assigned_to from public.tickets t
      where t.id = any (ticket_ids) and t.assigned_to is not null
    )
    select t.id, t.number, t.subject, t.assigned_to, p.name
    from holders h
    join public.tickets t on t.assigned_to = h.assigned_to and t.id = any (ticket_ids)
    left join public.profiles p on p.id = h.assigned_to
    where not private.can_triage_ticket(h.assigned_to)
    order by t.number;
end
$$;
comment on function public.list_held_tickets(uuid[]) is
  'Staff: which of up to 1,000 tickets the caller can change only after taking them over from a colleague.';
grant execute on function public.list_held_tickets(uuid[]) to authenticated, service_role;

-- Claiming a ticket, taking one over from a colleague with an optional reason that only staff see, and assigning
-- tickets to anyone.

-- In one statement, so that a race has one winner.
create function public.claim_ticket(ticket_id uuid) returns public.tickets
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  claimed public.tickets;
  holder uuid;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to assign tickets' using detail = 'agent_required';
  end if;
  perform private.start_batch();
  update public.tickets t set assigned_to = me, status = 'in_progress'
  where t.id = claim_ticket.ticket_id and t.assigned_to is null
  returning t.* into claimed;
  if found then
    return claimed;
  end if;
  select t.assigned_to into holder from public.tickets t where t.id = claim_ticket.ticket_id;
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  perform private.refuse_assigned(holder);
end
$$;
comment on function public.claim_ticket(uuid) is
  'Staff: claim an unassigned ticket and set it to in_progress. HTTP 409 with the assignee''s name when somebody was '
  'faster.';
grant execute on function public.claim_ticket(uuid) to authenticated, service_role;

create function public.next_ticket() returns setof public.tickets
language plpgsql rows 1 security definer set search_path = '' as $$
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to view queue' using detail = 'agent_required';
  end if;
  if exists (select from public.profiles p where p.id = auth.uid() and p.away_since is not null) then
    raise sqlstate 'PT409' using message = 'You are away. Set yourself to available to get the next ticket',
      detail = 'agent_away';
  end if;
  perform private.start_batch();
  return query
    with next as (
      select t.id from public.tickets t
      where t.assigned_to is null and t.status = 'open'
      order by t.priority_rank desc, t.created_at, t.id
      limit 1
      for no key update skip locked
    )
    update public.tickets t set assigned_to = auth.uid(), status = 'in_progress'
    from next where t.id = next.id
    returning t.*;
end
$$;
comment on function public.next_ticket() is
  'Staff: claim the most urgent, then oldest open ticket of the queue. No row when the queue is empty; HTTP 409 for '
  'callers who are away.';
grant execute on function public.next_ticket() to authenticated, service_role;

create function private.refuse_assigned(holder uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if holder = auth.uid() then
    raise sqlstate 'PT409' using message = 'Ticket is already assigned to you', detail = 'ticket_already_yours';
  end if;
  raise sqlstate 'PT409' using
    message = 'Ticket is already assigned to '
      || coalesce((select p.name from public.profiles p where p.id = holder), 'somebody else'),
    detail = 'ticket_already_assigned';
end
$$;
comment on function private.refuse_assigned(uuid) is 'Raises HTTP 409 with the name of the ticket''s assignee.';
grant execute on function private.refuse_assigned(uuid) to authenticated, service_role;

create function public.take_over_ticket(ticket_id uuid, reason text default null, from_assignee uuid default null)
returns public.tickets
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  why text := nullif(btrim(reason, E' \t\r\n'), '');
  ticket public.tickets;
  holder uuid;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to assign tickets' using detail = 'agent_required';
  end if;
  if char_length(why) > 300 then
    raise exception 'A reason has at most 300 characters' using detail = 'reason_too_long';
  end if;
  select t.* into ticket from public.tickets t where t.id = take_over_ticket.ticket_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  holder := ticket.assigned_to;
  if holder = me or from_assignee is not null and holder <> from_assignee then
    perform private.refuse_assigned(holder);
  end if;
  perform private.start_batch();
  update public.tickets t
  set assigned_to = me, status = case when t.status = 'open' then 'in_progress' else t.status end
  where t.id = ticket.id returning t.* into ticket;
  if holder is not null then
    -- The change of the assignee is an event of its own, which the customer sees.
    insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, is_internal)
    select ticket.id, me, 'taken_over', holder::text, why, true where why is not null;
    perform private.notify('taken_over', holder, ticket, private.name_of(me), why, null);
  end if;
  return ticket;
end
$$;
comment on function public.take_over_ticket(uuid, text, uuid) is
  'Staff: take a ticket over from its assignee, who is notified with the reason. HTTP 409 with the assignee''s name '
  'when it is not from_assignee.';
grant execute on function public.take_over_ticket(uuid, text, uuid) to authenticated, service_role;

create function public.assign_ticket(ticket_id uuid, assignee uuid default null) returns public.tickets
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to assign tickets' using detail = 'agent_required';
  end if;
  select t.* into ticket from public.tickets t where t.id = assign_ticket.ticket_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  if ticket.assigned_to = assignee or not private.can_triage_ticket(ticket.assigned_to) then
    perform private.refuse_assigned(ticket.assigned_to);
  end if;
  perform private.start_batch();
  update public.tickets t set assigned_to = assignee,
    status = case when t.status = 'open' and assignee is not null then 'in_progress' else t.status end
  where t.id = ticket.id returning t.* into ticket;
  return ticket;
end
$$;
comment on function public.assign_ticket(uuid, uuid) is
  'Staff: assign an unassigned ticket or their own to any active agent or admin, or to nobody; admins any ticket. '
  'HTTP 409 with the assignee''s name when it is somebody else''s.';
grant execute on function public.assign_ticket(uuid, uuid) to authenticated, service_role;

-- An update that assigns an unassigned ticket to its caller is a claim, as claim_ticket makes it.
create function private.claim_on_update() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Functions of this schema run as its owner and choose the status themselves.
  if current_user <> 'authenticated' or not private.can_work_on_tickets() then
    return new;
  end if;
  if old.assigned_to is null then
    if new.status = old.status and old.status = any (private.active_statuses()) then
      new.status := 'in_progress';
    end if;
  -- The columns that a client can change; generated ones are not computed yet.
  elsif (new.subject, new.description, new.status, new.priority, new.assigned_to, new.tags, new.metadata,
    new.close_reason)
    is not distinct from
    (old.subject, old.description, old.status, old.priority, old.assigned_to, old.tags, old.metadata, old.close_reason)
      then
    perform private.refuse_assigned(new.assigned_to);
  end if;
  return new;
end
$$;
comment on function private.claim_on_update() is
  'Moves an active ticket that its caller claims to in_progress, unless the update names another status. HTTP 409 '
  'when the caller has the ticket already and nothing else changes.';

-- Sorts before tickets_guard, which judges the row with the new status.
create trigger tickets_claim before update of assigned_to on public.tickets
  for each row when (new.assigned_to = auth.uid())
  execute function private.claim_on_update();

-- A link in the mail about a solved ticket rates it without signing in. Whoever has the mail has the link: it gives one
-- answer about one ticket, shows nothing but the ticket's number, and ends after 30 days or as soon as the ticket is
-- open again. An answer to the mail opens it, so that the link which mail programs quote there is of no use to those
-- who read the answer.
create function private.rating_token(ticket public.tickets, issued bigint) returns text
language sql stable security definer set search_path = '' as $$
  select ticket.id || '.rate.' || issued || '.' || encode(extensions.hmac(
    convert_to('rate.' || ticket.id || '.' || ticket.customer_id || '.' || issued, 'UTF8'), k.key, 'sha256'), 'hex')
  from private.unsubscribe_keys k
$$;
comment on function private.rating_token(public.tickets, bigint) is
  'The signed token by which the present customer of a ticket rates it. issued: microseconds since 1970.';

create function private.is_rating_open(ticket public.tickets, issued bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select ticket.status in ('solved', 'closed') and ticket.assigned_to is distinct from ticket.customer_id
    and exists (
      select from public.profiles p where p.id = ticket.customer_id and p.role = 'customer'
        and p.deactivated_at is null)
    and issued > extract(epoch from now() - interval '30 days') * 1000000
    and not exists (
      select from public.ticket_events e
      where e.ticket_id = ticket.id and e.created_at > to_timestamp(issued / 1000000.0) and e.kind = 'status'
        and e.to_value not in ('solved', 'closed'))
$$;
comment on function private.is_rating_open(public.tickets, bigint) is
  'True while a rating link may be used: its ticket has been solved or closed since then, for its customer, and 30 '
  'days are not over.';

create function private.read_rating_link(token text) returns public.tickets
language plpgsql stable security definer set search_path = '' as $$
declare
  parts constant text[] := string_to_array(left(token, 200), '.');
  ticket public.tickets;
begin
  if cardinality(parts) = 4 and pg_input_is_valid(parts[1], 'uuid') and parts[3] ~ '^[1-9][0-9]{15}$' then
    select t.* into ticket from public.tickets t
    where t.id = parts[1]::uuid
      -- Compares digests: the duration says nothing about the token.
      and extensions.digest(private.rating_token(t, parts[3]::bigint), 'sha256') = extensions.digest(token, 'sha256')
      and private.is_rating_open(t, parts[3]::bigint);
  end if;
  if ticket.id is null then
    raise sqlstate 'PT404' using message = 'This link is not valid any more', detail = 'rating_link_invalid';
  end if;
  return ticket;
end
$$;
comment on function private.read_rating_link(text) is
  'The ticket that a token rates; raises a 404 for any other text and for links that have ended.';

create function public.get_rating_link(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ticket_number', (private.read_rating_link(token)).number)
$$;
comment on function public.get_rating_link(text) is
  'Anyone with the token of a mail: which ticket it rates: {ticket_number}. Changes nothing.';
grant execute on function public.get_rating_link(text) to anon, authenticated, service_role;

create function public.rate_by_link(token text, is_good boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ticket constant public.tickets := private.read_rating_link(token);
  given public.ticket_ratings;
begin
  if auth.uid() is distinct from ticket.customer_id and auth.uid() is not null then
    raise sqlstate 'PT403' using message = 'Only the requester can rate this ticket', detail = 'rating_refused';
  elsif is_good is null then
    raise exception 'The answer is missing' using errcode = '22023', detail = 'rating_missing';
  end if;
  perform from public.tickets t where t.id = ticket.id for update;
  select r.* into given from public.ticket_ratings r where r.ticket_id = ticket.id;
  -- The same answer once more, or a finer one that was given in the portal.
  if given.ticket_id is null or (given.score >= 4) <> is_good then
    -- Words are written signed in, and stay with the score that they explain.
    if given.comment is not null or given.customer_id <> ticket.customer_id then
      raise sqlstate 'PT409' using message = 'This ticket was rated in the portal. Sign in to change the rating.',
        detail = 'rating_in_portal';
    elsif (
      select count(*) from public.ticket_events e
      where e.ticket_id = ticket.id and e.created_at > now() - interval '1 day' and e.kind = 'rated') >= 5 then
      raise sqlstate 'PT429' using message = 'The rating was changed too often today. Try again tomorrow.',
        detail = 'rating_limit';
    end if;
    insert into public.ticket_ratings as r (ticket_id, customer_id, score)
    values (ticket.id, ticket.customer_id, case when is_good then 4 else 2 end)
    on conflict (ticket_id) do update set score = excluded.score;
  end if;
  return jsonb_build_object('ticket_number', ticket.number);
end
$$;
comment on function public.rate_by_link(text, boolean) is
  'Anyone with the token of a mail: rates its ticket as good (4) or bad (2), or changes that rating: {ticket_number}. '
  'HTTP 403 for other users, 409 for a rating with words, 429 after five changes a day.';
grant execute on function public.rate_by_link(text, boolean) to anon, authenticated, service_role;

-- What triggers set on a ticket: times, version, assignee, labels without invisible characters.
create function private.stamp_ticket() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.version := old.version + 1;
    new.updated_at := now();
    -- A client's value is ignored; a value of the schema's owner is one that undo restores.
    if current_user in ('authenticated', 'service_role') or new.closed_at is not distinct from old.closed_at then
      new.closed_at := null;
    end if;
    if new.resolved_at is not distinct from old.resolved_at then new.resolved_at := null; end if;
  end if;
  if new.status = 'closed' then
    new.closed_at := coalesce(new.closed_at, case when tg_op = 'UPDATE' then old.closed_at end, now());
    new.close_reason := nullif(btrim(new.close_reason, E' \t\r\n'), '');
  else
    new.closed_at := null;
    new.close_reason := null;
  end if;
  if new.status in ('solved', 'closed') then
    new.resolved_at := coalesce(new.resolved_at, case when tg_op = 'UPDATE' then old.resolved_at end, new.closed_at,
      now());
  else
    new.resolved_at := null;
  end if;
  return new;
end
$$;
comment on function private.stamp_ticket() is
  'version, updated_at, closed_at, close_reason and resolved_at follow the change itself.';

-- Sorts after tickets_guard: triggers fire in the order of their names. Changes of the message columns alone keep the
-- version and updated_at.
create trigger tickets_stamp before insert or update of subject, description, status, priority, created_by, customer_id,
    assigned_to, tags, tag_keys, metadata, request_id, first_response_at, resolved_at, closed_at,
      close_reason on public.tickets
  for each row execute function private.stamp_ticket();

-- Tickets are assigned to active staff only, also when a role changes concurrently: locking the assignee's row makes
-- either this assignment fail or the demotion return the ticket to the queue.
create function private.guard_assignee() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.profiles p where p.id = new.assigned_to for share;
  if not private.is_active_staff(new.assigned_to) then
    raise exception 'A ticket can only be assigned to an agent or admin' using detail = 'assignee_invalid';
  end if;
  return null;
end
$$;
comment on function private.guard_assignee() is
  'Raises unless the new assignee is active staff, whoever made the change.';

create trigger tickets_assignee after update of assigned_to on public.tickets
  for each row when (new.assigned_to is not null and new.assigned_to is distinct from old.assigned_to)
  execute function private.guard_assignee();

-- A solved or closed ticket keeps a former agent as its assignee, because reports count who resolved it. Reopened, it
-- returns to the queue.
create function private.release_on_reopen() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Waits for a demotion in progress, as guard_assignee does.
  perform from public.profiles p where p.id = new.assigned_to for share;
  if not private.is_active_staff(new.assigned_to) then
    new.assigned_to := null;
    new.status := 'open';
  end if;
  return new;
end
$$;
comment on function private.release_on_reopen() is
  'A reopened ticket returns to the queue when its assignee has left the staff.';

-- Sorts between tickets_guard and tickets_stamp.
create trigger tickets_release before update of status on public.tickets
  for each row when (
    old.status in ('solved', 'closed') and new.status not in ('solved', 'closed')
    and new.assigned_to is not null and new.assigned_to is not distinct from old.assigned_to)
  execute function private.release_on_reopen();

-- Sorts between tickets_guard and tickets_stamp.
create trigger tickets_hidden_subject before insert or update of subject on public.tickets
  for each row when (new.subject is distinct from private.strip_invisible(new.subject))
  execute function private.strip_column('subject');
create trigger tickets_hidden_tags before insert or update of tags on public.tickets
  for each row when (new.tags::text is distinct from private.strip_invisible(new.tags::text))
  execute function private.strip_tags('tags');

-- The ticket screen in one call, by the ticket's id or its number, with its history. Customers see the public part of
-- it. The functions check rights themselves: policies would be evaluated for every row.

-- Looks up each person once, not once per event.
create function private.ticket_events_json(target uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with newest as materialized (
    select e.*, case when e.kind in ('assigned_to', 'customer_id', 'taken_over') then e.from_value::uuid end as from_id,
      case when e.kind in ('assigned_to', 'customer_id') then e.to_value::uuid end as to_id
    from public.ticket_events e where e.ticket_id = target
    order by e.created_at desc, e.id desc limit 100
  ), people as materialized (
    select jsonb_object_agg(p.id, p.name) as names from public.profiles p
    where p.id = any (array(
      select n.actor_id from newest n union select n.from_id from newest n union select n.to_id from newest n))
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', n.id, 'kind', n.kind, 'actor_id', n.actor_id, 'actor_name', p.names -> n.actor_id::text,
    'from_value', n.from_value, 'to_value', n.to_value,
    'from_name', p.names -> n.from_id::text, 'to_name', p.names -> n.to_id::text,
    'is_internal', n.is_internal, 'created_at', n.created_at
  ) order by n.created_at desc, n.id desc), '[]')
  from newest n cross join people p
$$;
comment on function private.ticket_events_json(uuid) is 'The newest 100 events of a ticket, newest first, with names.';

create function private.public_events_json(ticket public.tickets) returns jsonb
language sql stable security definer set search_path = '' as $$
  with known as materialized (
    -- Of staff, customers see the names of the assignee and of those who wrote to them.
    select p.id::text, p.name from public.profiles p
    where p.id = any (array(
      select ticket.customer_id union select ticket.assigned_to
      union select c.user_id from public.comments c where c.ticket_id = ticket.id and not c.is_internal))
  ), newest as materialized (
    select e.id, e.kind, e.created_at, e.actor_id,
      case when e.kind = 'assigned_to' then null else e.from_value end as from_value,
      case when e.kind = 'assigned_to' then null else e.to_value end as to_value,
      case when e.kind = 'assigned_to' then e.to_value end as to_id
    from public.ticket_events e
    where e.ticket_id = ticket.id and not e.is_internal
      and (e.kind in ('status', 'priority')
        -- Between colleagues only when it names who helps now; never back to the queue.
        or e.kind = 'assigned_to' and e.to_value is not null
          and (e.from_value is null or e.to_value in (select k.id from known k)))
    order by e.created_at desc, e.kind desc, e.id desc limit 100
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', n.id, 'kind', n.kind, 'actor_id', actor.id, 'actor_name', actor.name,
    'from_value', n.from_value, 'to_value', coalesce(n.to_value, assignee.id), 'to_name', assignee.name,
    'is_internal', false, 'created_at', n.created_at
  ) order by n.created_at desc, n.kind desc, n.id desc), '[]')
  from newest n left join known actor on actor.id = n.actor_id::text left join known assignee on assignee.id = n.to_id
$$;
comment on function private.public_events_json(public.tickets) is
  'The newest 100 events of a ticket that its customer may see, newest first: status, priority, who helps. People '
  'whom the customer does not know are null.';

-- The newest ids of the requester's tickets come from an index alone. With the rows in the same query, a workspace of
-- few requesters walks the tickets of everybody in order of time until it has met five of this one.
create function private.ticket_detail_for_staff(target uuid, customer uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'events', private.ticket_events_json(target),
    'other_tickets', coalesce((
      select jsonb_agg(to_jsonb(other) order by other.created_at desc, other.id desc)
      from (
        select t.id, t.number, t.subject, t.status, t.priority, t.created_at, t.updated_at
        from (
          select o.id from public.tickets o where o.customer_id = customer and o.id <> target
          order by o.created_at desc, o.id desc limit 5
        ) newest join public.tickets t on t.id = newest.id
      ) other), '[]'),
    'drafts', private.my_drafts(target),
    'assignee_away_since', (
      select p.away_since from public.tickets t join public.profiles p on p.id = t.assigned_to where t.id = target),
    'followers', private.followers_json(target),
    'mentions', private.mentions_json(target),
    'last_read_at', private.last_read_at(target),
    'agents_update', (select w.agents_update from public.workspace_settings w))
$$;
comment on function private.ticket_detail_for_staff(uuid, uuid) is
  'The parts of a ticket''s detail that only staff see: {events, other_tickets, drafts, assignee_away_since, '
  'followers, mentions, last_read_at, agents_update}.';

-- The ticket screen in one call, by the ticket's id or its number, with its history, the files that are not uploaded
-- yet and the types that the workspace accepts. Customers see the public part of it.
create function public.get_ticket_detail(ticket_id uuid default null, ticket_number bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  my_role text := private.current_role();
  staff boolean := coalesce(my_role in ('agent', 'admin'), false);
  target uuid := coalesce(ticket_id, (select t.id from public.tickets t where t.number = ticket_number));
  ticket public.tickets;
begin
  if my_role is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  select t.* into ticket from public.tickets t
  where t.id = target and (staff or t.customer_id = auth.uid());
  -- Does not distinguish a missing ticket from a foreign one.
  if not found then
    return null;
  end if;
  return jsonb_build_object(
    'ticket', case when staff then private.ticket_for_staff(ticket) else to_jsonb(ticket) - 'tag_keys' end,
    'comments', coalesce((
      select jsonb_agg(to_jsonb(c) order by c.created_at, c.id)
      from public.comments c where c.ticket_id = ticket.id and (staff or not c.is_internal)), '[]'),
    'attachments', coalesce((
      select jsonb_agg(to_jsonb(a) order by a.created_at, a.id)
      from public.attachments a where a.ticket_id = ticket.id and (staff or a.comment_id is null or exists (
        select from public.comments c where c.id = a.comment_id and not c.is_internal))), '[]'),
    'missing_files', coalesce((
      select jsonb_agg(jsonb_build_object('request_id', a.request_id, 'comment_id', a.comment_id, 'name', a.file_name)
        order by a.announced_at, a.position)
      from private.announced_files a left join public.comments c on c.id = a.comment_id
      where a.ticket_id = ticket.id and a.is_missing and a.announced_at > now() - interval '30 days'
        and (staff or not coalesce(c.is_internal, false))), '[]'),
    'rating', (
      select jsonb_build_object('score', r.score, 'comment', r.comment, 'created_at', r.created_at,
        'updated_at', r.updated_at)
      from public.ticket_ratings r where r.ticket_id = ticket.id),
    -- Customers see the name of the assignee and nothing else.
    'assignee', (
      select jsonb_build_object('id', p.id, 'name', p.name, 'email', case when staff then p.email end)
      from public.profiles p where p.id = ticket.assigned_to),
    'customer', (
      select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email)
      from public.profiles p where p.id = ticket.customer_id),
    'loaded_at', now(),
    -- Limits of the comment form; saves the screen a second request.
    'limits', (
      select jsonb_build_object('max_files', w.max_files, 'max_file_bytes', w.max_file_bytes,
        'file_types', w.file_types)
      from public.workspace_settings w),
    'events', case when not staff then private.public_events_json(ticket) end,
    'last_read_at', case when not staff then private.last_read_at(ticket.id) end,
    'staff', case when staff then private.ticket_detail_for_staff(ticket.id, ticket.customer_id) end);
end
$$;
comment on function public.get_ticket_detail(uuid, bigint) is
  'Everything the screen of a ticket shows, by id or else by number: {ticket, comments, attachments, missing_files: '
  '[{request_id, comment_id|null, name}], rating, assignee, customer, loaded_at, limits: {max_files, max_file_bytes, '
  'file_types}, events: [...]|null, last_read_at|null, staff: {events, other_tickets, drafts, last_read_at, '
  'agents_update}|null}; events and last_read_at are those of customers; null when there is no such ticket for the '
  'caller.';
grant execute on function public.get_ticket_detail(uuid, bigint) to authenticated, service_role;

-- The customer's rating of a solved or closed ticket.
create table public.ticket_ratings (
  ticket_id uuid primary key references public.tickets (id) on delete cascade,
  customer_id uuid not null default auth.uid() references public.profiles (id),
  agent_id uuid references public.profiles (id),
  score smallint not null constraint ticket_ratings_score check (score between 1 and 5),
  comment text constraint ticket_ratings_comment_length check (char_length(comment) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.ticket_ratings is 'One rating per ticket, by its customer. 4 and 5 are good.';
comment on column public.ticket_ratings.agent_id is 'Assignee when the ticket was rated.';

create index ticket_ratings_customer_idx on public.ticket_ratings (customer_id);
create index ticket_ratings_agent_idx on public.ticket_ratings (agent_id, created_at desc);
create index ticket_ratings_created_at_idx on public.ticket_ratings (created_at desc);

alter table public.ticket_ratings alter column comment set statistics 0;
alter table public.ticket_ratings enable row level security;
grant select (ticket_id, customer_id, agent_id, score, comment, created_at, updated_at)
  on table public.ticket_ratings to authenticated;
grant insert (ticket_id, score, comment) on table public.ticket_ratings to authenticated;
grant update (score, comment) on table public.ticket_ratings to authenticated;
grant all on table public.ticket_ratings to service_role;

create function private.can_rate(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.current_role() = 'customer' and exists (
    select from public.tickets t
    where t.id = target and t.customer_id = (select auth.uid()) and t.status in ('solved', 'closed')
      and t.assigned_to is distinct from t.customer_id
  )
$$;
comment on function private.can_rate(uuid) is
  'True for the customer of a solved or closed ticket, unless they worked on it themselves.';
grant execute on function private.can_rate(uuid) to authenticated, service_role;

create function private.set_rating_agent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.agent_id := (select t.assigned_to from public.tickets t where t.id = new.ticket_id);
  return new;
end
$$;
comment on function private.set_rating_agent() is 'Sets agent_id to the ticket''s assignee.';

create policy ticket_ratings_select_visible on public.ticket_ratings for select to authenticated
  using ((select private.can_see_all_tickets())
    or (customer_id = (select auth.uid()) and (select private.current_role()) is not null));
create policy ticket_ratings_insert_own on public.ticket_ratings for insert to authenticated
  with check (customer_id = (select auth.uid()) and private.can_rate(ticket_id));
create policy ticket_ratings_update_own on public.ticket_ratings for update to authenticated
  using (customer_id = (select auth.uid()) and private.can_rate(ticket_id))
  with check (customer_id = (select auth.uid()) and private.can_rate(ticket_id));

create trigger ticket_ratings_credit before insert on public.ticket_ratings
  for each row execute function private.set_rating_agent();
create trigger ticket_ratings_touch before update on public.ticket_ratings
  for each row execute function private.touch_updated_at();

-- Which tickets each user has read. A mark is needed only for tickets with a recent message: everything before a time
-- of the user's own counts as read.
create table private.read_before (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  at timestamptz not null
);
comment on table private.read_before is
  'Messages before this time count as read by the user; without a row, those before the profile was created. Moves '
  'when marks are pruned.';

alter table private.read_before enable row level security;

create table private.ticket_reads (
  user_id uuid not null references public.profiles (id) on delete cascade,
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  read_at timestamptz not null,
  is_unread boolean not null default false,
  -- Lists read the marks of a page from the index alone.
  primary key (user_id, ticket_id) include (read_at)
);
comment on table private.ticket_reads is
  'Until when a user has read a ticket. Only their own requests read it: nobody learns what others have read.';
comment on column private.ticket_reads.is_unread is 'Marked as unread by the user, until it is opened again.';

create index ticket_reads_ticket_idx on private.ticket_reads (ticket_id);
create index ticket_reads_unread_idx on private.ticket_reads (user_id) include (ticket_id) where is_unread;

alter table private.ticket_reads enable row level security;

create function private.read_before(person uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select coalesce((select b.at from private.read_before b where b.user_id = person),
    (select p.created_at from public.profiles p where p.id = person))
$$;
comment on function private.read_before(uuid) is 'Messages before this time count as read by the user.';

create function private.last_read_at(target uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select greatest(private.read_before(auth.uid()),
    (select r.read_at from private.ticket_reads r where r.user_id = auth.uid() and r.ticket_id = target))
$$;
comment on function private.last_read_at(uuid) is 'Until when the caller has read a ticket.';

create function private.prune_reads(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- At most once a day.
  if private.read_before(person) < now() - interval '91 days' then
    insert into private.read_before as b (user_id, at) values (person, now() - interval '90 days')
    on conflict (user_id) do update set at = excluded.at;
    delete from private.ticket_reads r
    where r.user_id = person and r.read_at < now() - interval '90 days' and not r.is_unread;
  end if;
end
$$;
comment on function private.prune_reads(uuid) is 'Deletes a user''s marks of more than 90 days ago.';

create function private.visible_ticket(target uuid) returns public.tickets
language plpgsql stable security definer set search_path = '' as $$
declare
  ticket public.tickets;
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  select t.* into ticket from public.tickets t where t.id = target and private.can_see_ticket(target);
  -- Does not distinguish a missing ticket from a foreign one.
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  return ticket;
end
$$;
comment on function private.visible_ticket(uuid) is 'A ticket that the caller can see; raises a 404 for any other.';

create function public.mark_ticket_read(ticket_id uuid, read_until timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  ticket constant public.tickets := private.visible_ticket(mark_ticket_read.ticket_id);
  until constant timestamptz := least(coalesce(read_until, now()), now());
begin
  perform private.read_notifications(ticket.id, until);
  -- A ticket without a new message needs no mark and no write.
  if ticket.last_message_at > private.last_read_at(ticket.id) then
    insert into private.ticket_reads as r (user_id, ticket_id, read_at) values (me, ticket.id, until)
    on conflict on constraint ticket_reads_pkey do update set read_at = greatest(r.read_at, excluded.read_at),
      is_unread = false;
    perform private.prune_reads(me);
  else
    update private.ticket_reads r set is_unread = false
    where r.user_id = me and r.ticket_id = ticket.id and r.is_unread;
  end if;
end
$$;
comment on function public.mark_ticket_read(uuid, timestamptz) is
  'Marks a ticket and its notifications as read by the caller, up to a time: when the page was loaded, so that a '
  'later message stays unread.';
grant execute on function public.mark_ticket_read(uuid, timestamptz) to authenticated, service_role;

create function public.mark_ticket_unread(ticket_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ticket constant public.tickets := private.visible_ticket(mark_ticket_unread.ticket_id);
begin
  insert into private.ticket_reads (user_id, ticket_id, read_at, is_unread)
  values (auth.uid(), ticket.id, private.last_read_at(ticket.id), true)
  on conflict on constraint ticket_reads_pkey do update set is_unread = true;
end
$$;
comment on function public.mark_ticket_unread(uuid) is
  'Marks a ticket as unread by the caller until it is opened again, whoever wrote last.';
grant execute on function public.mark_ticket_unread(uuid) to authenticated, service_role;

-- Who can read, create, update and delete tickets. Agents triage unassigned tickets: status, priority, tags and
-- assignee. A setting lets them update every ticket.
create function private.owns_ticket(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.current_role() is not null and exists (
    select from public.tickets t where t.id = target and t.customer_id = (select auth.uid())
  )
$$;
comment on function private.owns_ticket(uuid) is 'True when the caller is active and the customer of the ticket.';
grant execute on function private.owns_ticket(uuid) to authenticated, service_role;

create function private.can_see_ticket(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.can_see_all_tickets() or private.owns_ticket(target)
$$;
comment on function private.can_see_ticket(uuid) is
  'True when the caller sees the ticket and its public comments, files and history. Policies write both halves, so '
  'that the first runs once per statement.';
grant execute on function private.can_see_ticket(uuid) to authenticated, service_role;

create function private.can_update_ticket(assignee uuid) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(case private.current_role()
    when 'admin' then true
    when 'agent' then assignee = (select auth.uid()) or private.agents_update_all() end, false)
$$;
comment on function private.can_update_ticket(uuid) is
  'True when the caller can change every field of a ticket with that assignee. See also can_triage_ticket and '
  'guard_ticket_update.';
grant execute on function private.can_update_ticket(uuid) to authenticated, service_role;

create function private.can_triage_ticket(assignee uuid) returns boolean
language sql stable set search_path = '' as $$
  select private.can_update_ticket(assignee) or assignee is null and private.can_work_on_tickets()
$$;
comment on function private.can_triage_ticket(uuid) is
  'True when the caller can change status, priority, tags and assignee of a ticket with that assignee.';
grant execute on function private.can_triage_ticket(uuid) to authenticated, service_role;

create policy tickets_select_visible on public.tickets for select to authenticated
  using ((select private.can_see_all_tickets())
    or (customer_id = (select auth.uid()) and (select private.current_role()) is not null));
create policy tickets_insert_customer on public.tickets for insert to authenticated
  with check (created_by = (select auth.uid()) and customer_id = (select auth.uid())
    and (select private.current_role()) = 'customer');
create policy tickets_update_visible on public.tickets for update to authenticated
  using ((select private.can_work_on_tickets())
    or (customer_id = (select auth.uid()) and (select private.current_role()) is not null))
  with check ((select private.can_work_on_tickets())
    or (customer_id = (select auth.uid()) and (select private.current_role()) is not null));
create policy tickets_delete_admin on public.tickets for delete to authenticated
  using ((select private.can_delete_content()));

create function private.guard_ticket_update() returns trigger
language plpgsql set search_path = '' as $$
declare
  me uuid := auth.uid();
  my_role text;
  only_text boolean;
begin
  -- Functions of this schema run as its owner and apply their own rule.
  if current_user <> 'authenticated' then
    return new;
  end if;
  my_role := private.current_role();
  if new.assigned_to is distinct from old.assigned_to and new.assigned_to is not null
    and (my_role is distinct from 'customer') and not private.is_active_staff(new.assigned_to) then
    raise exception 'A ticket can only be assigned to an agent or admin' using detail = 'assignee_invalid';
  end if;
  if private.can_update_ticket(old.assigned_to) then
    return new;
  end if;
  if private.can_triage_ticket(old.assigned_to) and new.subject = old.subject and new.description = old.description
    and new.metadata is not distinct from old.metadata
    and (new.close_reason is not distinct from old.close_reason or old.status <> 'closed' or new.status <> 'closed')
      then
    return new;
  end if;
  if old.customer_id = me and my_role is not null then
    only_text := new.priority = old.priority and new.assigned_to is not distinct from old.assigned_to
      and (new.tags is not distinct from old.tags or my_role <> 'customer' and new.tags is not distinct from
        (select g.tags from public.ticket_tags g where g.ticket_id = old.id))
          and new.metadata is not distinct from old.metadata;
    if only_text
      and (old.status = 'open' or (new.subject = old.subject and new.description = old.description))
      and (new.status = old.status or new.status = 'closed'
        or (new.status = 'open' and old.status in ('solved', 'closed')))
      -- A reason can be given when closing, and not changed afterwards.
      and (new.close_reason is not distinct from old.close_reason
        or not (old.status = 'closed' and new.status = 'closed')) then
      return new;
    end if;
  end if;
  raise exception 'You do not have permission to update this ticket' using detail = 'ticket_forbidden';
end
$$;
comment on function private.guard_ticket_update() is
  'Admins update any ticket, agents those assigned to them, and triage unassigned ones; customers edit the text while '
  'open, close and reopen.';

create trigger tickets_guard before update on public.tickets
  for each row execute function private.guard_ticket_update();

-- Staff open tickets for customers who called. New requesters get an account without a password. Its owner sets one by
-- the reset link, which also confirms the address.
create table private.invited_requesters (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  invited_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table private.invited_requesters is
  'Requesters created by staff. They get mails about their tickets before they have confirmed the address.';

create index invited_requesters_invited_by_idx on private.invited_requesters (invited_by);

alter table private.invited_requesters enable row level security;

create function private.is_invited_requester(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.invited_requesters r where r.user_id = person)
$$;
comment on function private.is_invited_requester(uuid) is 'True when staff created the account for a ticket.';

-- A stranger may have registered the address with a password of their own.
create function private.discard_account(person uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.users u where u.id = person;
  return true;
exception when foreign_key_violation then
  -- An imported account may own tickets: keep it, but remove every way to sign in.
  delete from auth.identities i where i.user_id = person;
  delete from auth.sessions s where s.user_id = person;
  if to_regclass('auth.one_time_tokens') is not null then
    execute 'delete from auth.one_time_tokens where user_id = $1' using person;
  end if;
  update auth.users u set encrypted_password = null, phone = null, confirmation_token = '', recovery_token = '',
    email_change = '', email_change_token_new = '', email_change_token_current = '', phone_change = '',
    phone_change_token = '', reauthentication_token = ''
  where u.id = person;
  return false;
end
$$;
comment on function private.discard_account(uuid) is
  'Deletes an unconfirmed account, or every way to sign in to it. True when the address is free.';

create function private.create_requester(address text, name text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := gen_random_uuid();
  said jsonb := jsonb_strip_nulls(jsonb_build_object('full_name', nullif(btrim(name), '')));
begin
  -- The Auth service reads these texts into fields that cannot be null.
  insert into auth.users (instance_id, id, aud, role, email, raw_app_meta_data, raw_user_meta_data, is_sso_user,
    confirmation_token, recovery_token, email_change, email_change_token_new, invited_at, created_at, updated_at)
  values ('00000000-0000-0000-0000-000000000000', person, 'authenticated', 'authenticated', address,
    '{"provider": "email", "providers": ["email"]}', said, false, '', '', '', '', now(), now(), now());
  insert into auth.identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
  values (gen_random_uuid(), person, 'email', person::text,
    said || jsonb_build_object('sub', person, 'email', address, 'email_verified', false), now(), now());
  insert into private.invited_requesters (user_id, invited_by) values (person, auth.uid());
  return person;
end
$$;
comment on function private.create_requester(text, text) is 'Creates a customer without a password. Returns the id.';

create function private.find_or_create_requester(address text, name text, out requester public.profiles,
  out is_new boolean)
language plpgsql security definer set search_path = '' as $$
declare
  account record;
begin
  -- Two agents who enter the same address share the account.
  perform pg_advisory_xact_lock(hashtextextended('requester ' || address, 0));
  select u.id, u.email_confirmed_at is not null or private.is_invited_requester(u.id) as is_known into account
  from auth.users u where u.email = address and not u.is_sso_user;
  is_new := account.id is null or not account.is_known and private.discard_account(account.id);
  if is_new then
    account.id := private.create_requester(address, name);
  elsif not account.is_known then
    insert into private.invited_requesters (user_id, invited_by) values (account.id, auth.uid());
    is_new := true;
  end if;
  select p.* into requester from public.profiles p where p.id = account.id;
  if requester.deactivated_at is not null then
    raise exception 'The account with this email is deactivated' using detail = 'account_deactivated';
  elsif requester.role <> 'customer' then
    raise exception 'This address belongs to a member of staff' using detail = 'requester_is_staff';
  end if;
end
$$;
comment on function private.find_or_create_requester(text, text) is
  'The customer with that address, created if there is none. An account whose address was never confirmed is '
  'replaced. Raises for staff and deactivated people.';

create function public.open_ticket_for(
  requester_email text, subject text, description text, requester_name text default null, priority text default null,
  tags text[] default null, request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  address constant text := lower(btrim(requester_email));
  found record;
  ticket public.tickets;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to open tickets for customers' using detail = 'agent_required';
  end if;
  if address is null or address !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or char_length(address) > 254 then
    raise exception 'Please enter a valid email address' using detail = 'requester_email';
  end if;
  if not private.is_tag_list(open_ticket_for.tags) then
    raise exception 'A tag has 1 to 40 characters' using detail = 'tag_invalid';
  end if;
  found := private.find_or_create_requester(address, requester_name);
  select t.* into ticket from public.tickets t where t.created_by = me and t.request_id = open_ticket_for.request_id;
  if ticket.id is null then
    perform private.exclude_from_undo();
    insert into public.tickets as t (subject, description, priority, created_by, customer_id, request_id, source)
    values (open_ticket_for.subject, open_ticket_for.description,
      coalesce(open_ticket_for.priority, private.default_priority()), me, (found.requester).id,
        open_ticket_for.request_id, 'staff')
    returning t.* into ticket;
    -- After the insert: tags given at creation are shown to the customer, these are the desk's.
    if cardinality(open_ticket_for.tags) > 0 then
      update public.tickets t set tags = open_ticket_for.tags where t.id = ticket.id returning t.* into ticket;
    end if;
    perform private.notify('opened', (found.requester).id, ticket, private.name_of(me), ticket.description, null);
    perform private.audit('ticket_opened', (found.requester).id, address, null,
      jsonb_build_object('number', ticket.number, 'is_new', found.is_new));
  end if;
  return jsonb_build_object('ticket', private.ticket_for_staff(ticket), 'requester', jsonb_build_object(
    'id', (found.requester).id, 'name', (found.requester).name, 'email', (found.requester).email,
      'is_new', found.is_new));
end
$$;
comment on function public.open_ticket_for(text, text, text, text, text, text[], uuid) is
  'Staff: open a ticket for a customer, who gets a mail: {ticket, requester: {id, name, email, is_new}}. An unknown '
  'address becomes a customer without a password, who is invited to set one. Raises for addresses of staff and '
  'deactivated people. A repeated request_id returns the first ticket.';
grant execute on function public.open_ticket_for(text, text, text, text, text, text[], uuid)
  to authenticated, service_role;

-- Replies and internal notes. Only staff access notes.
create table public.comments (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id),
  content text not null constraint comments_content_length
    check (char_length(content) <= 10000 and content ~ '\S'),
  is_internal boolean not null default false,
  author_name text not null default '',
  author_role text not null default 'customer' constraint comments_author_role
    check (author_role = any (private.user_roles())),
  request_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  source text not null default 'portal' constraint comments_source check (source in ('portal', 'mail')),
  constraint comments_id_ticket_key unique (id, ticket_id)
);
comment on table public.comments is 'Replies (public) and notes (is_internal) on a ticket.';
comment on column public.comments.author_name is
  'Copied from the profile: customers see the author''s name and nothing else of a profile.';
comment on column public.comments.request_id is 'Chosen by the client for one submission; unique for each author.';
comment on column public.comments.source is 'portal: written in the portal. mail: sent by mail.';

create index comments_ticket_idx on public.comments (ticket_id, created_at, id);
create unique index comments_request_idx on public.comments (user_id, request_id);

alter table public.comments
  alter column content set statistics 0,
  alter column author_name set statistics 0;
alter table public.comments enable row level security;
grant select (id, ticket_id, user_id, content, is_internal, author_name, author_role, request_id, created_at,
  updated_at, source)
  on table public.comments to authenticated;
grant insert (ticket_id, user_id, content, is_internal, request_id) on table public.comments to authenticated;
grant update (content) on table public.comments to authenticated;
grant delete on table public.comments to authenticated;
grant all on table public.comments to service_role;

create function private.set_comment_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select p.name, p.role into new.author_name, new.author_role from public.profiles p where p.id = new.user_id;
  new.author_name := coalesce(new.author_name, '');
  new.author_role := coalesce(new.author_role, 'customer');
  return new;
end
$$;
comment on function private.set_comment_author() is 'Copies name and role of the author into the comment.';

-- A trigger rather than a policy: a late edit raises an error instead of silently updating no row.
create function private.guard_comment_edit() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Functions of this schema and the service run as other users and apply their own rule.
  if current_user = 'authenticated' and now() - old.created_at > interval '15 minutes' then
    raise exception 'You can edit a comment for 15 minutes after sending it' using detail = 'comment_edit_expired';
  end if;
  return new;
end
$$;
comment on function private.guard_comment_edit() is 'Raises when an author edits a comment more than 15 minutes old.';

-- The conversation decides the status: a requester's comment reopens the ticket, a reply by staff takes an unassigned
-- one.
create function private.touch_commented_ticket() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Seeds and imports write for others and change no status.
  is_own boolean := coalesce(new.user_id = auth.uid(), false);
begin
  -- Only public comments count as activity; a note must leave no trace that the customer can see.
  if not new.is_internal then
    update public.tickets t
    set first_response_at = case when private.is_answer(new.user_id, new.author_role, t.customer_id)
        then coalesce(t.first_response_at, new.created_at) else t.first_response_at end,
      waiting_since = case when not private.is_answer(new.user_id, new.author_role, t.customer_id)
        then coalesce(t.waiting_since, new.created_at) end,
      last_message_at = new.created_at, last_message_by = new.user_id,
        last_message_preview = private.preview(new.content)
    where t.id = new.ticket_id;
    if is_own then
      update public.tickets t set status = 'open'
      where t.id = new.ticket_id and t.customer_id = new.user_id and t.status in ('pending', 'solved', 'closed');
      -- The mail with the reply says enough.
      perform set_config('helpdesk.mails', 'off', true);
      update public.tickets t
      set assigned_to = new.user_id, status = case when t.status = 'open' then 'in_progress' else t.status end
      where t.id = new.ticket_id and t.assigned_to is null
        and private.is_answer(new.user_id, new.author_role, t.customer_id);
    end if;
    -- An import may add older messages after newer ones.
    if exists (select from public.comments c
        where c.ticket_id = new.ticket_id and not c.is_internal and c.created_at > new.created_at) then
      perform private.refresh_messages(array[new.ticket_id]);
    end if;
  end if;
  return null;
end
$$;
comment on function private.touch_commented_ticket() is
  'A public comment touches its ticket: the first one by staff sets first_response_at, and the message columns '
  'follow. The requester''s reopens it; one by staff takes it when it is unassigned.';

create policy comments_select_visible on public.comments for select to authenticated
  using (((select private.can_see_all_tickets()) or private.owns_ticket(ticket_id))
    and (not is_internal or (select private.can_see_notes())));
create policy comments_insert_author on public.comments for insert to authenticated
  with check (user_id = (select auth.uid())
    and ((select private.can_see_all_tickets()) or private.owns_ticket(ticket_id))
    and (not is_internal or (select private.can_write_notes())));
create policy comments_update_author on public.comments for update to authenticated
  using (user_id = (select auth.uid())
    and ((select private.can_see_all_tickets()) or private.owns_ticket(ticket_id))
    and (not is_internal or (select private.can_write_notes())))
  with check (user_id = (select auth.uid()));
create policy comments_delete_author_or_admin on public.comments for delete to authenticated
  using ((select private.can_delete_content()) or (user_id = (select auth.uid())
    and ((select private.can_see_all_tickets()) or private.owns_ticket(ticket_id))
    and (not is_internal or (select private.can_write_notes()))));

create trigger comments_sign before insert on public.comments
  for each row execute function private.set_comment_author();
create trigger comments_touch before update of content on public.comments
  for each row execute function private.touch_updated_at();
create trigger comments_follow after insert on public.comments
  for each row execute function private.touch_commented_ticket();
create trigger comments_guard before update of content on public.comments
  for each row execute function private.guard_comment_edit();

-- Canned replies: a text with placeholders, and changes to apply with it. Personal, or shared with all staff.
create table public.macros (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  is_shared boolean not null default false,
  name text not null constraint macros_name_length check (char_length(name) <= 80 and name ~ '\S'),
  body text not null default '' constraint macros_body_length check (char_length(body) <= 5000),
  set_status text constraint macros_status
    check (set_status = any (private.ticket_statuses())),
  set_priority text constraint macros_priority
    check (set_priority = any (private.ticket_priorities())),
  add_tags text[] constraint macros_tags check (private.is_tag_list(add_tags)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint macros_do_something
    check (body ~ '\S' or set_status is not null or set_priority is not null or coalesce(cardinality(add_tags), 0) > 0)
);
comment on table public.macros is 'Canned replies. All staff read shared macros; owners and admins write.';
comment on column public.macros.body is 'Text with placeholders such as {{customer.name}}, filled in by the client.';

create index macros_owner_idx on public.macros (owner_id, name);
create index macros_shared_idx on public.macros (name) where is_shared;

alter table public.macros
  alter column name set statistics 0,
  alter column body set statistics 0;
alter table public.macros enable row level security;
grant select (id, owner_id, is_shared, name, body, set_status, set_priority, add_tags, created_at, updated_at)
  on table public.macros to authenticated;
grant insert (owner_id, is_shared, name, body, set_status, set_priority, add_tags)
  on table public.macros to authenticated;
grant update (is_shared, name, body, set_status, set_priority, add_tags) on table public.macros to authenticated;
grant delete on table public.macros to authenticated;
grant all on table public.macros to service_role;

create policy macros_select_staff on public.macros for select to authenticated
  using ((select private.can_use_macros()) and (is_shared or owner_id = (select auth.uid())));
create policy macros_insert_owner on public.macros for insert to authenticated
  with check ((select private.can_use_macros()) and owner_id = (select auth.uid()));

-- Admins cannot see or change personal rows.
create policy macros_update_owner_or_admin on public.macros for update to authenticated
  using (((select private.can_use_macros()) and owner_id = (select auth.uid()))
    or ((select private.can_manage_workspace()) and is_shared))
  with check (((select private.can_use_macros()) and owner_id = (select auth.uid()))
    or ((select private.can_manage_workspace()) and is_shared));
create policy macros_delete_owner_or_admin on public.macros for delete to authenticated
  using (((select private.can_use_macros()) and owner_id = (select auth.uid()))
    or ((select private.can_manage_workspace()) and is_shared));

create trigger macros_touch before update on public.macros
  for each row execute function private.touch_updated_at();
create trigger macros_strip_name before insert or update of name on public.macros
  for each row when (new.name is distinct from private.strip_invisible(new.name))
  execute function private.strip_column('name');
create trigger macros_strip_tags before insert or update of add_tags on public.macros
  for each row when (new.add_tags::text is distinct from private.strip_invisible(new.add_tags::text))
  execute function private.strip_tags('add_tags');

-- Mentions of staff in notes: "@Ada Agent" in the text, and here who was meant, so that a rename changes nothing. Two
-- people of one name are told apart by "@Ada Agent (ada@example.com)".
create table private.comment_mentions (
  comment_id uuid not null references public.comments (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  written text not null,
  primary key (comment_id, person_id)
);
comment on table private.comment_mentions is 'Staff mentioned in notes, never in public replies.';
comment on column private.comment_mentions.written is 'The mention as it stands in the text, with its @.';

create index comment_mentions_person_idx on private.comment_mentions (person_id);

alter table private.comment_mentions enable row level security;

create function private.find_mentions(content text) returns table (person_id uuid, written text)
language plpgsql stable security definer set search_path = '' as $$
declare
  -- More would be a list, not a mention.
  most constant integer := 50;
  place integer;
begin
  if strpos(content, '@') = 0 then
    return;
  end if;
  for n in 1 .. most loop
    -- Not inside an e-mail address.
    place := regexp_instr(content, '(?<![\w.])@', 1, n);
    exit when place = 0;
    return query
      with forms as (
        select p.id, f.form from public.profiles p,
          lateral (values ('@' || p.name), ('@' || p.name || ' (' || p.email || ')')) f (form)
        where p.role in ('agent', 'admin') and p.deactivated_at is null
      ), fitting as (
        select f.id, f.form from forms f
        where starts_with(lower(substr(content, place, 400)), lower(f.form))
          and substr(content, place + char_length(f.form), 1) !~ '\w'
      )
      -- "@Ada Agent" is not a mention of Ada.
      select f.id, substr(content, place, char_length(f.form)) from fitting f
      where char_length(f.form) = (select max(char_length(m.form)) from fitting m);
  end loop;
end
$$;
comment on function private.find_mentions(text) is
  'Active staff that a text mentions by @ and their name, case-insensitive; people of one name by name and e-mail, '
  'else all of them.';

create function private.save_mentions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  mentioned uuid[];
  member uuid;
begin
  with found as (
    select m.person_id, min(m.written) as written from private.find_mentions(new.content) m group by m.person_id
  ), added as (
    insert into private.comment_mentions (comment_id, person_id, written)
    select new.id, f.person_id, f.written from found f
    on conflict on constraint comment_mentions_pkey do nothing returning person_id
  ), removed as (
    -- A mention of somebody who was renamed since stays as long as its text does.
    delete from private.comment_mentions c
    where c.comment_id = new.id and strpos(new.content, c.written) = 0
  )
  select coalesce(array_agg(a.person_id order by a.person_id), '{}') into mentioned from added a;
  if new.user_id is distinct from auth.uid() then
    return null;
  end if;
  select t.* into ticket from public.tickets t where t.id = new.ticket_id;
  foreach member in array mentioned loop
    insert into private.ticket_followers (ticket_id, person_id) values (ticket.id, member) on conflict do nothing;
    perform private.add_notification('mention', member, ticket, new.id);
    perform private.notify('mention', member, ticket, new.author_name, null, null);
  end loop;
  if tg_op = 'INSERT' then
    perform private.notify_followers(ticket, new.id, null, mentioned);
  end if;
  return null;
end
$$;
comment on function private.save_mentions() is
  'Saves whom a note mentions. They are notified and follow the ticket from now on; its other followers are notified '
  'of the note.';

create trigger comments_mention after insert or update of content on public.comments
  for each row when (new.is_internal) execute function private.save_mentions();

create function private.mentions_json(target uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('comment_id', m.comment_id, 'person_id', p.id, 'name', p.name,
    'written', m.written)), '[]')
  from public.comments c join private.comment_mentions m on m.comment_id = c.id
    join public.profiles p on p.id = m.person_id
  where c.ticket_id = target and c.is_internal
$$;
comment on function private.mentions_json(uuid) is
  'Mentions in the notes of a ticket, with the present names: [{comment_id, person_id, name, written}].';

create function private.followers_json(target uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.name, p.id), '[]')
  from private.ticket_followers f join public.profiles p on p.id = f.person_id
  where f.ticket_id = target and p.role in ('agent', 'admin') and p.deactivated_at is null
$$;
comment on function private.followers_json(uuid) is 'Active staff who follow a ticket, by name: [{id, name}].';

create function public.follow_ticket(ticket_id uuid, follow boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to follow tickets' using detail = 'agent_required';
  end if;
  ticket := private.visible_ticket(follow_ticket.ticket_id);
  if follow then
    insert into private.ticket_followers (ticket_id, person_id) values (ticket.id, auth.uid()) on conflict do nothing;
  else
    delete from private.ticket_followers f where f.ticket_id = ticket.id and f.person_id = auth.uid();
  end if;
  return private.followers_json(ticket.id);
end
$$;
comment on function public.follow_ticket(uuid, boolean) is
  'Staff: follow or unfollow a ticket. Returns its followers: [{id, name}].';
grant execute on function public.follow_ticket(uuid, boolean) to authenticated, service_role;

-- Sends a reply or note together with changes of the ticket.
create function public.send_reply(
  ticket_id uuid, content text, is_internal boolean default false, request_id uuid default null,
  seen_at timestamptz default null, new_status text default null, new_priority text default null,
  add_tags text[] default null, seen_version integer default null, files integer default 0
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  me uuid := auth.uid();
  ticket public.tickets;
  reply public.comments;
  takes boolean;
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  if not private.is_tag_list(add_tags) then
    raise exception 'A tag has 1 to 40 characters' using detail = 'tag_invalid';
  end if;
  -- Serialises replies to one ticket, also behind concurrent changes, which are seen below.
  select t.* into ticket from public.tickets t where t.id = send_reply.ticket_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  if request_id is not null then
    select c.* into reply from public.comments c where c.user_id = me and c.request_id = send_reply.request_id;
    if found then
      return jsonb_build_object('comment', to_jsonb(reply), 'ticket', private.ticket_for_staff(ticket));
    end if;
  end if;
  if exists (
    select from public.ticket_events e
    where e.ticket_id = ticket.id and e.actor_id is distinct from me
      and (e.created_at > seen_at or e.ticket_version > seen_version)
  ) then
    raise sqlstate 'PT409' using message = 'The ticket has changed since you opened it', detail = 'ticket_changed';
  end if;
  -- A sent reply cannot be taken back.
  perform private.exclude_from_undo();
  takes := ticket.assigned_to is null and not coalesce(send_reply.is_internal, false)
    and ticket.customer_id is distinct from me;
  if takes or coalesce(new_status, new_priority) is not null or cardinality(add_tags) > 0 then
    if new_status is null then
      -- The mail with the reply says enough.
      perform set_config('helpdesk.mails', 'off', true);
    end if;
    update public.tickets t set priority = coalesce(new_priority, t.priority),
      assigned_to = case when takes then me else t.assigned_to end,
      status = coalesce(new_status, case when takes and t.status = 'open' then 'in_progress' end, t.status),
      tags = private.change_tags((select g.tags from public.ticket_tags g where g.ticket_id = t.id),
        jsonb_build_object('add_tags', to_jsonb(coalesce(add_tags, '{}'))))
    where t.id = ticket.id;
  end if;
  perform set_config('helpdesk.files', least(greatest(coalesce(files, 0), 0), 5)::text, true);
  insert into public.comments as c (ticket_id, user_id, content, is_internal, request_id)
  values (ticket.id, me, send_reply.content, coalesce(send_reply.is_internal, false), send_reply.request_id)
  returning c.* into reply;
  select t.* into ticket from public.tickets t where t.id = ticket.id;
  return jsonb_build_object('comment', to_jsonb(reply), 'ticket', private.ticket_for_staff(ticket));
end
$$;
comment on function public.send_reply(uuid, text, boolean, uuid, timestamptz, text, text, text[], integer, integer) is
  'Staff: add a reply or note together with status, priority and tags: {comment, ticket}. A public reply takes an '
  'unassigned ticket. files: how many files will be uploaded to it; its mails wait for them. HTTP 409 when somebody '
  'else changed the ticket after seen_at or seen_version. A repeated request_id returns the first comment.';
grant execute on function public.send_reply(uuid, text, boolean, uuid, timestamptz, text, text, text[], integer,
  integer)
  to authenticated, service_role;

-- Unsent comments and notes, available on every device of their author. A draft belongs to one device until another
-- takes it over, and names its files, which stay on their devices.
create table public.ticket_drafts (
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  kind text not null constraint ticket_drafts_kind check (kind in ('comment', 'note')),
  content text not null,
  updated_at timestamptz not null default now(),
  device uuid,
  files jsonb not null default '[]'
    constraint ticket_drafts_files check (jsonb_typeof(files) = 'array' and jsonb_array_length(files) <= 50
      and private.json_is_bounded(files, 20000, 2)),
  -- Longer than a comment: a text that is too long is kept until its author has shortened it.
  constraint ticket_drafts_content_length check (char_length(content) <= 100000 and (content ~ '\S' or files <> '[]')),
  primary key (user_id, ticket_id, kind)
);
comment on table public.ticket_drafts is 'Unsent comments and notes. Visible to their author only.';
comment on column public.ticket_drafts.device is 'The device that writes the draft; null when any may.';
comment on column public.ticket_drafts.files is
  'Chosen files as [{name, device}]. The files themselves are on their devices.';

create index ticket_drafts_ticket_idx on public.ticket_drafts (ticket_id);

alter table public.ticket_drafts alter column content set statistics 0;
alter table public.ticket_drafts enable row level security;
grant select (user_id, ticket_id, kind, content, updated_at, device, files)
  on table public.ticket_drafts to authenticated;
grant all on table public.ticket_drafts to service_role;

create function private.my_drafts(target uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('comment', max(d.content) filter (where d.kind = 'comment'),
      'note', max(d.content) filter (where d.kind = 'note'))
    || case when bool_or(d.device is not null) then jsonb_build_object('places',
      jsonb_object_agg(d.kind, jsonb_build_object('device', d.device, 'files', d.files))) else '{}' end
  from public.ticket_drafts d where d.user_id = auth.uid() and d.ticket_id = target
$$;
comment on function private.my_drafts(uuid) is
  'The caller''s drafts on a ticket: {comment, note, places}; `places` names device and files by kind.';

create policy ticket_drafts_select_own on public.ticket_drafts for select to authenticated
  using (user_id = (select auth.uid())
    and ((select private.can_see_all_tickets()) or private.owns_ticket(ticket_id))
    and (kind = 'comment' or (select private.can_write_notes())));

create function public.save_draft(
  ticket_id uuid, kind text, content text, device uuid default null, files text[] default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  known public.ticket_drafts;
  chosen jsonb;
begin
  -- Does not distinguish a missing ticket from a foreign one. Only staff write notes.
  if not exists (
    select from public.tickets t where t.id = save_draft.ticket_id
      and private.can_see_ticket(t.id) and (save_draft.kind = 'comment' or private.can_write_notes())
  ) then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  select * into known from public.ticket_drafts d
  where d.user_id = auth.uid() and d.ticket_id = save_draft.ticket_id and d.kind = save_draft.kind for update;
  -- Pages from before devices had drafts send none, and may write.
  if known.device <> save_draft.device then
    raise sqlstate 'PT409' using message = 'This draft is written on another device', detail = 'draft_elsewhere';
  end if;
  if coalesce(content, '') !~ '\S' and coalesce(cardinality(files), 0) = 0 then
    delete from public.ticket_drafts d
    where d.user_id = auth.uid() and d.ticket_id = save_draft.ticket_id and d.kind = save_draft.kind;
    return;
  end if;
  chosen := case when files is null then known.files else
    coalesce((select jsonb_agg(f) from jsonb_array_elements(known.files) f
      where f ->> 'device' is distinct from save_draft.device::text), '[]')
    || coalesce((select jsonb_agg(jsonb_build_object('name', left(n, 255), 'device', save_draft.device)
      order by at) from unnest(files) with ordinality u (n, at)), '[]') end;
  insert into public.ticket_drafts as d (user_id, ticket_id, kind, content, device, files)
  values (auth.uid(), save_draft.ticket_id, save_draft.kind, coalesce(save_draft.content, ''), save_draft.device,
    coalesce(chosen, '[]'))
  on conflict on constraint ticket_drafts_pkey do update set content = excluded.content, updated_at = now(),
    device = coalesce(excluded.device, d.device), files = excluded.files;
end
$$;
comment on function public.save_draft(uuid, text, text, uuid, text[]) is
  'Saves the caller''s unsent comment or note on a ticket and the names of its files on a device; without text and '
  'files the draft is deleted. HTTP 409 when another device writes it.';
revoke all on function public.save_draft(uuid, text, text, uuid, text[]) from public, anon, authenticated;
grant execute on function public.save_draft(uuid, text, text, uuid, text[]) to authenticated, service_role;

create function public.take_draft(ticket_id uuid, kind text, device uuid) returns setof public.ticket_drafts
language sql security definer set search_path = '' as $$
  update public.ticket_drafts d set device = take_draft.device
  where d.user_id = auth.uid() and d.ticket_id = take_draft.ticket_id and d.kind = take_draft.kind
    and private.can_see_ticket(d.ticket_id) and (d.kind = 'comment' or private.can_write_notes())
  returning d.*
$$;
comment on function public.take_draft(uuid, text, uuid) is
  'Lets a device write the caller''s draft from now on. Returns the draft; no row when it was sent or deleted.';
revoke all on function public.take_draft(uuid, text, uuid) from public, anon, authenticated;
grant execute on function public.take_draft(uuid, text, uuid) to authenticated, service_role;

-- What lists show of a ticket besides its own columns: a short number, how long it waits, and its last public message.
create function private.preview(message text) returns text
language sql immutable set search_path = '' as $$
  select left(btrim(regexp_replace(left(message, 500), '\s+', ' ', 'g')), 120)
$$;
comment on function private.preview(text) is 'The first 120 characters of a message, on one line.';

create function private.is_answer(author uuid, author_role text, requester uuid) returns boolean
language sql immutable set search_path = '' as $$
  select author_role <> 'customer' and author is distinct from requester
$$;
comment on function private.is_answer(uuid, text, uuid) is
  'True for a message from staff. Staff who are the requester write as the requester.';

create function private.refresh_messages(ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  update public.tickets t set waiting_since = m.waiting_since, last_message_at = m.last_at, last_message_by = m.last_by,
    last_message_preview = private.preview(m.last_text)
  from (
    select k.id, coalesce(latest.created_at, k.created_at) as last_at,
      coalesce(latest.user_id, k.created_by) as last_by,
      coalesce(latest.content, k.description) as last_text,
      case when answer.at is null then k.created_at else (
        select min(c.created_at) from public.comments c
        where c.ticket_id = k.id and c.created_at > answer.at and not c.is_internal) end as waiting_since
    from public.tickets k
    left join lateral (
      select c.created_at, c.user_id, c.content from public.comments c
      where c.ticket_id = k.id and not c.is_internal order by c.created_at desc, c.id desc limit 1) latest on true
    left join lateral (
      select max(c.created_at) as at from public.comments c
      where c.ticket_id = k.id and not c.is_internal
        and private.is_answer(c.user_id, c.author_role, k.customer_id)) answer on true
    where k.id = any (ids)
  ) m
  where t.id = m.id and (t.waiting_since, t.last_message_at, t.last_message_by, t.last_message_preview)
    is distinct from (m.waiting_since, m.last_at, m.last_by, private.preview(m.last_text))
$$;
comment on function private.refresh_messages(uuid[]) is 'Computes the message columns of tickets from their comments.';

create function private.start_messages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.waiting_since := new.created_at;
  new.last_message_at := new.created_at;
  new.last_message_by := new.created_by;
  new.last_message_preview := private.preview(new.description);
  return new;
end
$$;
comment on function private.start_messages() is 'The description is a ticket''s first message and waits for an answer.';

create function private.follow_messages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- In one expression both fields would be read, and a ticket has no ticket_id.
  if tg_table_name = 'tickets' then
    perform private.refresh_messages(array[new.id]);
  else
    perform private.refresh_messages(array[old.ticket_id]);
  end if;
  return null;
end
$$;
comment on function private.follow_messages() is
  'Computes the message columns again when a message or the requester changes.';

create trigger tickets_messages before insert on public.tickets
  for each row execute function private.start_messages();
create trigger tickets_requester after update of customer_id on public.tickets
  for each row when (new.customer_id is distinct from old.customer_id) execute function private.follow_messages();
create trigger tickets_first_message after update of description on public.tickets
  for each row when (new.description is distinct from old.description and new.last_message_at = new.created_at)
  execute function private.follow_messages();
create trigger comments_messages after update of content on public.comments
  for each row when (not new.is_internal) execute function private.follow_messages();
create trigger comments_messages_left after delete on public.comments
  for each row when (not old.is_internal) execute function private.follow_messages();

-- Records of files. Rights follow the ticket, and the comment when it is a note.
create table public.attachments (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  comment_id uuid,
  file_name text not null constraint attachments_file_name
    check (char_length(file_name) between 1 and 255 and file_name !~ '[/\\[:cntrl:]]'
      and file_name ~ '\.[A-Za-z0-9]{1,10}$'),
  file_type text not null,
  file_size bigint not null constraint attachments_file_size check (file_size between 1 and 5242880),
  storage_path text not null unique,
  uploaded_by uuid not null default auth.uid() references public.profiles (id),
  created_at timestamptz not null default now(),
  constraint attachments_path_in_ticket
    check (storage_path ~ ('^' || ticket_id::text || '/[A-Za-z0-9][A-Za-z0-9_-]*\.[a-z0-9]{1,10}$')),
  -- Refuses a comment of another ticket.
  constraint attachments_comment_fkey foreign key (comment_id, ticket_id)
    references public.comments (id, ticket_id) on delete cascade
);
comment on table public.attachments is
  'Files of tickets; the bytes are in the bucket ticket-attachments at storage_path.';

-- Not validated: an older record can have the name of one type and the content type of another.
alter table public.attachments add constraint attachments_file_type
  check (file_type = private.content_type_of(private.extension_of(file_name))) not valid;

create index attachments_ticket_idx on public.attachments (ticket_id, created_at);
create index attachments_comment_idx on public.attachments (comment_id, ticket_id);
create index attachments_uploaded_by_idx on public.attachments (uploaded_by);

alter table public.attachments
  alter column file_name set statistics 0,
  -- Admins may accept types by names of their own.
  alter column file_type set statistics 0,
  alter column storage_path set statistics 0;
alter table public.attachments enable row level security;
grant select (id, ticket_id, comment_id, file_name, file_type, file_size, storage_path, uploaded_by, created_at)
  on table public.attachments to authenticated;
grant insert (ticket_id, comment_id, file_name, file_type, file_size, storage_path, uploaded_by)
  on table public.attachments to authenticated;
grant delete on table public.attachments to authenticated;
grant all on table public.attachments to service_role;

create function private.is_internal_comment(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select c.is_internal from public.comments c where c.id = target), false)
$$;
comment on function private.is_internal_comment(uuid) is 'True when the comment is a note; false for null.';
grant execute on function private.is_internal_comment(uuid) to authenticated, service_role;

create function private.is_own_comment(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.comments c where c.id = target and c.user_id = (select auth.uid()))
$$;
comment on function private.is_own_comment(uuid) is 'True when the caller wrote the comment.';
grant execute on function private.is_own_comment(uuid) to authenticated, service_role;

-- A limit that counted hidden rows would reveal their number: a customer who can add only two files would know that
-- three belong to notes. So public files count public files only, and a note's file counts all.
create function private.limit_attachments() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  allowed public.workspace_settings;
  hidden boolean := private.is_internal_comment(new.comment_id);
begin
  select s.* into allowed from public.workspace_settings s;
  if new.file_size > allowed.max_file_bytes then
    raise exception 'File is larger than %', pg_catalog.pg_size_pretty(allowed.max_file_bytes::bigint)
      using detail = 'attachment_too_large';
  end if;
  -- Serialises concurrent uploads to one ticket. In an AFTER trigger, so that row level security has refused foreign
  -- tickets before they are locked.
  perform from public.tickets t where t.id = new.ticket_id for no key update;
  if (
    select count(*) from public.attachments a
    where a.ticket_id = new.ticket_id and (hidden or not private.is_internal_comment(a.comment_id))
  ) > allowed.max_files then
    raise exception 'Too many files' using detail = 'attachment_limit';
  end if;
  return null;
end
$$;
comment on function private.limit_attachments() is
  'Enforces the workspace''s limits on number and size of files, also for concurrent uploads.';

create policy attachments_select_visible on public.attachments for select to authenticated
  using (((select private.can_see_all_tickets()) or private.owns_ticket(ticket_id))
    and ((select private.can_see_notes()) or not private.is_internal_comment(comment_id)));
create policy attachments_delete_uploader_or_admin on public.attachments for delete to authenticated
  using ((select private.can_delete_content()) or (uploaded_by = (select auth.uid())
    and ((select private.can_see_all_tickets()) or private.owns_ticket(ticket_id))
    and ((select private.can_see_notes()) or not private.is_internal_comment(comment_id))));

create trigger attachments_limit after insert on public.attachments
  for each row execute function private.limit_attachments();
create trigger attachments_strip_name before insert on public.attachments
  for each row when (new.file_name is distinct from private.strip_invisible(new.file_name))
  execute function private.strip_column('file_name');

-- Files that the author of a message is about to upload to it. Announced before the message is sent, so that its mails
-- wait for them or name them, and readers see that they are missing. Only the author announces, and only what is their
-- own is named.
create table private.announced_files (
  author_id uuid not null references public.profiles (id) on delete cascade,
  request_id uuid not null,
  position smallint not null,
  file_name text not null,
  ticket_id uuid references public.tickets (id) on delete cascade,
  comment_id uuid references public.comments (id) on delete cascade,
  is_missing boolean not null default true,
  announced_at timestamptz not null default now(),
  primary key (author_id, request_id, position)
);
comment on table private.announced_files is
  'Files that authors announced for a message, by its request_id: at most a hundred for each person, for 30 days.';
comment on column private.announced_files.ticket_id is 'Set once the message is stored.';
comment on column private.announced_files.comment_id is 'Null for files of the ticket itself.';
comment on column private.announced_files.is_missing is
  'False once the file is recorded, or its author has given it up.';

create index announced_files_ticket_idx on private.announced_files (ticket_id);
create index announced_files_comment_idx on private.announced_files (comment_id);

alter table private.announced_files enable row level security;

create function private.missing_files(ticket uuid, comment uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(a.file_name order by a.position), '{}') from private.announced_files a
  where a.ticket_id = ticket and a.comment_id is not distinct from comment and a.is_missing
    and a.announced_at > now() - interval '30 days'
$$;
comment on function private.missing_files(uuid, uuid) is
  'Names of the announced files of a message that are not uploaded yet; of the ticket itself when comment is null.';

create function public.announce_files(request_id uuid, names text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  if announce_files.request_id is null or array_ndims(names) is distinct from 1 or cardinality(names) > 10
    or exists (select from unnest(names) n where n is null or n !~ '^[^/\\[:cntrl:]]{1,255}$') then
    raise exception 'The names of the files are not valid' using detail = 'file_names_invalid';
  end if;
  -- A person who announces without end only loses what they announced before.
  delete from private.announced_files a where a.author_id = me and (a.announced_at < now() - interval '30 days'
    or (a.request_id, a.position) in (
      select k.request_id, k.position from private.announced_files k where k.author_id = me
      order by k.announced_at desc, k.request_id, k.position offset 90));
  insert into private.announced_files (author_id, request_id, position, file_name)
  select me, announce_files.request_id, n.position, private.strip_invisible(n.name)
  from unnest(names) with ordinality n (name, position)
  on conflict do nothing;
end
$$;
comment on function public.announce_files(uuid, text[]) is
  'Names the files that the caller will upload to the message that they send next with this request_id. Its mails '
  'wait for them, 15 minutes at most, and then name those that are missing. A repeated call changes nothing.';
grant execute on function public.announce_files(uuid, text[]) to authenticated, service_role;

create function private.link_announced_files() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The row of a ticket has no ticket_id, and its author is created_by.
  update private.announced_files a set
    ticket_id = coalesce((to_jsonb(new) ->> 'ticket_id')::uuid, new.id),
    comment_id = case when tg_table_name = 'comments' then new.id end
  where a.author_id = coalesce(to_jsonb(new) ->> 'user_id', to_jsonb(new) ->> 'created_by')::uuid
    and a.request_id = new.request_id and a.ticket_id is null;
  return null;
end
$$;
comment on function private.link_announced_files() is
  'Gives announced files their message. Sorts before comments_notify, whose mails ask for them.';

create trigger comments_announced after insert on public.comments
  for each row when (new.request_id is not null) execute function private.link_announced_files();
create trigger tickets_announced after insert on public.tickets
  for each row when (new.request_id is not null) execute function private.link_announced_files();

create function private.note_arrived_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.announced_files a set is_missing = false
  where (a.author_id, a.request_id, a.position) = (
    select k.author_id, k.request_id, k.position from private.announced_files k
    where k.ticket_id = new.ticket_id and k.comment_id is not distinct from new.comment_id
      and k.author_id = new.uploaded_by and k.file_name = new.file_name and k.is_missing
    order by k.position limit 1);
  return null;
end
$$;
comment on function private.note_arrived_file() is
  'Marks an announced file as recorded. Sorts before attachments_release_mails, which counts the missing ones.';

create trigger attachments_arrive after insert on public.attachments
  for each row execute function private.note_arrived_file();

create function private.release_mails(comment uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.notification_outbox o set files = 0, next_attempt_at = clock_timestamp()
  where o.comment_id = comment and o.files > 0 and o.attempts = 0
    and case when exists (select from private.announced_files a where a.comment_id = comment)
      then cardinality(private.missing_files(o.ticket_id, comment)) = 0
      else o.files <= (select count(*) from public.attachments a where a.comment_id = comment) end;
  if found then
    perform pg_notify('helpdesk_notifications', '0');
  end if;
end
$$;
comment on function private.release_mails(uuid) is
  'Sends the mails about a comment that wait for its files, once none is missing.';

create function public.forget_files(request_id uuid, names text[] default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  comment uuid;
begin
  update private.announced_files a set is_missing = false
  where a.author_id = auth.uid() and a.request_id = forget_files.request_id and a.is_missing
    and (names is null or a.file_name = any (names));
  select a.comment_id into comment from private.announced_files a
  where a.author_id = auth.uid() and a.request_id = forget_files.request_id limit 1;
  if comment is not null then
    perform private.release_mails(comment);
  end if;
end
$$;
comment on function public.forget_files(uuid, text[]) is
  'Gives up files that the caller announced for a message, those of these names or all: nothing waits for them any '
  'more.';
grant execute on function public.forget_files(uuid, text[]) to authenticated, service_role;

-- Bytes of files, in the bucket ticket-attachments. The first folder of a path is the ticket whose rights apply.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('ticket-attachments', 'ticket-attachments', false, 5242880, array[
  'image/png', 'image/jpeg', 'image/gif', 'application/pdf', 'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'text/plain'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Recorded bytes never change: they cannot be deleted while a record names them, and their path never takes other
-- bytes, not even after the record is gone. Hosted Storage checks policies first and writes later with a role that
-- bypasses them, so the version is recorded too, and other versions cannot be read. A record can only name existing
-- bytes of that size and type, uploaded by its author.
create table private.recorded_paths (
  path text primary key,
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  version text
);
comment on table private.recorded_paths is
  'Every path that an attachment has ever named, with the version of its bytes, if known.';

create index recorded_paths_ticket_idx on private.recorded_paths (ticket_id);

create function private.ticket_of_path(path text) returns uuid
language sql immutable set search_path = '' as $$
  select case
    when path ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[A-Za-z0-9][A-Za-z0-9_-]*\.[a-z0-9]{1,10}$'
    then split_part(path, '/', 1)::uuid
  end
$$;
comment on function private.ticket_of_path(text) is
  'Ticket of an object path {ticket_id}/{name}.{ext}; null for any other shape.';
grant execute on function private.ticket_of_path(text) to authenticated, service_role;

create function private.record_path() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.recorded_paths (path, ticket_id, version) values (new.storage_path, new.ticket_id, (
    select o.version from storage.objects o where o.bucket_id = 'ticket-attachments' and o.name = new.storage_path));
  return null;
end
$$;
comment on function private.record_path() is 'Records the path of an attachment, permanently and once.';

-- The functions that take this lock are volatile: after waiting, each of their statements sees what others committed.
create function private.lock_file_path(path text) returns void
language sql security definer set search_path = '' as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('path ' || path, 0))
$$;
comment on function private.lock_file_path(text) is 'Serialises recording and removing the file of a path.';

create function private.can_read_object(path text, owner_id text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.can_see_ticket(private.ticket_of_path(path)) and (
    private.can_see_notes()
    or not exists (
      select from public.attachments a join public.comments c on c.id = a.comment_id
      where a.storage_path = path and c.is_internal
    )
    -- Unrecorded bytes are visible to their uploader only: they may become a note's file.
    and (
      owner_id = (select auth.uid())::text
      or exists (select from public.attachments a where a.storage_path = path)
    )
  )
$$;
comment on function private.can_read_object(text, text) is
  'Staff, and the customer of the ticket unless the file belongs to a note.';
grant execute on function private.can_read_object(text, text) to authenticated, service_role;

-- private.admit_object() decides what is stored.
create function private.can_upload_object(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  -- A signed upload would be checked now and written later, over anything stored meanwhile.
  select coalesce(current_setting('storage.operation', true) not like '%sign_upload%', true)
    and private.extension_of(path) = any (private.accepted_extensions())
    and private.can_see_ticket(private.ticket_of_path(path))
    and exists (select from public.tickets t where t.id = private.ticket_of_path(path))
$$;
comment on function private.can_upload_object(text) is
  'Staff to any ticket, customers to their own; private.admit_object() has the limits.';
grant execute on function private.can_upload_object(text) to authenticated, service_role;

create function private.is_stored_file(path text, type text, size bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_file_path(path);
  return exists (
    select from storage.objects o
    where o.bucket_id = 'ticket-attachments' and o.name = path
      and coalesce(o.owner_id, o.owner::text) = (select auth.uid())::text
      -- The type may carry a charset.
      and lower(btrim(split_part(o.metadata ->> 'mimetype', ';', 1))) = type
      and o.metadata ->> 'size' = size::text);
end
$$;
comment on function private.is_stored_file(text, text, bigint) is
  'True when the caller uploaded a file of that type and size to the path.';
grant execute on function private.is_stored_file(text, text, bigint) to authenticated, service_role;

create function private.is_unrecorded_object(path text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_file_path(path);
  return not exists (select from public.attachments a where a.storage_path = path);
end
$$;
comment on function private.is_unrecorded_object(text) is
  'True when no attachment names the path, so that its bytes can be deleted.';
grant execute on function private.is_unrecorded_object(text) to authenticated, service_role;

create function private.has_recorded_version(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  -- Compares the stored bytes, not the row in question: Storage also applies the select policy to the new row of a
  -- retried upload, which has to fail as a duplicate.
  select not exists (
    select from private.recorded_paths r
    join storage.objects o on o.bucket_id = 'ticket-attachments' and o.name = r.path
    where r.path = has_recorded_version.path and r.version is not null and r.version is distinct from o.version)
$$;
comment on function private.has_recorded_version(text) is
  'False when other bytes replaced the recorded ones. A path recorded before its bytes (by a seed) has no version.';
grant execute on function private.has_recorded_version(text) to authenticated, service_role;

create policy attachments_insert_uploader on public.attachments for insert to authenticated
  with check (
    uploaded_by = (select auth.uid())
    and private.is_accepted_file(file_name, file_type)
    and ((select private.can_see_all_tickets()) or private.owns_ticket(ticket_id))
    and ((select private.can_see_notes()) or not private.is_internal_comment(comment_id))
    and (comment_id is null or private.is_own_comment(comment_id))
    and private.is_stored_file(storage_path, file_type, file_size));

-- Nothing in the portal lists files: it reads records. A list asks the policy for every object of the bucket, and
-- Storage's connection has a time limit of its own, so that a few lists of a large bucket would occupy the project.
create function private.is_listing_files() returns boolean
language sql stable set search_path = '' as $$
  select coalesce(current_setting('storage.operation', true), '') like '%object.list%'
$$;
comment on function private.is_listing_files() is
  'True while Storage answers one of its lists of files (object.list, object.list_v2, s3.object.list).';
grant execute on function private.is_listing_files() to authenticated, service_role;

-- is_listing_files in a subquery: asked once, before any row is read.
create policy ticket_attachments_select_ticket on storage.objects for select to authenticated
  using (not (select private.is_listing_files())
    and bucket_id = 'ticket-attachments' and private.can_read_object(name, coalesce(owner_id, owner::text))
    and private.has_recorded_version(name));
create policy ticket_attachments_insert_ticket on storage.objects for insert to authenticated
  with check (bucket_id = 'ticket-attachments' and private.can_upload_object(name));
create policy ticket_attachments_delete_uploader_or_admin on storage.objects for delete to authenticated
  using (bucket_id = 'ticket-attachments' and ((select private.can_delete_content()) or (
    coalesce(owner_id, owner::text) = (select auth.uid())::text
    and private.can_read_object(name, coalesce(owner_id, owner::text))))
    and private.is_unrecorded_object(name));

create trigger attachments_path after insert on public.attachments
  for each row execute function private.record_path();

-- Hosted Storage asks the policies before it reads the bytes, with a trial insert that it rolls back, and writes the
-- row after them with a role that no policy binds. An upload that began before a record could so replace recorded
-- bytes, and many at once passed the limit. These triggers run at both, so they decide what is stored.
create function private.admit_object() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  author constant text := coalesce(new.owner_id, new.owner::text);
  ticket constant uuid := private.ticket_of_path(new.name);
begin
  -- Unknown before the bytes are there, and wrong for bytes that were sent without a length.
  if (new.metadata ->> 'size')::bigint > (select b.file_size_limit from storage.buckets b where b.id = new.bucket_id)
    then
    raise exception 'The object exceeded the maximum allowed size' using errcode = '42501';
  end if;
  -- Other paths are refused by the policy.
  if ticket is null then
    return new;
  end if;
  -- The secret key stores files of mails and restored ones: the version of the bytes is recorded when they come.
  if author is null then
    update private.recorded_paths r set version = new.version where r.path = new.name and r.version is null;
    return new;
  end if;
  -- Serialises one person's uploads to one ticket, so that the count below also holds for concurrent ones.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('uploads ' || ticket || author, 0));
  perform private.lock_file_path(new.name);
  -- The limit counts the author's own files: a limit over all would reveal how many files notes have. Twice the limit
  -- of records leaves room for aborted uploads. A path that was recorded once takes no other bytes; while its bytes
  -- exist, the upload fails as a duplicate, which a retried upload relies on.
  if (
    select count(*) from storage.objects o
    where o.bucket_id = new.bucket_id and o.name like ticket || '/%' and o.name <> new.name
      and coalesce(o.owner_id, o.owner::text) = author
  ) >= 10 or exists (select from private.recorded_paths r where r.path = new.name) and not exists (
    select from storage.objects o where o.bucket_id = new.bucket_id and o.name = new.name
  ) then
    -- In the words of a policy: a stranger must not learn which of the two refused.
    raise exception 'new row violates row-level security policy for table "objects"' using errcode = '42501';
  end if;
  return new;
end
$$;
comment on function private.admit_object() is
  'Refuses files above the bucket''s limit, more than ten of one author on a ticket, and new bytes at a path that was '
  'recorded before.';

create function private.keep_recorded_object() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_file_path(old.name);
  if tg_op = 'DELETE' then
    if exists (select from public.attachments a where a.storage_path = old.name) then
      return null;
    end if;
    return old;
  end if;
  if exists (
    select from private.recorded_paths r
    where r.path = old.name and (new.name <> old.name or new.bucket_id <> old.bucket_id
      or r.version is distinct from new.version)
  ) then
    -- Storage answers 409, as to any second upload of a name.
    raise exception 'The bytes of this path are recorded' using errcode = '23505';
  end if;
  return new;
end
$$;
comment on function private.keep_recorded_object() is
  'Refuses other bytes and another name for a recorded file, and leaves it where it is when somebody deletes it.';

create trigger objects_admit before insert on storage.objects
  for each row when (new.bucket_id = 'ticket-attachments') execute function private.admit_object();
create trigger objects_keep_recorded before update of name, bucket_id, version on storage.objects
  for each row when (old.bucket_id = 'ticket-attachments'
    and (new.name, new.bucket_id, new.version) is distinct from (old.name, old.bucket_id, old.version))
  execute function private.keep_recorded_object();
create trigger objects_keep_recorded_bytes before delete on storage.objects
  for each row when (old.bucket_id = 'ticket-attachments') execute function private.keep_recorded_object();

-- Files that no attachment names: uploads that were never recorded, and what deleted attachments, comments and tickets
-- leave. Storage removes bytes, so that the function send-notifications has to.
create table private.unrecorded_files (
  path text primary key,
  due_at timestamptz not null
);
comment on table private.unrecorded_files is
  'Files of the bucket ticket-attachments without a record: a day after the upload, which may still be recorded, or '
  'ten minutes after the record is deleted, they are removed.';

create index unrecorded_files_due_idx on private.unrecorded_files (due_at);

alter table private.unrecorded_files enable row level security;

create function private.note_unrecorded_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.unrecorded_files (path, due_at) values (new.name, now() + interval '1 day')
  on conflict (path) do update set due_at = excluded.due_at;
  return null;
end
$$;
comment on function private.note_unrecorded_file() is 'Notes an uploaded file until its record comes.';

create function private.note_recorded_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    delete from private.unrecorded_files u where u.path = new.storage_path;
  else
    insert into private.unrecorded_files (path, due_at) values (old.storage_path, now() + interval '10 minutes')
    on conflict (path) do update set due_at = excluded.due_at;
  end if;
  return null;
end
$$;
comment on function private.note_recorded_file() is 'Forgets a file that gets a record, and notes one that loses it.';

create trigger objects_note_unrecorded after insert on storage.objects
  for each row when (new.bucket_id = 'ticket-attachments') execute function private.note_unrecorded_file();
create trigger attachments_note_file after insert or delete on public.attachments
  for each row execute function private.note_recorded_file();

create function public.take_unrecorded_files() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  taken text[];
begin
  -- Bounded, because a call with the secret key has eight seconds, and a copied bucket falls due at once.
  -- Materialized: a plan may run a subquery again for each row, and with it the limit.
  with due as materialized (
    select k.path from private.unrecorded_files k where k.due_at <= now() order by k.due_at limit 5000)
  delete from private.unrecorded_files u using due where u.path = due.path and (
    exists (select from public.attachments a where a.storage_path = u.path)
    or not exists (select from storage.objects o where o.bucket_id = 'ticket-attachments' and o.name = u.path));
  -- Moved on: concurrent calls get others, and a failed removal is tried again. A record that comes meanwhile keeps its
  -- file: private.keep_recorded_object().
  with due as materialized (
    select k.path from private.unrecorded_files k where k.due_at <= now() order by k.due_at
      limit 100 for update skip locked),
  moved as (
    update private.unrecorded_files u set due_at = now() + interval '10 minutes' from due where u.path = due.path
    returning u.path)
  select array_agg(m.path) into taken from moved m;
  return to_jsonb(coalesce(taken, '{}'));
end
$$;
comment on function public.take_unrecorded_files() is
  'Service: up to a hundred paths of ticket-attachments to remove now; they are offered again until their files are '
  'gone.';
grant execute on function public.take_unrecorded_files() to service_role;

-- Tags that staff set on tickets. A column cannot be granted to some signed-in users only, so they have a table of
-- their own. Staff still set tickets.tags; a trigger writes ticket_tags and leaves the column unchanged.
create table public.ticket_tags (
  ticket_id uuid primary key references public.tickets (id) on delete cascade,
  tags text[] not null constraint ticket_tags_list check (private.is_tag_list(tags))
);
comment on table public.ticket_tags is
  'The ticket''s tags as staff set them. Written by triggers when tickets.tags is set; no row means no tags.';

create index ticket_tags_ticket_idx on public.ticket_tags using hash (ticket_id);

alter table public.ticket_tags alter column tags set statistics 0;
alter table public.ticket_tags enable row level security;
grant select (ticket_id, tags) on table public.ticket_tags to authenticated;
revoke all on table public.ticket_tags from service_role;
grant select on table public.ticket_tags to service_role;

create policy ticket_tags_select_staff on public.ticket_tags for select to authenticated
  using ((select private.can_work_on_tickets()));

-- The search index on tickets contains keyed hashes of tags, which reveal no tag. A customer can obtain the hash of any
-- word by creating a ticket tagged with it, so tags given at creation and tags added by staff are hashed differently.
create table private.tag_secret (
  is_only boolean primary key default true check (is_only),
  value bytea not null
);
comment on table private.tag_secret is 'Secret for the keyed hashes of tags. One row, generated per project.';

insert into private.tag_secret (value) values (extensions.gen_random_bytes(32));

create function private.tag_key(tag text, is_given boolean) returns text
language sql stable security definer set search_path = '' as $$
  select left(encode(sha256(s.value || case when is_given then '\x01'::bytea else '\x00'::bytea end
    || convert_to(tag, 'UTF8')), 'base64'), 8)
  from private.tag_secret s
$$;
comment on function private.tag_key(text, boolean) is 'Keyed hash of a tag: given at creation, or added by staff.';

create function private.tag_keys(tags text[], given text[]) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Same hash as tag_key, in plpgsql for its cached plan: renaming a tag runs this for thousands of tickets.
  return (
    select array_agg(distinct left(encode(sha256(s.value || case when tag = any (given) then '\x01'::bytea
      else '\x00'::bytea end
      || convert_to(tag, 'UTF8')), 'base64'), 8))
    from private.tag_secret s, unnest(tags) tag);
end
$$;
comment on function private.tag_keys(text[], text[]) is
  'Hashes of a ticket''s tags, given those it was created with; null for none.';

create function private.copy_created_tags() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_when = 'AFTER' then
    insert into public.ticket_tags (ticket_id, tags) values (new.id, new.tags);
  elsif private.is_tag_list(new.tags) then
    new.tag_keys := private.tag_keys(new.tags, new.tags);
  end if;
  return new;
end
$$;
comment on function private.copy_created_tags() is 'Copies the tags given at creation to ticket_tags.';

create function private.set_ticket_tags() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wanted text[] := new.tags;
  before text[] := (select g.tags from public.ticket_tags g where g.ticket_id = old.id);
begin
  -- The column's check refuses anything but a list of tags.
  if not private.is_tag_list(wanted) then
    return new;
  end if;
  new.tags := old.tags;
  if wanted is not distinct from before then
    return new;
  end if;
  new.tag_keys := private.tag_keys(wanted, old.tags);
  if wanted is null then
    delete from public.ticket_tags g where g.ticket_id = old.id;
  else
    insert into public.ticket_tags as g (ticket_id, tags) values (old.id, wanted)
    on conflict (ticket_id) do update set tags = excluded.tags;
  end if;
  if array_to_string(wanted, ', ') is distinct from array_to_string(before, ', ') then
    insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, is_internal, ticket_version)
    values (old.id, (select p.id from public.profiles p where p.id = auth.uid()), 'tags',
      array_to_string(before, ', '), array_to_string(wanted, ', '), true, new.version);
  end if;
  return new;
end
$$;
comment on function private.set_ticket_tags() is 'Writes tags set by staff to ticket_tags and restores tickets.tags.';

create function private.ignore_tags() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.tags := old.tags;
  return new;
end
$$;
comment on function private.ignore_tags() is 'Ignores tags in an update by somebody who cannot change them.';

create function private.ticket_for_staff(ticket public.tickets) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(ticket) - 'tag_keys'
    || jsonb_build_object('tags', (select g.tags from public.ticket_tags g where g.ticket_id = ticket.id))
$$;
comment on function private.ticket_for_staff(public.tickets) is
  'A ticket as staff see it: with ticket_tags in place of the tags given at creation.';
grant execute on function private.ticket_for_staff(public.tickets) to authenticated, service_role;

create trigger tickets_tags_begin before insert on public.tickets
  for each row when (new.tags is not null) execute function private.copy_created_tags();
create trigger tickets_tags_begun after insert on public.tickets
  for each row when (new.tags is not null) execute function private.copy_created_tags();
create trigger tickets_tags_leave before update of tags on public.tickets
  for each row when (current_user = 'authenticated' and not private.can_triage_ticket(old.assigned_to))
    execute function private.ignore_tags();
create trigger tickets_tags_move before update of tags on public.tickets
  for each row when (current_user <> 'authenticated' or private.can_triage_ticket(old.assigned_to))
    execute function private.set_ticket_tags();

-- Tags in use, without reading all tickets. A tag unused for a year is no longer suggested.
create table private.known_tags (
  name text primary key,
  used_at timestamptz not null default now()
);
comment on table private.known_tags is 'Tags that staff have used, with the day of the last use.';

-- Per statement, because renaming a tag changes thousands of rows.
create function private.record_known_tags() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  names text[];
begin
  -- Imports and seeds have no role and are recorded.
  if private.current_role() = 'customer' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    names := array(select distinct tag from written w, unnest(w.tags) tag where tag ~ '\S' order by tag);
  else
    names := array(
      select distinct tag from written w join replaced r on r.ticket_id = w.ticket_id, unnest(w.tags) tag
      where tag ~ '\S' and not tag = any (r.tags) order by tag);
  end if;
  insert into private.known_tags as k (name) select name from unnest(names) name
  -- Once a day, so that updates of tickets with a popular tag do not block each other.
  on conflict (name) do update set used_at = now() where k.used_at < now() - interval '1 day';
  return null;
end
$$;
comment on function private.record_known_tags() is 'Records the tags that staff give to tickets.';

create function public.list_tags() returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to view queue' using detail = 'agent_required';
  end if;
  return query
    select recent.name from (
      select k.name from private.known_tags k where k.used_at > now() - interval '1 year'
      order by k.used_at desc, k.name limit 500
    ) recent order by lower(recent.name), recent.name;
end
$$;
comment on function public.list_tags() is 'Staff: the 500 most recently used tags, by name.';
grant execute on function public.list_tags() to authenticated, service_role;

create function public.count_tags() returns table (tag text, tickets integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_manage_workspace() then
    raise exception 'Must be logged in as an admin to change tags' using detail = 'admin_required';
  end if;
  return query
    select used.tag, count(*)::integer
    from (
      select g.tags from public.tickets t join public.ticket_tags g on g.ticket_id = t.id
      where g.tags <> '{}' order by t.created_at desc limit 20000
    ) recent, unnest(recent.tags) as used (tag)
    group by 1 order by 2 desc, 1 limit 200;
end
$$;
comment on function public.count_tags() is
  'Admins: tags of the newest 20,000 tagged tickets, with the number of tickets.';
grant execute on function public.count_tags() to authenticated, service_role;

create trigger ticket_tags_note_new after insert on public.ticket_tags
  referencing new table as written for each statement execute function private.record_known_tags();
create trigger ticket_tags_note_changed after update on public.ticket_tags
  referencing old table as replaced new table as written for each statement
    execute function private.record_known_tags();

create function public.change_tag(tag text, new_tag text default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  wanted text := nullif(btrim(private.strip_invisible(new_tag)), '');
  me uuid := auth.uid();
  ids uuid[];
  changed integer;
begin
  if not private.can_manage_workspace() then
    raise exception 'Must be logged in as an admin to change tags' using detail = 'admin_required';
  end if;
  if nullif(btrim(tag), '') is null or char_length(wanted) > 40 or wanted !~ '\S'
    or wanted is null and new_tag ~ '\S' then
    raise exception 'A tag has 1 to 40 characters' using detail = 'tag_invalid';
  end if;
  -- Waits for concurrent changes of these tickets, which are read below.
  ids := array(select t.id from public.tickets t
    where t.id in (select k.ticket_id from private.tagged_tickets k where k.tag = change_tag.tag)
      order by t.id for no key update);
  -- Does what set_ticket_tags does, for all tickets at once.
  with changes as materialized (
    select g.ticket_id, g.tags as before, case
        when wanted is null or wanted = any (g.tags) then array_remove(g.tags, change_tag.tag)
        else array_replace(g.tags, change_tag.tag, wanted) end as after
    from unnest(ids) id join public.ticket_tags g on g.ticket_id = id
    where g.tags @> array[change_tag.tag] and wanted is distinct from change_tag.tag
  ), desk as (
    update public.ticket_tags g set tags = c.after from changes c where g.ticket_id = c.ticket_id
  ), touched as (
    update public.tickets t set tag_keys = private.tag_keys(c.after, t.tags) from changes c where t.id = c.ticket_id
    returning t.id, t.version
  )
  insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, is_internal, ticket_version)
  select c.ticket_id, me, 'tags', array_to_string(c.before, ', '), array_to_string(c.after, ', '), true, t.version
  from changes c join touched t on t.id = c.ticket_id;
  get diagnostics changed = row_count;
  if changed > 0 then
    perform private.audit(case when wanted is null then 'tag_deleted' else 'tag_renamed' end, null, tag,
      to_jsonb(tag), jsonb_build_object('tag', wanted, 'tickets', changed));
  end if;
  return changed;
end
$$;
comment on function public.change_tag(text, text) is
  'Admins: rename a tag on all tickets, merging it when the new name exists, or remove it (no new name). Returns how '
  'many tickets changed.';
grant execute on function public.change_tag(text, text) to authenticated, service_role;

-- Admin actions, append-only: a trigger refuses updates and deletes, also by the table's owner, and no foreign key can
-- change a row afterwards.
create table public.audit_log (
  id uuid primary key default gen_random_uuid(),
  actor_id uuid,
  actor_name text not null default '',
  action text not null constraint audit_log_action check (action in (
    'role_changed', 'user_deactivated', 'user_reactivated', 'sessions_ended',
    'invite_created', 'invite_revoked', 'invite_accepted', 'settings_changed',
    'tag_renamed', 'tag_deleted', 'export', 'proposal_applied', 'proposal_undone', 'ticket_opened',
    'message_forwarded')),
  target_id uuid,
  target_label text not null default '' constraint audit_log_target_label check (char_length(target_label) <= 300),
  from_value jsonb constraint audit_log_from_value check (private.json_is_bounded(from_value, 8192, 5)),
  to_value jsonb constraint audit_log_to_value check (private.json_is_bounded(to_value, 8192, 5)),
  created_at timestamptz not null default now()
);
comment on table public.audit_log is 'Append-only. Written by triggers and definer functions, read by admins.';
comment on column public.audit_log.actor_name is 'Copied, so that it outlives the profile.';

create index audit_log_created_at_idx on public.audit_log (created_at desc, id desc);
create index audit_log_action_idx on public.audit_log (action, created_at desc, id desc);
create index audit_log_actor_idx on public.audit_log (actor_id, created_at desc, id desc);
create index audit_log_target_idx on public.audit_log (target_id, created_at desc, id desc);

alter table public.audit_log
  alter column actor_name set statistics 0,
  alter column target_label set statistics 0;
alter table public.audit_log enable row level security;
grant select (id, actor_id, actor_name, action, target_id, target_label, from_value, to_value, created_at)
  on table public.audit_log to authenticated;
revoke all on table public.audit_log from service_role;
grant select on table public.audit_log to service_role;

create function private.refuse_update_or_delete() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'The audit log is append-only' using detail = 'append_only';
end
$$;
comment on function private.refuse_update_or_delete() is 'Refuses updates and deletes of an append-only table.';

create function private.audit(
  action text, target_id uuid, target_label text, from_value jsonb, to_value jsonb
) returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_log (actor_id, actor_name, action, target_id, target_label, from_value, to_value)
  values (
    (select auth.uid()),
    private.name_of((select auth.uid())),
    audit.action, audit.target_id, left(coalesce(audit.target_label, ''), 300), audit.from_value, audit.to_value)
$$;
comment on function private.audit(text, uuid, text, jsonb, jsonb) is 'Adds a row with the caller as actor.';

create function private.audit_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.role is distinct from old.role then
    perform private.audit('role_changed', new.id, coalesce(new.email, new.name), to_jsonb(old.role),
      to_jsonb(new.role));
  end if;
  if (new.deactivated_at is null) is distinct from (old.deactivated_at is null) then
    perform private.audit(
      case when new.deactivated_at is null then 'user_reactivated' else 'user_deactivated' end,
      new.id, coalesce(new.email, new.name), null, null);
  end if;
  return null;
end
$$;
comment on function private.audit_profile() is 'Logs changes of roles and (de)activations.';

create function private.audit_invite() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.audit('invite_created', new.id, new.email, null, jsonb_build_object('role', new.role));
  elsif new.used_at is not null and old.used_at is null then
    perform private.audit('invite_accepted', new.id, new.email, null, jsonb_build_object('role', new.role));
  elsif new.revoked_at is not null and old.revoked_at is null then
    perform private.audit('invite_revoked', new.id, new.email, jsonb_build_object('role', new.role), null);
  end if;
  return null;
end
$$;
comment on function private.audit_invite() is 'Logs created, revoked and accepted invites, without the token.';

create policy audit_log_select_admin on public.audit_log for select to authenticated
  using ((select private.can_see_audit_log()));

create trigger audit_log_append_only before update or delete on public.audit_log
  for each row execute function private.refuse_update_or_delete();
create trigger audit_log_no_truncate before truncate on public.audit_log
  for each statement execute function private.refuse_update_or_delete();
create trigger profiles_audit after update of role, deactivated_at on public.profiles
  for each row execute function private.audit_profile();
create trigger invites_audit after insert or update on public.invites
  for each row execute function private.audit_invite();

create function private.name_of(person text) returns text
language sql stable security definer set search_path = '' as $$
  select p.name from public.profiles p
  where p.id = case when person ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then person::uuid end
$$;
comment on function private.name_of(text) is
  'Display name of the user with that id; null when the text is not the id of a user.';

create function public.list_audit(
  filter_action text default null, filter_person uuid default null, max_rows integer default 50,
  after_created_at timestamptz default null, after_id uuid default null
) returns table (
  id uuid, actor_id uuid, actor_name text, actor_email text, action text, target_id uuid, target_label text,
  target_name text, from_value jsonb, to_value jsonb, from_name text, to_name text, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted integer := least(greatest(coalesce(max_rows, 50), 1), 100);
  last_id uuid := coalesce(after_id, '00000000-0000-0000-0000-000000000000'::uuid);
  rest text := case when filter_action is not null then ' and a.action = $1' else '' end
    || case when after_created_at is not null then ' and (a.created_at, a.id) < ($3, $4)' else '' end
    || ' order by a.created_at desc, a.id desc limit $5';
begin
  if not private.can_see_audit_log() then
    raise exception 'Must be logged in as an admin to read the audit log' using detail = 'admin_required';
  end if;
  -- Two short index scans: a single one would read the whole log for a person with few rows.
  return query execute
    'with page as materialized ('
    || case when filter_person is null then 'select a.* from public.audit_log a where true' || rest
       else '(select a.* from public.audit_log a where a.actor_id = $2' || rest || ') union all'
         || ' (select a.* from public.audit_log a where a.target_id = $2 and a.actor_id is distinct from $2' || rest
           || ')'
       end
    || ') select a.id, a.actor_id, a.actor_name, who.email, a.action, a.target_id, a.target_label, whom.name,'
    || ' a.from_value, a.to_value,'
    || ' case when a.from_value ->> ''kind'' = ''assign'' then private.name_of(a.from_value ->> ''value'') end,'
    || ' case when a.to_value ->> ''kind'' = ''assign'' then private.name_of(a.to_value ->> ''value'') end, a.created_at'
    || ' from page a left join public.profiles who on who.id = a.actor_id'
    || ' left join public.profiles whom on whom.id = a.target_id'
    || ' order by a.created_at desc, a.id desc limit $5'
    using filter_action, filter_person, after_created_at, last_id, wanted;
end
$$;
comment on function public.list_audit(text, uuid, integer, timestamptz, uuid) is
  'Admins: the audit log with current names, filtered by action and by person (as actor or target), newest first, '
  'paged by (created_at, id).';
grant execute on function public.list_audit(text, uuid, integer, timestamptz, uuid) to authenticated, service_role;

create function public.log_export(kind text, row_count integer, filter jsonb default '{}') returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.can_see_reports() then
    raise exception 'Must be logged in as an admin to export' using detail = 'admin_required';
  end if;
  if kind is null or kind not in ('report', 'tickets') or row_count is null or row_count < 0
    or not private.json_is_bounded(coalesce(filter, '{}'), 2000, 3) then
    raise exception 'An export names what and how many' using detail = 'export_invalid';
  end if;
  perform private.audit('export', null, kind, null, jsonb_build_object('rows', row_count, 'filter', filter));
end
$$;
comment on function public.log_export(text, integer, jsonb) is 'Admins: logs an export of figures or tickets.';
grant execute on function public.log_export(text, integer, jsonb) to authenticated, service_role;

-- The history of a ticket. It never contains texts of descriptions or comments, so that an edited or deleted note
-- leaves nothing behind.
create table public.ticket_events (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  actor_id uuid references public.profiles (id),
  kind text not null constraint ticket_events_kind check (kind in (
    'created', 'subject', 'description', 'status', 'priority', 'assigned_to', 'customer_id', 'tags', 'taken_over',
    'comment_added', 'comment_edited', 'comment_deleted', 'note_added', 'note_edited', 'note_deleted',
    'attachment_added', 'attachment_deleted', 'rated', 'delivery_failed', 'file_refused',
    'copies_left_out', 'copies_removed', 'not_sent_on', 'auto_reply', 'unverified_auto_reply')),
  from_value text,
  to_value text,
  is_internal boolean not null default false,
  ticket_version integer,
  created_at timestamptz not null default now()
);
comment on table public.ticket_events is 'Written by triggers only. Events about notes are visible to staff only.';
comment on column public.ticket_events.ticket_version is 'Version of the ticket after the event.';

create index ticket_events_ticket_idx on public.ticket_events (ticket_id, created_at, id);
create index ticket_events_actor_idx on public.ticket_events (actor_id);
create index ticket_events_reopened_idx on public.ticket_events (created_at)
  where kind = 'status' and from_value in ('solved', 'closed');

alter table public.ticket_events
  alter column from_value set statistics 0,
  alter column to_value set statistics 0;
alter table public.ticket_events enable row level security;
grant select (id, ticket_id, actor_id, kind, from_value, to_value, is_internal, ticket_version, created_at)
  on table public.ticket_events to authenticated;
grant all on table public.ticket_events to service_role;

create function private.stamp_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.ticket_version := coalesce(new.ticket_version, (select t.version from public.tickets t
    where t.id = new.ticket_id));
  return new;
end
$$;
comment on function private.stamp_event() is 'Copies the ticket''s version into the event.';

-- Changes of tags are logged by set_ticket_tags, for staff only.
create function private.log_ticket() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select p.id from public.profiles p where p.id = auth.uid());
begin
  if tg_op = 'INSERT' then
    insert into public.ticket_events (ticket_id, actor_id, kind) values (new.id, coalesce(me, new.created_by),
      'created');
    return null;
  end if;
  insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value)
  select new.id, me, change.kind, change.before, change.after
  from (values
    ('subject', old.subject, new.subject),
    ('status', old.status, new.status),
    ('priority', old.priority, new.priority),
    ('assigned_to', old.assigned_to::text, new.assigned_to::text),
    ('customer_id', old.customer_id::text, new.customer_id::text)
  ) as change (kind, before, after)
  where change.before is distinct from change.after;
  if new.description is distinct from old.description then
    insert into public.ticket_events (ticket_id, actor_id, kind) values (new.id, me, 'description');
  end if;
  return null;
end
$$;
comment on function private.log_ticket() is 'Logs one event per changed field of a ticket.';

create function private.log_ticket_content() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select p.id from public.profiles p where p.id = auth.uid());
  part jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  ticket uuid := (part ->> 'ticket_id')::uuid;
  verb text := case tg_op when 'INSERT' then 'added' when 'UPDATE' then 'edited' else 'deleted' end;
  hidden boolean := false;
  event text;
  way text;
begin
  -- When the ticket itself is deleted, there is no row left to refer to.
  if not exists (select from public.tickets t where t.id = ticket) then
    return null;
  end if;
  if tg_table_name = 'comments' then
    hidden := (part ->> 'is_internal')::boolean;
    event := case when hidden then 'note_' else 'comment_' end || verb;
  elsif tg_table_name = 'attachments' then
    hidden := private.is_internal_comment((part ->> 'comment_id')::uuid)
      -- Deleted together with its comment, which no longer exists.
      or (tg_op = 'DELETE' and part ->> 'comment_id' is not null);
    event := 'attachment_' || verb;
  else
    event := 'rated';
    way := case when me is null then 'link' end;
    me := coalesce(me, (part ->> 'customer_id')::uuid);
  end if;
  insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, is_internal)
  values (ticket, me, event, way, part ->> 'score', hidden);
  return null;
end
$$;
comment on function private.log_ticket_content() is
  'Logs events of comments, attachments and ratings, without their text. A rating by the link of a mail has the '
  'from_value link.';

create policy ticket_events_select_visible on public.ticket_events for select to authenticated
  using (((select private.can_see_all_tickets()) or private.owns_ticket(ticket_id))
    and (not is_internal or (select private.can_see_notes())));

create trigger comments_log after insert or delete or update of content on public.comments
  for each row execute function private.log_ticket_content();
create trigger attachments_log after insert or delete on public.attachments
  for each row execute function private.log_ticket_content();
create trigger ticket_ratings_log after insert or update on public.ticket_ratings
  for each row execute function private.log_ticket_content();
create trigger tickets_log
  after insert or update of subject, description, status, priority, assigned_to, customer_id on public.tickets
  for each row execute function private.log_ticket();
create trigger ticket_events_stamp before insert on public.ticket_events
  for each row when (new.ticket_version is null) execute function private.stamp_event();

-- Changes of tickets by staff can be undone for 30 seconds, however they were made: one by one, in bulk, by a function
-- or by an update through the API. The changes of one transaction are one batch.
create table private.undoable_changes (
  batch_id uuid not null,
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  actor_id uuid not null references public.profiles (id) on delete cascade,
  before jsonb not null constraint undoable_changes_before check (private.json_is_bounded(before, 65536, 6)),
  version integer,
  created_at timestamptz not null default clock_timestamp(),
  primary key (batch_id, ticket_id)
);
comment on table private.undoable_changes is
  'Tickets before recent changes by staff, written by triggers on tickets; version is the one after the change.';

create index undoable_changes_ticket_idx on private.undoable_changes (ticket_id);
create index undoable_changes_actor_idx on private.undoable_changes (actor_id, created_at);

create function private.current_batch() returns uuid
language sql stable set search_path = '' as $$
  select nullif(nullif(current_setting('helpdesk.batch', true), ''), 'off')::uuid
$$;
comment on function private.current_batch() is
  'Batch of the changes of this transaction; null when they cannot be undone.';
grant execute on function private.current_batch() to authenticated, service_role;

create function private.start_batch() returns uuid
language plpgsql set search_path = '' as $$
begin
  if coalesce(current_setting('helpdesk.batch', true), '') = '' then
    perform set_config('helpdesk.batch', gen_random_uuid()::text, true);
  end if;
  return private.current_batch();
end
$$;
comment on function private.start_batch() is
  'Makes the following changes of this transaction undoable, unless exclude_from_undo was called.';
grant execute on function private.start_batch() to authenticated, service_role;

create function private.save_for_undo() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  desk_tags text[] := (select g.tags from public.ticket_tags g where g.ticket_id = old.id);
  batch uuid;
begin
  -- Set_ticket_tags turns the new value into ticket_tags afterwards.
  if tg_argv[0] = 'tags' and new.tags is not distinct from desk_tags or not private.can_work_on_tickets() then
    return new;
  end if;
  batch := case when tg_argv[0] = 'function' then private.current_batch() else private.start_batch() end;
  if batch is not null then
    delete from private.undoable_changes c where c.actor_id = auth.uid() and c.created_at < now() - interval '1 minute';
    insert into private.undoable_changes (batch_id, ticket_id, actor_id, before, version)
    values (batch, old.id, auth.uid(), jsonb_build_object('version', old.version, 'status', old.status,
      'priority', old.priority, 'assigned_to', old.assigned_to, 'tags', desk_tags, 'closed_at', old.closed_at,
      'resolved_at', old.resolved_at, 'close_reason', old.close_reason), old.version + 1)
    on conflict (batch_id, ticket_id) do update set version = excluded.version, created_at = clock_timestamp();
  end if;
  return new;
end
$$;
comment on function private.save_for_undo() is
  'Saves a ticket before a change by staff. Changes by functions are saved only after start_batch.';

-- These sort between tickets_guard, which refuses changes, and tickets_tags_move, which moves tags to ticket_tags.
create trigger tickets_save before update of status, priority, assigned_to on public.tickets
  for each row when (current_user = 'authenticated'
    and (old.status, old.priority, old.assigned_to) is distinct from (new.status, new.priority, new.assigned_to))
  execute function private.save_for_undo('fields');
create trigger tickets_save_in_function before update of status, priority, assigned_to on public.tickets
  for each row when (current_user <> 'authenticated'
    and (old.status, old.priority, old.assigned_to) is distinct from (new.status, new.priority, new.assigned_to))
  execute function private.save_for_undo('function');
create trigger tickets_save_tags before update of tags on public.tickets
  for each row when (current_user = 'authenticated') execute function private.save_for_undo('tags');

create function private.exclude_from_undo() returns void
language sql set search_path = '' as $$
  select set_config('helpdesk.batch', 'off', true)
$$;
comment on function private.exclude_from_undo() is 'The following changes of this transaction cannot be undone.';
grant execute on function private.exclude_from_undo() to authenticated, service_role;

-- Restores the time stamps too; the history keeps both the change and its undo. Mails about the change are deleted with
-- it.
create function private.undo_batch(batch uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  results jsonb := '[]';
  done private.undoable_changes;
  ticket public.tickets;
  was public.tickets;
  code text;
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  if not exists (select from private.undoable_changes c where c.batch_id = batch and c.actor_id = me) then
    raise sqlstate 'PT404' using message = 'There is nothing to undo', detail = 'undo_not_found';
  end if;
  perform private.exclude_from_undo();
  perform set_config('helpdesk.notifications', 'off', true);
  for done in
    select c.* from private.undoable_changes c where c.batch_id = batch and c.actor_id = me
      order by c.ticket_id for update
  loop
    if done.created_at < clock_timestamp() - interval '30 seconds' then
      raise sqlstate 'PT409' using message = 'It is too late to undo this change', detail = 'undo_expired';
    end if;
    was := jsonb_populate_record(null::public.tickets, done.before);
    -- Waits for a concurrent change of the ticket, which the version then shows.
    select t.* into ticket from public.tickets t where t.id = done.ticket_id for no key update;
    code := case when ticket.version is distinct from done.version then 'ticket_changed'
      when was.assigned_to is not null and not private.is_active_staff(was.assigned_to) then 'assignee_invalid' end;
    if code is null then
      delete from public.notification_outbox o
      where o.ticket_id = ticket.id and o.change_batch = batch and o.attempts = 0 and o.sent_at is null;
      perform private.withdraw_notifications(ticket.id, batch);
      -- A mail that was sent already is followed by one about the undo.
      perform set_config('helpdesk.mails', case when exists (
        select from public.notification_outbox o where o.ticket_id = ticket.id and o.change_batch = batch
      ) then '' else 'off' end, true);
      update public.tickets t set status = was.status, priority = was.priority, assigned_to = was.assigned_to,
        tags = was.tags, closed_at = was.closed_at, resolved_at = was.resolved_at, close_reason = was.close_reason
      where t.id = ticket.id;
      -- The caller's change before this one can be undone next.
      update private.undoable_changes c set version = t.version from public.tickets t
      where t.id = ticket.id and c.ticket_id = t.id and c.actor_id = me and c.version = was.version;
    end if;
    results := results || jsonb_build_object('id', ticket.id, 'number', ticket.number, 'subject', ticket.subject,
      'ok', code is null, 'code', code, 'message', case code
        when 'ticket_changed' then 'The ticket has changed since'
        when 'assignee_invalid' then 'A ticket can only be assigned to an agent or admin' end);
  end loop;
  delete from private.undoable_changes c where c.batch_id = batch and c.actor_id = me;
  return jsonb_build_object('results', results);
end
$$;
comment on function private.undo_batch(uuid) is
  'Restores the tickets of the caller''s batch that nobody has changed since: {results: [{id, number, subject, ok, '
  'code, message}]}.';

create function public.undo_bulk_update(batch_id uuid) returns jsonb
language sql security definer set search_path = '' as $$
  select private.undo_batch(undo_bulk_update.batch_id)
$$;
comment on function public.undo_bulk_update(uuid) is
  'The actor of a bulk update, within 30 seconds: restore the tickets that nobody has changed since. {results: [{id, '
  'number, subject, ok, code, message}]}.';
grant execute on function public.undo_bulk_update(uuid) to authenticated, service_role;

-- Undo of the change that a message is about, also when its author has changed something else since, here or in another
-- tab.
create function public.undo_last_change(of_ticket uuid default null, made_version integer default null) returns jsonb
language sql security definer set search_path = '' as $$
  select private.undo_batch((
    select c.batch_id from private.undoable_changes c
    where c.actor_id = auth.uid()
      and (of_ticket is null or c.ticket_id = of_ticket)
      and (made_version is null or c.version = made_version)
    order by c.created_at desc limit 1))
$$;
comment on function public.undo_last_change(uuid, integer) is
  'Staff, within 30 seconds: undo their newest change of status, priority, tags or assignee, of one ticket when it is '
  'named, and the change that made this version of it. {results: [{id, number, subject, ok, code, message}]}. HTTP '
  '404 when there is none, 409 when it is too late.';
grant execute on function public.undo_last_change(uuid, integer) to authenticated, service_role;

-- The counts of the sidebar in one call. Each count stops at a cap, and reads indexes only.
create function private.count_list(filter_status text, filter_priority text, holder uuid, filter_tag text,
  only_waiting boolean, cap integer)
returns integer language plpgsql stable security definer set search_path = ''
set enable_seqscan = off set enable_bitmapscan = off set max_parallel_workers_per_gather = 0 set jit = off as $$
declare
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  statuses text[] := coalesce(private.statuses_of(filter_status), private.ticket_statuses());
  n integer;
begin
  if only_waiting then
    statuses := array(select s from unnest(statuses) s where s = any (private.active_statuses()));
  end if;
  execute 'select count(*) from (select from '
    || case when filter_tag is null then 'public.tickets t where true'
      else format('private.tagged_tickets t where t.tag = %L', filter_tag) end
    || format(' and t.status = any (%L)', statuses)
    || coalesce(' and t.priority_rank = ' || private.rank_of(filter_priority), '')
    || case when holder = nobody then ' and t.assigned_to is null'
      else coalesce(' and t.assigned_to = ' || quote_literal(holder), '') end
    -- The index of waiting tickets is for active ones.
    || case when only_waiting then ' and t.waiting_since is not null and t.status in (''open'', ''in_progress'', ''pending'', ''on_hold'')' else '' end
    || ' limit ' || cap || ') t' into n;
  return n;
end
$$;
comment on function private.count_list(text, text, uuid, text, boolean, integer) is
  'Number of tickets of a list without a text, up to the cap. holder: an assignee, or the nil uuid for unassigned.';

create function private.count_views(cap integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  with views as materialized (
    select s.id, nullif(btrim(s.filter ->> 'q'), '') as query, s.filter ->> 'status' as status,
      s.filter ->> 'priority' as priority,
      s.filter ->> 'tag' as tag, coalesce(s.filter ->> 'sort' = 'waiting', false) as only_waiting,
      case s.filter ->> 'assigned' when 'me' then auth.uid() when 'none' then '00000000-0000-0000-0000-000000000000'
        else (s.filter ->> 'assigned')::uuid end as holder
    from public.saved_views s
    where (s.is_shared or s.owner_id = auth.uid())
      -- Filters typed into the text (status:open) are read by the page alone: such a view has no count.
      and coalesce(s.filter ->> 'q', '') !~* '(^|\s)(status|priority|from|assigned|tag|before|after):'
    order by s.owner_id = auth.uid() desc, s.name, s.id limit 50
  ), counts as materialized (
    -- Views with the same tickets are counted once.
    select v.*, case when v.query is null
      then private.count_list(v.status, v.priority, v.holder, v.tag, v.only_waiting, cap)
      else cardinality(private.find_tickets(v.query, null, (private.read_query(v.query, null, false)).wanted, null,
        v.status, v.priority, null,
        case when v.holder = '00000000-0000-0000-0000-000000000000' then '' else v.holder::text end, v.tag,
        'created_at', false, cap, 0, null, null, null, null, null)) end as n
    from (select distinct query, status, priority, tag, only_waiting, holder from views) v
  )
  select coalesce(jsonb_object_agg(v.id, c.n), '{}') from views v join counts c on
    (v.query, v.status, v.priority, v.tag, v.only_waiting, v.holder)
    is not distinct from (c.query, c.status, c.priority, c.tag, c.only_waiting, c.holder)
$$;
comment on function private.count_views(integer) is
  'Number of tickets in each of the caller''s first 50 saved views, by id.';

create function public.count_queues() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  cap constant integer := 1000;
  since constant timestamptz := private.read_before(me);
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to count tickets' using detail = 'agent_required';
  end if;
  return (
    select jsonb_build_object('mine', count(*), 'waiting', count(m.waiting_since),
      'unread', count(*) filter (where r.is_unread or m.last_message_by is distinct from me
        and m.last_message_at > greatest(r.read_at, since)))
    from (
      select t.id, t.waiting_since, t.last_message_at, t.last_message_by from public.tickets t
      where t.assigned_to = me and t.status in ('open', 'in_progress', 'pending', 'on_hold') limit cap
    ) m left join private.ticket_reads r on r.user_id = me and r.ticket_id = m.id
  ) || jsonb_build_object(
    'unassigned', private.count_list('active', null, '00000000-0000-0000-0000-000000000000', null, false, cap),
    'unmatched', private.count_unmatched_mails(cap),
    'agents_update', (select w.agents_update from public.workspace_settings w),
    'views', private.count_views(cap));
end
$$;
comment on function public.count_queues() is
  'Staff: {unassigned, mine, waiting, unread, unmatched, agents_update, views: {id: number}}. Active tickets without '
  'an assignee; the caller''s active tickets, those of them that wait for an answer, and those with an unread '
  'message; received mails that wait for staff; tickets of each saved view. No count is above 1,000, which means '
  '1,000 or more.';
grant execute on function public.count_queues() to authenticated, service_role;

-- Lists without a text: each combination of filters and order reads an index that ends in the order. Lists can be
-- sorted by subject, requester and assignee too.
create function private.ticket_orders() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['created_at', 'updated_at', 'waiting', 'priority', 'status', 'subject', 'customer', 'assignee']
$$;
comment on function private.ticket_orders() is 'The orders of a list.';
grant execute on function private.ticket_orders() to authenticated, service_role;

create function private.check_order(sort_by text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if sort_by is null or sort_by <> all (private.ticket_orders()) then
    raise exception 'Tickets can be sorted by created_at, updated_at, waiting, priority, status, subject, customer or assignee'
      using detail = 'sort_invalid';
  end if;
end
$$;
comment on function private.check_order(text) is 'Raises sort_invalid for any other order.';

-- A list with a tag or of a requester reads and sorts all of their tickets, so that it does little for each: a tag can
-- be on every sixth ticket of the workspace. In an order by text, a requester's tickets come from the index with the
-- texts.
create function private.list_page(
  filter_status text[], filter_priority text, filter_customer uuid, holder uuid, filter_tag text, staff boolean,
  sort_by text, reversed boolean, wanted integer, after_rank smallint, after_status text, after_at timestamptz,
    after_id uuid, after_text text, after_number bigint
) returns public.tickets[]
language plpgsql stable security definer set search_path = '' as $$
declare
  active constant text[] := private.active_statuses();
  statuses text[] := private.ticket_statuses();
  ranks smallint[] := '{4,3,2,1,0}';
  -- The values of the order, and those that this page can have.
  places text[];
  groups text[];
  by_group constant boolean := sort_by in ('priority', 'status');
  -- Tickets of one person have one name; then the time decides.
  by_text constant boolean := sort_by = 'subject' or sort_by = 'customer' and filter_customer is null
    or sort_by = 'assignee' and holder is null;
  after_group constant text := case sort_by when 'priority' then after_rank::text when 'status' then after_status end;
  this_group text;
  sorted constant text := case when by_text
    then case sort_by when 'subject' then 'subject_key' when 'customer' then 'requester_key' else 'assignee_key' end
    else case sort_by when 'updated_at' then 'updated_at' when 'waiting' then 'waiting_since' else 'created_at' end end;
  -- Within a priority or status the newest is first; the longest waiting ticket has the oldest time.
  oldest_first constant boolean := case when by_group then false when sort_by = 'waiting' then not reversed
    else reversed end;
  direction constant text := case when oldest_first then 'asc' else 'desc' end;
  -- In the order of their numbers, tickets of a person are in the order of time.
  last_column constant text := case when by_text then 'number' else 'id' end;
  sort text := format('t.%s %s, t.%s %2$s', sorted, direction, last_column);
  only_waiting constant text := case when sort_by = 'waiting' then ' and t.waiting_since is not null' else '' end;
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  -- The part of the list after the previous page. As subselects: for a constant near the end of an index the planner
  -- would read each index to find its end.
  rest text := '';
  source text;
  sql text;
  ids uuid[];
  found public.tickets[];
  page public.tickets[] := '{}';
begin
  statuses := array(select s from unnest(statuses) s
    where (filter_status is null or s = any (filter_status) or s = any (active) and 'active' = any (filter_status))
      and (sort_by <> 'waiting' or s = any (active)));
  ranks := array(select r from unnest(ranks) r where filter_priority is null or r = private.rank_of(filter_priority));
  if by_group then
    places := array(select k.g from unnest(case sort_by when 'priority' then '{4,3,2,1,0}'
      else private.ticket_statuses() end)
      with ordinality k (g, n) order by case when reversed then -k.n else k.n end);
    groups := array(select k.g from unnest(places) with ordinality k (g, n)
      where k.g = any (case sort_by when 'priority' then ranks::text[] else statuses end)
        and k.n >= coalesce(array_position(places, after_group), 1) order by k.n);
    if groups = '{}' then return page; end if;
    if sort_by = 'priority' then ranks := groups::smallint[]; else statuses := groups; end if;
  end if;
  if by_text and after_text is not null then
    rest := format(' and (t.%s, t.number) %s ((select %L collate "C"), (select %L::bigint))', sorted,
      case when oldest_first then '>' else '<' end, private.sort_key(after_text),
      coalesce(after_number, case when oldest_first then 9223372036854775807 else 0 end));
  elsif not by_text and after_at is not null then
    rest := format(' and (t.%s, t.id) %s ((select %L::timestamptz), (select %L::uuid))', sorted,
      case when oldest_first then '>' else '<' end, after_at,
      coalesce(after_id::text, case when oldest_first then 'ffffffff-ffff-ffff-ffff-ffffffffffff'
        else nobody::text end));
  end if;

  if filter_customer is null and filter_tag is null then
    -- By priority or status, group after group. By time, all at once.
    foreach this_group in array case when by_group then groups else '{""}' end loop
      select string_agg(format('(select t.%s, t.%I, t as ticket from public.tickets t where t.status = %L and t.priority_rank = %s',
            last_column, sorted, s, r)
          || coalesce(format(' and coalesce(t.assigned_to, %L) = ', nobody) || quote_literal(holder), '')
          || only_waiting || case when by_group and this_group is distinct from after_group then '' else rest end
          || format(' order by %s limit %s)', sort, wanted), ' union all ')
        into sql from unnest(statuses) s, unnest(ranks) r
        where not by_group or this_group = case when sort_by = 'priority' then r::text else s end;
      exit when sql is null;
      execute format('select array(select t.ticket from (%s) t order by %s limit %s)', sql, sort, wanted) into found;
      page := page || found;
      wanted := wanted - cardinality(found);
      exit when wanted = 0;
    end loop;
    return page;
  end if;

  -- An index has all columns of the filters and the order; only the page reads tickets. Customers see tags given at
  -- creation.
  source := case when staff and filter_tag is not null
    then format('(select k.*, k.ticket_id as id from private.tagged_tickets k where k.tag = %L) t where true',
      filter_tag)
      || coalesce(' and t.customer_id = ' || quote_literal(filter_customer), '')
    else format('(select k.* from public.tickets k where k.customer_id = %L order by %s offset 0) t where true',
        filter_customer, case when by_text then 'k.number' else format('k.created_at %s, k.id %1$s', direction) end)
      || coalesce(' and t.tags @> array[' || quote_literal(filter_tag) || ']', '') end;
  if by_group then
    this_group := case when sort_by = 'priority' then 't.priority_rank' else 't.status' end;
    if after_group is not null and rest <> '' then
      rest := format(' and (%s <> %L or %s)', this_group, after_group, substr(rest, 6));
    end if;
    sort := case sort_by when 'priority' then this_group || case when reversed then '' else ' desc' end
      else (select 'case t.status' || string_agg(format(' when %L then %s', k.g, k.n), ''
        order by array_position(private.ticket_statuses(), k.g) desc)
        || ' end' from unnest(groups) with ordinality k (g, n)) end || ', ' || sort;
  end if;
  -- No condition that every ticket meets, and first the statuses that most have: they are checked for each ticket of
  -- the tag.
  execute 'select array(select t.id from ' || source
    || case when statuses @> private.ticket_statuses() then '' else format(' and t.status = any (%L)',
        array(select s from unnest(statuses) s order by array_position(private.ticket_statuses(), s) desc)) end
    || case when cardinality(ranks) = 5 then '' else format(' and t.priority_rank = any (%L)', ranks) end
    || case when holder = nobody then ' and t.assigned_to is null'
      else coalesce(' and t.assigned_to = ' || quote_literal(holder), '') end
    || only_waiting || rest || format(' order by %s limit %s)', sort, wanted)
    into ids;
  return array(select t::public.tickets from unnest(ids) with ordinality as k (id, place)
    join public.tickets t on t.id = k.id order by k.place);
end
$$;
comment on function private.list_page(text[], text, uuid, uuid, text, boolean, text, boolean, integer, smallint, text,
  timestamptz, uuid, text, bigint) is
  'The tickets of list_tickets, in order. The caller has applied the rights: of customers filter_customer is their '
  'own id. holder: an assignee, or the nil uuid for unassigned.';

create function public.list_tickets(
  filter_status text[] default null, filter_priority text default null, filter_customer uuid default null,
  filter_assignee uuid default null, unassigned boolean default false, filter_tag text default null,
  sort_by text default 'created_at', ascending boolean default false, max_rows integer default 50,
  after_rank smallint default null, after_at timestamptz default null, after_id uuid default null,
    after_status text default null,
  after_text text default null, after_number bigint default null
) returns table (
  id uuid, number bigint, subject text, description text, status text, priority text, priority_rank smallint,
  created_by uuid, customer_id uuid, assigned_to uuid, tags text[], metadata jsonb, request_id uuid, version integer,
  first_response_at timestamptz, resolved_at timestamptz, closed_at timestamptz, close_reason text,
  created_at timestamptz, updated_at timestamptz, waiting_since timestamptz, last_message_at timestamptz,
  last_message_by uuid, last_message_preview text, source text,
  creator_name text, creator_email text, assignee_name text, assignee_email text, requester_name text,
    requester_email text,
  desk_tags text[], last_message_name text, last_message_from text, unread boolean
)
language plpgsql stable security definer set search_path = ''
-- Indexes have the order of the list. Estimates would replace a merge by a sort of everything.
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
set max_parallel_workers_per_gather = 0 set jit = off as $$
declare
  staff constant boolean := private.can_see_all_tickets();
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  if not staff and private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  perform private.check_order(sort_by);
  return query select * from private.ticket_rows(private.list_page(
    filter_status, filter_priority, case when staff then filter_customer else auth.uid() end,
    case when unassigned then nobody else filter_assignee end, filter_tag, staff, sort_by, coalesce(ascending, false),
    least(greatest(coalesce(max_rows, 50), 1), 100), after_rank, after_status, after_at, after_id,
    after_text, after_number), staff);
end
$$;
comment on function public.list_tickets(text[], text, uuid, uuid, boolean, text, text, boolean, integer, smallint,
  timestamptz, uuid, text, text, bigint) is
  'A page of tickets with what a row shows. filter_status: statuses; active means the four active ones. sort_by: '
  'created_at, updated_at, waiting (longest first; only tickets that wait), priority (rank in the chosen direction, '
  'newest first within a rank), status (order of the workflow, newest first within a status), subject, customer or '
  'assignee (of people the name). after_rank, after_status, after_at, after_id, after_text and after_number: rank, '
  'status, sorted time, id, sorted text and number of the previous page''s last row. Customers get their own tickets, '
  'and of staff the name only.';
grant execute on function public.list_tickets(text[], text, uuid, uuid, boolean, text, text, boolean, integer, smallint,
  timestamptz, uuid, text, text, bigint) to authenticated, service_role;

create function public.list_ticket_ids(
  filter_status text[] default null, filter_priority text default null, filter_customer uuid default null,
  filter_assignee uuid default null, unassigned boolean default false, filter_tag text default null,
  sort_by text default 'created_at', ascending boolean default false
) returns uuid[]
language plpgsql stable security definer set search_path = ''
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
set max_parallel_workers_per_gather = 0 set jit = off as $$
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to select tickets' using detail = 'agent_required';
  end if;
  perform private.check_order(sort_by);
  return array(select t.id from unnest(private.list_page(filter_status, filter_priority, filter_customer,
    case when unassigned then '00000000-0000-0000-0000-000000000000' else filter_assignee end, filter_tag, true,
      sort_by,
    coalesce(ascending, false), 1000, null, null, null, null, null, null)) with ordinality t order by t.ordinality);
end
$$;
comment on function public.list_ticket_ids(text[], text, uuid, uuid, boolean, text, text, boolean) is
  'Staff: the ids of all tickets of a list, in its order, at most 1,000.';
grant execute on function public.list_ticket_ids(text[], text, uuid, uuid, boolean, text, text,
  boolean) to authenticated, service_role;

-- A new name is copied to the person's comments and to the sort keys of their tickets: the first thousand of each at
-- once, the rest in the background.
create table private.renamed_people (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  renamed_at timestamptz not null default now()
);
comment on table private.renamed_people is
  'People whose former name is still in comments, sort keys of tickets or documents, or their former address in '
  'documents.';

alter table private.renamed_people enable row level security;

create function private.copy_name(person uuid, max_rows integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  name constant text := (select p.name from public.profiles p where p.id = person);
  name_key constant text := private.sort_name(person);
  said constant uuid[] := array(
    select c.id from public.comments c where c.user_id = person and c.author_name <> name limit max_rows);
  stale constant uuid[] := array(
    select t.id from public.tickets t where t.customer_id = person and t.requester_key <> name_key
    union select t.id from public.tickets t where t.created_by = person and t.customer_id is null
      and t.requester_key <> name_key
    union select t.id from public.tickets t where t.assigned_to = person and t.assignee_key <> name_key
    limit max_rows);
  -- A document costs as much as five keys.
  unread constant uuid[] := array(
    select distinct d.ticket_id from public.profiles p, private.search_documents d
    where p.id = person and d.words @@ format('(''o:%1$s'' | ''a:%1$s'') & !''%2$s''', person,
      (private.person_tokens(p))[1])::tsquery
    limit max_rows / 5);
  -- Skips what others are changing until a later step: waiting for it while holding the rest could deadlock.
  free_said constant uuid[] := array(
    select c.id from public.comments c where c.id = any (said) for no key update skip locked);
  free_stale constant uuid[] := array(
    select t.id from public.tickets t where t.id = any (stale) for no key update skip locked);
  free_unread constant uuid[] := array(
    select d.ticket_id from private.search_documents d
    where d.ticket_id = any (unread) and not d.is_internal for update skip locked);
begin
  update public.comments c set author_name = name where c.id = any (free_said);
  update public.tickets t set requester_key = private.sort_name(coalesce(t.customer_id, t.created_by)),
    assignee_key = private.sort_name(t.assigned_to)
  where t.id = any (free_stale);
  perform private.index_tickets(free_unread);
  if cardinality(said) < max_rows and cardinality(stale) < max_rows and cardinality(unread) < max_rows / 5
    and (cardinality(said), cardinality(stale), cardinality(unread))
      = (cardinality(free_said), cardinality(free_stale), cardinality(free_unread)) then
    delete from private.renamed_people r where r.person_id = person;
  end if;
end
$$;
comment on function private.copy_name(uuid, integer) is
  'Copies a person''s name to comments and sort keys of tickets, at most max_rows of each, and to the documents of a '
  'fifth as many. Forgets the person when all are done.';

create function private.follow_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Waits for a step that is copying the former name.
  insert into private.renamed_people as r (person_id) values (new.id)
  on conflict (person_id) do update set renamed_at = excluded.renamed_at;
  perform private.copy_name(new.id, 1000);
  return null;
end
$$;
comment on function private.follow_name() is
  'Comments, sort keys of tickets and documents follow the names and addresses of their people.';

-- A new role may change the name (private.guard_name).
create trigger profiles_name after update of name, email, role on public.profiles
  for each row when ((new.name, new.email) is distinct from (old.name, old.email))
    execute function private.follow_name();

create function private.copy_names() returns void
language sql security definer set search_path = '' as $$
  select private.copy_name(r.person_id, 5000)
  from (select p.person_id from private.renamed_people p order by p.renamed_at limit 1 for update skip locked) r
$$;
comment on function private.copy_names() is 'One step of the work that renames of people left.';

-- Named filters of the ticket list, personal or shared with all staff.
create function private.is_view_filter(filter jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(filter) = 'object' and octet_length(filter::text) <= 2000 and not exists (
    select from jsonb_each(filter) as field (name, value)
    where jsonb_typeof(value) <> 'string' or not coalesce(case name
      when 'q' then true
      when 'tag' then value #>> '{}' ~ '\S'
      when 'status' then value #>> '{}' = any (private.ticket_statuses() || array['active'])
      when 'priority' then value #>> '{}' = any (private.ticket_priorities())
      when 'assigned' then value #>> '{}' in ('me', 'none') or pg_input_is_valid(value #>> '{}', 'uuid')
      when 'sort' then value #>> '{}' = any (private.ticket_orders())
      when 'dir' then value #>> '{}' in ('asc', 'desc')
    end, false))
$$;
comment on function private.is_view_filter(jsonb) is
  'True for {q?, status?, priority?, assigned? (me, none or a user id), tag?, sort?, dir?}, all texts.';
grant execute on function private.is_view_filter(jsonb) to authenticated, service_role;

create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  is_shared boolean not null default false,
  name text not null constraint saved_views_name_length check (char_length(name) <= 60 and name ~ '\S'),
  filter jsonb not null constraint saved_views_filter check (private.is_view_filter(filter))
    constraint saved_views_filter_bounds check (private.json_is_bounded(filter, 2000, 1)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.saved_views is
  'Named filters of the ticket list. All staff read shared views; owners and admins write.';
comment on column public.saved_views.filter is
  '{q, status, priority, assigned, tag, sort, dir}; an absent key does not filter.';

create index saved_views_owner_idx on public.saved_views (owner_id, name);
create index saved_views_shared_idx on public.saved_views (name) where is_shared;

alter table public.saved_views alter column name set statistics 0;
alter table public.saved_views enable row level security;
grant select (id, owner_id, is_shared, name, filter, created_at, updated_at)
  on table public.saved_views to authenticated;
grant insert (owner_id, is_shared, name, filter) on table public.saved_views to authenticated;
grant update (is_shared, name, filter) on table public.saved_views to authenticated;
grant delete on table public.saved_views to authenticated;
grant all on table public.saved_views to service_role;

create policy saved_views_select_staff on public.saved_views for select to authenticated
  using ((select private.can_use_macros()) and (is_shared or owner_id = (select auth.uid())));
create policy saved_views_insert_owner on public.saved_views for insert to authenticated
  with check ((select private.can_use_macros()) and owner_id = (select auth.uid()));

-- Admins cannot see or change personal rows.
create policy saved_views_update_owner_or_admin on public.saved_views for update to authenticated
  using (((select private.can_use_macros()) and owner_id = (select auth.uid()))
    or ((select private.can_manage_workspace()) and is_shared))
  with check (((select private.can_use_macros()) and owner_id = (select auth.uid()))
    or ((select private.can_manage_workspace()) and is_shared));
create policy saved_views_delete_owner_or_admin on public.saved_views for delete to authenticated
  using (((select private.can_use_macros()) and owner_id = (select auth.uid()))
    or ((select private.can_manage_workspace()) and is_shared));

create trigger saved_views_touch before update on public.saved_views
  for each row execute function private.touch_updated_at();
create trigger saved_views_strip_name before insert or update of name on public.saved_views
  for each row when (new.name is distinct from private.strip_invisible(new.name))
  execute function private.strip_column('name');

-- Subjects and people's names in the form that lists sort by: kept with the ticket, because an index can only have
-- columns of its table. A limit of a column is checked after its triggers, so no more is read of a text than the
-- longest accepted one.
create function private.sort_key(words text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select left(private.plain_words(left(words, 500)), 32)
$$;
comment on function private.sort_key(text) is 'What sorting compares of a text: the first 32 plain letters and digits.';

create function private.sort_name(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select private.sort_key(p.name) from public.profiles p where p.id = person), '')
$$;
comment on function private.sort_name(uuid) is 'The sort key of a person''s name; empty without a person.';

create function private.set_sort_keys() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Only what changed: a lookup of a name costs more than the rest of a change of status.
  if tg_op = 'INSERT' or new.subject is distinct from old.subject then
    new.subject_key := private.sort_key(new.subject);
  end if;
  if tg_op = 'INSERT' or (new.customer_id, new.created_by) is distinct from (old.customer_id, old.created_by) then
    new.requester_key := private.sort_name(coalesce(new.customer_id, new.created_by));
  end if;
  if tg_op = 'INSERT' or new.assigned_to is distinct from old.assigned_to then
    new.assignee_key := private.sort_name(new.assigned_to);
  end if;
  return new;
end
$$;
comment on function private.set_sort_keys() is 'Computes the sort keys of a ticket.';

create trigger tickets_sort_keys_new before insert on public.tickets
  for each row execute function private.set_sort_keys();

-- Its name comes after tickets_release, which changes the assignee of a reopened ticket.
create trigger tickets_sort_keys before update on public.tickets
  for each row when ((old.subject, old.customer_id, old.created_by, old.assigned_to)
    is distinct from (new.subject, new.customer_id, new.created_by, new.assigned_to))
  execute function private.set_sort_keys();

-- Tickets by tag, with what lists filter and sort by, so that a list with a tag reads one index and no ticket beyond
-- its page.
create table private.tagged_tickets (
  ticket_id uuid not null references public.ticket_tags (ticket_id) on delete cascade,
  tag text not null,
  status text not null,
  priority_rank smallint not null,
  assigned_to uuid,
  customer_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  waiting_since timestamptz,
  number bigint not null,
  subject_key text collate "C" not null,
  requester_key text collate "C" not null,
  assignee_key text collate "C" not null,
  primary key (ticket_id, tag)
);
comment on table private.tagged_tickets is
  'One row for each ticket and tag of ticket_tags, with columns of the ticket. Written by triggers on ticket_tags and '
  'tickets.';

create index tagged_tickets_list_idx on private.tagged_tickets (tag, created_at desc, ticket_id desc)
  include (status, priority_rank, assigned_to, customer_id, updated_at, waiting_since);
create index tagged_tickets_subject_idx on private.tagged_tickets (tag, subject_key, number)
  include (ticket_id, status, priority_rank, assigned_to, customer_id);
create index tagged_tickets_requester_idx on private.tagged_tickets (tag, requester_key, number)
  include (ticket_id, status, priority_rank, assigned_to, customer_id);
create index tagged_tickets_assignee_idx on private.tagged_tickets (tag, assignee_key, number)
  include (ticket_id, status, priority_rank, assigned_to, customer_id);

alter table private.tagged_tickets enable row level security;

create function private.refresh_tagged_tickets(ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  delete from private.tagged_tickets k where k.ticket_id = any (ids);
  insert into private.tagged_tickets (ticket_id, tag, status, priority_rank, assigned_to, customer_id, created_at,
    updated_at,
    waiting_since, number, subject_key, requester_key, assignee_key)
  select distinct t.id, tag, t.status, t.priority_rank, t.assigned_to, t.customer_id, t.created_at, t.updated_at,
    t.waiting_since, t.number, t.subject_key, t.requester_key, t.assignee_key
  from public.ticket_tags g join public.tickets t on t.id = g.ticket_id, unnest(g.tags) tag
  where g.ticket_id = any (ids)
$$;
comment on function private.refresh_tagged_tickets(uuid[]) is
  'Writes the rows of these tickets again. For triggers, and after a load without triggers.';

create function private.follow_tags() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_tagged_tickets(array(select w.ticket_id from written w));
  return null;
end
$$;
comment on function private.follow_tags() is 'Copies changed tags to tagged_tickets.';

-- Per statement, because renaming a tag changes thousands of rows.
create trigger ticket_tags_follow_new after insert on public.ticket_tags
  referencing new table as written for each statement execute function private.follow_tags();
create trigger ticket_tags_follow_changed after update on public.ticket_tags
  referencing new table as written for each statement execute function private.follow_tags();

create function private.follow_tagged_ticket() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.tagged_tickets k
  set status = new.status, priority_rank = new.priority_rank, assigned_to = new.assigned_to,
    customer_id = new.customer_id, created_at = new.created_at, updated_at = new.updated_at,
    waiting_since = new.waiting_since, subject_key = new.subject_key, requester_key = new.requester_key,
    assignee_key = new.assignee_key
  where k.ticket_id = new.id;
  return null;
end
$$;
comment on function private.follow_tagged_ticket() is 'Copies changed columns of a ticket to tagged_tickets.';

create trigger tickets_tagged after update on public.tickets
  for each row when (
    (old.status, old.priority_rank, old.assigned_to, old.customer_id, old.created_at, old.updated_at, old.waiting_since,
      old.subject_key, old.requester_key, old.assignee_key)
    is distinct from
    (new.status, new.priority_rank, new.assigned_to, new.customer_id, new.created_at, new.updated_at, new.waiting_since,
      new.subject_key, new.requester_key, new.assignee_key))
  execute function private.follow_tagged_ticket();

-- What a row of a list shows, and which tickets a list has: shared by lists, searches and the selection of all matches.
-- Staff and others are looked up apart.
create function private.ticket_rows(page public.tickets[], staff boolean) returns table (
  id uuid, number bigint, subject text, description text, status text, priority text, priority_rank smallint,
  created_by uuid, customer_id uuid, assigned_to uuid, tags text[], metadata jsonb, request_id uuid, version integer,
  first_response_at timestamptz, resolved_at timestamptz, closed_at timestamptz, close_reason text,
  created_at timestamptz, updated_at timestamptz, waiting_since timestamptz, last_message_at timestamptz,
  last_message_by uuid, last_message_preview text, source text,
  creator_name text, creator_email text, assignee_name text, assignee_email text, requester_name text,
    requester_email text,
  desk_tags text[], last_message_name text, last_message_from text, unread boolean
)
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  since constant timestamptz := private.read_before(me);
begin
  return query
    with asked as materialized (
      select distinct unnest(array[t.created_by, t.customer_id, t.assigned_to, t.last_message_by]) as id
        from unnest(page) t
    ), team as materialized (
      select p.id, p.name, p.email, p.role from public.profiles p
      where p.role <> 'customer' and p.id = any (array(select a.id from asked a order by 1))
    ), people as materialized (
      select m.id, m.name, m.email, m.role from team m
      union all select p.id, p.name, p.email, p.role from asked a join public.profiles p on p.id = a.id
      where a.id not in (select m.id from team m)
    ), desk as materialized (
      select g.ticket_id, g.tags from unnest(page) t join public.ticket_tags g on g.ticket_id = t.id
      where staff and t.tag_keys is not null
    ), marked as materialized (
      select r.ticket_id from private.ticket_reads r where r.user_id = me and r.is_unread
    ), reads as materialized (
      select r.ticket_id, r.read_at from private.ticket_reads r where r.user_id = me and r.ticket_id = any (
        array(select t.id from unnest(page) t where t.last_message_at > since and t.last_message_by is distinct from me
          order by 1))
    )
    select t.id, t.number, t.subject, t.description, t.status, t.priority, t.priority_rank, t.created_by, t.customer_id,
      t.assigned_to, t.tags, t.metadata, t.request_id, t.version, t.first_response_at, t.resolved_at, t.closed_at,
      t.close_reason, t.created_at, t.updated_at, t.waiting_since, t.last_message_at, t.last_message_by,
      t.last_message_preview, t.source,
      creator.name, case when staff or creator.id = me then creator.email end,
      assignee.name, case when staff then assignee.email end,
      requester.name, case when staff or requester.id = me then requester.email end,
      case when staff then coalesce(desk.tags, '{}') end,
      author.name, case when author.id = requester.id then 'requester' when author.role <> 'customer' then 'staff'
        when author.id is not null then 'other' end,
      t.id in (select m.ticket_id from marked m) or t.last_message_by is distinct from me
        and t.last_message_at > greatest(reads.read_at, since)
    from unnest(page) with ordinality t
    left join people creator on creator.id = t.created_by
    left join people assignee on assignee.id = t.assigned_to
    left join people requester on requester.id = coalesce(t.customer_id, t.created_by)
    left join people author on author.id = t.last_message_by
    left join desk on desk.ticket_id = t.id
    left join reads on reads.ticket_id = t.id
    order by t.ordinality;
end
$$;
comment on function private.ticket_rows(public.tickets[], boolean) is
  'The rows of a list. Customers get no tags of the desk, and of staff the name only. unread: for the caller, a '
  'message of somebody else after their mark, or marked as unread.';

-- What search reads: one document of words for each ticket, and a second one with the notes where there are any.
-- Customers reach only documents with the token of their own id, which internal documents lack.

-- Names and addresses of a ticket's people are tokens of its documents, so that several words find the person who has
-- all of them, however many share one of them.
create function private.person_tokens(person public.profiles) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  name constant text := private.plain_words(person.name);
  email constant text := private.plain_words(coalesce(person.email, ''));
begin
  return string_to_array('n=' || md5(person.id || ' ' || person.name || ' ' || coalesce(person.email, ''))
    || ' n:' || replace(name, ' ', ' n:') || ' e:' || replace(email, ' ', ' e:') || ' e=' || replace(email, ' ', '.'),
      ' ');
end
$$;
comment on function private.person_tokens(public.profiles) is
  'The tokens of a requester or assignee: n= all of it, as a mark of its state, n: word of the name, e: word of the '
  'e-mail address, e= whole address.';

create table private.search_documents (
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  is_internal boolean not null,
  created_at timestamptz not null,
  -- In the row, not beside it: a document out of line takes four reads more.
  words tsvector storage main not null,
  primary key (ticket_id, is_internal)
);
comment on table private.search_documents is
  'Words of a ticket with positions (A subject, B description, C public comments, files and tags, D notes) and '
  'tokens, which contain a sign that no word has: s: status, p: priority, a: assignee, o: requester, c: requester who '
  'may find it, j: word of the subject, j= whole subject, t= tag given at creation, u= tag and u: word of a tag of '
  'staff, d: days, in steps of 8, 64 and 512, and those of private.person_tokens.';

create index search_documents_words_idx on private.search_documents using gin (words)
  with (gin_pending_list_limit = 256);

create function private.search_tokens(ticket public.tickets, staff_tags text[]) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  subject constant text := private.plain_words(ticket.subject);
  day constant numeric := extract(epoch from ticket.created_at) / 86400;
begin
  return array_remove(array[
      's:' || ticket.status, 'p:' || ticket.priority_rank, 'a:' || coalesce(ticket.assigned_to::text, ''),
        'o:' || ticket.customer_id,
      'd8:' || floor(day / 8), 'd64:' || floor(day / 64), 'd512:' || floor(day / 512), 'j=' || md5(subject)]
    || string_to_array('j:' || replace(subject, ' ', ' j:'), ' ')
    || array(select 't=' || tag from unnest(ticket.tags) tag)
    || array(select 'u=' || tag from unnest(staff_tags) tag)
    || array(select 'u:' || word from unnest(staff_tags) tag, string_to_table(private.plain_words(tag), ' ') word
      where word <> '')
    || (select array_agg(token) from public.profiles p, unnest(private.person_tokens(p)) token
      where p.id in (ticket.customer_id, ticket.assigned_to)), null);
end
$$;
comment on function private.search_tokens(public.tickets, text[]) is
  'The tokens of a ticket''s documents, see private.search_documents, but c: of the public one.';

-- What both audiences read is computed once. For an array of ids the planner prefers a plan per call, and planning
-- costs more than the rest; the setting holds for the functions called here too.
create function private.build_documents(ids uuid[]) returns setof private.search_documents
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return query select d.id, v.is_internal, d.created_at, d.words || case
      when v.is_internal then setweight(private.word_vector(d.internal_files), 'C')
        || setweight(private.word_vector(d.notes), 'D')
      when d.customer_id is not null then array_to_tsvector(array['c:' || d.customer_id]) else '' end
    from (
      select t.id, t.customer_id, t.created_at, said.notes, files.internal_files,
        setweight(private.word_vector(t.subject), 'A') || setweight(private.word_vector(t.description), 'B')
          || setweight(private.word_vector(concat_ws(' ', said.public, files.public, array_to_string(t.tags, ' '))),
            'C')
          || array_to_tsvector(private.search_tokens(t, (select g.tags from public.ticket_tags g
            where g.ticket_id = t.id))) as words
      from public.tickets t
      cross join lateral (
        select string_agg(left(c.content, 2000), ' ' order by c.created_at) filter (where not c.is_internal) as public,
          string_agg(left(c.content, 2000), ' ' order by c.created_at) filter (where c.is_internal) as notes
        -- A bound for the document's size; PostgreSQL's is 1 MB. Of each kind, so that notes push out no public
        -- comment.
        from unnest('{false,true}'::boolean[]) kind, lateral (
          select * from public.comments k where k.ticket_id = t.id and k.is_internal = kind order by k.created_at desc
            limit 150) c
      ) said
      cross join lateral (
        select string_agg(a.file_name, ' ') filter (where not coalesce(c.is_internal, false)) as public,
          string_agg(a.file_name, ' ') filter (where c.is_internal) as internal_files
        from public.attachments a left join public.comments c on c.id = a.comment_id where a.ticket_id = t.id
      ) files
      where t.id = any (ids) offset 0
    ) d cross join (values (false), (true)) v (is_internal)
    where not v.is_internal or d.notes is not null;
end
$$;
comment on function private.build_documents(uuid[]) is 'The documents of tickets, from their present rows.';

-- From a query to the ids of a page. The documents answer for all rights and filters; signs and parts of words, which
-- they do not have, are looked for in a bounded number of tickets.
create function private.search_filters(whose uuid, filter_status text, filter_priority text, filter_customer uuid,
  holder text, filter_tag text)
returns tsquery language sql immutable set search_path = '' as $$
  select string_agg('(' || (
    select string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''', ' | ') from unnest(words) word)
      || ')', ' & ')::tsquery
  from (values
    (array['c:' || whose]), (array['p:' || private.rank_of(filter_priority)]), (array['o:' || filter_customer]),
      (array['a:' || holder]),
    (array[case when whose is null then 'u=' else 't=' end || filter_tag]),
    (array(select 's:' || s from unnest(private.statuses_of(filter_status)) s))) token (words)
$$;
comment on function private.search_filters(uuid, text, text, uuid, text, text) is
  'Filters as a query. For a customer it has the token of their id, which only the public documents of their tickets '
  'have.';

-- Hits carry what they are sorted by, so that only the tickets of the page are read, and not all 400.
create type private.hit as (id uuid, score double precision, created_at timestamptz, priority_rank smallint);
comment on type private.hit is 'A found ticket with what its place in a list depends on.';

-- Results of a correction come before those of the word as typed, which are parts of other words or names for the most
-- part.
create function private.rank_documents(
  wanted tsquery, meant tsquery, subject tsquery, title tsquery, filters tsquery, whose uuid, earliest timestamptz,
    latest timestamptz)
returns setof private.hit language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    with newest as materialized (
      select * from private.newest_documents(wanted, whose, 400, earliest, latest, false, filters)
    ), found as (
      select * from newest
      -- Hits in the subject count more than newer ones elsewhere, however many there are. The whole subject has all
      -- words.
      union all select d.* from (select count(*) as n from newest) c,
        private.newest_documents(subject, whose, 100, earliest, latest, false, filters, wanted) d where c.n = 400
      union all select d.* from (select count(*) as n from newest) c,
        private.newest_documents(title, whose, 20, earliest, latest, false, filters) d where c.n = 400
    )
    select d.ticket_id, max(
      case when d.words @@ title then 2 else 0 end + case when d.words @@ subject then 1 else 0 end
      + ts_rank(d.words, meant) * (0.5 + 0.5 * exp(-extract(epoch from now() - d.created_at) / 15552000))),
      max(d.created_at), null::smallint
    -- A document out of line is read once, not for each operator.
    from (select f.ticket_id, f.created_at, f.words || ''::tsvector as words from found f offset 0) d group by 1;
end
$$;
comment on function private.rank_documents(tsquery, tsquery, tsquery, tsquery, tsquery, uuid, timestamptz, timestamptz)
  is
  'The newest matching tickets with scores: the whole subject, words of the subject, then frequency and place of the '
  'words that are meant, weighted by age (half a year halves).';

create function private.newest_containing(query text, whose uuid) returns uuid[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  found uuid[];
begin
  -- With execute, the planner knows whose tickets.
  execute 'select array(select t.id from (select k.id, k.subject, k.description from public.tickets k'
    || coalesce(' where k.customer_id = ' || quote_literal(whose), '')
    || ' order by k.created_at desc, k.id desc limit 2000) t where t.subject || '' '' || t.description ilike $1)'
    into found using '%' || replace(replace(replace(btrim(query), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  return found;
end
$$;
comment on function private.newest_containing(text, uuid) is
  'Of the newest 2,000 tickets, of a customer or of all, those with the text as a part of subject and description.';

-- Tickets with a part of a word are read by their ids: a plan for any times walked all tickets, and 300,000 of them
-- cost 1,500 reads and 35 ms in each search with few hits.
create function private.find_tickets(
  query text, corrected text, wanted tsquery, whose uuid, filter_status text, filter_priority text,
    filter_customer uuid, holder text, filter_tag text,
  sort_by text, ascending boolean, max_rows integer, first_row integer, after_rank smallint, after_at timestamptz,
    after_id uuid,
  earliest timestamptz, latest timestamptz, meant tsquery default null
) returns uuid[] language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  filters constant tsquery := private.search_filters(whose, filter_status, filter_priority, filter_customer, holder,
    filter_tag);
  has_text constant boolean := btrim(coalesce(query, '')) <> '';
  by_rank constant boolean := sort_by = 'priority';
  oldest_first constant boolean := ascending and sort_by = 'created_at';
  -- The terms of a query whose words the index finds at once, where that of another would be a beginning.
  narrow constant tsquery := case when corrected is null and private.has_many_tickets(whose) then (
    select private.all_of(part) from unnest(private.search_query(query, whose)) part where part::text !~ ':[*]') end;
  given_number constant bigint := (
    select substring(query from format('(?i)^\s*(?:#|%s-)?(\d{1,15})\s*$', w.ticket_prefix))
      from public.workspace_settings w)::bigint;
  hits private.hit[] := '{}';
  others uuid[];
  rank smallint;
  this_rank tsquery;
begin
  if has_text and sort_by = 'relevance' then
    hits := array(select r from private.rank_documents(wanted, coalesce(meant, wanted),
      private.subject_query(coalesce(corrected, query)),
      quote_literal('j=' || md5(private.plain_words(query)))::tsquery, coalesce(filters && narrow, filters, narrow),
        whose, earliest, latest) r);
  elsif not has_text or wanted is not null then
    -- By priority, rank after rank until the page is full. By date, all at once.
    foreach rank in array case when not by_rank then array[null::smallint] when ascending then '{0,1,2,3,4}'
      else '{4,3,2,1,0}' end loop
      continue when case when ascending then rank < after_rank else rank > after_rank end;
      this_rank := quote_literal('p:' || rank)::tsquery;
      hits := hits || array(select (d.ticket_id, null, d.created_at, rank)::private.hit
        from private.newest_documents(wanted, whose, 400,
          case when oldest_first then greatest(after_at, earliest) else earliest end,
          case when oldest_first or rank <> after_rank then latest else least(after_at, latest) end, oldest_first,
          coalesce(filters && this_rank, this_rank, filters)) d);
      -- A ticket may have two documents.
      exit when cardinality(hits) > 2 * max_rows;
    end loop;
  end if;
  if has_text then
    others := array(select k.id from public.tickets k where k.number = given_number);
    -- Parts of words come last: not where the hits fill all pages.
    if cardinality(hits) < (case when sort_by = 'relevance' then 200 else 400 end) then
      others := others || private.newest_containing(query, whose);
    end if;
    -- Its public document answers for rights, and any of them for filters.
    hits := hits || array(
      select (t.id, case when t.number = given_number then 10 else 0 end, t.created_at, t.priority_rank)::private.hit
      -- Found by id, and only then by time: the plan for any times would walk all tickets in their order.
      from (select k.id, k.number, k.created_at, k.priority_rank from public.tickets k
        where k.id = any (others) offset 0) t
        join private.search_documents d on d.ticket_id = t.id
      where (t.number = given_number or t.id not in (select h.id from unnest(hits) h))
        and coalesce(d.words @@ filters, true) and t.created_at between coalesce(earliest, '-infinity')
          and coalesce(latest, 'infinity'));
  end if;
  return array(
    select h.id from (
      select k.id, max(k.score) as score, max(k.created_at) as created_at, max(k.priority_rank) as rank
        from unnest(hits) k group by k.id
    ) h
    where after_at is null or sort_by = 'relevance' or case
      when by_rank and h.rank <> after_rank then (h.rank > after_rank) = ascending
      when oldest_first then (h.created_at, h.id) > (after_at, after_id)
      else (h.created_at, h.id) < (after_at, coalesce(after_id, '00000000-0000-0000-0000-000000000000')) end
    order by case when sort_by = 'relevance' then -h.score end, case when by_rank then h.rank * case when ascending then
      1 else -1 end end,
      case when oldest_first then h.created_at end, case when oldest_first then h.id end, h.created_at desc, h.id desc
    offset greatest(coalesce(first_row, 0), 0) limit max_rows);
end
$$;
comment on function private.find_tickets(text, text, tsquery, uuid, text, text, uuid, text, text, text, boolean,
  integer, integer, smallint, timestamptz, uuid, timestamptz, timestamptz, tsquery) is
  'Ids of a page of found tickets, in order. meant: what counts for the order, wanted when null; whose: the customer '
  'who asks, null for staff; holder: an assignee, empty for unassigned.';

-- A search reads back by the days that it has covered: a newest period that has just begun would take its few hits for
-- those of four days and go on with 64.
create function private.newest_documents(
  wanted tsquery, whose uuid, max_rows integer, earliest timestamptz, latest timestamptz, ascending boolean,
  filters tsquery default null, also tsquery default null)
returns setof private.search_documents
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  first timestamptz := greatest(earliest, (select min(t.created_at) from public.tickets t));
  last timestamptz := least(latest, (select max(t.created_at) from public.tickets t));
  all_days constant double precision := extract(epoch from last - first) / 86400;
  direction integer := case when ascending then 1 else -1 end;
  -- Null: all of them. The few of most customers are read at once. 0: the period under way, in which a common word is
  -- in more tickets than are wanted; each of them is a page to read.
  days double precision := case when whose is null or private.has_many_tickets(whose) then 0 end;
  period integer;
  near bigint;
  place double precision;
  -- Days that were read: whole periods, and the part of the nearest one in which there are tickets.
  covered double precision;
  span tsquery;
  owner constant tsquery := quote_literal('c:' || whose)::tsquery;
  -- Places of rows. An array of rows would read the words of each, and most callers need none.
  found tid[];
begin
  if whose is not null then
    filters := coalesce(filters && owner, owner);
    if wanted::text ~ '''[^:='']+'':[*]' then
      -- The index would collect the documents of the whole desk that have a beginning of a word.
      also := coalesce(also && wanted, wanted);
      wanted := null;
    end if;
  end if;
  loop
    -- All periods of 8, 64 or 512 days up to that day, so that their documents are the newest.
    period := case when days <= 128 then 8 when days <= 1024 then 64 when days <= 8192
      or coalesce(wanted, filters) is null then 512 end;
    place := extract(epoch from case when ascending then first else last end) / 86400;
    near := floor(place / period);
    covered := ceil(days / period) * period + case when ascending then (near + 1) * period - place
      else place - near * period end;
    span := (select string_agg(format('''d%s:%s''', period, near + direction * n), ' | ')::tsquery
      from generate_series(0, ceil(days / period)::integer) n);
    found := array(
      select d.ctid from private.search_documents d
      -- Three conditions, between whose hits the index leaps: as one query, rare words would lead it through all times.
      where d.words @@ coalesce(wanted, span, filters) and d.words @@ coalesce(span, filters, wanted)
        and d.words @@ coalesce(filters, span, wanted)
        and case when also is null then true else d.words @@ also end and d.created_at between first and last
      order by case when ascending then d.created_at end, d.created_at desc limit max_rows);
    exit when cardinality(found) = max_rows or coalesce(days > all_days, true);
    -- As many days as this density of hits asks for, and half of them again.
    days := ceil(greatest(covered, 0.25) * least(1.5 * max_rows / greatest(cardinality(found), 1), 16));
    if days > all_days and coalesce(wanted, filters) is not null then days := null; end if;
  end loop;
  -- Within a statement's snapshot a row keeps its place.
  return query select d.* from private.search_documents d where d.ctid = any (found);
end
$$;
comment on function private.newest_documents(tsquery, uuid, integer, timestamptz, timestamptz, boolean, tsquery,
  tsquery) is
  'The newest (ascending: oldest) documents that match, or without wanted all, from a span of time. filters: found by '
  'the index beside wanted; also: read in the documents. For a customer (whose) those of their tickets.';

-- Triggers keep documents and words up to date.

-- Words of any length: the vocabulary says what a beginning of a word stands for.
create function private.index_tickets(ids uuid[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  new_words text[];
  counts integer[];
begin
  -- A concurrent change of the same ticket waits here and then reads what the first one wrote.
  perform from private.search_documents d where d.ticket_id = any (ids) order by d.ticket_id, d.is_internal for update;
  with built as materialized (
    select * from private.build_documents(ids)
  ), gone as (
    delete from private.search_documents d where d.ticket_id = any (ids) and d.is_internal
      and not exists (select from built b where b.ticket_id = d.ticket_id and b.is_internal)
  ), kept as (
    insert into private.search_documents as d select * from built
    on conflict (ticket_id, is_internal) do update set words = excluded.words, created_at = excluded.created_at
    where d.words <> excluded.words or d.created_at <> excluded.created_at
  ), news as (
    select l.word, count(*)::integer as docs
    from built b left join private.search_documents d on d.ticket_id = b.ticket_id and d.is_internal = b.is_internal
    cross join lateral (
      select unnest(tsvector_to_array(b.words)) except select unnest(tsvector_to_array(d.words))) l (word)
    group by 1
  ), names as (
    -- In one order, as words.
    insert into private.search_names select n.word from news n
    where n.word ~ '^(n:|u:|e=)' and not exists (select from private.search_names k where k.token = n.word) order by 1
    on conflict (token) do nothing
  )
  select array_agg(n.word), array_agg(n.docs) into new_words, counts from news n where n.word !~ '[:=]'
    and length(n.word) >= 2;
  if new_words is not null then
    perform private.learn_words(new_words, counts);
  end if;
end
$$;
comment on function private.index_tickets(uuid[]) is
  'Writes the documents of tickets again and learns their new words.';

create procedure private.rebuild_search()
language plpgsql security definer set search_path = '' set maintenance_work_mem = '256MB' as $$
declare
  ids uuid[];
  last bigint := 0;
  written text := (select pg_get_indexdef(i.indexrelid) from pg_catalog.pg_index i
    where i.indexrelid = 'private.search_documents_words_idx'::regclass);
begin
  truncate private.search_documents, private.search_words, private.search_names;
  drop index private.search_documents_words_idx;
  loop
    select array_agg(t.id), max(t.number) into ids, last from (
      select k.id, k.number from public.tickets k where k.number > last order by k.number limit 5000) t;
    exit when ids is null;
    insert into private.search_documents select * from private.build_documents(ids);
  end loop;
  execute written;
  with found as materialized (
    select s.word, s.ndoc from ts_stat('select words from private.search_documents') s
  ), names as (
    insert into private.search_names select f.word from found f where f.word ~ '^(n:|u:|e=)'
  )
  insert into private.search_words (word, docs, stem_en, stem_de)
  select f.word, f.ndoc, private.stem(f.word, 'pg_catalog.english_stem'), private.stem(f.word, 'pg_catalog.german_stem')
  from found f where f.word !~ '[:=]' and length(f.word) >= 2;
end
$$;
comment on procedure private.rebuild_search() is
  'Builds all documents and words from the tables, after changes that fired no trigger.';

create function private.follow_tickets() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.index_tickets(array_agg(n.id)) from written n;
  else
    perform private.index_tickets(array_agg(n.id)) from written n join replaced o on o.id = n.id
    where (n.subject, n.description, n.status, n.priority, n.assigned_to, n.customer_id, n.created_at)
      is distinct from (o.subject, o.description, o.status, o.priority, o.assigned_to, o.customer_id, o.created_at)
    having count(*) > 0;
  end if;
  return null;
end
$$;
comment on function private.follow_tickets() is 'Keeps the documents of new and changed tickets.';

create function private.follow_parts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.index_tickets(array_agg(distinct c.ticket_id)) from changed c having count(*) > 0;
  return null;
end
$$;
comment on function private.follow_parts() is
  'Keeps the documents of tickets whose comments, files or staff tags change.';

create function private.follow_edits() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.index_tickets(array_agg(distinct n.ticket_id)) from written n join replaced o on o.id = n.id
  where (n.content, n.is_internal) is distinct from (o.content, o.is_internal)
  having count(*) > 0;
  return null;
end
$$;
comment on function private.follow_edits() is
  'Keeps the documents of tickets whose comments are edited. Names of authors are in none.';

create trigger tickets_search_new after insert on public.tickets
  referencing new table as written for each statement execute function private.follow_tickets();
create trigger tickets_search after update on public.tickets
  referencing old table as replaced new table as written for each statement execute function private.follow_tickets();
create trigger comments_search_new after insert on public.comments
  referencing new table as changed for each statement execute function private.follow_parts();
create trigger comments_search after update on public.comments
  referencing old table as replaced new table as written for each statement execute function private.follow_edits();
create trigger comments_search_left after delete on public.comments
  referencing old table as changed for each statement execute function private.follow_parts();
create trigger attachments_search_new after insert on public.attachments
  referencing new table as changed for each statement execute function private.follow_parts();
create trigger attachments_search_left after delete on public.attachments
  referencing old table as changed for each statement execute function private.follow_parts();
create trigger ticket_tags_search_new after insert on public.ticket_tags
  referencing new table as changed for each statement execute function private.follow_parts();
create trigger ticket_tags_search after update on public.ticket_tags
  referencing new table as changed for each statement execute function private.follow_parts();
create trigger ticket_tags_search_left after delete on public.ticket_tags
  referencing old table as changed for each statement execute function private.follow_parts();

-- Corrections of misspelt words, with nothing but what the caller may read.

-- A word that is misspelt becomes its most frequent neighbour. A rare word loses its typos to more frequent neighbours.
-- A missing letter and a swap point at one of few words; a wrong or an additional letter, which people type about as
-- often, at one of 25 times as many. A known word is replaced only by a word ten times as frequent: with the
-- frequencies of 74,000 English words, one in fifteen of those in at least 5 of a million tickets is still corrected
-- (with twice, one in seven). Letters typed twice or once, and vowels taken for each other, are common among misspelt
-- words, so they count for more than any other wrong letter.
create function private.typo_weight(typed text, word text) returns integer
language sql immutable set search_path = '' as $$
  select case
    when extensions.levenshtein_less_equal(typed, word, 1) = 1 then case
      when length(word) > length(typed) or regexp_replace(typed, '(.)\1', '\1', 'g') = regexp_replace(word,
        '(.)\1', '\1', 'g') then 20
      when length(word) = length(typed) and translate(typed, 'aeiouy', 'aaaaaa') = translate(word, 'aeiouy', 'aaaaaa')
        then 4
      else 1 end
    when typed <> word and length(typed) = length(word) and exists (
      select from generate_series(1, length(typed) - 1) i
        where word = overlay(typed placing reverse(substr(typed, i, 2)) from i for 2)) then 20
    else 0 end
$$;
comment on function private.typo_weight(text, text) is
  'How likely typed is meant to be word: 20 when it lacks a letter, has one doubled or two neighbours swapped, 4 with '
  'another vowel, 1 with another letter or one more, 0 otherwise.';

create function private.correct_for_staff(word text, is_last boolean) returns text
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  -- One edit leaves the first half of a word as it is, or the second half without its first letter.
  head constant text := left(word, length(word) / 2);
  tail constant text := left(reverse(word), (length(word) - 1) / 2);
begin
  -- What begins with the word counts as the word while it is being typed.
  return (with known as materialized (
    select coalesce(max(k.docs), 0) as docs from private.search_words k
    where k.word = $1 or is_last and k.word >= $1 and k.word < $1 || U&'\FFFF'
  ), near as materialized (
    select n.word, private.typo_weight($1, n.word) as weight from (
      -- From the indexes alone.
      select k.word from private.search_words k where k.word >= head and k.word < head || U&'\FFFF'
        and extensions.levenshtein_less_equal(k.word, $1, 2) <= 2
      union
      select k.word from private.search_words k
        where length(k.word) = any (array[length($1) - 1, length($1), length($1) + 1])
        and reverse(k.word) >= tail and reverse(k.word) < tail || U&'\FFFF'
          and extensions.levenshtein_less_equal(k.word, $1, 2) <= 2
    ) n
  )
  select k.word from near n join private.search_words k on k.word = n.word
  -- Ten times as frequent as the word with one of the common errors, two hundred times with a rare one.
  where n.weight > 0 and k.docs >= 3 and k.docs * n.weight > 200 * (select docs from known)
    -- Not the name or address of a person.
    and not exists (select from public.profiles p where private.word_vector(p.name || ' ' || p.email)
      @@ (quote_literal($1) || case when is_last and length($1) >= 3 then ':*' else '' end)::tsquery)
  order by k.docs * n.weight desc, k.word limit 1);
end
$$;
comment on function private.correct_for_staff(text, boolean) is
  'The likeliest neighbour, which is far more frequent than the word; null when the word seems right.';

create function private.correct_for_customer(word text, is_last boolean, whose uuid) returns text
language sql stable set search_path = '' as $$
  select l.word
  -- Not sorted here: that would read all documents of the customer.
  from private.newest_documents(quote_literal('c:' || whose)::tsquery, whose, 300, null, null, false) own,
    unnest(tsvector_to_array(own.words)) l (word)
  where length(l.word) between length($1) - 1 and length($1) + 1 and l.word !~ '[:=]'
    and extensions.levenshtein_less_equal(l.word, $1, 2) <= 2 and private.typo_weight($1, l.word) > 0
    and not exists (select from private.newest_documents(
      quote_literal('c:' || whose)::tsquery && private.word_query($1, false, is_last, false, whose), whose, 1, null,
        null, false))
  group by 1 order by count(*) * private.typo_weight($1, l.word) desc, 1 limit 1
$$;
comment on function private.correct_for_customer(text, boolean, uuid) is
  'For a word in none of the customer''s tickets the likeliest neighbour in their newest 300, so that a correction '
  'tells them nothing of others.';

-- Corrections replace the term as it was typed: a word with an accent was looked for without it and not found there.
create function private.correct_query(query text, whose uuid) returns text
language sql stable set search_path = '' as $$
  select case when count(fixed.word) > 0 then string_agg(coalesce(fixed.word, t.typed), ' ' order by t.place) end
  from private.search_terms(query) t left join lateral (
    select case when whose is null then private.correct_for_staff(t.words[1], t.is_last)
      else private.correct_for_customer(t.words[1], t.is_last, whose) end
  ) fixed (word) on not t.is_quoted and cardinality(t.words) = 1 and length(t.words[1]) >= 4 and t.words[1] !~ '\d'
$$;
comment on function private.correct_query(text, uuid) is 'The query with misspelt words corrected; null when none is.';

create function private.read_query(query text, whose uuid, as_typed boolean,
  out corrected text, out parts tsquery[], out wanted tsquery, out meant tsquery, out marks tsquery)
language plpgsql stable security definer set search_path = '' as $$
declare
  fixed tsquery[];
begin
  corrected := case when not coalesce(as_typed, false) then private.correct_query(query, whose) end;
  parts := private.search_query(query, whose);
  fixed := private.search_query(corrected, whose);
  -- What was typed is found all the same.
  wanted := (select private.any_of(either.wanted) from (
    select private.all_of(p) from unnest(parts) p union all select private.all_of(p)
      from unnest(fixed) p) either (wanted));
  meant := (select private.all_of(p) from unnest(coalesce(fixed, parts)) p);
  parts := parts || fixed;
  marks := (select private.any_of(p) from unnest(parts) p);
end
$$;
comment on function private.read_query(text, uuid, boolean) is
  'What a query asks for: as corrected (null: nothing to correct), term by term, as a whole, what is meant (the '
  'correction, if there is one), and what to mark in texts.';

-- From what people type to text search queries. Where `whose` is given, a customer asks, and nothing but the query and
-- their own documents may decide what it becomes.
create aggregate private.all_of(tsquery) (sfunc = pg_catalog.tsquery_and, stype = tsquery, parallel = safe);
comment on aggregate private.all_of(tsquery) is 'One query that needs all.';
create aggregate private.any_of(tsquery) (sfunc = pg_catalog.tsquery_or, stype = tsquery, parallel = safe);
comment on aggregate private.any_of(tsquery) is 'One query that needs any.';
create aggregate private.phrase_of(tsquery) (sfunc = pg_catalog.tsquery_phrase, stype = tsquery, parallel = safe);
comment on aggregate private.phrase_of(tsquery) is 'One query that needs all in a row; use order by.';

create function private.search_terms(query text)
returns table (typed text, words text[], is_quoted boolean, place bigint, is_last boolean)
language sql immutable set search_path = '' as $$
  select t.m[1], string_to_array(private.plain_words(t.m[1]), ' '), t.m[1] ^@ '"', row_number() over w, row_number()
    over w = count(*) over ()
  from regexp_matches(left(query, 200), '("[^"]+"|[^\s"]+)', 'g') with ordinality t (m, at)
  where private.plain_words(t.m[1]) <> ''
  window w as (order by t.at)
  limit 8
$$;
comment on function private.search_terms(text) is
  'The terms of a query: words, and quoted phrases or what letters and signs make one (ORD-4839, an e-mail address) '
  'as several words in a row.';

create function private.word_query(word text, is_first boolean, is_last boolean, is_exact boolean,
  whose uuid) returns tsquery
-- In plpgsql, which keeps the plan for the next search.
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  en constant text := private.stem(word, 'pg_catalog.english_stem');
  de constant text := private.stem(word, 'pg_catalog.german_stem');
  -- For a beginning, the index first collects the documents of the whole desk that have a word with it.
  is_listed constant boolean := not is_exact and private.has_many_tickets(whose);
begin
  if is_exact then
    return quote_literal(word)::tsquery;
  elsif whose is not null then
    -- Words that begin with a stem: studi for studies, study.
    return (select string_agg(case when f.is_open then private.beginning(f.start, is_listed)
      else quote_literal(f.start) end, ' | ')::tsquery from (
      select word, is_last and length(word) >= 3
      union select stem, true from unnest(array[en, de, regexp_replace(en, 'i$', 'y')]) stem
        where length(stem) >= 4) f (start, is_open));
  end if;
  return (select string_agg(distinct quote_literal(f.word), ' | ')::tsquery from (
    select $1 as word
    union all (select k.word from private.search_words k where k.stem_en = en order by k.docs desc limit 8)
    union all (select k.word from private.search_words k where k.stem_de = de order by k.docs desc limit 8)
    union all (select k.word from private.search_words k
      where is_last and k.word >= $1 and k.word < $1 || U&'\FFFF' order by k.docs desc limit 30)
    -- A text within words: the start of a query may be the end of a word. 2,000 hits fill a result, even with a filter.
    union all (select k.word from (
        select k.word, sum(k.docs) over (order by k.docs desc, k.word) - k.docs as more_frequent
          from private.search_words k
        where is_first and length($1) >= 3 and not exists (select from private.search_words w where w.word = $1
          and w.docs >= 2000)
          and k.word like '%' || $1 || case when is_last then '%' else '' end
      ) k where k.more_frequent < 2000 order by k.more_frequent limit 200)
  ) f);
end
$$;
comment on function private.word_query(text, boolean, boolean, boolean, uuid) is
  'A word and what it stands for as a query. is_first: the query may start, is_last: it may end within a word. For '
  'staff the words of its stem, the 30 most frequent completions of a last word, and those that contain a part: the '
  'most frequent until they have 2,000 hits, at most 200; for customers what begins with the word or its stem.';

create function private.search_query(query text, whose uuid) returns tsquery[]
language sql stable set search_path = '' as $$
  select array_agg(coalesce(term.wanted || term.of_staff, term.wanted) order by term.place)
  from (
    select t.place,
      private.phrase_of(private.word_query(w.word, t.place = 1 and w.at = 1, t.is_last and w.at = cardinality(t.words),
        t.is_quoted or w.at > 1 and w.at < cardinality(t.words), whose) order by w.at) as wanted,
      -- Tokens have no positions: in a phrase they would undo it.
      case when whose is null then private.all_of(case
          when not o.is_open then format('''u:%1$s'' | ''n:%1$s'' | ''e:%1$s''', w.word)
          when length(o.address) < 3 then concat_ws(' | ', private.beginning('u:' || w.word, true),
            format('''n:%1$s'' | ''e:%1$s''', w.word))
          else concat_ws(' | ', private.beginning('u:' || w.word, true), private.beginning('n:' || w.word, true),
            quote_literal('e:' || w.word), private.beginning('e=' || o.address, true)) end::tsquery) end as of_staff
    from private.search_terms(query) t, unnest(t.words) with ordinality w (word, at),
      lateral (select t.is_last and not t.is_quoted and w.at = cardinality(t.words),
        array_to_string(t.words, '.')) o (is_open, address)
    group by t.place
  ) term
$$;
comment on function private.search_query(text, uuid) is
  'One text search query for each term of a query; a ticket has to match all. Staff find tags by their words, and '
  'people by those of their names and addresses.';

create function private.subject_query(query text) returns tsquery
language sql immutable set search_path = '' as $$
  select private.all_of((quote_literal('j:' || w.word)
    || case when t.is_last and w.at = cardinality(t.words) and length(w.word) >= 3 then ':*' else '' end)::tsquery)
  from private.search_terms(query) t, unnest(t.words) with ordinality w (word, at)
$$;
comment on function private.subject_query(text) is 'All words of a query in the subject.';

create function private.has_many_tickets(whose uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.tickets t where t.customer_id = whose offset 999)
$$;
comment on function private.has_many_tickets(uuid) is
  'Whether a customer has so many tickets that a search should not read all.';

create function private.beginning(start text, is_listed boolean) returns text
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  if not is_listed then
    return quote_literal(start) || ':*';
  end if;
  return (select case when count(*) <= 100 then coalesce(string_agg(quote_literal(k.word), ' | '), quote_literal(start))
      else quote_literal(start) || ':*' end
    from (select w.word from private.search_words w where w.word >= start and w.word < start || U&'\+10FFFF'
      union all select n.token from private.search_names n where n.token >= start and n.token < start || U&'\+10FFFF'
        limit 101) k);
end
$$;
comment on function private.beginning(text, boolean) is
  'A query for the words, names, tags or addresses that begin so. is_listed: they themselves, if there are at most '
  '100; they find the same.';

-- The search that clients call: rights, then a page of found tickets with what its rows show of their hits.
create text search configuration private.search_headline (copy = pg_catalog.simple);
alter text search configuration private.search_headline alter mapping for hword, hword_part, word, asciiword,
  asciihword,
  hword_asciipart, numword, numhword, hword_numpart with extensions.unaccent, pg_catalog.simple;

-- The words of a text are read once for a snippet, not once for each term of the query.
create function private.hits_in(words text, parts tsquery[]) returns bigint
language plpgsql stable set search_path = '' as $$
declare
  vector constant tsvector := private.word_vector(words);
begin
  return (select count(*) from unnest(parts) part where vector @@ part);
end
$$;
comment on function private.hits_in(text, tsquery[]) is 'The number of terms that a text contains.';

create function private.search_snippet(target uuid, parts tsquery[], is_staff boolean, out found_in text,
  out found_by text, out snippet text)
language sql stable security definer set search_path = '' as $$
  with described as materialized (
    select t.*, private.hits_in(t.description, parts) as hits
    from public.tickets t where t.id = target
  ), ticket as (
    select * from described d where d.hits < cardinality(parts)
  )
  select f.kind, f.author, ts_headline('private.search_headline', f.text, (select private.any_of(p)
    from unnest(parts) p),
    U&'StartSel=\E000, StopSel=\E001, MaxWords=24, MinWords=10')
  from (
    select 1 as place, 'description' as kind, null as author, d.description as text, d.created_at, d.hits
      from described d
    union all
    select x.*, private.hits_in(x.text, parts)
    from (
      select 2, 'file', null, a.file_name, a.created_at
      from ticket t join public.attachments a on a.ticket_id = t.id left join public.comments c on c.id = a.comment_id
      where is_staff or not coalesce(c.is_internal, false)
      union all
      (select 3, case when c.is_internal then 'note' else 'comment' end, c.author_name, left(c.content, 2000),
        c.created_at
      from ticket t join public.comments c on c.ticket_id = t.id
      where is_staff or not c.is_internal order by c.created_at desc limit 150)
      union all
      select 4, 'tag', null, array_to_string(case when is_staff then (select g.tags from public.ticket_tags g
        where g.ticket_id = t.id) else t.tags end, ', '), t.created_at
      from ticket t
      union all
      select 5, case when p.id = t.customer_id then 'requester' else 'assignee' end, null, p.name || ' · ' || p.email,
        t.created_at
      from ticket t join public.profiles p on p.id in (t.customer_id, t.assigned_to) where is_staff
    ) x (place, kind, author, text, created_at)
  ) f where f.hits > 0
  order by f.hits desc, f.place, f.created_at desc limit 1
$$;
comment on function private.search_snippet(uuid, tsquery[], boolean) is
  'Where a ticket matches besides its subject, with U+E000 and U+E001 around the hits: description, file, comment, '
  'note, tag, requester or assignee; the author of a comment or note.';

-- Terms and parts of words are read from the first 200 letters of a query, never from all of its 5 MB.
create function public.search_tickets(
  query text default null, filter_status text default null, filter_priority text default null,
  filter_customer uuid default null, filter_assignee uuid default null, unassigned boolean default false,
  filter_tag text default null, sort_by text default 'created_at', ascending boolean default false,
  max_rows integer default 50, after_rank smallint default null, after_created_at timestamptz default null,
  after_id uuid default null, first_row integer default 0, as_typed boolean default false,
  created_from timestamptz default null, created_until timestamptz default null,
  after_status text default null, after_text text default null, after_number bigint default null
) returns table (
  id uuid, number bigint, subject text, description text, status text, priority text, priority_rank smallint,
  created_by uuid, customer_id uuid, assigned_to uuid, tags text[], metadata jsonb, request_id uuid, version integer,
  first_response_at timestamptz, resolved_at timestamptz, closed_at timestamptz, close_reason text,
  created_at timestamptz, updated_at timestamptz, waiting_since timestamptz, last_message_at timestamptz,
  last_message_by uuid, last_message_preview text, source text,
  creator_name text, creator_email text, assignee_name text, assignee_email text, requester_name text,
    requester_email text,
  desk_tags text[], last_message_name text, last_message_from text, unread boolean,
  marked_subject text, found_in text, found_by text, snippet text, corrected text)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  my_role constant text := private.current_role();
  whose constant uuid := case when my_role = 'customer' then auth.uid() end;
  given record;
  ids uuid[];
begin
  query := left(query, 200);
  -- Longer than any is, and a word of the documents has a limit.
  filter_status := left(filter_status, 100);
  filter_tag := left(filter_tag, 100);
  if my_role is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  elsif btrim(coalesce(query, '')) = '' and created_from is null and created_until is null then
    return query select l.*, null::text, null::text, null::text, null::text, null::text from public.list_tickets(
      case when filter_status is not null then array[filter_status] end, filter_priority, filter_customer,
        filter_assignee,
      unassigned, filter_tag, sort_by, ascending, max_rows, after_rank, after_created_at, after_id, after_status,
        after_text, after_number) l;
    return;
  elsif sort_by is null or sort_by not in ('created_at', 'priority', 'relevance') then
    raise exception 'Found tickets can be sorted by relevance, created_at or priority' using detail = 'sort_invalid';
  end if;
  given := private.read_query(query, whose, as_typed);
  ids := private.find_tickets(query, given.corrected, given.wanted, whose, filter_status, filter_priority,
    filter_customer,
    case when unassigned then '' else filter_assignee::text end, filter_tag, sort_by, coalesce(ascending, false),
    least(greatest(coalesce(max_rows, 50), 1), 100), first_row, after_rank, after_created_at, after_id, created_from,
      created_until, given.meant);
  return query
    select t.*, coalesce(ts_headline('private.search_headline', t.subject, given.marks,
      U&'StartSel=\E000, StopSel=\E001, HighlightAll=true'), t.subject),
      s.found_in, s.found_by, s.snippet, given.corrected
    from private.ticket_rows(array(select k::public.tickets from unnest(ids) with ordinality page (id, n)
      join public.tickets k on k.id = page.id where k.customer_id = whose or whose is null order by page.n),
        whose is null) t
    left join lateral private.search_snippet(t.id, given.parts, whose is null) s on true
    order by array_position(ids, t.id);
end
$$;
comment on function public.search_tickets(text, text, text, uuid, uuid, boolean, text, text, boolean, integer, smallint,
  timestamptz, uuid, integer, boolean, timestamptz, timestamptz, text, text, bigint) is
  'Finds tickets by words in any order, of which the last may be incomplete, by a part of subject or description, by '
  'number, and without a query by dates. Staff find a part of a word in the most frequent words with it, up to 200; '
  'any other text, and all parts for customers, are found in the newest 2,000 tickets. filter_status: a status, or '
  'active for the four active ones. Sorted by relevance (paged by first_row), created_at or priority (paged by the '
  'last row). Without a query and dates it is list_tickets; after_created_at is then the sorted time. Customers get '
  'their own. Hits lie between U+E000 and U+E001; corrected is the query that was searched too, unless as_typed.';
grant execute on function public.search_tickets(text, text, text, uuid, uuid, boolean, text, text, boolean, integer,
  smallint, timestamptz, uuid, integer, boolean, timestamptz, timestamptz, text, text, bigint)
  to authenticated, service_role;

-- The words of all documents with their frequencies: staff's searches complete, correct and stem with them. Customers'
-- searches never read them, because the words of others would show through.

create table private.search_words (
  word text collate "C" primary key,
  docs integer not null,
  stem_en text collate "C" not null,
  stem_de text collate "C" not null
) with (fillfactor = 80);
comment on table private.search_words is
  'Words of search_documents. docs: number of documents, to 64 exact but for words that came in two transactions at '
  'once, and then estimated. A customer''s search reads them only where that changes nothing of what it finds: the '
  'words that a beginning stands for.';

create index search_words_stem_en_idx on private.search_words (stem_en);
create index search_words_stem_de_idx on private.search_words (stem_de);
create index search_words_parts_idx on private.search_words using gin (word extensions.gin_trgm_ops);
create index search_words_end_idx on private.search_words (length(word), reverse(word), word);

create function private.stem(word text, language regdictionary) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif((ts_lexize(language, word))[1], ''), word)
$$;
comment on function private.stem(text, regdictionary) is 'The stem of a word; a stop word is its own.';

create function private.learn_words(words text[], counts integer[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  with news as materialized (
    select n.word, n.docs, k.docs as known
    from unnest(words, counts) n (word, docs) left join private.search_words k on k.word = n.word
  ), added as (
    -- In one order, so that concurrent comments with the same new words do not deadlock.
    insert into private.search_words (word, docs, stem_en, stem_de)
    select n.word, n.docs, private.stem(n.word, 'pg_catalog.english_stem'),
      private.stem(n.word, 'pg_catalog.german_stem')
    from news n where n.known is null order by n.word
    on conflict (word) do nothing
  )
  update private.search_words w set docs = w.docs + s.step
  from (
    -- One in 16 counts for 16: common words would be a lock that every comment waits for.
    select k.word, n.docs * case when n.known < 64 then 1 else 16 end as step
    from news n join private.search_words k on k.word = n.word
    where n.known < 64 or random() < 1.0 / 16 order by k.word for no key update of k skip locked
  ) s where w.word = s.word;
end
$$;
comment on function private.learn_words(text[], integer[]) is
  'Adds words and counts the documents that have come to contain them.';

-- Staff find people and tags by a beginning of a word. For one, the index collects all places of all tokens that begin
-- so; between the places of given tokens it leaps. So a search names the tokens.
create table private.search_names (token text collate "C" primary key);
comment on table private.search_names is
  'The tokens n:, u: and e= of search_documents, and such as were there once. Only searches of staff read them.';

-- Suggests similar tickets while a customer types a subject: those with all of its words in any form, and those that
-- are spelt alike.
create function private.similar_tickets(whose uuid, given text)
returns table (id uuid, number bigint, subject text, status text, created_at timestamptz)
language plpgsql stable rows 3 security definer set search_path = '' as $$
declare
  -- Documents with the token of the customer's id are theirs.
  hits constant uuid[] := array(select d.ticket_id from private.newest_documents(
    private.search_filters(whose, null, null, null, null, null) && (private.read_query(given, whose, true)).wanted,
    whose, 20, null, null, false) d);
begin
  -- With execute, the planner knows whether this customer has few tickets.
  return query execute
    'select t.id, t.number, t.subject, t.status, t.created_at
    from (
      -- Bounded, so that the cost does not grow with the number of tickets.
      (select own.id, own.number, own.subject, own.status, own.created_at from public.tickets own
        where own.customer_id = $1 order by own.created_at desc, own.id desc limit 300)
      union select own.id, own.number, own.subject, own.status, own.created_at from public.tickets own
        where own.id = any ($3) and own.customer_id = $1
    ) t
    where t.id = any ($3) or extensions.similarity(t.subject, $2) >= 0.3
    order by extensions.similarity(t.subject, $2) desc, t.created_at desc, t.id desc limit 3'
    using whose, given, hits;
end
$$;
comment on function private.similar_tickets(uuid, text) is
  'Tickets of a customer with similar subjects, see find_similar_tickets.';

create function public.find_similar_tickets(subject text)
returns table (id uuid, number bigint, subject text, status text, created_at timestamptz)
language sql stable rows 3 security definer set search_path = '' as $$
  select t.* from private.similar_tickets((select auth.uid()), left(btrim(left($1, 1000)), 255)) t
  where char_length(btrim(left($1, 1000))) >= 3 and (select private.current_role()) is not null
$$;
comment on function public.find_similar_tickets(text) is
  'Up to 3 of the caller''s tickets, the most similar subject first: of the newest 300 those with a similar subject, '
  'and of those with all words the newest 20.';
grant execute on function public.find_similar_tickets(text) to authenticated, service_role;

-- What open pages ask: the rows of tickets that changed since a cursor, or since they were loaded.

-- The first question of a page is answered by when changes committed. Whether it asks for too many does not depend on
-- whose changes they are: else a customer would miss their own beside a bulk change of others' tickets.
create function public.changes_since(since text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  staff constant boolean := private.can_see_all_tickets();
  notes constant boolean := private.can_see_notes();
  -- A stable function sees the snapshot of its caller, so that these are exactly the changes that this call can read.
  seen constant pg_snapshot := pg_current_snapshot();
  -- Transaction numbers mean nothing in a restored copy.
  server constant text := (select c.system_identifier::text from pg_control_system() c);
  cursor_parts constant text[] := string_to_array(since, '/');
  before pg_snapshot;
  window_start timestamptz := now() - interval '1 minute';
  recent xid8[] := '{}';
  tickets jsonb;
  reset boolean := false;
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  if since is not null and since !~ '^\d{1,2}(\.\d{1,3})?$' then
    if octet_length(since) > 20000 or cardinality(cursor_parts) <> 3
      or not pg_input_is_valid(cursor_parts[2], 'bigint') or not pg_input_is_valid(cursor_parts[3], 'pg_snapshot') then
      raise exception 'The cursor is not valid' using detail = 'cursor_invalid';
    end if;
    before := cursor_parts[3];
    reset := cursor_parts[1] <> server or pg_snapshot_xmax(before) > pg_snapshot_xmax(seen)
      or to_timestamp(cursor_parts[2]::bigint) < now() - interval '2 days';
  else
    window_start := greatest(window_start, now() - make_interval(secs => since::double precision));
    recent := array(select c.xid from private.change_commits c where c.committed_at > window_start limit 1001);
    reset := cardinality(recent) > 1000;
  end if;
  if not reset then
    with changed as materialized (
      select k.ticket_id, array_agg(distinct k.kind order by k.kind) as kinds
      from (
        select n.* from private.ticket_changes n
        where before is not null and n.xid >= pg_snapshot_xmin(before) and not pg_visible_in_snapshot(n.xid, before)
        union all
        select n.* from private.ticket_changes n where before is null and n.xid = any (recent)
      ) k
      where (staff or k.customer_id = me) and (notes or k.audience = 'public')
      group by k.ticket_id limit 101
    ), seen_rows as (
      select r.id, to_jsonb(r) - '{description,metadata,tags,request_id}'::text[] as shown
      from private.ticket_rows(array(select t from changed c join public.tickets t on t.id = c.ticket_id
        where staff or t.customer_id = me), staff) r
    )
    select jsonb_agg(jsonb_build_object('id', c.ticket_id, 'kinds', c.kinds)
        || case when r.id is null then '{}' else jsonb_build_object('row', r.shown) end), count(*) > 100
      into tickets, reset
    from changed c left join seen_rows r on r.id = c.ticket_id;
  end if;
  return jsonb_build_object('reset', reset, 'tickets', case when reset then '[]' else coalesce(tickets, '[]') end,
    'cursor', format('%s/%s/%s', server, floor(extract(epoch from now())), seen),
    'topics', private.topics_of(me, staff));
end
$$;
comment on function public.changes_since(text) is
  'The tickets that changed since a cursor, as far as the caller can see them: { cursor, reset, tickets: [{ id, '
  'kinds, row }], topics }, each row as list_tickets returns it, without the long texts. Without a row: the caller '
  'can no longer see the ticket. With a number of seconds instead of a cursor, or with neither: the changes that '
  'committed in that time, at most in the last minute. topics: the realtime topics that tell of more. reset: more '
  'than 100 tickets, more than 1,000 transactions or too old a cursor, read everything again.';
grant execute on function public.changes_since(text) to authenticated, service_role;

-- Topics of private realtime channels. Rights are checked when a channel is joined, so a topic's name carries an epoch
-- that changes when somebody loses rights: from then on everything is sent to a topic that they cannot join.
create table private.live_epochs (
  -- 'staff', or a user's id
  scope text primary key,
  epoch bigint not null default 1,
  moved_at timestamptz not null default now(),
  settled_epoch bigint not null default 0
);
comment on table private.live_epochs is 'How often somebody of a scope lost rights; a scope without a row never did.';
comment on column private.live_epochs.moved_at is 'When the current epoch began.';
comment on column private.live_epochs.settled_epoch is
  'The last epoch that lasted for a minute, or the tenth last: pages may still be in topics from here on.';

alter table private.live_epochs enable row level security;

create function private.live_epoch(scope text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce((select e.epoch from private.live_epochs e where e.scope = live_epoch.scope), 0)
$$;
comment on function private.live_epoch(text) is 'The current epoch of a scope, which its topics carry.';

create function private.staff_topic() returns text
language sql stable security definer set search_path = '' as $$
  select private.topic_at('staff', private.live_epoch('staff'))
$$;
comment on function private.staff_topic() is 'The topic on which agents and admins learn that tickets changed.';

create function private.customers_topic() returns text
language sql stable security definer set search_path = '' as $$
  select 'desk:customers:' || left(md5(private.staff_topic()), 12)
$$;
comment on function private.customers_topic() is
  'The topic on which customers learn that topics of tickets have other names. Nothing else is sent there.';

create function private.user_topic(user_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select private.topic_at(user_id::text, private.live_epoch(user_id::text))
$$;
comment on function private.user_topic(uuid) is 'The topic on which a user learns what concerns them.';

-- Staff who lose their rights must not stay in the public rooms of tickets either: the names of these carry the epoch
-- of staff too. Customers learn of a new epoch on a topic of their own.
create function private.ticket_topic(ticket_id uuid, audience text) returns text
language sql stable security definer set search_path = '' as $$
  select case audience
    when 'staff' then format('ticket:%s:staff:%s', t.id, private.live_epoch('staff'))
    else format('ticket:%s:public:%s', t.id, left(md5(private.user_topic(t.customer_id) || private.staff_topic()),
      12)) end
  from public.tickets t where t.id = ticket_topic.ticket_id
$$;
comment on function private.ticket_topic(uuid, text) is
  'The topic on which those who have a ticket open see each other: audience public or staff.';

create function private.topics_of(user_id uuid, sees_all boolean) returns text[]
language sql stable security definer set search_path = '' as $$
  select array[private.user_topic(user_id), case when sees_all then private.staff_topic()
    else private.customers_topic() end]
$$;
comment on function private.topics_of(uuid, boolean) is 'The topics on which an active user learns of changes.';

create function private.live_topics() returns text[]
language sql stable security definer set search_path = '' as $$
  select case when private.current_role() is null then '{}'
    else private.topics_of(auth.uid(), private.can_see_all_tickets()) end
$$;
comment on function private.live_topics() is 'The topics on which the caller learns of changes.';

create function public.ticket_topics(ticket_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('public', private.ticket_topic(t.id, 'public'),
    'staff', case when private.can_see_notes() then private.ticket_topic(t.id, 'staff') end))
  from public.tickets t
  where t.id = ticket_topics.ticket_id
    and (private.can_see_all_tickets() or t.customer_id = auth.uid() and private.current_role() is not null)
$$;
comment on function public.ticket_topics(uuid) is
  'The realtime topics of a ticket that the caller sees, { public, staff }, staff for staff only; null for another '
  'ticket.';
grant execute on function public.ticket_topics(uuid) to authenticated, service_role;

create function private.can_join_topic(topic text, extension text, sends boolean) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  parts constant text[] := string_to_array(topic, ':');
begin
  if topic = any (private.live_topics()) then
    -- Only the database sends there.
    return extension = 'broadcast' and not sends;
  end if;
  if parts[1] is distinct from 'ticket' or not pg_input_is_valid(parts[2], 'uuid') then
    return false;
  end if;
  -- Presence has names, which customers do not see.
  return coalesce(topic = public.ticket_topics(parts[2]::uuid) ->> parts[3]
    and (extension = 'broadcast' or parts[3] = 'staff'), false);
end
$$;
comment on function private.can_join_topic(text, text, boolean) is
  'True when the caller may receive (or send) broadcasts (or presence) on a realtime topic.';
grant execute on function private.can_join_topic(text, text, boolean) to authenticated;

create policy messages_select_joined on realtime.messages for select to authenticated
  using ((select private.can_join_topic((select realtime.topic()), 'broadcast', false)) and extension = 'broadcast'
    or (select private.can_join_topic((select realtime.topic()), 'presence', false)) and extension = 'presence');
create policy messages_insert_joined on realtime.messages for insert to authenticated
  with check (private.can_join_topic((select realtime.topic()), extension, true));

-- Topics get another name when somebody loses a role, an account or a session, or a ticket its customer.

-- Joined channels learn that their topic has another name now. That hint can be lost like any other, so the former topics
-- hear it again with each change of the next minute: by then every page has asked by itself.
create function private.move_topics(scope text, former_topics text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.live_epochs as e (scope) values (move_topics.scope)
  on conflict on constraint live_epochs_pkey do update set epoch = e.epoch + 1, moved_at = now(),
    settled_epoch = case when e.moved_at > now() - interval '1 minute' then greatest(e.settled_epoch, e.epoch - 9)
      else e.epoch end;
  perform realtime.send('{}', 'moved', former, true) from unnest(former_topics) former;
exception when others then
  raise warning 'Topics were not moved: %', sqlerrm;
end
$$;
comment on function private.move_topics(text, text[]) is
  'Begins an epoch of a scope. Never fails: the change of rights goes first.';

create function private.move_topics_of(user_id uuid, is_staff boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if is_staff then
    perform private.move_topics('staff', array[private.staff_topic(), private.customers_topic()]);
  end if;
  perform private.move_topics(user_id::text, array[private.user_topic(user_id)]);
  perform private.recheck_channels(user_id);
end
$$;
comment on function private.move_topics_of(uuid, boolean) is
  'Gives other names to all topics that a user may have joined, because they lost a right or a session.';

create function private.move_topics_of_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.move_topics_of(old.id, old.role <> 'customer' and old.deactivated_at is null
    and (coalesce(new.role, 'customer') = 'customer' or new.deactivated_at is not null));
  return null;
end
$$;
comment on function private.move_topics_of_profile() is
  'Moves the topics of somebody who lost a role or whose account ended.';

create trigger profiles_move_topics after update of role, deactivated_at on public.profiles for each row
  when (old.role is distinct from new.role or old.deactivated_at is null and new.deactivated_at is not null)
  execute function private.move_topics_of_profile();
create trigger profiles_move_topics_gone after delete on public.profiles for each row
  execute function private.move_topics_of_profile();

-- A realtime server that listens asks the policies again for the channels that the user has joined. A hosted project
-- asks only when a token is renewed; there the new names alone end what a joined channel receives.
create function private.recheck_channels(user_id uuid) returns void
language sql security definer set search_path = '' as $$
  select pg_notify('realtime_recheck', user_id::text)
$$;
comment on function private.recheck_channels(uuid) is
  'Announces that a user lost rights, when the transaction commits.';

create function private.recheck_former_customer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.recheck_channels(old.customer_id);
  return null;
end
$$;
comment on function private.recheck_former_customer() is 'Ends what a ticket''s former customer receives on its topic.';

create trigger tickets_recheck_channels after update of customer_id on public.tickets
  for each row when (old.customer_id is distinct from new.customer_id)
  execute function private.recheck_former_customer();

create function private.topic_at(scope text, epoch bigint) returns text
language sql immutable set search_path = '' as $$
  select case scope when 'staff' then 'desk:staff:' else 'user:' || scope || ':' end || epoch
$$;
comment on function private.topic_at(text, bigint) is 'The topic of changes of staff, or of a user, in an epoch.';

create function private.former_topics(scope text) returns setof text
language sql stable security definer set search_path = '' as $$
  select private.topic_at(e.scope, former)
  from private.live_epochs e, generate_series(e.settled_epoch, e.epoch - 1) former
  where e.scope = former_topics.scope and e.moved_at > now() - interval '1 minute'
$$;
comment on function private.former_topics(text) is
  'Topics of changes that pages of this scope may still be in, at most ten.';

-- The change feed: which tickets changed, so that open pages read exactly those again. It never says what changed: a
-- row is read under the rights of whoever asks. A hint wakes open pages when a change commits. It has nothing but ids
-- of tickets that its topic's members see, and a lost one costs freshness only.
create table private.ticket_changes (
  id bigint generated always as identity primary key,
  -- Orders changes by transaction. A sequence or a clock would skip a transaction that began earlier and commits later.
  xid xid8 not null default pg_current_xact_id(),
  ticket_id uuid not null,
  customer_id uuid,
  kind text not null,
  audience text not null constraint ticket_changes_audience check (audience in ('public', 'staff')),
  changed_at timestamptz not null default now()
);
comment on table private.ticket_changes is
  'One row for each event of a ticket, kept for three days. Survives the ticket, so that readers learn of its '
  'deletion too.';
comment on column private.ticket_changes.customer_id is
  'Whose ticket it was: they learn of the change if its audience is public.';

create index ticket_changes_xid_idx on private.ticket_changes (xid);

alter table private.ticket_changes enable row level security;

-- A page that just loaded asks for the changes that committed since then: the time at which their transaction began, or
-- at which it wrote them, would miss one that commits after the page has read its lists.
create table private.change_commits (
  xid xid8 not null default pg_current_xact_id(),
  committed_at timestamptz not null default clock_timestamp(),
  primary key (committed_at, xid)
);
comment on table private.change_commits is
  'One row for each transaction with rows in ticket_changes, written when it begins to commit; kept as long.';

alter table private.change_commits enable row level security;

-- Tags are for staff, but setting them gives the ticket a version and a time that its customer sees: told that it was
-- updated, and not how, the customer's page shows these too.
create function private.note_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.ticket_changes (ticket_id, customer_id, kind, audience)
  select e.ticket_id, t.customer_id, e.kind, case when e.is_internal then 'staff' else 'public' end
  from added e join public.tickets t on t.id = e.ticket_id
  union all
  select e.ticket_id, t.customer_id, 'updated', 'public'
  from added e join public.tickets t on t.id = e.ticket_id where e.kind = 'tags'
  union all
  -- Told to the customer who can no longer see it, too.
  select e.ticket_id, e.from_value::uuid, e.kind, 'public' from added e where e.kind = 'customer_id'
    and e.from_value is not null;
  if random() < 0.005 then
    perform private.prune_ticket_changes();
  end if;
  return null;
end
$$;
comment on function private.note_changes() is 'Adds the events of a statement to the change feed.';

create trigger ticket_events_changes after insert on public.ticket_events
  referencing new table as added for each statement execute function private.note_changes();

create function private.note_deleted_tickets() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.ticket_changes (ticket_id, customer_id, kind, audience)
  select t.id, t.customer_id, 'deleted', 'public' from gone t;
  return null;
end
$$;
comment on function private.note_deleted_tickets() is 'Adds deleted tickets to the change feed.';

create trigger tickets_changes_gone after delete on public.tickets
  referencing old table as gone for each statement execute function private.note_deleted_tickets();

create function private.prune_ticket_changes() returns void
language sql security definer set search_path = '' as $$
  -- Rows that another transaction prunes are left to it.
  with old as materialized (
    select k.id, k.changed_at from private.ticket_changes k order by k.id limit 1000 for update skip locked)
  delete from private.ticket_changes c using old where c.id = old.id and old.changed_at < now() - interval '3 days';
  delete from private.change_commits c where c.ctid = any (array(
    select k.ctid from private.change_commits k where k.committed_at < now() - interval '3 days'
    order by k.committed_at limit 1000 for update skip locked))
$$;
comment on function private.prune_ticket_changes() is
  'Deletes up to 1,000 changes and commits that are older than three days.';

create function private.hint_at_changes(after_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(hint.payload, hint.event, hint.topic, true)
  from (
    with told as materialized (
      select 'staff' as scope, array_agg(distinct c.ticket_id) as ids
      from private.ticket_changes c where c.xid = pg_current_xact_id() and c.id > after_id having count(*) > 0
      union all
      (select c.customer_id::text, array_agg(distinct c.ticket_id)
      from private.ticket_changes c
      where c.xid = pg_current_xact_id() and c.id > after_id and c.audience = 'public' and c.customer_id is not null
      group by c.customer_id limit 50)
    )
    select private.topic_at(t.scope, private.live_epoch(t.scope)) as topic, 'changed' as event,
      jsonb_build_object('ids', t.ids[1:100]) as payload from told t
    union all
    select former, 'moved', '{}' from told t, private.former_topics(t.scope) former
  ) hint;
exception when others then
  raise warning 'No hint was sent: %', sqlerrm;
end
$$;
comment on function private.hint_at_changes(bigint) is
  'Sends the ids of tickets that this transaction changed to the topics of those who see them, from an id of the feed '
  'on. Never fails the change.';

-- Deferred, so that a long transaction is stamped when it ends, and hints at the topics that are current then.
create function private.commit_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  done constant bigint := coalesce(nullif(current_setting('helpdesk.committed_change', true), ''), '0');
begin
  -- Queued for each row: the first deals with all of them.
  if new.id <= done then
    return null;
  end if;
  insert into private.change_commits default values;
  perform set_config('helpdesk.committed_change',
    (select max(c.id)::text from private.ticket_changes c where c.xid = pg_current_xact_id()), true);
  perform private.hint_at_changes(done);
  return null;
end
$$;
comment on function private.commit_changes() is 'Stamps a transaction with changes as it commits, and sends its hints.';

create constraint trigger ticket_changes_commit after insert on private.ticket_changes
  deferrable initially deferred for each row execute function private.commit_changes();

-- Mails to send. They are written in the transaction of their event: every committed event has its mail, a
-- rolled-back event has none. The recipient may be in copy or outside, without an account.
create table public.notification_outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null constraint notification_outbox_kind check (kind in (
    'reply', 'comment', 'reopened', 'status', 'assigned', 'taken_over', 'opened', 'mention', 'unassigned', 'followed',
    'copy', 'forward', 'received', 'refused', 'refused_files', 'stopped')),
  recipient_id uuid references public.profiles (id) on delete cascade,
  recipient_email text not null,
  recipient_name text not null,
  ticket_id uuid references public.tickets (id) on delete cascade,
  ticket_subject text,
  -- No foreign key: with two in one table the data API would take the outbox for a link between comments and tickets,
  -- and `comments?select=tickets(…)` would be ambiguous. A trigger withdraws the mail of a deleted comment instead.
  comment_id uuid,
  actor_name text not null,
  excerpt text constraint notification_outbox_excerpt check (char_length(excerpt) <= 2000),
  created_at timestamptz not null default now(),
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  error text,
  change_batch uuid,
  ticket_number bigint,
  needs_password boolean not null default false,
  unsubscribe_token text,
  dropped_at timestamptz,
  in_reply_to text constraint notification_outbox_in_reply_to check (char_length(in_reply_to) <= 500),
  files smallint not null default 0,
  new_status text constraint notification_outbox_new_status
    check (new_status is null or kind = 'reply' and char_length(new_status) <= 20),
  stop_token text,
  constraint notification_outbox_ticket check (ticket_id is not null or kind in ('refused', 'stopped'))
);
comment on table public.notification_outbox is
  'Mails to send, for the service only. Written by triggers, leased by take_notifications, kept for 30 days.';
comment on column public.notification_outbox.kind is
  'reply: a public answer, to the customer. comment: the customer or somebody in copy wrote, to the assignee. '
  'reopened: and this reopened the ticket. status: staff changed it, to the customer. assigned: to the assignee. '
  'taken_over: to the previous assignee. opened: staff opened it, to the customer. mention: in a note, to staff. '
  'unassigned: a new ticket, to staff. followed: news, to its followers. copy: a public message, to people in copy. '
  'forward: staff sent a message to an outside address. received: acknowledges a ticket by mail. refused: answers the '
  'mail of a deactivated account. refused_files: names the files that mails left out, to their sender. stopped: a '
  'link stopped mails, to their recipient; excerpt has the kind.';
comment on column public.notification_outbox.comment_id is
  'The comment that the mail is about. Deleting it deletes the mail.';
comment on column public.notification_outbox.excerpt is
  'reply, comment, reopened, followed, copy and opened: how the text begins; status: the new status; taken_over: the '
  'reason; forward: the note to its recipient; otherwise null. Never a word of an internal note.';
comment on column public.notification_outbox.error is 'Why the last attempt failed.';
comment on column public.notification_outbox.change_batch is
  'The undoable change that the mail is about. Undoing it deletes the mail.';
comment on column public.notification_outbox.ticket_number is 'Set when the mail is leased.';
comment on column public.notification_outbox.needs_password is
  'The recipient was entered by staff and has set no password yet. Set when the mail is leased.';
comment on column public.notification_outbox.unsubscribe_token is
  'For the header List-Unsubscribe, which no answer quotes; null for messages of the recipient''s own conversation.';
comment on column public.notification_outbox.dropped_at is
  'When it was decided not to send the mail, for the reason in error: all attempts failed, or the recipient may not '
  'get it.';
comment on column public.notification_outbox.recipient_id is 'Null for people in copy and for outside addresses.';
comment on column public.notification_outbox.in_reply_to is
  'Message-ID of the received mail that an automatic mail answers.';
comment on column public.notification_outbox.files is
  'Files that are still uploaded to the comment: the mail waits for them, at most 15 minutes.';
comment on column public.notification_outbox.new_status is 'The status that was set with a reply; null when none was.';
comment on column public.notification_outbox.stop_token is
  'For the link in the text. kind stopped: the link that takes it back.';

create index notification_outbox_due_idx on public.notification_outbox (next_attempt_at)
  where sent_at is null and dropped_at is null;
create index notification_outbox_created_at_idx on public.notification_outbox (created_at);
create index notification_outbox_recipient_idx on public.notification_outbox (recipient_id);
create index notification_outbox_ticket_idx on public.notification_outbox (ticket_id);
create index notification_outbox_comment_idx on public.notification_outbox (comment_id);

alter table public.notification_outbox enable row level security;
grant all on table public.notification_outbox to service_role;

create function private.notify_mail_sender() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Delivered at commit, once per transaction and due time.
  perform pg_notify('helpdesk_notifications',
    greatest(0, ceil(extract(epoch from new.next_attempt_at - clock_timestamp())))::text);
  return null;
end
$$;
comment on function private.notify_mail_sender() is 'Notifies the mail sender, with the seconds until the mail is due.';

create trigger notification_outbox_announce after insert on public.notification_outbox
  for each row execute function private.notify_mail_sender();

-- What each user is notified of, in the app (app_…) and by mail (notify_…).
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

-- Checked again when the mail is sent: meanwhile the recipient may have lost the right to read it or changed the
-- address, and the text may have been edited.
create function private.can_get_notification(kind text, recipient uuid, ticket public.tickets) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p join auth.users u on u.id = p.id
    where p.id = $2 and p.deactivated_at is null
      and p.email <> '' and p.email = lower(u.email)
        and (u.email_confirmed_at is not null or private.is_invited_requester(p.id))
      and private.wants(p.preferences, 'notify', $1)
      and case
        when $1 in ('comment', 'reopened', 'taken_over', 'mention', 'unassigned', 'followed') then
          p.role in ('agent', 'admin')
        when $1 = 'assigned' then p.role in ('agent', 'admin') and p.id = ($3).assigned_to
        else p.id = ($3).customer_id end)
$$;
comment on function private.can_get_notification(text, uuid, public.tickets) is
  'True when the recipient is active, confirmed or entered by staff, wants this kind of mail and can read the ticket.';

-- Notifications in the app, written in the transaction of their event. What happens again before it is read is one
-- notification: nobody can flood somebody else's list.
create table private.notifications (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references public.profiles (id) on delete cascade,
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  kind text not null constraint notifications_kind check (kind in (
    'assigned', 'taken_over', 'reply', 'status', 'mention', 'unassigned', 'followed', 'opened')),
  actor_id uuid references public.profiles (id) on delete set null,
  -- No foreign key: a trigger withdraws the notification of a deleted comment.
  comment_id uuid,
  times integer not null default 1,
  change_batch uuid,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
comment on table private.notifications is
  'Notifications in the app. Never any text: a comment is read when the list is, under the rights of its reader. Kept '
  'for 90 days.';
comment on column private.notifications.times is 'How often it happened since it was last read.';
comment on column private.notifications.change_batch is
  'The undoable change that it is about. Undoing it withdraws the notification.';

create unique index notifications_unread_idx on private.notifications (person_id, ticket_id, kind)
  where read_at is null;
create index notifications_person_idx on private.notifications (person_id, created_at desc, id desc);
create index notifications_ticket_idx on private.notifications (ticket_id);
create index notifications_actor_idx on private.notifications (actor_id);
create index notifications_comment_idx on private.notifications (comment_id);
create index notifications_created_at_idx on private.notifications (created_at);

alter table private.notifications enable row level security;

create function private.prune_notifications() returns void
language sql security definer set search_path = '' as $$
  with old as materialized (
    select o.id from private.notifications o where o.created_at < now() - interval '90 days'
    order by o.created_at limit 1000 for update skip locked)
  delete from private.notifications n using old where n.id = old.id
$$;
comment on function private.prune_notifications() is 'Deletes up to 1,000 notifications that are older than 90 days.';

create function private.add_notification(kind text, recipient uuid, ticket public.tickets, comment_id uuid default null)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
begin
  if me is null or recipient is null or recipient = me then
    return;
  end if;
  insert into private.notifications as n (person_id, ticket_id, kind, actor_id, comment_id, change_batch)
  select p.id, ticket.id, $1, me, $4, c.batch_id
  from public.profiles p
  left join private.undoable_changes c on c.batch_id = private.current_batch() and c.ticket_id = ticket.id
  where p.id = recipient and p.deactivated_at is null and private.wants(p.preferences, 'app', $1)
    and (p.role in ('agent', 'admin') or p.id = ticket.customer_id and $1 in ('reply', 'status', 'opened'))
  on conflict (person_id, ticket_id, kind) where read_at is null do update set
    actor_id = excluded.actor_id, comment_id = excluded.comment_id, change_batch = excluded.change_batch,
    times = least(n.times + 1, 1000), created_at = excluded.created_at;
  if random() < 0.005 then
    perform private.prune_notifications();
  end if;
end
$$;
comment on function private.add_notification(text, uuid, public.tickets, uuid) is
  'Adds a notification by the caller, unless the recipient is the caller, inactive, opted out, or cannot see the '
  'ticket.';

create function private.withdraw_notifications(target uuid, batch uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.notifications n where n.ticket_id = target and n.change_batch = batch and n.times = 1;
  update private.notifications n set times = n.times - 1, change_batch = null
  where n.ticket_id = target and n.change_batch = batch
$$;
comment on function private.withdraw_notifications(uuid, uuid) is
  'Takes back the notifications of a change that is undone.';

create function private.withdraw_comment_notifications() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.notifications n where n.comment_id = old.id and n.times = 1;
  update private.notifications n set times = n.times - 1, comment_id = null where n.comment_id = old.id;
  return null;
end
$$;
comment on function private.withdraw_comment_notifications() is 'Takes back the notifications of a deleted comment.';

create trigger comments_withdraw_app after delete on public.comments
  for each row execute function private.withdraw_comment_notifications();

-- Events of tickets become notifications in the app, for their people and for the staff who follow the ticket.

-- Who follows a ticket: staff who chose to, and those mentioned in its notes.
create table private.ticket_followers (
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  since timestamptz not null default now(),
  primary key (ticket_id, person_id)
);
comment on table private.ticket_followers is
  'Staff who are notified of what happens in a ticket, whoever it is assigned to.';

create index ticket_followers_person_idx on private.ticket_followers (person_id);

alter table private.ticket_followers enable row level security;

create function private.notify_followers(ticket public.tickets, comment_id uuid, excerpt text,
  others uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  follower uuid;
begin
  -- In one order, so that two transactions do not deadlock.
  for follower in
    select f.person_id from private.ticket_followers f
    where f.ticket_id = ticket.id and not f.person_id = any (array_remove(others, null)) order by f.person_id
  loop
    perform private.add_notification('followed', follower, ticket, comment_id);
    perform private.notify('followed', follower, ticket, private.name_of(auth.uid()), excerpt,
      case when excerpt is not null then comment_id end);
  end loop;
end
$$;
comment on function private.notify_followers(public.tickets, uuid, text, uuid[]) is
  'Notifies the followers of a ticket, except others, who were notified already. No excerpt of a note.';

create function private.notify_comment_app() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  others uuid[];
begin
  select t.* into ticket from public.tickets t where t.id = new.ticket_id;
  others := array[ticket.customer_id];
  -- A customer who is not the requester is in copy.
  if new.author_role = 'customer' or new.user_id = ticket.customer_id then
    perform private.add_notification('reply', ticket.assigned_to, ticket, new.id);
    others := array[ticket.customer_id, ticket.assigned_to];
  end if;
  if new.user_id is distinct from ticket.customer_id then
    perform private.add_notification('reply', ticket.customer_id, ticket, new.id);
  end if;
  perform private.notify_followers(ticket, new.id, new.content, others);
  return null;
end
$$;
comment on function private.notify_comment_app() is
  'A public comment notifies in the app: the customer of a reply, the assignee of the customer''s comment, and all '
  'followers.';

create trigger comments_notify_app after insert on public.comments
  for each row when (not new.is_internal and new.user_id = auth.uid())
  execute function private.notify_comment_app();

create function private.notify_ticket_app() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status is distinct from old.status and private.can_work_on_tickets() then
    perform private.add_notification('status', new.customer_id, new);
    perform private.notify_followers(new, null, null, array[new.customer_id, new.assigned_to, old.assigned_to]);
  end if;
  if new.assigned_to is distinct from old.assigned_to then
    perform private.add_notification('assigned', new.assigned_to, new);
    perform private.add_notification('taken_over', old.assigned_to, new);
  end if;
  return null;
end
$$;
comment on function private.notify_ticket_app() is
  'Notifies in the app: the customer and the followers of a status set by staff, and the old and the new assignee.';

-- As with mails: the notification of an answer says enough about what the answer changed.
create trigger tickets_notify_app after update on public.tickets
  for each row when (auth.uid() is not null and current_setting('helpdesk.mails', true) is distinct from 'off'
    and current_setting('helpdesk.notifications', true) is distinct from 'off'
    and (new.status is distinct from old.status or new.assigned_to is distinct from old.assigned_to))
  execute function private.notify_ticket_app();

create function private.notify_own_status() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.status in ('solved', 'closed') and new.status = 'open' then
    perform private.add_notification('reply', new.assigned_to, new);
  end if;
  perform private.notify_followers(new, null, null, array[new.assigned_to]);
  return null;
end
$$;
comment on function private.notify_own_status() is
  'Notifies followers of a status that the customer set, and the assignee when the ticket is reopened.';

-- Not inside functions: there it was an answer, which has a notification of its own.
create trigger tickets_notify_own_status after update of status on public.tickets
  for each row when (current_user = 'authenticated' and auth.uid() = new.customer_id
    and new.status is distinct from old.status)
  execute function private.notify_own_status();

create function private.notify_new_ticket() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  member uuid;
begin
  if new.customer_id is distinct from auth.uid() then
    perform private.add_notification('opened', new.customer_id, new);
  end if;
  if new.assigned_to is null then
    for member in
      select p.id from public.profiles p where p.role in ('agent', 'admin') and p.deactivated_at is null
        and (private.wants(p.preferences, 'app', 'unassigned') or private.wants(p.preferences, 'notify', 'unassigned'))
      order by p.id
    loop
      perform private.add_notification('unassigned', member, new);
      perform private.notify('unassigned', member, new, private.name_of(auth.uid()), new.description, null);
    end loop;
  end if;
  return null;
end
$$;
comment on function private.notify_new_ticket() is
  'Notifies the customer of a ticket that staff opened for them, and of an unassigned one the staff who chose that.';

create trigger tickets_notify_new after insert on public.tickets
  for each row when (auth.uid() is not null) execute function private.notify_new_ticket();

-- Reading notifications. A mail about something that was read in the app is not sent: whoever has the app open gets
-- mails a minute later.
create unlogged table private.visitors (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  seen_at timestamptz not null
);
comment on table private.visitors is 'When a page of the app was last open and visible, to the minute.';

alter table private.visitors enable row level security;

create function private.delay_mail_of_visitor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.visitors v where v.person_id = new.recipient_id
    and v.seen_at > now() - interval '3 minutes') then
    new.next_attempt_at := greatest(new.next_attempt_at, clock_timestamp() + interval '1 minute');
  end if;
  return new;
end
$$;
comment on function private.delay_mail_of_visitor() is 'A recipient with the app open has a minute to read it there.';

create trigger notification_outbox_delay before insert on public.notification_outbox
  for each row execute function private.delay_mail_of_visitor();

create function private.read_notifications(target uuid, until timestamptz) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  marked integer;
begin
  update private.notifications n set read_at = now()
  where n.person_id = auth.uid() and n.ticket_id = target and n.read_at is null and n.created_at <= until;
  get diagnostics marked = row_count;
  delete from public.notification_outbox o
  where o.recipient_id = auth.uid() and o.ticket_id = target and o.sent_at is null and o.attempts = 0
    and o.created_at <= until;
  return marked;
end
$$;
comment on function private.read_notifications(uuid, timestamptz) is
  'The caller has read a ticket: marks its notifications as read and withdraws mails that were not sent yet.';

create function private.require_person() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
end
$$;
comment on function private.require_person() is 'Raises a 401 for anyone who is not signed in and active.';

create function public.get_unread_notifications() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  staff constant boolean := private.can_see_all_tickets();
begin
  perform private.require_person();
  insert into private.visitors as v (person_id, seen_at) values (me, now())
  on conflict (person_id) do update set seen_at = excluded.seen_at where v.seen_at < now() - interval '1 minute';
  return (
    select jsonb_build_object('count', count(*), 'tickets', coalesce(jsonb_agg(distinct u.ticket_id), '[]'))
    from (
      select n.ticket_id from private.notifications n
      where n.person_id = me and n.read_at is null and (staff or n.kind in ('reply', 'status', 'opened') and exists (
        select from public.tickets t where t.id = n.ticket_id and t.customer_id = me))
      limit 100) u);
end
$$;
comment on function public.get_unread_notifications() is
  'The caller''s unread notifications, at most 100: {count, tickets: [id]}. Called by open, visible pages only: mails '
  'to the caller then wait a minute.';
grant execute on function public.get_unread_notifications() to authenticated, service_role;

create function public.list_notifications(max_rows integer default 20, before_at timestamptz default null,
  before_id uuid default null)
returns table (
  id uuid, kind text, ticket_id uuid, ticket_number bigint, ticket_subject text, ticket_status text, actor_id uuid,
  actor_name text, comment_id uuid, excerpt text, times integer, created_at timestamptz, is_read boolean)
language plpgsql stable rows 20 security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  staff constant boolean := private.can_see_all_tickets();
  notes constant boolean := private.can_see_notes();
begin
  perform private.require_person();
  return query
    select n.id, n.kind, t.id, t.number, t.subject, t.status, known.id, known.name, c.id, private.preview(c.content),
      n.times,
      n.created_at, n.read_at is not null
    from private.notifications n
    join public.tickets t on t.id = n.ticket_id
      and (staff or t.customer_id = me and n.kind in ('reply', 'status', 'opened'))
    left join public.comments c on c.id = n.comment_id and (notes or not c.is_internal)
    left join lateral (
      select p.id, p.name from public.profiles p
      -- Of staff, customers see the names of the assignee and of those who wrote to them.
      where p.id = n.actor_id and (staff or p.id = t.assigned_to or exists (
        select from public.comments w where w.ticket_id = t.id and w.user_id = p.id and not w.is_internal))
    ) known on true
    where n.person_id = me and (before_at is null or (n.created_at, n.id) < (before_at, before_id))
    order by n.created_at desc, n.id desc
    limit least(greatest(coalesce(max_rows, 20), 1), 100);
end
$$;
comment on function public.list_notifications(integer, timestamptz, uuid) is
  'The caller''s notifications of the last 90 days about tickets that they can still see, newest first, below '
  '(before_at, before_id). excerpt: how the comment begins, as it is now.';
grant execute on function public.list_notifications(integer, timestamptz, uuid) to authenticated, service_role;

-- Reading all notifications withdraws the mails about what the app has shown, and no others: a kind that its recipient
-- gets by mail alone was not read.
create function public.mark_notifications_read(notification_id uuid default null,
  ticket_id uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  target uuid := ticket_id;
  marked integer;
begin
  perform private.require_person();
  if target is not null then
    return private.read_notifications(target, now());
  end if;
  update private.notifications n set read_at = now()
  where n.person_id = me and n.read_at is null and (notification_id is null or n.id = notification_id);
  get diagnostics marked = row_count;
  delete from public.notification_outbox o
  where o.recipient_id = me and o.sent_at is null and o.attempts = 0 and exists (
    select from private.notifications n
    where n.person_id = me and n.ticket_id = o.ticket_id and (notification_id is null or n.id = notification_id)
      and private.setting_of(n.kind) = private.setting_of(o.kind) and n.created_at >= o.created_at
        and n.read_at is not null);
  return marked;
end
$$;
comment on function public.mark_notifications_read(uuid, uuid) is
  'Marks the caller''s notifications as read: one, those of a ticket, or all. Withdraws their mails that were not '
  'sent yet. Returns how many were unread.';
grant execute on function public.mark_notifications_read(uuid, uuid) to authenticated, service_role;

-- A link in the text of a mail is quoted in answers, so that everybody in copy has it. It stops one kind of mail or the
-- copies of one ticket; the recipient is told by a mail, and gets them again by the same link, by writing, or by
-- choosing.
create table private.link_stops (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  person_id uuid references public.profiles (id) on delete cascade,
  ticket_id uuid references public.tickets (id) on delete cascade,
  address text not null,
  stopped_at timestamptz,
  told smallint not null default 0,
  told_since timestamptz not null default now(),
  constraint link_stops_subject check ((kind = 'copy') = (ticket_id is not null)
    and (person_id is null) = (ticket_id is not null))
);
comment on table private.link_stops is
  'What was stopped by a link in a text: a kind of mail to a user, or the copies of a ticket to an address.';
comment on column private.link_stops.stopped_at is
  'Null once the mails were started again, and for copies, which ticket_participants.left_at says.';
comment on column private.link_stops.told is
  'Mails about it within the day that began at told_since: whoever has the link could have many sent.';

create unique index link_stops_person_idx on private.link_stops (person_id, kind);
create unique index link_stops_ticket_idx on private.link_stops (ticket_id, address);

alter table private.link_stops enable row level security;

create function private.one_click_token(person uuid, kind text) returns text
language sql stable security definer set search_path = '' as $$
  select person || '.' || private.setting_of(kind) || '.'
    || encode(extensions.hmac(convert_to('one-click.' || person || '.' || private.setting_of(kind), 'UTF8'), k.key,
      'sha256'), 'hex')
  from private.unsubscribe_keys k
$$;
comment on function private.one_click_token(uuid, text) is
  'The token of the header List-Unsubscribe for one user and one kind of mail.';

create function private.copy_token(ticket_id uuid, address text) returns text
language sql stable security definer set search_path = '' as $$
  select ticket_id || '.copy.'
    || encode(extensions.hmac(convert_to('copy.' || ticket_id || '.' || lower(address), 'UTF8'), k.key, 'sha256'),
      'hex')
  from private.unsubscribe_keys k
$$;
comment on function private.copy_token(uuid, text) is
  'The token of the link that ends the copies of one ticket to one address. It does not name the address.';

create function private.read_mail_link(
  token text, out kind text, out person uuid, out ticket_id uuid, out address text, out is_in_text boolean
)
language plpgsql stable security definer set search_path = '' as $$
declare
  parts constant text[] := string_to_array(left(token, 200), '.');
  wanted constant bytea := extensions.digest(coalesce(token, ''), 'sha256');
begin
  if cardinality(parts) = 3 and pg_input_is_valid(parts[1], 'uuid') then
    if parts[2] = 'copy' then
      select p.ticket_id, p.address into ticket_id, address from public.ticket_participants p
      -- Compares digests: the duration says nothing about the token.
      where p.ticket_id = parts[1]::uuid and extensions.digest(private.copy_token(p.ticket_id, p.address),
        'sha256') = wanted;
      is_in_text := true;
    elsif parts[2] in ('reply', 'status', 'assigned', 'mention', 'unassigned', 'followed') then
      select p.id, p.email, l.is_in_text into person, address, is_in_text
      from public.profiles p cross join (
        values (true, private.unsubscribe_token(parts[1]::uuid, parts[2])),
          (false, private.one_click_token(parts[1]::uuid, parts[2]))
      ) l (is_in_text, token)
      where p.id = parts[1]::uuid and extensions.digest(l.token, 'sha256') = wanted
        -- No link ends replies to one's own tickets any more.
        and (parts[2] <> 'reply' or p.role in ('agent', 'admin'));
    end if;
    kind := parts[2];
  end if;
  if address is null then
    raise sqlstate 'PT404' using message = 'This link is not valid', detail = 'unsubscribe_invalid';
  end if;
end
$$;
comment on function private.read_mail_link(text) is
  'Whom and what a token is for, and whether it comes from a text; raises a 404 for any other text.';

create function public.get_subscription(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  link constant record := private.read_mail_link(token);
begin
  return jsonb_build_object('kind', link.kind, 'is_in_text', link.is_in_text) || case when link.kind = 'copy'
    then (select jsonb_build_object('is_staff', false, 'ticket_number', t.number, 'is_subscribed', exists (
        select from public.ticket_participants p where p.ticket_id = t.id and p.address = link.address
          and p.left_at is null))
      from public.tickets t where t.id = link.ticket_id)
    else (select jsonb_build_object('is_staff', p.role in ('agent', 'admin'), 'ticket_number', null,
        'is_subscribed', private.wants(p.preferences, 'notify', link.kind))
      from public.profiles p where p.id = link.person) end;
end
$$;
comment on function public.get_subscription(text) is
  'Anyone with the token of a mail: which mails it ends, and whether they are sent: {kind, is_staff, is_subscribed, '
  'is_in_text, ticket_number}. kind copy: the copies of a ticket.';
grant execute on function public.get_subscription(text) to anon, authenticated, service_role;

-- Stopping mails by a link, and starting them again.
create function private.note_stop(link record, token text, recipient_name text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  is_told boolean;
begin
  insert into private.link_stops (kind, person_id, ticket_id, address)
  values (link.kind, link.person, link.ticket_id, link.address)
  on conflict do nothing;
  update private.link_stops s set stopped_at = case when link.person is not null then now() end, address = link.address,
    told = case when s.told_since > now() - interval '1 day' then s.told else 0 end + 1,
    told_since = case when s.told_since > now() - interval '1 day' then s.told_since else now() end
  where s.id in (
    select k.id from private.link_stops k where k.person_id = link.person and k.kind = link.kind
    union all select k.id from private.link_stops k where k.ticket_id = link.ticket_id and k.address = link.address)
  returning s.told <= 3 into is_told;
  if is_told then
    insert into public.notification_outbox (kind, recipient_email, recipient_name, ticket_id, ticket_subject,
      actor_name, excerpt, stop_token)
    select 'stopped', link.address, recipient_name, link.ticket_id, coalesce(t.subject, 'Email notifications'),
      '', link.kind, token
    from (select 1) one left join public.tickets t on t.id = link.ticket_id
    returning dropped_at is null into is_told;
  end if;
  -- What cannot be told, by this limit or that of the ticket, is not stopped.
  if is_told is not true then
    raise sqlstate 'PT429' using message = 'These emails were stopped too often today. Try again tomorrow.',
      detail = 'subscription_limit';
  end if;
end
$$;
comment on function private.note_stop(record, text, text) is
  'Records that a link in a text stopped mails, and tells their recipient, up to three times a day.';

create function public.set_subscription(token text, subscribed boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link constant record := private.read_mail_link(token);
  wanted constant boolean := coalesce(subscribed, false);
  recipient_name text;
begin
  if link.kind = 'copy' then
    update public.ticket_participants p set left_at = case when not wanted then now() end
    where p.ticket_id = link.ticket_id and p.address = link.address and (p.left_at is null) <> wanted
    returning p.name into recipient_name;
    if found and not wanted then
      update public.notification_outbox o set dropped_at = now(), error = 'The recipient left the copies of the ticket'
      where o.ticket_id = link.ticket_id and o.kind = 'copy' and o.recipient_email = link.address and o.sent_at is null
        and o.dropped_at is null;
      perform private.note_stop(link, token, recipient_name);
    end if;
  else
    update public.profiles p set preferences = p.preferences || jsonb_build_object('notify_' || link.kind, wanted)
    where p.id = link.person and private.wants(p.preferences, 'notify', link.kind) <> wanted
    returning p.name into recipient_name;
    if found and not wanted and link.is_in_text then
      perform private.note_stop(link, token, recipient_name);
    elsif found then
      -- The header's link, or taken back.
      insert into private.link_stops as s (kind, person_id, address, stopped_at)
      select link.kind, p.id, link.address, case when not wanted and p.role = 'customer' then now() end
      from public.profiles p where p.id = link.person
      on conflict (person_id, kind) do update set stopped_at = excluded.stopped_at;
    end if;
  end if;
  return public.get_subscription(token);
end
$$;
comment on function public.set_subscription(text, boolean) is
  'Anyone with the token of a mail: ends its kind of mail for its recipient, or the copies of its ticket, or takes '
  'that back. What a link in a text stops is told by a mail; HTTP 429 after three times a day.';
grant execute on function public.set_subscription(text, boolean) to anon, authenticated, service_role;

create function private.forget_stop() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.link_stops s set stopped_at = null
  where s.person_id = new.id and s.stopped_at is not null
    and (new.preferences -> ('notify_' || s.kind)) is distinct from (old.preferences -> ('notify_' || s.kind));
  return null;
end
$$;
comment on function private.forget_stop() is 'What users choose themselves stays, also when they write.';

create trigger profiles_forget_stop after update of preferences on public.profiles
  for each row when (current_user = 'authenticated' and old.preferences is distinct from new.preferences)
  execute function private.forget_stop();

-- Events of tickets become mails. Mails about changes that can be undone wait for 15 seconds: the screen offers Undo
-- for 10.
create function private.name_of(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select p.name from public.profiles p where p.id = person), '')
$$;
comment on function private.name_of(uuid) is 'Display name of a user; empty when there is none.';

-- At most twenty mails an hour of one kind, about one ticket and from one person. Counts events, not mails: deleting a
-- comment deletes its mail, but not its event.
create function private.notify(
  kind text, recipient uuid, ticket public.tickets, actor_name text, excerpt text, comment_id uuid
) returns void
language sql security definer set search_path = '' as $$
  insert into public.notification_outbox
    (kind, recipient_id, recipient_email, recipient_name, ticket_id, ticket_subject, comment_id, actor_name, excerpt,
      change_batch, next_attempt_at)
  select $1, p.id, p.email, p.name, ($3).id, ($3).subject, $6, $4,
    case when char_length($5) > 300 then left($5, 299) || '…' else $5 end,
    c.batch_id, case when c.batch_id is null then now() else clock_timestamp() + interval '15 seconds' end
  from public.profiles p
  left join private.undoable_changes c on c.batch_id = private.current_batch() and c.ticket_id = ($3).id
  where p.id = $2 and p.id is distinct from auth.uid() and private.can_get_notification($1, $2, $3)
    -- The event of this change may already exist, or not yet.
    and (
      select count(*) from (
        select from public.ticket_events e
        where e.ticket_id = ($3).id and e.created_at > now() - interval '1 hour' and e.created_at < now()
          and e.actor_id = auth.uid()
          and e.kind = case when $1 = 'status' or $1 = 'reopened' and $6 is null then 'status'
            when $1 in ('assigned', 'taken_over') then 'assigned_to' else 'comment_added' end
        limit 20
      ) earlier
    ) < 20
$$;
comment on function private.notify(text, uuid, public.tickets, text, text, uuid) is
  'Queues a mail, unless the recipient is the actor, inactive or unconfirmed, opted out, or over the limit. It waits '
  'when its change can be undone.';

-- A reply that also sets the status sends one mail, which names the status.
create function private.notify_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  reopens boolean;
  kept text;
begin
  select t.* into ticket from public.tickets t where t.id = new.ticket_id;
  if new.author_role = 'customer' or new.user_id = ticket.customer_id then
    reopens := exists (
      select from public.ticket_events e
      where e.ticket_id = ticket.id and e.kind = 'status' and e.actor_id = new.user_id and e.created_at = now());
    perform private.notify(case when reopens then 'reopened' else 'comment' end,
      ticket.assigned_to, ticket, new.author_name, new.content, new.id);
  end if;
  kept := private.reason_to_keep(ticket, new);
  if kept is not null then
    perform private.note_kept(ticket, new, kept);
    return null;
  end if;
  if new.user_id is distinct from ticket.customer_id then
    perform private.notify('reply', ticket.customer_id, ticket, new.author_name, new.content, new.id);
    -- The customer may have opted out of one of the two mails: only a reply that is sent replaces the other.
    with replaced as (
      delete from public.notification_outbox o
      where o.ticket_id = ticket.id and o.kind = 'status' and o.recipient_id = ticket.customer_id
        and o.created_at = now() and o.attempts = 0
        and exists (select from public.notification_outbox r where r.ticket_id = ticket.id and r.comment_id = new.id
          and r.kind = 'reply')
      returning o.excerpt)
    update public.notification_outbox r set new_status = replaced.excerpt
    from replaced where r.ticket_id = ticket.id and r.comment_id = new.id and r.kind = 'reply';
  end if;
  perform private.notify_copies(ticket, new);
  return null;
end
$$;
comment on function private.notify_comment() is
  'Notifies the customer and the people in copy of a public message, unless a mail is kept for staff, and the '
  'assignee of one that is not from staff. The mail with a reply replaces that about a status of the same '
  'transaction. Sorts after comments_follow, which reopens the ticket.';

create trigger comments_notify after insert on public.comments
  for each row when (not new.is_internal and new.user_id = auth.uid())
  execute function private.notify_comment();

create function private.notify_ticket() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  if new.status <> old.status and private.can_work_on_tickets() then
    perform private.notify('status', new.customer_id, new,
      -- Customers see the names of the assignee and of staff who wrote to them.
      case when me = new.assigned_to or exists (
        select from public.comments c where c.ticket_id = new.id and c.user_id = me and not c.is_internal
      ) then private.name_of(me) else 'The support team' end, new.status, null);
  end if;
  if new.assigned_to is distinct from old.assigned_to then
    perform private.notify('assigned', new.assigned_to, new, private.name_of(me), null, null);
  end if;
  return null;
end
$$;
comment on function private.notify_ticket() is
  'Notifies the customer of a new status, and the assignee of an assignment.';

create trigger tickets_notify after update on public.tickets
  for each row when (auth.uid() is not null and current_setting('helpdesk.mails', true) is distinct from 'off'
    and (new.status is distinct from old.status or new.assigned_to is distinct from old.assigned_to))
  execute function private.notify_ticket();

-- A requester who reopens a ticket without an answer notifies the assignee too.
create function private.notify_reopened() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify('reopened', new.assigned_to, new, private.name_of(new.customer_id), null, null);
  return null;
end
$$;
comment on function private.notify_reopened() is 'Notifies the assignee that the requester reopened the ticket.';

-- Not inside functions: there it was an answer, which has a mail of its own.
create trigger tickets_notify_reopened after update of status on public.tickets
  for each row when (current_user = 'authenticated' and auth.uid() = new.customer_id
    and old.status in ('solved', 'closed') and new.status = 'open')
  execute function private.notify_reopened();

create function private.delete_mails_of_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.notification_outbox o where o.comment_id = old.id;
  return null;
end
$$;
comment on function private.delete_mails_of_comment() is 'Deletes the mails about a deleted comment.';

create trigger comments_withdraw after delete on public.comments
  for each row when (not old.is_internal) execute function private.delete_mails_of_comment();

-- A link in each mail that ends this kind of mail, without signing in. Its token can do nothing else, for nobody else,
-- and grants no look at anything.
create table private.unsubscribe_keys (
  id integer primary key default 1 constraint unsubscribe_keys_one check (id = 1),
  key bytea not null
);
comment on table private.unsubscribe_keys is 'The key that signs unsubscribe links. One row.';

alter table private.unsubscribe_keys enable row level security;
insert into private.unsubscribe_keys (key) values (extensions.gen_random_bytes(32));

create function private.unsubscribe_token(person uuid, kind text) returns text
language sql stable security definer set search_path = '' as $$
  select person || '.' || private.setting_of(kind) || '.'
    || encode(extensions.hmac(convert_to(person || '.' || private.setting_of(kind), 'UTF8'), k.key, 'sha256'), 'hex')
  from private.unsubscribe_keys k
$$;
comment on function private.unsubscribe_token(uuid, text) is
  'The token of the link in the text, for one user and one kind of mail.';

create function private.sign_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.kind = 'copy' then
    new.stop_token := private.copy_token(new.ticket_id, new.recipient_email);
  elsif new.kind in ('status', 'comment', 'reopened', 'assigned', 'taken_over', 'mention', 'unassigned', 'followed')
    then
    new.unsubscribe_token := private.one_click_token(new.recipient_id, new.kind);
    new.stop_token := private.unsubscribe_token(new.recipient_id, new.kind);
  end if;
  return new;
end
$$;
comment on function private.sign_mail() is
  'Adds the tokens of a mail''s links. Messages to the requester have none: they are answers to what the requester '
  'wrote.';

create trigger notification_outbox_sign before insert on public.notification_outbox
  for each row execute function private.sign_mail();

-- Every mail that the desk received, whatever became of it.
create table private.mail_messages (
  id uuid primary key default gen_random_uuid(),
  message_id text not null constraint mail_messages_message_id check (char_length(message_id) between 1 and 500),
  recipient text not null,
  received_at timestamptz not null default now(),
  sent_at timestamptz,
  from_address text not null default '',
  from_name text not null default '',
  reply_to text,
  recipients jsonb not null default '{}' constraint mail_messages_recipients
    check (private.json_is_bounded(recipients, 32768, 3)),
  subject text not null default '' constraint mail_messages_subject check (char_length(subject) <= 500),
  authentication text not null constraint mail_messages_authentication
    check (authentication in ('pass', 'fail', 'none', 'unchecked')),
  is_automatic boolean not null default false,
  content text not null default '' constraint mail_messages_content check (char_length(content) <= 20000),
  quoted text not null default '' constraint mail_messages_quoted check (char_length(quoted) <= 100000),
  files jsonb not null default '[]' constraint mail_messages_files check (private.json_is_bounded(files, 65536, 3)),
  rejected_files jsonb not null default '[]' constraint mail_messages_rejected
    check (private.json_is_bounded(rejected_files, 65536, 3)),
  size integer not null default 0,
  original_path text,
  state text not null constraint mail_messages_state
    check (state in ('accepted', 'unmatched', 'refused', 'ignored', 'bounce')),
  reason text not null default '' constraint mail_messages_reason check (char_length(reason) <= 60),
  via text constraint mail_messages_via check (via in ('address', 'references', 'subject', 'staff')),
  ticket_id uuid references public.tickets (id) on delete cascade,
  comment_id uuid references public.comments (id) on delete set null,
  suspected_ticket_id uuid references public.tickets (id) on delete set null,
  handled_by uuid references public.profiles (id) on delete set null,
  files_due boolean not null default false,
  reply text constraint mail_messages_reply check (reply in ('acknowledgement', 'refusal', 'files')),
  forwarded_to text,
  content_hash text not null default '' constraint mail_messages_content_hash
    check (content_hash ~ '^([0-9a-f]{64})?$'),
  reply_budget text constraint mail_messages_reply_budget
    check (reply_budget in ('known', 'known, unproven', 'stranger', 'stranger, unproven')),
  parts jsonb not null default '[]' constraint mail_messages_parts check (private.json_is_bounded(parts, 131072, 2)),
  can_be_answered boolean,
  answer_id uuid,
  files_answer text constraint mail_messages_files_answer
    check (files_answer in ('waiting', 'sent', 'failed', 'automatic', 'note', 'limit')),
  response text constraint mail_messages_response check (response in ('auto_reply', 'read_receipt', 'abuse_report')),
  is_away boolean,
  away_until date,
  event_id uuid references public.ticket_events (id) on delete set null
);
comment on table private.mail_messages is
  'Every received mail, once for each address of the desk. Originals are in the bucket mail-originals at '
  'original_path.';
comment on column private.mail_messages.message_id is
  'Without angle brackets; made from a hash when the mail has none.';
comment on column private.mail_messages.recipient is 'The address of the desk, without the code of a reply address.';
comment on column private.mail_messages.recipients is '{to, cc}: lists of {address, name}.';
comment on column private.mail_messages.authentication is
  'Of the sender''s address, as the configured receiving host found it. unchecked: no host is configured.';
comment on column private.mail_messages.content is 'The new text, as Markdown.';
comment on column private.mail_messages.quoted is 'Quoted history and signature, as text.';
comment on column private.mail_messages.files is 'Accepted files: {name, type, size, path}.';
comment on column private.mail_messages.rejected_files is
  'Files that were left out: {name, reason, index, type, size, incidental}, and beyond 200 {more, reason}. '
  'incidental: added by a mail program, so that its user is not told. Mails before 2026-12 have name and reason alone.';
comment on column private.mail_messages.state is
  'accepted: in ticket_id. unmatched: waits for staff. refused: blocked or deactivated sender. ignored: automatic. '
  'bounce: a report that a mail was not delivered.';
comment on column private.mail_messages.via is 'What led to the ticket; null when the mail opened it.';
comment on column private.mail_messages.suspected_ticket_id is
  'The ticket that the mail names and that its sender may not write to.';
comment on column private.mail_messages.files_due is
  'The files are not stored yet: the function, or the sender, tries again.';
comment on column private.mail_messages.reply is
  'The automatic answer that the sender gets; decided by the rules against loops.';
comment on column private.mail_messages.forwarded_to is
  'The outsider whose answer this is, whatever From says: the mail came to the address of what was forwarded to them, '
  'or answers it.';
comment on column private.mail_messages.content_hash is
  'SHA-256 of the subject and the body; empty for mails of before it was recorded, which equal any of their sender '
  'and Message-ID.';
comment on column private.mail_messages.reply_budget is 'Of an acknowledged mail: the limits for which it counts.';
comment on column private.mail_messages.parts is
  'Files, mails and invitations in the original, in its order: {index, name, type, size, kind|null, title|null, '
  'when|null, where|null}. Also those that are files of the ticket.';
comment on column private.mail_messages.can_be_answered is
  'False for mails of programs, which get no automatic answer; null for mails before 2026-12.';
comment on column private.mail_messages.answer_id is
  'The mail of the outbox that names the files that were left out. No foreign key: the outbox forgets after 30 days.';
comment on column private.mail_messages.files_answer is
  'Whether the sender was told which files were left out: waiting, sent, failed; or why not: automatic mail, note of '
  'staff, limit of answers. Null when there is nothing to tell.';
comment on column private.mail_messages.response is 'What a program answered by itself; null for other mails.';
comment on column private.mail_messages.is_away is 'An automatic answer that speaks of an absence.';
comment on column private.mail_messages.away_until is 'The end of the absence, as its text names it.';
comment on column private.mail_messages.event_id is
  'The line on the ticket that shows an automatic answer, which is kept with it.';

create index mail_messages_ticket_idx on private.mail_messages (ticket_id, received_at);
create index mail_messages_comment_idx on private.mail_messages (comment_id);
create index mail_messages_suspected_idx on private.mail_messages (suspected_ticket_id);
create index mail_messages_handled_by_idx on private.mail_messages (handled_by);
create index mail_messages_state_idx on private.mail_messages (state, received_at desc, id desc);
create index mail_messages_sender_idx on private.mail_messages (from_address, received_at desc);
create index mail_messages_original_idx on private.mail_messages (original_path) where original_path is not null;
create index mail_messages_answered_domain_idx
  on private.mail_messages (private.mail_domain(from_address), reply_budget, received_at)
    where reply_budget is not null;
create index mail_messages_answered_idx on private.mail_messages (reply_budget, received_at)
  where reply_budget is not null;
-- Hashed: four long texts do not fit into a row of an index.
create unique index mail_messages_identity_idx on private.mail_messages
  (message_id, md5(from_address || ' ' || content_hash), md5(recipient || ' ' || authentication));
create index mail_messages_answer_idx on private.mail_messages (answer_id) where answer_id is not null;
create index mail_messages_event_idx on private.mail_messages (event_id);
create index mail_messages_unfiled_idx on private.mail_messages (received_at desc, id desc) include (size)
  where state in ('ignored', 'refused', 'bounce') and event_id is null;

alter table private.mail_messages enable row level security;

-- What the desk has sent: answers and bounces name its Message-ID.
create table private.sent_mails (
  message_id text not null,
  recipient text not null,
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  comment_id uuid references public.comments (id) on delete set null,
  sent_at timestamptz not null default now(),
  -- A mail about a note: whoever answers it writes a note.
  is_internal boolean not null default false,
  -- Whoever writes to the address of a forwarded message is the outsider to whom it was forwarded: they know neither
  -- the reply address of the ticket nor the Message-IDs of its mails.
  forward_code text constraint sent_mails_forward_code check (forward_code ~ '^[0-9a-f]{20}$'),
  -- A report that a mail was not delivered counts for the address to which that mail was sent. Message-IDs are known to
  -- everybody who gets an answer, so that they prove nothing: each mail has a code in a header of its own, which no
  -- answer quotes and which servers return with the other headers.
  report_code text default encode(extensions.gen_random_bytes(16), 'hex') constraint sent_mails_report_code
    check (report_code ~ '^[0-9a-f]{32}$'),
  answered_at timestamptz,
  primary key (message_id, recipient)
);
comment on table private.sent_mails is
  'Message-IDs of mails about tickets (without angle brackets), for threading and bounces.';
comment on column private.sent_mails.recipient is 'In lower case.';
comment on column private.sent_mails.is_internal is
  'The mail is about an internal note: answers of staff to it are notes.';
comment on column private.sent_mails.forward_code is
  'Of a forwarded message: the code of its reply address. Answers to it are the outsider''s.';
comment on column private.sent_mails.report_code is
  'Secret in the header X-Helpdesk-Delivery; a delivery report that returns it is genuine.';
comment on column private.sent_mails.answered_at is
  'When its recipient answered it for the first time: it was delivered, whatever a report says.';

create index sent_mails_ticket_idx on private.sent_mails (ticket_id, sent_at);
create index sent_mails_comment_idx on private.sent_mails (comment_id);
create unique index sent_mails_forward_idx on private.sent_mails (forward_code) where forward_code is not null;
create unique index sent_mails_report_idx on private.sent_mails (report_code) where report_code is not null;

create index sent_mails_local_part_idx on private.sent_mails using hash (split_part(message_id, '@', 1))
  where message_id like 'notification.%';

alter table private.sent_mails enable row level security;

-- People in copy. They write and get mails; the portal shows a ticket to its requester and to staff only. A stranger's
-- mail must not make the desk its relay: whom a mail puts in copy gets what staff write, one mail that proves nothing
-- adds few people, staff see who was added in this way, and the first proven mail of the requester takes them out
-- again.
create table public.ticket_participants (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  address text not null constraint ticket_participants_address
    check (address ~ '^[^@\s,;:<>()\[\]\\"]+@[^@\s,;:<>()\[\]\\"]+$' and address !~ '[A-Z]'
      and char_length(address) <= 254),
  name text not null default '' constraint ticket_participants_name check (char_length(name) <= 100),
  person_id uuid references public.profiles (id) on delete set null,
  added_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  source text not null default 'staff'
    constraint ticket_participants_source check (source in ('staff', 'mail', 'unverified_mail')),
  left_at timestamptz,
  unique (ticket_id, address)
);
comment on table public.ticket_participants is
  'People in copy on a ticket: they get its public replies by mail and answer by mail. At most 20 a ticket.';
comment on column public.ticket_participants.person_id is 'Set once they have written.';
comment on column public.ticket_participants.added_by is
  'Who added them; the author of the mail when they were in its copy.';
comment on column public.ticket_participants.source is
  'Who put them in copy. staff: they get every public message. mail: the copy of a mail; they get the messages of '
  'staff only. unverified_mail: as mail, and nothing proved who sent it.';
comment on column public.ticket_participants.left_at is
  'When they left the copies by a link. The row stays: no mail adds them again, and they come back as they were by '
  'writing.';

create index ticket_participants_person_idx on public.ticket_participants (person_id);
create index ticket_participants_added_by_idx on public.ticket_participants (added_by);
create index ticket_participants_unverified_idx on public.ticket_participants (created_at)
  where source = 'unverified_mail';
create index ticket_participants_unverified_mailbox_idx on public.ticket_participants (private.mailbox_of(address),
  created_at)
  where source = 'unverified_mail';
create index ticket_participants_unverified_author_idx on public.ticket_participants (added_by)
  where source = 'unverified_mail';

-- For private.continued_ticket().
create index ticket_participants_address_idx on public.ticket_participants (address, created_at desc);

alter table public.ticket_participants
  alter column address set statistics 0,
  alter column name set statistics 0;
alter table public.ticket_participants enable row level security;
grant select (id, ticket_id, address, name, person_id, added_by, created_at, source, left_at)
  on table public.ticket_participants to authenticated;
grant insert (ticket_id, address, name) on table public.ticket_participants to authenticated;
grant delete on table public.ticket_participants to authenticated;
grant all on table public.ticket_participants to service_role;

create policy ticket_participants_select_staff on public.ticket_participants for select to authenticated
  using ((select private.can_see_all_tickets()));
create policy ticket_participants_insert_staff on public.ticket_participants for insert to authenticated
  with check ((select private.can_work_on_tickets()) and added_by = (select auth.uid()));
create policy ticket_participants_delete_staff on public.ticket_participants for delete to authenticated
  using ((select private.can_work_on_tickets()));

create function private.limit_participants() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- After the insert, so that row level security has refused others before the ticket is locked.
  perform from public.tickets t where t.id = new.ticket_id for no key update;
  if (select count(*) from public.ticket_participants p where p.ticket_id = new.ticket_id) > 20 then
    raise exception 'A ticket has at most 20 people in copy' using detail = 'participant_limit';
  end if;
  return null;
end
$$;
comment on function private.limit_participants() is
  'Enforces the number of people in copy, also for concurrent inserts.';

create trigger ticket_participants_limit after insert on public.ticket_participants
  for each row execute function private.limit_participants();
create trigger ticket_participants_strip_name before insert on public.ticket_participants
  for each row when (new.name is distinct from private.strip_invisible(new.name))
  execute function private.strip_column('name');

-- Acknowledgements of mails that opened a ticket. The sender chooses the address that gets one, and has as many as they
-- like: limits by mailbox, by domain and for the desk. What strangers use up leaves those alone whom the desk knows,
-- and each domain leaves a share to the others.

create function private.is_known_customer(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users u where u.id = person and u.email_confirmed_at is not null)
    or exists (
      select from (
        select t.id, t.source from public.tickets t where t.customer_id = person order by t.created_at desc limit 100) k
      where k.source = 'staff' or exists (
        select from public.comments c where c.ticket_id = k.id and not c.is_internal and c.author_role <> 'customer'))
$$;
comment on function private.is_known_customer(uuid) is
  'True for people who confirmed their account, or to whom staff wrote on one of their newest 100 tickets.';

create function private.can_acknowledge(address text, subject text, budget text) returns boolean
language sql stable security definer set search_path = '' as $$
  -- Two for one subject: two desks that answer each other stop there.
  select (
    select count(*) < 10 and count(*) filter (where private.plain_subject(m.subject) = private.plain_subject($2)) < 2
    from private.mail_messages m
    where private.mail_domain(m.from_address) = private.mail_domain($1)
      and m.reply_budget in ('known', 'known, unproven', 'stranger', 'stranger, unproven')
      and private.mailbox_of(m.from_address) = (select private.mailbox_of($1))
        and m.received_at > now() - interval '1 hour')
  and (
    select total.count < 500 and own.count < case
      when private.is_free_mail(private.mail_domain($1)) then (500 - total.count + own.count) * 2 / 5
      when $3 like 'known%' then (500 - total.count + own.count) / 5
      else least(20, (500 - total.count + own.count) / 10) end
    from (select count(*) from (
        select from private.mail_messages m
        where private.mail_domain(m.from_address) = private.mail_domain($1) and m.reply_budget = $3
          and m.received_at > now() - interval '1 hour' limit 200) d) own,
      (select count(*) from (
        select from private.mail_messages m
        where m.reply_budget = $3 and m.received_at > now() - interval '1 hour' limit 500) a) total)
$$;
comment on function private.can_acknowledge(text, text, text) is
  'True unless within the hour acknowledgements went to ten mails of the mailbox (tags aside) or two about the '
  'subject; or, in this budget, to 500 mails or to the share of the domain: of what other domains left of 500, two '
  'fifths for a free mail provider, a fifth for a domain of known customers, a tenth but at most 20 for others.';

create function private.acknowledge(mail private.mail_messages, person uuid) returns private.mail_messages
language plpgsql security definer set search_path = '' as $$
declare
  budget constant text := private.reply_budget_of(mail, person);
begin
  if private.can_acknowledge(mail.from_address, mail.subject, budget) then
    -- Simultaneous mails of a domain are counted one after the other, while there is something to count.
    perform pg_advisory_xact_lock(hashtextextended('acknowledge ' || private.mail_domain(mail.from_address), 0));
    if private.can_acknowledge(mail.from_address, mail.subject, budget) then
      mail.reply := 'acknowledgement';
      mail.reply_budget := budget;
    end if;
  end if;
  return mail;
end
$$;
comment on function private.acknowledge(private.mail_messages, uuid) is
  'The mail of that person, with its acknowledgement if the limits allow one.';

-- A note of an absence belongs on its ticket: as one line for staff, with its text, and not as a message. It is kept as
-- long as the ticket; other mails that are not filed go after 30 days.

-- A program that answers without end fills no history.
create function private.note_response() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_unverified constant boolean := private.is_unverified(new);
  event_kind constant text := case when is_unverified then 'unverified_auto_reply' else 'auto_reply' end;
  -- A name would vouch for whoever forged the address.
  author constant text := case when is_unverified then new.from_address
    else coalesce(nullif(private.name_of((private.sender_of(new.from_address)).id), ''), nullif(new.from_name, ''),
      new.from_address) end;
  absence constant text := case when new.is_away then coalesce(new.away_until::text, 'away') end;
begin
  if new.response in ('read_receipt', 'abuse_report') then
    new.reason := new.response;
    return new;
  end if;
  if new.authentication = 'pass' then
    -- Their mailbox works.
    delete from public.undeliverable_addresses u where u.address = new.from_address;
  end if;
  if new.ticket_id is null or exists (
    select from (
      select e.from_value, e.to_value, e.created_at from public.ticket_events e
      where e.ticket_id = new.ticket_id and e.kind = event_kind and e.created_at > now() - interval '7 days'
      order by e.created_at desc limit 20) shown
    having count(*) filter (where shown.created_at > now() - interval '1 day') >= 20
      or bool_or(shown.to_value = author and shown.from_value is not distinct from absence)) then
    return new;
  end if;
  insert into public.ticket_events (ticket_id, kind, from_value, to_value, is_internal)
  values (new.ticket_id, event_kind, absence, author, true)
  returning id into new.event_id;
  return new;
end
$$;
comment on function private.note_response() is
  'Shows an automatic answer as an event of its ticket (to_value: the author, from_value: away, or until when), '
  'unless the ticket shows the same of the last 7 days, or 20 of the last day. Those of unverified senders have a '
  'kind and a limit of their own, so that forged ones hide none. Receipts and complaints get a reason of their own.';

create trigger mail_messages_response before insert on private.mail_messages
  for each row when (new.state = 'ignored' and new.reason = 'automatic') execute function private.note_response();

create function public.automatic_reply(event_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_see_all_tickets() then
    raise exception 'Must be logged in as an agent to see received mails' using detail = 'agent_required';
  end if;
  return (
    select jsonb_build_object('id', m.id, 'from_address', m.from_address, 'subject', m.subject, 'content', m.content,
      'has_original', m.original_path is not null)
    from private.mail_messages m where m.event_id = automatic_reply.event_id);
end
$$;
comment on function public.automatic_reply(uuid) is
  'Staff: the mail behind an event of the kind auto_reply or unverified_auto_reply: {id, from_address, subject, '
  'content, has_original}; null when it is gone.';
grant execute on function public.automatic_reply(uuid) to authenticated, service_role;

-- People whom a mail puts in copy of its ticket. A stranger's mail must not make the desk its relay: whom a mail puts
-- in copy gets what staff write, one mail that proves nothing adds few people, staff see who was added in this way, and
-- the first proven mail of the requester takes them out again.

create function private.people_to_copy(ticket public.tickets, people jsonb, sender text) returns table (address text,
  name text, place bigint)
language sql stable security definer set search_path = '' as $$
  select found.address, found.name, found.place
  from (
    select private.lower_ascii(btrim(e ->> 'address')) as address,
      left(max(private.strip_invisible(coalesce(e ->> 'name', ''))), 100) as name, min(n) as place
    from jsonb_array_elements($2) with ordinality as l (e, n) group by 1
  ) found
  where found.address ~ '^[^@\s,;:<>()\[\]\\"]+@[^@\s,;:<>()\[\]\\"]+$' and char_length(found.address) <= 254
    -- The reply address of another desk, support+1042.<code>@…, is the mailbox that it writes from.
    and private.mailbox_of(found.address) <> private.mailbox_of($3)
    and not private.is_own_address(found.address)
    -- Staff read every ticket; the requester gets its mails anyway.
    and not exists (select from public.profiles p where p.email = found.address
      and (p.role <> 'customer' or p.id = ($1).customer_id))
    and not exists (select from public.ticket_participants p where p.ticket_id = ($1).id and p.address = found.address)
$$;
comment on function private.people_to_copy(public.tickets, jsonb, text) is
  'The people in copy of a mail who are not in copy on the ticket yet, without the desk, staff, the requester and the '
  'mailbox of the sender; place: their order in the mail.';

create function private.room_for_copies(ticket_id uuid, source text) returns bigint
language sql stable security definer set search_path = '' as $$
  select case when $2 is null then 0 else greatest(0, least(
    20 - (select count(*) from public.ticket_participants p where p.ticket_id = $1),
    case when $2 = 'unverified_mail' then least(5, 500 - (
      select count(*) from public.ticket_participants p
      where p.source = 'unverified_mail' and p.created_at > now() - interval '1 day')) end)) end
$$;
comment on function private.room_for_copies(uuid, text) is
  'How many people a mail may add to a ticket: up to 20 in all; one that proves nothing five, and all such mails 500 '
  'within a day.';

create function private.is_copied_often(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) >= 3 from (
    select from public.ticket_participants p
    where p.source = 'unverified_mail' and private.mailbox_of(p.address) = private.mailbox_of($1)
      and p.created_at > now() - interval '1 day' limit 3) k
$$;
comment on function private.is_copied_often(text) is
  'True for an address that unproven mails have put in copy on three tickets within a day.';

-- Whoever answers all names them again, because the desk's earlier mails did.
create function private.log_removed_copy() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, is_internal)
  select t.id, auth.uid(), 'copies_removed', 'staff', old.address, true from public.tickets t
    where t.id = old.ticket_id;
  return null;
end
$$;
comment on function private.log_removed_copy() is
  'Records whom staff take out of the copies of a ticket; not with the ticket itself.';

create trigger ticket_participants_log_removed after delete on public.ticket_participants
  for each row when (current_user = 'authenticated') execute function private.log_removed_copy();

create function private.was_removed(ticket_id uuid, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.ticket_events e
    where e.ticket_id = $1 and e.kind = 'copies_removed' and e.from_value = 'staff' and e.to_value = $2)
$$;
comment on function private.was_removed(uuid, text) is
  'True when staff took an address out of the copies of a ticket: no mail puts it there again.';

create function private.add_participants(ticket public.tickets, author uuid, people jsonb, sender text,
  source text) returns void
language sql security definer set search_path = '' as $$
  with found as materialized (
    select f.* from private.people_to_copy($1, $3, $4) f
  ), added as (
    insert into public.ticket_participants (ticket_id, address, name, person_id, added_by, source)
    select ($1).id, k.address, k.name, (private.sender_of(k.address)).id, $2, $5
    from (
      select f.* from found f
      where not private.was_removed(($1).id, f.address)
        and ($5 <> 'unverified_mail' or not private.is_copied_often(f.address))
      order by f.place limit private.room_for_copies(($1).id, $5)) k
    on conflict do nothing returning address
  )
  insert into public.ticket_events (ticket_id, kind, from_value, to_value, is_internal)
  select ($1).id, 'copies_left_out', case when $5 in ('staff', 'mail') then 'limit' end,
    left(string_agg(f.address, ', ' order by f.place), 4000), true
  from found f where f.address not in (select a.address from added a) having count(*) > 0
$$;
comment on function private.add_participants(public.tickets, uuid, jsonb, text, text) is
  'Adds the people in copy of a mail as far as its source allows (null: nobody), and notes for staff who was left out.';

create function private.drop_unverified_copies(requester uuid, ticket uuid, people jsonb) returns void
language sql security definer set search_path = '' as $$
  update public.ticket_participants p set source = 'mail'
  where p.added_by = $1 and p.source = 'unverified_mail' and p.ticket_id = $2
    and p.address in (select private.lower_ascii(btrim(e ->> 'address')) from jsonb_array_elements($3) e);
  with dropped as (
    delete from public.ticket_participants p where p.added_by = $1 and p.source = 'unverified_mail'
    returning p.ticket_id, p.address)
  insert into public.ticket_events (ticket_id, kind, to_value, is_internal)
  select d.ticket_id, 'copies_removed', string_agg(d.address, ', ' order by d.address), true
    from dropped d group by d.ticket_id
$$;
comment on function private.drop_unverified_copies(uuid, uuid, jsonb) is
  'After a proven mail of a requester: takes out whom only unproven mails in their name put in copy, unless the mail '
  'names them on that ticket.';

create function private.correct_name(person public.profiles, mail private.mail_messages) returns void
language sql security definer set search_path = '' as $$
  update public.profiles p set name = $2.from_name
  where p.id = ($1).id and p.role = 'customer' and $2.from_name not in ('', p.name)
    and not exists (select from auth.users u where u.id = p.id
      and (u.email_confirmed_at is not null or u.last_sign_in_at is not null))
    and not exists (
      select from private.mail_messages m
      where m.from_address = $2.from_address and m.state = 'accepted' and m.authentication = 'pass')
    and exists (
      select from private.mail_messages m
      where m.from_address = $2.from_address and m.state = 'accepted' and m.authentication <> 'pass'
        and m.from_name = p.name)
$$;
comment on function private.correct_name(public.profiles, private.mail_messages) is
  'The first proven mail of somebody who never signed in replaces the name that an unproven one gave them.';

-- A colleague answers from their own mail program, and the customer's next mail names that answer alone. The
-- Message-IDs that the mails of a ticket name are kept, so that it finds the ticket.
create table private.foreign_references (
  message_id text not null constraint foreign_references_message_id check (char_length(message_id) between 1 and 250),
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  named_by text not null constraint foreign_references_named_by check (char_length(named_by) <= 254),
  is_received boolean not null default false,
  kept_at timestamptz not null default now(),
  primary key (message_id, ticket_id, named_by)
);
comment on table private.foreign_references is
  'Message-IDs of mails that the desk neither sent nor filed, and that mails of a ticket name or are. Up to 300 a '
  'ticket.';
comment on column private.foreign_references.named_by is
  'Whose mail named it, because anybody can name any mail; empty when proven staff did.';
comment on column private.foreign_references.is_received is
  'It is the mail of named_by itself, which waits for staff or was not filed.';

create index foreign_references_ticket_idx on private.foreign_references (ticket_id);

alter table private.foreign_references enable row level security;

create function private.is_addressed_to(mail private.mail_messages, address text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from jsonb_path_query(mail.recipients, '$.*[*].address') named
    where private.lower_ascii(named #>> '{}') = $2)
$$;
comment on function private.is_addressed_to(private.mail_messages, text) is
  'True when To or Cc of the mail name the address.';

-- Naming a mail must not open a way to others' answers to it: an id counts for who named it, and for mails that go to
-- them anyway.
create function private.ticket_of_foreign_references(mail private.mail_messages, refs jsonb) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  is_staff constant boolean := mail.authentication = 'pass'
    and coalesce((private.sender_of(mail.from_address)).role in ('agent', 'admin'), false);
  found_ticket uuid;
begin
  select k.ticket_id into found_ticket
  from jsonb_array_elements_text(refs) with ordinality as l (e, n)
  cross join lateral (
    select f.* from private.foreign_references f where f.message_id = l.e order by f.kept_at limit 20) k
  where l.n <= 151
    and (k.named_by in ('', mail.from_address) or private.is_addressed_to(mail, k.named_by)
      -- Anybody can send a mail to a ticket, also one that somebody in copy answers elsewhere: its requester alone is
      -- believed.
      or k.is_received and exists (
        select from public.tickets t where t.id = k.ticket_id
          and t.customer_id = (private.sender_of(mail.from_address)).id))
    and (private.writes_to(k.ticket_id, mail.from_address)
      -- Staff may write to every ticket: theirs belongs to one whose people get it.
      or is_staff and exists (
        select from jsonb_path_query(mail.recipients, '$.*[*].address') named
        where private.writes_to(k.ticket_id, private.lower_ascii(named #>> '{}'))))
  order by l.n, k.kept_at limit 1;
  return found_ticket;
end
$$;
comment on function private.ticket_of_foreign_references(private.mail_messages, jsonb) is
  'The ticket whose mails name a mail that this one answers, if its sender is the requester or in copy there; of '
  'staff, if its recipients are.';

-- A mail that proves nothing names no mails for its sender either.
create function private.keep_references(mail private.mail_messages, place text, refs jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target constant uuid := coalesce(mail.ticket_id, mail.suspected_ticket_id);
  room integer;
begin
  if target is null or mail.forwarded_to is not null then
    return;
  elsif mail.state = 'unmatched' then
    -- Its own id alone, when it knew more than a number: the requester may answer it, whoever wrote it.
    if mail.reason in ('foreign_ticket', 'staff_not_authenticated') and char_length(mail.message_id) <= 250
      and (private.mail_hit(mail, place, refs)).via in ('address', 'references') then
      insert into private.foreign_references (message_id, ticket_id, named_by, is_received)
      values (mail.message_id, target, mail.from_address, true) on conflict do nothing;
    end if;
    return;
  elsif mail.state <> 'accepted' or mail.authentication not in ('pass', 'unchecked') then
    return;
  end if;
  room := 300 - (select count(*) from private.foreign_references f where f.ticket_id = target);
  insert into private.foreign_references (message_id, ticket_id, named_by)
  select l.e, target, case when mail.authentication = 'pass'
    and (private.sender_of(mail.from_address)).role in ('agent', 'admin')
    then '' else mail.from_address end
  from jsonb_array_elements_text(refs) with ordinality as l (e, n)
  where n <= 151 and char_length(l.e) between 1 and 250 and l.e !~* '^(ticket|note|notification)\.[0-9a-f-]{36}@'
    and not exists (select from private.sent_mails s where s.message_id = l.e)
    and not exists (select from private.mail_messages m where m.message_id = l.e and m.state = 'accepted')
  order by l.n limit least(greatest(room, 0), 20)
  on conflict do nothing;
end
$$;
comment on function private.keep_references(private.mail_messages, text, jsonb) is
  'Keeps the nearest 20 unknown Message-IDs that a filed mail names, and the id of one that waits because its sender '
  'may not write to the ticket.';

-- A forwarded message has a reply address of its own. Everybody who writes there is the outsider to whom it was
-- forwarded: they know neither the reply address of the ticket nor the Message-IDs of its mails.

create function private.forward_code(mail_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select left(encode(extensions.hmac(convert_to('forward ' || mail_id, 'UTF8'), k.key, 'sha256'), 'hex'), 20)
  from private.mail_keys k
$$;
comment on function private.forward_code(uuid) is 'The code of a forwarded mail in its reply address.';

create function private.forward_address(ticket_id uuid, mail_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select regexp_replace(private.reply_address($1), '\+[^@]*@', '+f.' || private.forward_code($2) || '@')
$$;
comment on function private.forward_address(uuid, uuid) is
  'The address for answers to a forwarded mail, support+f.<code>@…; null when the desk has no active address.';

create function private.forward_of(address text) returns private.sent_mails
language sql stable security definer set search_path = '' as $$
  select s.* from private.sent_mails s where s.forward_code = lower(substring($1 from '^[^@+]+\+f\.([0-9a-fA-F]{20})@'))
$$;
comment on function private.forward_of(text) is 'The forwarded mail to whose reply address a mail was sent, or null.';

-- How people without an account are named, whose names come from their mails.

-- A name in a mail is its author's choice, so the rules for names of profiles hold for it, and the address stays.
create function private.guest_names(people jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with listed as materialized (
    select private.lower_ascii(btrim(coalesce(e ->> 'address', ''))) as address, n,
      btrim(left(private.without_symbols(private.person_name(coalesce(e ->> 'name', ''))), 100)) as name
    from jsonb_array_elements(people) with ordinality as l (e, n)
  ), deceptive as materialized (
    select d.n from private.deceptive_names((select jsonb_agg(to_jsonb(l) order by l.n) from listed l)) d (n)
  )
  select coalesce(jsonb_agg(jsonb_build_object('address', l.address, 'name',
    case when l.name ~ '@' or l.n in (select d.n from deceptive d) then '' else l.name end) order by l.n), '[]')
  from listed l
$$;
comment on function private.guest_names(jsonb) is
  'People [{address, name}] of a mail, without symbols in their names and without names that imitate staff, the '
  'workspace, a role or an address.';

-- Mails name everybody but staff with their address: a name is its owner's choice. Automatic answers repeat what was
-- written to those alone who are known to have written it; others would get a stranger's words from the desk.
create function private.guest_author(mail public.notification_outbox, said public.comments,
  ticket public.tickets) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'is_proven', mail.kind in ('received', 'refused', 'refused_files') and exists (
      select from private.mail_messages m
      where m.message_id = mail.in_reply_to and m.ticket_id is not distinct from mail.ticket_id
        and m.authentication = 'pass'
        and m.reply is not null and lower(m.from_address) = lower(mail.recipient_email)))
    || coalesce((
      select jsonb_build_object('author_address', p.email, 'is_from_requester', p.id = ticket.customer_id)
      from public.profiles p
      where p.id = case when said.id is not null then said.user_id when mail.kind = 'reopened' then ticket.customer_id
          when mail.kind = 'unassigned' then ticket.created_by end
        and coalesce(said.author_role, p.role) = 'customer'), '{}')
$$;
comment on function private.guest_author(public.notification_outbox, public.comments, public.tickets) is
  'Of a mail: author_address and is_from_requester when its author is not staff; is_proven when it answers a mail '
  'whose sender is authenticated.';

-- The rules that decide what becomes of a received mail: no answer of a person is lost, a guessed number proves
-- nothing, and a mail that cannot be filed waits for staff.
create function private.mail_of(mail jsonb, desk text) returns private.mail_messages
language plpgsql volatile security definer set search_path = '' as $$
declare
  made private.mail_messages;
  "to" jsonb := private.first_of(mail -> 'to', 60);
  cc jsonb := private.first_of(mail -> 'cc', 60);
  -- All at once: each call reads the names of staff.
  people constant jsonb := private.guest_names(jsonb_build_array(mail -> 'from') || "to" || cc);
  to_count constant integer := jsonb_array_length("to");
begin
  select coalesce(jsonb_agg(e order by n) filter (where n <= 1 + to_count), '[]'),
    coalesce(jsonb_agg(e order by n) filter (where n > 1 + to_count), '[]') into "to", cc
  from jsonb_array_elements(people) with ordinality as l (e, n) where n > 1;
  made.id := gen_random_uuid();
  made.message_id := left(mail ->> 'message_id', 500);
  made.recipient := desk;
  made.received_at := now();
  made.sent_at := case when pg_input_is_valid(mail ->> 'sent_at', 'timestamptz') then
    (mail ->> 'sent_at')::timestamptz end;
  made.from_address := left(private.lower_ascii(btrim(coalesce(mail #>> '{from,address}', ''))), 254);
  made.from_name := people #>> '{0,name}';
  made.reply_to := left(private.lower_ascii(mail ->> 'reply_to'), 254);
  made.recipients := jsonb_build_object('to', "to", 'cc', cc);
  if private.json_is_bounded(made.recipients, 32768, 3) is not true then
    -- Long names in other scripts take four bytes a character.
    made.recipients := jsonb_build_object('to', private.first_of("to", 20), 'cc', private.first_of(cc, 20));
  end if;
  made.subject := left(coalesce(mail ->> 'subject', ''), 500);
  made.authentication := mail ->> 'authentication';
  made.is_automatic := coalesce((mail ->> 'is_automatic')::boolean, false);
  made.response := mail ->> 'response';
  made.is_away := (mail ->> 'is_away')::boolean;
  made.away_until := case when pg_input_is_valid(mail ->> 'away_until', 'date') then (mail ->> 'away_until')::date end;
  made.content := left(coalesce(mail ->> 'content', ''), 20000);
  made.quoted := left(coalesce(mail ->> 'quoted', ''), 100000);
  made.files := coalesce(mail -> 'files', '[]');
  made.rejected_files := coalesce(mail -> 'rejected_files', '[]');
  made.parts := coalesce(mail -> 'parts', '[]');
  made.size := coalesce((mail ->> 'size')::integer, 0);
  made.original_path := mail ->> 'original_path';
  made.content_hash := coalesce(mail ->> 'content_hash', '');
  made.reason := '';
  made.files_due := false;
  return made;
end
$$;
comment on function private.mail_of(jsonb, text) is 'The row of a parsed mail.';

-- Copies to two addresses of the desk are one message when sender and content are the same. Answers to what was
-- forwarded to an outsider wait for staff, whoever From names. An answer of a program reaches a ticket by the rule that
-- messages have: a number in a subject alone needs a proven sender.
create function private.judge_mail(made private.mail_messages, mail jsonb, address text) returns private.mail_messages
language plpgsql security definer set search_path = '' as $$
declare
  sender public.profiles;
  ticket public.tickets;
  twin private.mail_messages;
  hit record;
  may_file boolean;
begin
  made.state := 'unmatched';
  hit := private.mail_hit(made, address, coalesce(mail -> 'references', '[]'));
  -- After the hit: the mail that it found may have been the sender's first, committed a moment ago.
  sender := private.sender_of(made.from_address);
  made.forwarded_to := hit.forwarded_to;
  if jsonb_typeof(mail -> 'bounce') = 'object' then
    made.state := 'bounce';
    made.reason := case when made.authentication = 'fail' then 'authentication_failed' else '' end;
    return made;
  elsif (private.desk_address(made.from_address)).id is not null
    or exists (select from private.sent_mails s where s.message_id = made.message_id) then
    made.state := 'ignored';
    made.reason := 'own_message';
    return made;
  elsif made.from_address !~ '^[^@\s,;:<>()\[\]\\"]+@[^@\s,;:<>()\[\]\\"]+$' then
    made.reason := 'no_sender';
    return made;
  elsif private.is_blocked_sender(made.from_address) then
    made.state := 'refused';
    made.reason := 'blocked';
    return made;
  end if;
  if made.authentication = 'fail' then
    made.reason := 'authentication_failed';
    made.suspected_ticket_id := hit.ticket_id;
    return made;
  end if;
  if sender.deactivated_at is not null and made.forwarded_to is null then
    made.state := 'refused';
    made.reason := 'deactivated';
    if private.may_answer(mail) and not exists (
      select from private.mail_messages m where m.from_address = made.from_address and m.reply = 'refusal') then
      made.reply := 'refusal';
    end if;
    return made;
  end if;
  -- A number in a subject is easily guessed, and an address in From easily forged.
  select t.* into ticket from public.tickets t where t.id = hit.ticket_id;
  may_file := ticket.id is not null and private.may_mail_to_ticket(ticket, made.from_address, sender,
    made.authentication)
    and (hit.via not in ('subject', 'ambiguous') or made.authentication = 'pass');
  if made.is_automatic and (hit.ticket_id is not null or (mail ->> 'is_response')::boolean) then
    -- Answers of programs say nothing. Other automatic mails may be a person's, so that staff see them.
    made.state := case when (mail ->> 'is_response')::boolean then 'ignored' else 'unmatched' end;
    made.reason := 'automatic';
    if made.state = 'unmatched' then
      made.suspected_ticket_id := hit.ticket_id;
      return made;
    end if;
    if made.forwarded_to is null and may_file then
      made.ticket_id := hit.ticket_id;
    else
      made.suspected_ticket_id := hit.ticket_id;
    end if;
    return made;
  elsif made.is_automatic and private.mails_of(made.from_address, made.authentication, true) >= 20 then
    made.state := 'ignored';
    made.reason := 'automatic_limit';
    return made;
  elsif private.mails_of(made.from_address, made.authentication, false) >= 200 then
    made.reason := 'sender_limit';
    made.suspected_ticket_id := hit.ticket_id;
    return made;
  end if;
  -- Copies to two addresses of the desk are one message.
  twin := private.twin_of(made, null);
  if twin.id is not null then
    made.state := 'ignored';
    made.reason := 'same_message';
    made.ticket_id := twin.ticket_id;
    made.original_path := twin.original_path;
    return made;
  end if;
  if made.forwarded_to is not null then
    -- The outsider's, also when From names the customer or an agent: staff decide.
    made.reason := 'forward_answer';
    made.suspected_ticket_id := hit.ticket_id;
    return made;
  elsif coalesce(sender.role, 'customer') = 'customer' and private.is_own_address(made.from_address) then
    -- A form or a monitor of one's own domain: staff open a ticket for whoever wrote.
    made.reason := 'own_address';
    made.suspected_ticket_id := hit.ticket_id;
    return made;
  elsif hit.via = 'ambiguous' then
    made.reason := 'ambiguous_reference';
    made.suspected_ticket_id := hit.ticket_id;
    return made;
  elsif sender.role in ('agent', 'admin') and made.authentication <> 'pass' then
    made.reason := 'staff_not_authenticated';
    made.suspected_ticket_id := hit.ticket_id;
    return made;
  end if;
  if hit.ticket_id is not null then
    if may_file then
      made.state := 'accepted';
      made.via := hit.via;
      made.ticket_id := hit.ticket_id;
      return made;
    end if;
    made.suspected_ticket_id := hit.ticket_id;
    if hit.via <> 'subject' or made.authentication = 'none' then
      made.reason := 'foreign_ticket';
      return made;
    end if;
  end if;
  if sender.id is null and made.authentication <> 'pass' and exists (
    select from auth.users u where u.email = made.from_address and not private.is_invited_requester(u.id)) then
    -- A mail that proves nothing must not replace the account that somebody is about to confirm.
    made.reason := 'unconfirmed_account';
    return made;
  end if;
  made.state := 'accepted';
  return made;
end
$$;
comment on function private.judge_mail(private.mail_messages, jsonb, text) is
  'Sets state, reason, via and ticket_id of a new mail. Accepted without a ticket: it opens one.';

-- The addresses that the desk reads, senders whose mails are dropped, and addresses that bounced.

create table public.mail_addresses (
  id uuid primary key default gen_random_uuid(),
  address text not null unique constraint mail_addresses_address
    check (address ~ '^[a-z0-9][a-z0-9._-]{0,31}@[a-z0-9.-]+$' and char_length(address) <= 200),
  kind text not null default 'support' constraint mail_addresses_kind check (kind in ('support', 'note')),
  default_priority text constraint mail_addresses_priority check (default_priority = any (private.ticket_priorities())),
  default_tags text[] not null default '{}' constraint mail_addresses_tags check (private.is_tag_list(default_tags)),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.mail_addresses is
  'Addresses of the desk. Mails to others are not accepted. Admins manage them.';
comment on column public.mail_addresses.address is
  'In lower case, without +: the desk writes from it, and adds +<ticket>.<code> for replies.';
comment on column public.mail_addresses.kind is
  'support: mails become tickets and replies. note: answers of staff to it become internal notes.';
comment on column public.mail_addresses.default_priority is 'Of tickets sent to it; null for the workspace''s default.';
comment on column public.mail_addresses.default_tags is 'Of tickets sent to it; the desk''s, not shown to customers.';

alter table public.mail_addresses alter column address set statistics 0;
alter table public.mail_addresses enable row level security;
grant select (id, address, kind, default_priority, default_tags, is_active, created_at, updated_at)
  on table public.mail_addresses to authenticated;
grant insert (address, kind, default_priority, default_tags, is_active)
  on table public.mail_addresses to authenticated;
grant update (kind, default_priority, default_tags, is_active) on table public.mail_addresses to authenticated;
grant delete on table public.mail_addresses to authenticated;
grant all on table public.mail_addresses to service_role;

create policy mail_addresses_select_staff on public.mail_addresses for select to authenticated
  using ((select private.can_work_on_tickets()));
create policy mail_addresses_insert_admin on public.mail_addresses for insert to authenticated
  with check ((select private.can_manage_workspace()));
create policy mail_addresses_update_admin on public.mail_addresses for update to authenticated
  using ((select private.can_manage_workspace())) with check ((select private.can_manage_workspace()));
create policy mail_addresses_delete_admin on public.mail_addresses for delete to authenticated
  using ((select private.can_manage_workspace()));

create trigger mail_addresses_touch before update on public.mail_addresses
  for each row execute function private.touch_updated_at();

-- Senders whose mails are dropped.
create table public.blocked_senders (
  address text primary key constraint blocked_senders_address
    check (address ~ '^[^@\s]*@[^@\s]+$' and address = lower(address) and char_length(address) <= 254),
  blocked_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table public.blocked_senders is
  'Mails from them are recorded as refused and never answered. Managed by admins.';
comment on column public.blocked_senders.address is 'An address, or @example.com for everybody there.';

create index blocked_senders_blocked_by_idx on public.blocked_senders (blocked_by);
create index blocked_senders_ascii_idx on public.blocked_senders (private.ascii_address(address));
alter index public.blocked_senders_ascii_idx alter column 1 set statistics 0;

alter table public.blocked_senders alter column address set statistics 0;
alter table public.blocked_senders enable row level security;
grant select (address, blocked_by, created_at) on table public.blocked_senders to authenticated;
grant insert (address) on table public.blocked_senders to authenticated;
grant delete on table public.blocked_senders to authenticated;
grant all on table public.blocked_senders to service_role;

create policy blocked_senders_select_admin on public.blocked_senders for select to authenticated
  using ((select private.can_manage_workspace()));
create policy blocked_senders_insert_admin on public.blocked_senders for insert to authenticated
  with check ((select private.can_manage_workspace()));
create policy blocked_senders_delete_admin on public.blocked_senders for delete to authenticated
  using ((select private.can_manage_workspace()));

create function private.is_blocked_sender(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.blocked_senders b
    where private.ascii_address(b.address) in (
      (select private.ascii_address($1)), (select '@' || private.ascii_domain(substring($1 from '[^@]*$')))))
$$;
comment on function private.is_blocked_sender(text) is
  'True when an admin blocked the address or its domain, in any form of the domain.';

-- Addresses that bounced.
create table public.undeliverable_addresses (
  address text primary key constraint undeliverable_addresses_address check (char_length(address) <= 254),
  status text not null default '' constraint undeliverable_addresses_status check (char_length(status) <= 20),
  reason text not null default '' constraint undeliverable_addresses_reason check (char_length(reason) <= 500),
  failures integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
comment on table public.undeliverable_addresses is
  'Addresses to which a mail could not be delivered, as their mail server said. Staff delete a row to mail again; a '
  'mail of the owner or their sign-in does so too.';
comment on column public.undeliverable_addresses.status is 'Enhanced status code, such as 5.1.1.';

alter table public.undeliverable_addresses
  alter column address set statistics 0,
  alter column status set statistics 0,
  alter column reason set statistics 0;
alter table public.undeliverable_addresses enable row level security;
grant select (address, status, reason, failures, first_at, last_at)
  on table public.undeliverable_addresses to authenticated;
grant delete on table public.undeliverable_addresses to authenticated;
grant all on table public.undeliverable_addresses to service_role;

create policy undeliverable_addresses_select_staff on public.undeliverable_addresses for select to authenticated
  using ((select private.can_work_on_tickets()));
create policy undeliverable_addresses_delete_staff on public.undeliverable_addresses for delete to authenticated
  using ((select private.can_work_on_tickets()));

-- Addresses of the desk and of its domain's programs are nobody: none becomes a customer or somebody in copy.
create function private.is_own_address(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.mail_addresses a
    where a.address = private.mailbox_of($1)
      or split_part(a.address, '@', 2) = private.ascii_domain(substring($1 from '[^@]*$'))
        and split_part(private.mailbox_of($1),
          '@', 1) ~ '^(postmaster|mailer[-_.]?daemon|(no|do[-_.]?not)[-_.]?reply)$')
    or exists (select from private.mail_channel c where private.mailbox_of(c.sender) = private.mailbox_of($1))
$$;
comment on function private.is_own_address(text) is
  'True for an address of the desk, also with a tag or switched off, for that in From of its mails, and for '
  'postmaster@, mailer-daemon@ and noreply@ of its domains.';

-- The state of mail in both directions, and the outbox, for admins.
create table private.mail_channel (
  id boolean primary key default true constraint mail_channel_one_row check (id),
  last_sent_at timestamptz,
  failing_since timestamptz,
  last_error text,
  sender text,
  last_run_at timestamptz
);
comment on table private.mail_channel is 'State of outgoing mail, one row.';
comment on column private.mail_channel.failing_since is
  'Since when the mail server has not answered; null while it does.';
comment on column private.mail_channel.sender is 'Address in From, from the settings of the function.';
comment on column private.mail_channel.last_run_at is 'When a sender last asked for due mails, to ten seconds.';

alter table private.mail_channel enable row level security;
insert into private.mail_channel default values;

create function public.start_mail_test() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select jsonb_build_object('recipient', p.email, 'name', p.name,
    'workspace', (select w.workspace_name from public.workspace_settings w),
    'reply_to', (select a.address from public.mail_addresses a where a.is_active and a.kind = 'support'
      order by a.created_at, a.address limit 1))
    from public.profiles p where p.id = auth.uid());
end
$$;
comment on function public.start_mail_test() is
  'Admins: who gets a test mail: {recipient, name, workspace, reply_to}. The caller''s own address only.';
grant execute on function public.start_mail_test() to authenticated, service_role;

create function public.get_mail_channel() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'sender', (select c.sender from private.mail_channel c),
    'last_sent_at', (select c.last_sent_at from private.mail_channel c),
    'failing_since', (select c.failing_since from private.mail_channel c),
    'last_error', (select c.last_error from private.mail_channel c),
    'last_received_at', (select max(m.received_at) from private.mail_messages m),
    'queued', (select count(*) from public.notification_outbox o where o.sent_at is null and o.dropped_at is null),
    'retrying', (select count(*) from public.notification_outbox o
      where o.sent_at is null and o.dropped_at is null and o.error is not null),
    'oldest_due_at', (select min(o.next_attempt_at) from public.notification_outbox o
      where o.sent_at is null and o.dropped_at is null and o.next_attempt_at <= now()),
    'failed', (select count(*) from public.notification_outbox o
      where o.dropped_at > now() - interval '7 days' and o.sent_at is null),
    'unmatched', (select count(*) from private.mail_messages m where m.state = 'unmatched'),
    'undeliverable', (select count(*) from public.undeliverable_addresses u));
end
$$;
comment on function public.get_mail_channel() is
  'Admins: {sender, last_sent_at, failing_since, last_error, last_received_at, queued, retrying, oldest_due_at, '
  'failed (7 days), unmatched, undeliverable}.';
grant execute on function public.get_mail_channel() to authenticated, service_role;

create function public.report_mail_server(error text default null, sender text default null) returns void
language sql security definer set search_path = '' as $$
  update private.mail_channel c set
    failing_since = case when $1 is not null then coalesce(c.failing_since, now()) end,
    last_error = left($1, 500), sender = coalesce(left($2, 320), c.sender)
  where true
$$;
comment on function public.report_mail_server(text, text) is
  'Service: whether the mail server answers, and the address that mails are from.';
grant execute on function public.report_mail_server(text, text) to service_role;

create function private.require_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  elsif not private.can_manage_workspace() then
    raise exception 'Must be logged in as an admin to manage mail' using detail = 'admin_required';
  end if;
end
$$;
comment on function private.require_admin() is 'Raises unless the caller is an admin.';

create function private.mail_state(mail public.notification_outbox) returns text
language sql stable set search_path = '' as $$
  select case when mail.sent_at is not null then 'sent' when mail.dropped_at is not null then 'failed'
    when mail.error is not null then 'retrying' else 'queued' end
$$;
comment on function private.mail_state(public.notification_outbox) is
  'sent, failed (not sent and never will be), retrying or queued.';

create function public.list_mails(state text default null, max_rows integer default 50, before timestamptz default null)
returns setof jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select jsonb_build_object('id', o.id, 'kind', o.kind, 'state', private.mail_state(o),
      'recipient', o.recipient_email, 'ticket_id', o.ticket_id, 'ticket_number', t.number,
        'ticket_subject', coalesce(t.subject, o.ticket_subject),
      'created_at', o.created_at, 'sent_at', o.sent_at, 'dropped_at', o.dropped_at, 'error', o.error,
      'next_attempt_at', case when o.sent_at is null and o.dropped_at is null then o.next_attempt_at end,
      'attempts', coalesce((
        select jsonb_agg(jsonb_build_object('started_at', a.started_at, 'ended_at', a.ended_at, 'error', a.error,
          'response', a.response) order by a.id)
        from (select l.* from private.mail_attempts l where l.mail_id = o.id order by l.id desc limit 20) a), '[]'))
    from public.notification_outbox o left join public.tickets t on t.id = o.ticket_id
    where (list_mails.state is null or private.mail_state(o) = list_mails.state)
      and (before is null or o.created_at < before)
    order by o.created_at desc, o.id limit least(greatest(coalesce(max_rows, 50), 1), 200);
end
$$;
comment on function public.list_mails(text, integer, timestamptz) is
  'Admins: mails of the last 30 days, newest first: {id, kind, state, recipient, ticket_id, ticket_number, '
  'ticket_subject, created_at, sent_at, dropped_at, next_attempt_at, error, attempts: [{started_at, ended_at, error, '
  'response}]}. Never a text of a mail.';
grant execute on function public.list_mails(text, integer, timestamptz) to authenticated, service_role;

create function public.retry_mail(mail_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update public.notification_outbox o set dropped_at = null, error = null, attempts = 0, next_attempt_at = now()
  where o.id = mail_id and o.sent_at is null and (o.dropped_at is not null or o.error is not null);
  if not found then
    raise exception 'This mail is not waiting for another attempt' using detail = 'mail_not_failed';
  end if;
  perform pg_notify('helpdesk_notifications', '0');
end
$$;
comment on function public.retry_mail(uuid) is
  'Admins: sends a failed or retried mail now, if its recipient may still get it.';
grant execute on function public.retry_mail(uuid) to authenticated, service_role;

-- Failed deliveries. A report that a mail was not delivered counts for the address to which that mail was sent, when it
-- returns the secret code of the mail (private.sent_mails.report_code).

create table private.delivery_failures (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  comment_id uuid references public.comments (id) on delete set null,
  mail_id uuid references private.mail_messages (id) on delete set null,
  address text not null,
  status text not null default '',
  reason text not null default '',
  created_at timestamptz not null default now()
);
comment on table private.delivery_failures is 'Mails about tickets that could not be delivered.';

create index delivery_failures_ticket_idx on private.delivery_failures (ticket_id, created_at);
create index delivery_failures_comment_idx on private.delivery_failures (comment_id);
create index delivery_failures_mail_idx on private.delivery_failures (mail_id);

alter table private.delivery_failures enable row level security;

-- Reports that a mail was not delivered. A failed mail is shown on its ticket with the reason; only an address that
-- does not exist gets no more mails.
-- A deleted comment leaves nothing behind, nor do the copies of its mail.
create function private.forget_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.mail_messages m set content = '', quoted = '', original_path = null, files = '[]',
    -- Without its comment it would pass for the mail that opened the ticket.
    reason = case when m.comment_id = old.id then 'comment_deleted' else m.reason end
  where m.id in (
    select k.id from private.mail_messages k where k.comment_id = old.id
    union
    select c.id from private.mail_messages k join private.mail_messages c
      on c.message_id = k.message_id and c.from_address = k.from_address and c.content_hash = k.content_hash
    where k.comment_id = old.id and c.reason = 'same_message');
  return old;
end
$$;
comment on function private.forget_mail() is 'Removes the texts of a received mail with its comment.';

-- Before the delete: afterwards the foreign key has set comment_id to null.
create trigger comments_forget_mail before delete on public.comments
  for each row execute function private.forget_mail();

-- Only the server of an address that confirms that it does not exist ends mails to it: the same code also means a
-- mailbox that gets too much. A report that a mail did arrive ends the silence.
create function private.is_wrong_address(status text) returns boolean
language sql immutable set search_path = '' as $$
  select status ~ '^5\.1\.(1|2|3|6|10)$'
$$;
comment on function private.is_wrong_address(text) is
  'True for the enhanced status codes (RFC 3463) of an address that does not exist, where nothing else is known. '
  'Reports say it themselves (wrong_address).';

create function private.note_answers(address text, refs jsonb) returns void
language sql security definer set search_path = '' as $$
  update private.sent_mails s set answered_at = now()
  where s.recipient = $1 and s.answered_at is null
    and s.message_id in (
      select (private.sent_mail(e)).message_id from jsonb_array_elements_text($2) with ordinality as l (e, n)
        where n <= 151)
$$;
comment on function private.note_answers(text, jsonb) is
  'The mails to an address that a mail from there answers were delivered.';

-- A report comes from the form of DNS about an address in any form. The name of Exchange's own mailbox is one that
-- people could have: its reports count by the code in them.
create function private.is_daemon_of(mail private.mail_messages, report jsonb, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select mail.authentication = 'pass' and coalesce((report ->> 'is_null_sender')::boolean, false)
    and mail.from_address ~ '^(mailer-daemon|postmaster)@'
    and exists (
      select from (
        select substring($3 from '[^@]*$') as domain
        union all select split_part(a.address, '@', 2) from public.mail_addresses a where a.is_active
        union all select substring(c.sender from '[^@]*$') from private.mail_channel c) d,
        lateral (select '.' || private.ascii_domain(d.domain) as suffix) s
      -- The domain itself or a host in it.
      where d.domain <> ''
        and right('.' || private.ascii_domain(substring(mail.from_address from '[^@]*$')),
          char_length(s.suffix)) = s.suffix)
$$;
comment on function private.is_daemon_of(private.mail_messages, jsonb, text) is
  'True for an authenticated report without an envelope sender from the mail server of the failed address or of the '
  'desk.';

create function private.show_failure(ticket_id uuid, comment_id uuid, mail_id uuid, address text, status text,
  reason text) returns void
language sql security definer set search_path = '' as $$
  insert into private.delivery_failures (ticket_id, comment_id, mail_id, address, status, reason)
    values ($1, $2, $3, $4, $5, $6);
  insert into public.ticket_events (ticket_id, kind, from_value, to_value, is_internal)
  values ($1, 'delivery_failed', nullif(left($6, 200), ''), $4, true);
$$;
comment on function private.show_failure(uuid, uuid, uuid, text, text, text) is
  'Shows staff on a ticket that a mail to an address was not delivered; mail_id: the report, if one came.';

create function private.mark_undeliverable(address text, status text, reason text) returns void
language sql security definer set search_path = '' as $$
  insert into public.undeliverable_addresses as u (address, status, reason) values ($1, $2, $3)
  on conflict (address) do update
    set status = excluded.status, reason = excluded.reason, failures = u.failures + 1, last_at = now()
$$;
comment on function private.mark_undeliverable(text, text, text) is
  'Sends no mails to an address whose server says that it is wrong.';

create function private.record_bounce(mail private.mail_messages, report jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  failed record;
  sent private.sent_mails;
  is_proven boolean;
  ticket uuid;
begin
  for failed in
    select lower(btrim(e ->> 'address')) as address, left(coalesce(e ->> 'status', ''), 20) as status,
      left(coalesce(e ->> 'reason', ''), 500) as reason, coalesce((e ->> 'permanent')::boolean, false) as is_permanent,
      coalesce((e ->> 'delivered')::boolean, false) as is_delivered,
      coalesce((e ->> 'wrong_address')::boolean, private.is_wrong_address(e ->> 'status'), false) as is_wrong
    from jsonb_array_elements(report -> 'recipients') e limit 50
  loop
    -- Providers may give mails another Message-ID.
    select s.* into sent from private.sent_mails s
    where s.report_code = report ->> 'code' and s.recipient = failed.address and s.sent_at > now() - interval '14 days';
    is_proven := found;
    if not is_proven then
      select s.* into sent from private.sent_mails s
      where s.message_id = report ->> 'message_id' and s.recipient = failed.address
        and s.sent_at > now() - interval '14 days';
      -- A wrong code is a guess.
      continue when not found or coalesce(report ->> 'code', '') <> '';
      is_proven := private.is_daemon_of(mail, report, failed.address);
    end if;
    if failed.is_delivered and is_proven then
      delete from public.undeliverable_addresses u where u.address = failed.address;
    end if;
    continue when sent.answered_at is not null;
    ticket := sent.ticket_id;
    -- A delay is no failure, nor is a success.
    continue when not failed.is_permanent;
    if not is_proven then
      -- Shown once and without its words, which may be anybody's.
      continue when exists (
        select from private.delivery_failures f
        where f.ticket_id = sent.ticket_id and f.address = failed.address
          and f.comment_id is not distinct from sent.comment_id);
      failed.reason := 'an unconfirmed report says so. The address still gets emails.';
    end if;
    perform private.show_failure(sent.ticket_id, sent.comment_id, mail.id, failed.address, failed.status,
      failed.reason);
    -- A full mailbox or a refused text says nothing about the next mail.
    continue when not is_proven or not failed.is_wrong;
    perform private.mark_undeliverable(failed.address, failed.status, failed.reason);
  end loop;
  return ticket;
end
$$;
comment on function private.record_bounce(private.mail_messages, jsonb) is
  'Shows a report {message_id, code, is_null_sender, recipients: [{address, status, reason, permanent, delivered, '
  'wrong_address}]} on the ticket of the mail, unless its recipient has answered it. One that is proven, by the code '
  'of the mail or by its sender, marks wrong addresses as undeliverable, and those that got a mail as reachable. '
  'Returns the ticket.';

-- Who opens a link of a mail, or signs in, can be reached again.
create function private.lift_undeliverable() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.undeliverable_addresses u where u.address = lower(new.email);
  return null;
end
$$;
comment on function private.lift_undeliverable() is 'An address whose owner signs in or confirms it gets mails again.';

create trigger helpdesk_lift_undeliverable after update of email_confirmed_at, last_sign_in_at on auth.users
  for each row when (new.email_confirmed_at is not null
    and (new.email_confirmed_at is distinct from old.email_confirmed_at
      or new.last_sign_in_at is distinct from old.last_sign_in_at))
  execute function private.lift_undeliverable();

-- Filing a mail as a ticket or a comment.

create function private.plan_files(ticket uuid, files jsonb, hidden boolean, out accepted jsonb, out rejected jsonb)
language sql stable security definer set search_path = '' as $$
  with listed as (
    select e, n, case when not private.is_accepted_file(e ->> 'name', e ->> 'type') then 'type'
        when (e ->> 'size')::bigint > w.max_file_bytes then 'size' end as fault, w.max_files - (
      select count(*) from public.attachments a
      where a.ticket_id = $1 and ($3 or not private.is_internal_comment(a.comment_id))) as room
    from jsonb_array_elements($2) with ordinality as l (e, n), public.workspace_settings w
  ), judged as (
    select l.e, l.n, coalesce(l.fault,
      case when row_number() over (partition by l.fault order by l.n) > l.room then 'count' end) as reason
    from listed l)
  select coalesce(jsonb_agg(j.e - 'incidental' order by j.n) filter (where j.reason is null), '[]'),
    coalesce(jsonb_agg(j.e || jsonb_build_object('reason', j.reason) order by j.n) filter (where j.reason is not null),
      '[]')
  from judged j
$$;
comment on function private.plan_files(uuid, jsonb, boolean) is
  'Splits the files of a mail by the workspace''s limits on number and size.';

create function private.with_left_out(content text, rejected jsonb) returns text
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
  'A message with the names of the files that were left out: as many whole names as fit into 900 characters, and the '
  'number of the others.';

create function private.file_mail(mail private.mail_messages, target uuid, author uuid,
  internal boolean) returns private.mail_messages
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  desk public.mail_addresses := private.desk_address(mail.recipient);
  files record;
  said text;
begin
  if target is not null then
    select t.* into ticket from public.tickets t where t.id = target for no key update;
  end if;
  files := private.plan_files(target, mail.files, internal);
  mail.rejected_files := mail.rejected_files || files.rejected;
  said := private.with_left_out(coalesce(nullif(btrim(left(mail.content, 10000), E' \t\r\n'), ''), '(no text)'),
    mail.rejected_files);
  perform private.act_as(author);
  perform private.exclude_from_undo();
  if target is null then
    insert into public.tickets as t (subject, description, priority, created_by, customer_id, source)
    values (coalesce(nullif(btrim(left(private.strip_invisible(mail.subject), 255)), ''), '(no subject)'), said,
      coalesce(desk.default_priority, private.default_priority()), author, author, 'mail')
    returning t.* into ticket;
    -- After the insert: tags given at creation are shown to the customer, these are the desk's.
    if cardinality(desk.default_tags) > 0 then
      update public.tickets t set tags = desk.default_tags where t.id = ticket.id;
    end if;
  else
    insert into public.comments (ticket_id, user_id, content, is_internal, source)
    values (ticket.id, author, said, internal, 'mail') returning id into mail.comment_id;
    -- The requester's comment reopens by itself.
    if not internal and ticket.status in ('pending', 'solved', 'closed') and ticket.customer_id is distinct from author
      and (select p.role from public.profiles p where p.id = author) = 'customer' then
      update public.tickets t set status = 'open' where t.id = ticket.id
        and t.status in ('pending', 'solved', 'closed');
    end if;
    update public.ticket_participants p set person_id = author
    where p.ticket_id = ticket.id and p.address = mail.from_address and p.person_id is distinct from author;
  end if;
  mail.ticket_id := ticket.id;
  mail.state := 'accepted';
  select coalesce(jsonb_agg(e || jsonb_build_object('path', format('%s/%s-%s.%s', ticket.id, mail.id, e ->> 'index',
    private.extension_of(e ->> 'name')))), '[]') into mail.files
  from jsonb_array_elements(files.accepted) e;
  mail.files_due := mail.files <> '[]';
  return mail;
end
$$;
comment on function private.file_mail(private.mail_messages, uuid, uuid, boolean) is
  'Adds a mail to a ticket in the name of its author, or opens one (target null). Returns the mail with ticket, '
  'comment and the paths of its files.';

-- Where a mail belongs: the ticket that it names, by whatever way.

create function private.mail_hit(
  mail private.mail_messages, address text, refs jsonb, out ticket_id uuid, out via text, out forwarded_to text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted text;
  own boolean;
  several boolean;
  sent private.sent_mails;
  root uuid;
  foreign_ticket uuid;
  forward constant private.sent_mails := private.forward_of(address);
begin
  ticket_id := coalesce(forward.ticket_id, private.ticket_of_reply_address(address));
  if ticket_id is not null then
    via := 'address';
    forwarded_to := forward.recipient;
    return;
  end if;
  -- The nearest first. Received mails count too: people in copy answer the requester's own mail.
  for wanted in select e from jsonb_array_elements_text(refs) with ordinality as l (e, n) order by n limit 151 loop
    sent := private.sent_mail(wanted);
    if sent.message_id is not null then
      ticket_id := sent.ticket_id;
      forwarded_to := case when sent.forward_code is not null then sent.recipient end;
    else
      select k.ticket_id, k.is_own, count(*) over () > 1 into ticket_id, own, several from (
        select m.ticket_id, private.writes_to(m.ticket_id, mail.from_address) as is_own, min(m.received_at) as first_at
        from (
          select j.ticket_id, j.received_at from private.mail_messages j
          where j.message_id = wanted and j.state = 'accepted' limit 200) m
        group by m.ticket_id order by first_at limit 50) k
      order by k.is_own desc, k.first_at limit 1;
    end if;
    if ticket_id is not null then
      via := case when several and not own then 'ambiguous' else 'references' end;
      return;
    end if;
    root := coalesce(root, private.root_ticket(wanted));
  end loop;
  if root is not null then
    ticket_id := root;
    via := private.root_way(root, mail.authentication);
    return;
  end if;
  foreign_ticket := private.ticket_of_foreign_references(mail, refs);
  select t.id into ticket_id from public.tickets t, public.workspace_settings w
  where t.number = substring(mail.subject from '(?i)\[(?:#|' || w.ticket_prefix || '-)(\d{1,15})\]')::bigint;
  if ticket_id is not null and (foreign_ticket is null or mail.authentication = 'pass'
    and private.writes_to(ticket_id, mail.from_address)) then
    via := 'subject';
  elsif foreign_ticket is not null then
    ticket_id := foreign_ticket;
    -- More people know the mails that others wrote: where the host looked, it has to have found proof.
    via := case when mail.authentication in ('pass', 'unchecked') then 'references' else 'subject' end;
  end if;
end
$$;
comment on function private.mail_hit(private.mail_messages, text, jsonb) is
  'The ticket that a mail names and how: by its reply address, else by the mails that it answers (ambiguous: those '
  'are in several tickets, none of them the sender''s), else by the number in its subject (also: by what proves as '
  'little). forwarded_to: it answers what was forwarded to that outsider.';

-- Originals that no mail names any more. Storage removes the files, so that the function has to.
create table private.old_originals (
  path text primary key,
  due_at timestamptz not null default now() + interval '10 minutes'
);
comment on table private.old_originals is
  'Files of the bucket mail-originals that belong to no mail any more. receive-mail removes them.';

create index old_originals_due_idx on private.old_originals (due_at);

alter table private.old_originals enable row level security;

-- Read by the functions with the secret key only, so there is no policy.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('mail-originals', 'mail-originals', false, 27262976, array['message/rfc822'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create function private.due_originals() returns jsonb
language sql volatile security definer set search_path = '' as $$
  -- Moved on: concurrent requests get others, and a failed removal is tried again.
  with taken as materialized (
    select k.path from private.old_originals k where k.due_at <= now() order by k.due_at limit 5 for update skip locked
  ), due as (
    update private.old_originals o set due_at = now() + interval '10 minutes' from taken where o.path = taken.path
    returning o.path
  ), used as (
    delete from private.old_originals o
    where o.path in (select d.path from due d) and exists (select from private.mail_messages m
      where m.original_path = o.path)
    returning o.path
  )
  select coalesce(jsonb_agg(d.path), '[]') from due d
  where not exists (select from private.mail_messages m where m.original_path = d.path)
$$;
comment on function private.due_originals() is
  'Up to five paths to remove now; they are offered again until forget_originals was called.';

create function public.forget_originals(paths text[]) returns void
language sql security definer set search_path = '' as $$
  delete from private.old_originals o where o.path = any (forget_originals.paths)
$$;
comment on function public.forget_originals(text[]) is 'Service: these originals were removed from Storage.';
grant execute on function public.forget_originals(text[]) to service_role;

create function private.release_original() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.old_originals (path) values (old.original_path) on conflict do nothing;
  return null;
end
$$;
comment on function private.release_original() is 'Has the original removed that a mail no longer names.';

create trigger mail_messages_release_original after delete on private.mail_messages
  for each row when (old.original_path is not null) execute function private.release_original();
create trigger mail_messages_drop_original after update of original_path on private.mail_messages
  for each row when (old.original_path is not null and new.original_path is distinct from old.original_path)
  execute function private.release_original();

-- Staff can open what was sent and is no file of the ticket: each part of a received mail is known by its place in the
-- original.

-- A mail whose original goes is one that was discarded, or whose message was deleted.
create function private.forget_parts() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.parts := '[]';
  return new;
end
$$;
comment on function private.forget_parts() is 'Forgets what was in an original that is removed.';

create trigger mail_messages_forget_parts before update of original_path on private.mail_messages
  for each row when (new.original_path is null and new.parts <> '[]') execute function private.forget_parts();

-- A mail or an invitation is read in the list of parts, also where the desk accepts its type and it is a file of the
-- ticket.
create function private.other_parts(mail private.mail_messages) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(e order by n), '[]') from jsonb_array_elements(mail.parts) with ordinality as l (e, n)
  where mail.original_path is not null
    and (e ->> 'kind' in ('mail', 'calendar') or not exists (select from jsonb_array_elements(mail.files) f
      where f -> 'index' = e -> 'index'))
$$;
comment on function private.other_parts(private.mail_messages) is
  'Parts of a mail that are only in its original, not files of the ticket, and its mails and invitations.';

-- Senders of mails: who they are, what they can write to, and how often.
create function private.act_as(person uuid) returns void
language sql security definer set search_path = '' as $$
  -- Both forms of the claims: triggers then treat the rows of this transaction as written by that person.
  select set_config('request.jwt.claim.sub', coalesce(person::text, ''), true),
    set_config('request.jwt.claim.role', 'service_role', true),
    set_config('request.jwt.claims', jsonb_strip_nulls(jsonb_build_object('sub', person, 'role', 'service_role'))::text,
      true)
$$;
comment on function private.act_as(uuid) is
  'Makes a person the author of what follows in this transaction. Not counted by the limits of the portal.';

create function public.is_mail_recipient(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select (private.desk_address($1)).id is not null
$$;
comment on function public.is_mail_recipient(text) is 'Service: true when the desk reads mails to that address.';
grant execute on function public.is_mail_recipient(text) to service_role;

create function private.sender_of(address text) returns public.profiles
language sql stable security definer set search_path = '' as $$
  -- An account whose address nobody confirmed may be a stranger's.
  select p.* from public.profiles p join auth.users u on u.id = p.id
  where p.email = $1 and lower(u.email) = $1
    and (u.email_confirmed_at is not null or private.is_invited_requester(p.id))
  order by p.created_at limit 1
$$;
comment on function private.sender_of(text) is 'The person with that confirmed address, or null.';

create function private.may_mail_to_ticket(ticket public.tickets, address text, sender public.profiles,
  authentication text)
returns boolean
language sql stable security definer set search_path = '' as $$
  select ($4 = 'pass' and ($3).role in ('agent', 'admin'))
    or coalesce(($3).role, 'customer') = 'customer' and (
      ($1).customer_id = ($3).id
      or exists (select from public.ticket_participants p where p.ticket_id = ($1).id and p.address = $2))
$$;
comment on function private.may_mail_to_ticket(public.tickets, text, public.profiles, text) is
  'True for the requester, people in copy, and staff whose address is authenticated.';

create function private.plain_subject(subject text) returns text
language sql immutable set search_path = '' as $$
  -- Without prefixes, tags and numbers, which two desks change on each turn.
  select btrim(regexp_replace(regexp_replace(lower(left($1, 500)),
    '\[[^\]]*\]|\y(re|aw|fwd?|wg|antw|sv|vs|tr|rif|res)\s*:|[0-9]+', ' ', 'g'), '\s+', ' ', 'g'))
$$;
comment on function private.plain_subject(text) is 'A subject without reply prefixes, tags in brackets and digits.';

-- Forged mails are counted on their own: they cannot use up what the real sender may send.
create function private.mails_of(address text, authentication text, automatic boolean) returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from (
    select from private.mail_messages m
    where m.from_address = $1 and m.received_at > now() - interval '1 hour'
      and (m.authentication = 'pass') = ($2 = 'pass') and (not $3 or m.is_automatic)
    limit 200) recent
$$;
comment on function private.mails_of(text, text, boolean) is
  'Mails of a sender in the last hour, or their automatic ones, up to 200.';

create function private.first_of(list jsonb, most integer) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(e order by n), '[]')
  from jsonb_array_elements(case when jsonb_typeof(list) = 'array' then list else '[]' end) with ordinality as l (e, n)
  where n <= most
$$;
comment on function private.first_of(jsonb, integer) is
  'The first elements of a list; an empty list for anything else.';

create function private.may_answer(mail jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select not (coalesce((mail ->> 'is_automatic')::boolean, false) or coalesce((mail ->> 'is_response')::boolean, false)
    or coalesce((mail ->> 'never_answer')::boolean, false))
$$;
comment on function private.may_answer(jsonb) is
  'False for mails of programs and lists, and for those that ask for no automatic answer.';

-- Whoever answers a mail about a note writes a note.
create function private.answers_note(via text, refs jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select via is distinct from 'address' and exists (
    select from jsonb_array_elements_text(refs) with ordinality as l (e, n)
    where n <= 151 and (e like 'note.%' and private.root_ticket(e) is not null or (private.sent_mail(e)).is_internal))
$$;
comment on function private.answers_note(text, jsonb) is
  'True for an answer to a mail about a note that was not sent to the reply address of the ticket.';

create function private.is_unverified(mail private.mail_messages) returns boolean
language sql immutable set search_path = '' as $$
  select mail.authentication in ('none', 'fail') and mail.reason <> 'comment_deleted'
$$;
comment on function private.is_unverified(private.mail_messages) is
  'True when the receiving host looked and found nothing that proves the address in From.';

-- Which public message goes to the other people on its ticket. A mail is always filed and always reaches staff; what a
-- program may have answered, and what nobody vouches for, ends there.
create function private.essence_of(content text) returns text
language sql immutable set search_path = '' as $$
  -- Programs change numbers, dates and lines. In a short text of a person they may be all that it says.
  select case when char_length(k.letters) >= 20 then k.letters else k.said end
  from (
    select regexp_replace(lower(left($1, 4000)), '[^[:alpha:]]+', '', 'g') as letters,
      regexp_replace(lower(btrim(left($1, 4000))), '\s+', ' ', 'g') as said) k
$$;
comment on function private.essence_of(text) is
  'What is compared of a message: its letters, or all of it when it is short.';

create function private.is_repeated_mail(ticket public.tickets, said public.comments, allowed integer) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) > $3 from (
    (select c.content from public.comments c
    where c.ticket_id = ($1).id and c.created_at > now() - interval '1 day' and c.user_id = ($2).user_id
      and c.source = 'mail'
      and not c.is_internal and c.id <> ($2).id
    order by c.created_at desc limit 50)
    union all
    select ($1).description where ($1).source = 'mail' and ($1).created_by = ($2).user_id
      and ($1).created_at > now() - interval '1 day'
  ) earlier
  where private.essence_of(earlier.content) = private.essence_of(($2).content)
$$;
comment on function private.is_repeated_mail(public.tickets, public.comments, integer) is
  'True when more mails of the author than allowed said the same on the ticket within a day.';

create function private.reason_to_keep(ticket public.tickets, said public.comments) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  is_staff constant boolean := said.author_role <> 'customer';
  is_proven constant boolean := coalesce(current_setting('helpdesk.mail_is_proven', true), '') = 'yes';
  answered_at timestamptz;
  in_hour integer;
  in_day integer;
begin
  if said.source <> 'mail' then
    return null;
  elsif private.is_repeated_mail(ticket, said, case when is_staff then 1 else 0 end) then
    return 'repeated';
  elsif is_staff then
    return null;
  end if;
  -- Staff in the portal are people; a mail of theirs may be an automatic answer.
  select c.created_at into answered_at from public.comments c
  where c.ticket_id = said.ticket_id and c.created_at > now() - interval '1 day' and c.author_role <> 'customer'
    and c.source = 'portal' and not c.is_internal
  order by c.created_at desc limit 1;
  -- Forged mails are counted on their own: they cannot use up what the real ones may send. This one is not recorded
  -- yet.
  select count(*) filter (where k.created_at > now() - interval '1 hour'), count(*) into in_hour, in_day from (
    select c.created_at from public.comments c join private.mail_messages m on m.comment_id = c.id
    where (m.authentication = 'pass') = is_proven and c.ticket_id = said.ticket_id
      and c.created_at > coalesce(answered_at, now() - interval '1 day')
      and c.author_role = 'customer' and c.source = 'mail' and not c.is_internal
    order by c.created_at desc limit 30) k;
  if in_hour >= 10 or in_day >= 30 then
    return 'many';
  end if;
  -- Who is in copy by a mail that proves nothing reaches the requester once staff have answered both.
  if exists (
    select from public.profiles k join public.ticket_participants p on p.address = k.email
    where k.id = said.user_id and p.ticket_id = said.ticket_id and p.source = 'unverified_mail' and not exists (
      select from public.comments c
      where c.ticket_id = p.ticket_id and c.created_at > p.created_at and c.author_role <> 'customer'
        and not c.is_internal)) then
    return 'unverified';
  end if;
  return null;
end
$$;
comment on function private.reason_to_keep(public.tickets, public.comments) is
  'Why a mail goes to staff only: repeated, many (eleven an hour or 31 a day since staff wrote in the portal), '
  'unverified; null when it is sent on.';

create function private.copies_of(said public.comments) returns setof public.ticket_participants
language sql stable security definer set search_path = '' as $$
  select p.* from public.ticket_participants p
  where p.ticket_id = ($1).ticket_id and p.left_at is null and (($1).author_role <> 'customer' or p.source = 'staff')
$$;
comment on function private.copies_of(public.comments) is
  'The people in copy, without those who left, who get a public message: of staff all, of others those whom staff put '
  'in copy.';

create function private.note_kept(ticket public.tickets, said public.comments, reason text) returns void
language sql security definer set search_path = '' as $$
  insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, is_internal)
  select ($1).id, null, 'not_sent_on', $3, ($2).author_name, true
  where (($2).user_id is distinct from ($1).customer_id
      or exists (select from private.copies_of($2) p))
    -- A loop would fill the history.
    and not exists (
      select from public.ticket_events e
      where e.ticket_id = ($1).id and e.kind = 'not_sent_on' and e.created_at > now() - interval '1 hour'
        and e.from_value = $3)
$$;
comment on function private.note_kept(public.tickets, public.comments, text) is
  'Notes for staff, once an hour, that a mail was not sent to the other people on the ticket.';

-- Records a received mail, decides in one transaction what becomes of it, and adds its files to the ticket.
create unlogged table private.mail_signatures (
  signature text primary key,
  used_at timestamptz not null default now()
);
comment on table private.mail_signatures is
  'Signatures of requests that delivered mails. An older one is refused by its time.';

create index mail_signatures_used_at_idx on private.mail_signatures (used_at);

alter table private.mail_signatures enable row level security;

create function private.use_signature(signature text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.mail_signatures (signature) values (use_signature.signature) on conflict do nothing;
  if not found then
    raise sqlstate 'PT409' using message = 'This request was already used', detail = 'mail_replayed';
  end if;
  if random() < 0.01 then
    delete from private.mail_signatures s where s.used_at < now() - interval '1 hour';
  end if;
end
$$;
comment on function private.use_signature(text) is 'Raises HTTP 409 for a signature that was used before.';

-- Only a repeated delivery of the same mail is answered without being filed, and every mail that is not filed keeps its
-- original. A mail is filed by every reply address that it names, and leaves the Message-IDs that later mails may
-- answer. Who proves nothing adds no readers to a ticket, by whatever way the mail names it. Mails of a domain that has
-- got its acknowledgements do not wait for each other.
create function public.receive_mail(mail jsonb, signature text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := lower(btrim(mail ->> 'recipient'));
  desk constant public.mail_addresses := private.desk_address(address);
  made private.mail_messages;
  known private.mail_messages;
  place text;
  sender public.profiles;
  opens boolean;
  is_known boolean;
  ticket public.tickets;
  people jsonb;
begin
  -- A mail whose files are still to be stored may be delivered again, also with the same signature.
  if signature is not null and not exists (
    select from private.mail_messages m where m.message_id = left(mail ->> 'message_id', 500) and m.files_due) then
    perform private.use_signature(signature);
  end if;
  if desk.id is null and not coalesce((mail ->> 'keep')::boolean, false) then
    return jsonb_build_object('state', 'refused', 'reason', 'unknown_recipient');
  end if;
  -- Serialises copies and repeated deliveries of one mail.
  perform pg_advisory_xact_lock(hashtextextended('mail ' || (mail ->> 'message_id'), 0));
  made := private.mail_of(mail, coalesce(desk.address, left(address, 254)));
  made.can_be_answered := private.may_answer(mail);
  known := private.twin_of(made, made.recipient);
  if known.id is not null then
    made := known;
  else
    place := private.place_of(mail, address);
    made := private.judge_mail(made, mail, place);
    if made.state = 'accepted' and (desk.id is null or (mail ->> 'not_filed')::boolean) then
      made.state := 'unmatched';
      made.reason := case when desk.id is null then 'unknown_recipient' else 'not_filed' end;
      made.suspected_ticket_id := coalesce(made.suspected_ticket_id, made.ticket_id);
      made.ticket_id := null;
      made.via := null;
    end if;
    if made.state = 'accepted' then
      opens := made.ticket_id is null;
      sender := private.sender_of(made.from_address);
      is_known := sender.id is not null;
      if not is_known then
        sender := (private.find_or_create_requester(made.from_address, made.from_name)).requester;
      end if;
      perform set_config('helpdesk.mail_is_proven', case when made.authentication = 'pass' then 'yes' else '' end,
        true);
      made := private.file_mail(made, made.ticket_id, sender.id,
        coalesce((desk.kind = 'note' or private.is_note_address(place)
          or private.answers_note(made.via, mail -> 'references')) and sender.role <> 'customer', false) and not opens);
      select t.* into ticket from public.tickets t where t.id = made.ticket_id;
      if ticket.customer_id = sender.id or sender.role <> 'customer' then
        people := (made.recipients -> 'cc') || (made.recipients -> 'to');
        if sender.role = 'customer' and made.reply_to is not null then
          people := jsonb_build_array(jsonb_build_object('address', made.reply_to)) || people;
        end if;
        if sender.role = 'customer' and made.authentication = 'pass' then
          perform private.drop_unverified_copies(sender.id, ticket.id, people);
        end if;
        -- A forged mail would otherwise add its author to the copies. One that begins the desk's acquaintance reveals
        -- nothing.
        perform private.add_participants(ticket, sender.id, people, made.from_address, case
          when sender.role <> 'customer' then 'staff'
          when made.authentication = 'pass' then 'mail'
          when opens and not is_known then 'unverified_mail' end);
      end if;
      if made.authentication = 'pass' then
        perform private.correct_name(sender, made);
      end if;
      -- A forged answer would make the report of a mail that did not arrive incredible.
      if not private.is_unverified(made) then
        perform private.note_answers(made.from_address, mail -> 'references');
      end if;
      if opens and sender.role = 'customer' and private.may_answer(mail) then
        made := private.acknowledge(made, sender.id);
      end if;
    end if;
    if not made.is_automatic and made.state <> 'bounce'
      and (made.authentication = 'pass' or made.authentication = 'unchecked' and made.state = 'accepted') then
      -- They can be reached again.
      delete from public.undeliverable_addresses u where u.address = made.from_address;
    end if;
    -- Admins blocked the sender: the text is enough.
    made.original_path := case when made.reason <> 'blocked' then made.original_path end;
    insert into private.mail_messages select made.*;
    perform private.keep_references(made, place, coalesce(mail -> 'references', '[]'));
    if made.state = 'bounce' and made.reason = '' then
      made.ticket_id := private.record_bounce(made, mail -> 'bounce');
      made.reason := case when made.ticket_id is null then 'unknown_bounce' else '' end;
      update private.mail_messages m set ticket_id = made.ticket_id, reason = made.reason where m.id = made.id;
    end if;
    if random() < 0.02 then
      perform private.prune_unfiled_mails();
    end if;
  end if;
  return jsonb_build_object('id', made.id, 'state', made.state, 'reason', made.reason, 'ticket_id', made.ticket_id,
    'comment_id', made.comment_id, 'original', made.original_path is not null
      and made.reason <> 'same_message', 'original_path', made.original_path,
    'old_originals', private.due_originals(), 'files', case when made.files_due then made.files else '[]' end);
end
$$;
comment on function public.receive_mail(jsonb, text) is
  'Service: files a parsed mail as a ticket, a comment or a note, or keeps it for staff: {id, state, reason, '
  'ticket_id, comment_id, original, original_path, old_originals, files: [{index, path}]}. keep: also a mail to an '
  'unknown recipient is kept. not_filed: keeps a mail that could not be filed. The original is to be stored at '
  'original_path if original is true, the files too, then finish_mail_files called; old_originals are to be removed. '
  'A repeated delivery (the same Message-ID, sender and content_hash) gets the first answer, a repeated signature '
  'HTTP 409 unless files are due.';
grant execute on function public.receive_mail(jsonb, text) to service_role;

-- A file that Storage refuses is named on the ticket. Files of one mail are recorded a microsecond apart, to be shown
-- in the order of the mail.
create function public.finish_mail_files(mail_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  made private.mail_messages;
  author uuid;
  hidden boolean;
  stored jsonb;
  refused jsonb;
begin
  select m.* into made from private.mail_messages m where m.id = mail_id and m.files_due for update;
  if not found then
    return 0;
  end if;
  update private.mail_messages m set files_due = false where m.id = made.id;
  if made.state <> 'accepted' or made.files = '[]' then
    return 0;
  end if;
  select coalesce(jsonb_agg(l.e order by l.n) filter (where l.is_stored), '[]'),
    coalesce(jsonb_agg(jsonb_build_object('name', l.e ->> 'name', 'reason', 'storage') order by l.n)
      filter (where not l.is_stored), '[]')
  into stored, refused
  from (
    select e, n, exists (
      select from storage.objects o where o.bucket_id = 'ticket-attachments' and o.name = e ->> 'path') as is_stored
    from jsonb_array_elements(made.files) with ordinality as k (e, n)) l;
  author := coalesce((select c.user_id from public.comments c where c.id = made.comment_id),
    (select t.created_by from public.tickets t where t.id = made.ticket_id));
  perform private.act_as(author);
  insert into public.attachments (ticket_id, comment_id, file_name, file_type, file_size, storage_path, uploaded_by,
    created_at)
  select made.ticket_id, made.comment_id, e ->> 'name', e ->> 'type', (e ->> 'size')::bigint, e ->> 'path', author,
    now() + n * interval '1 microsecond'
  from jsonb_array_elements(stored) with ordinality as l (e, n) order by n;
  if refused <> '[]' then
    update private.mail_messages m set files = stored, rejected_files = m.rejected_files || refused
      where m.id = made.id;
    hidden := coalesce((select c.is_internal from public.comments c where c.id = made.comment_id), false);
    insert into public.ticket_events (ticket_id, kind, to_value, is_internal)
    select made.ticket_id, 'file_refused', e ->> 'name', hidden from jsonb_array_elements(refused) e;
  end if;
  return jsonb_array_length(stored);
end
$$;
comment on function public.finish_mail_files(uuid) is
  'Service: attaches the stored files of a mail to its ticket, and records those that are not stored as events. Does '
  'nothing the second time.';
grant execute on function public.finish_mail_files(uuid) to service_role;

-- Files that a mail leaves out. Their sender is told once for each mail: by its acknowledgement, or by one answer for
-- all mails of a while. The rules against loops are those of acknowledgements, and one sender has at most one answer an
-- hour on a ticket.

-- Every file that a mail leaves out keeps its name, place, type and size. The message names as many as fit, each whole.
create function private.accepted_extensions() returns text[]
language sql stable security definer set search_path = '' as $$
  select w.file_types from public.workspace_settings w
$$;
comment on function private.accepted_extensions() is
  'Endings of the names of files that tickets take, in lower case and without a dot.';

create function private.chosen_files(rejected jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(e order by (e ->> 'index')::integer nulls last, n), '[]')
  from jsonb_array_elements(rejected) with ordinality as l (e, n)
  where e -> 'incidental' is distinct from 'true'
$$;
comment on function private.chosen_files(jsonb) is
  'Of the files that were left out, those that the sender chose, in the order of the mail: no signatures and logos, '
  'which mail programs add to each mail.';

create function private.reply_budget_of(mail private.mail_messages, person uuid) returns text
language sql stable security definer set search_path = '' as $$
  -- Forged mails are counted on their own: they cannot use up the answers of others.
  select case when private.is_known_customer(person) then 'known' else 'stranger' end
    || case when mail.authentication = 'pass' then '' else ', unproven' end
$$;
comment on function private.reply_budget_of(private.mail_messages, uuid) is
  'The limits for which an automatic answer to that mail of that person counts.';

-- A burst of mails is answered once, after two minutes; mails after that wait for the hour. Chains of proven and
-- unproven mails are apart: forged ones neither delay the answers to the real sender nor use them up.
create function private.queue_files_answer(mail private.mail_messages) returns private.mail_messages
language plpgsql security definer set search_path = '' as $$
declare
  earlier public.notification_outbox[];
  budget text;
begin
  perform pg_advisory_xact_lock(hashtextextended('acknowledge ' || private.mail_domain(mail.from_address), 0));
  earlier := array(
    select o from public.notification_outbox o
    where o.ticket_id = mail.ticket_id and o.kind = 'refused_files' and o.recipient_email = lower(mail.from_address)
      and o.created_at > now() - interval '1 day'
      and exists (select from private.mail_messages m where m.answer_id = o.id
        and (m.authentication = 'pass') = (mail.authentication = 'pass'))
    order by o.created_at limit 5);
  -- Locked, so that nobody sends it before this mail is in it.
  select o.id into mail.answer_id from public.notification_outbox o
  where o.id in (select (unnest(earlier)).id) and o.attempts = 0 and o.sent_at is null and o.dropped_at is null
  limit 1 for update;
  if mail.answer_id is null and cardinality(earlier) < 5 then
    budget := private.reply_budget_of(mail, (private.sender_of(mail.from_address)).id);
    -- Within a ticket, the hour between two answers replaces the limit for one subject.
    if private.can_acknowledge(mail.from_address, case when mail.via is null then mail.subject end, budget) then
      insert into public.notification_outbox (kind, recipient_email, recipient_name, ticket_id, ticket_subject,
        actor_name, in_reply_to, next_attempt_at)
      select 'refused_files', lower(mail.from_address), left(mail.from_name, 100), t.id, t.subject, '', mail.message_id,
        greatest(
        now() + interval '2 minutes', (select max(coalesce(e.sent_at, e.next_attempt_at)) + interval '1 hour'
          from unnest(earlier) e))
      from public.tickets t where t.id = mail.ticket_id
      returning case when dropped_at is null then id end into mail.answer_id;
      mail.reply_budget := coalesce(mail.reply_budget, budget);
    end if;
  end if;
  mail.files_answer := case when mail.answer_id is null then 'limit' else 'waiting' end;
  mail.reply := coalesce(mail.reply, case when mail.answer_id is not null then 'files' end);
  return mail;
end
$$;
comment on function private.queue_files_answer(private.mail_messages) is
  'Adds a mail to the answer that waits to be sent to its sender, or queues one within the limits: five a day for a '
  'ticket, one an hour, and those of private.can_acknowledge.';

create function private.answer_refused_files() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_note constant boolean := exists (select from public.comments c where c.id = new.comment_id and c.is_internal);
begin
  if private.chosen_files(new.rejected_files) = '[]' then
    return new;
  elsif not new.can_be_answered then
    new.files_answer := 'automatic';
  elsif is_note and (new.via = 'staff' or coalesce((private.sender_of(new.from_address)).role, 'customer') = 'customer')
    then
    -- Staff have added the mail of somebody else, who knows nothing of the ticket.
    new.files_answer := 'note';
  elsif tg_op = 'INSERT' and new.reply = 'acknowledgement' then
    new.answer_id := gen_random_uuid();
    new.files_answer := 'waiting';
  else
    new := private.queue_files_answer(new);
  end if;
  return new;
end
$$;
comment on function private.answer_refused_files() is
  'Has the sender told which files of an accepted mail were left out, or says why not.';

create trigger mail_messages_answer_files before insert or update of state, rejected_files on private.mail_messages
  for each row when (new.state = 'accepted' and new.rejected_files <> '[]' and new.can_be_answered is not null
    and new.files_answer is null)
  execute function private.answer_refused_files();

create function private.follow_files_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.mail_messages m set files_answer = case when new.sent_at is not null then 'sent' else 'failed' end
  where m.answer_id = new.id and m.files_answer = 'waiting';
  return null;
end
$$;
comment on function private.follow_files_answer() is
  'Writes to the mails of an answer about files whether it was sent.';

create trigger notification_outbox_files_answer after insert or update of sent_at,
  dropped_at on public.notification_outbox
  for each row when (new.kind in ('received', 'refused_files')
    and (new.sent_at is not null or new.dropped_at is not null))
  execute function private.follow_files_answer();

-- What the answer to refused files says, and what staff see of it.
create function private.refused_files_of(mail public.notification_outbox) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when mail.kind in ('received', 'refused_files') and exists (select from private.mail_messages m
    where m.answer_id = mail.id)
    then jsonb_build_object(
      -- Names are the sender's words: nobody else gets them from the desk.
      'refused_files', coalesce((
        select jsonb_agg(f.said order by f.received_at, f.n) from (
          select m.received_at, l.n, jsonb_strip_nulls(jsonb_build_object('reason', e -> 'reason', 'more', e -> 'more',
            'name', case when m.authentication = 'pass' then e -> 'name' end)) as said
          from private.mail_messages m, jsonb_array_elements(private.chosen_files(m.rejected_files))
            with ordinality as l (e, n)
          where m.answer_id = mail.id order by m.received_at, l.n limit 1000) f), '[]'),
      'file_limits', (select jsonb_build_object('max_files', w.max_files, 'max_file_bytes', w.max_file_bytes,
        'extensions', private.accepted_extensions()) from public.workspace_settings w))
      || coalesce((
        select jsonb_build_object('has_ticket_page', true, 'needs_password', private.is_invited_requester(p.id)
          and exists (select from auth.users u where u.id = p.id and u.email_confirmed_at is null))
        from public.tickets t, private.sender_of(mail.recipient_email) p
        where t.id = mail.ticket_id and (p.id = t.customer_id or p.role in ('agent', 'admin'))), '{}')
    else '{}' end
$$;
comment on function private.refused_files_of(public.notification_outbox) is
  'Of an automatic answer that names refused files: {refused_files: [{reason, name, more}], file_limits, '
  'has_ticket_page, needs_password}. Names only of mails whose sender is authenticated.';

-- Addresses for answers: support+1042.0123456789abcdef0123@example.com. The code proves that the desk wrote the
-- address.
create table private.mail_keys (
  id boolean primary key default true constraint mail_keys_one_row check (id),
  key bytea not null default extensions.gen_random_bytes(32)
);
comment on table private.mail_keys is 'One row: the key of the codes in reply addresses.';

alter table private.mail_keys enable row level security;
insert into private.mail_keys default values;

create function private.mail_code(ticket_number bigint) returns text
language sql stable security definer set search_path = '' as $$
  select left(encode(extensions.hmac(convert_to('ticket ' || ticket_number, 'UTF8'), k.key, 'sha256'), 'hex'), 20)
  from private.mail_keys k
$$;
comment on function private.mail_code(bigint) is 'The code of a ticket in its reply addresses.';

create function private.desk_address(address text) returns public.mail_addresses
language sql stable security definer set search_path = '' as $$
  select a.* from public.mail_addresses a
  where a.is_active and a.address = regexp_replace(lower(btrim($1)), '\+[^@]*@', '@')
$$;
comment on function private.desk_address(text) is
  'The active address of the desk, also for its reply addresses; null for others.';

create function private.reply_address(ticket_id uuid, wanted text default 'support') returns text
language sql stable security definer set search_path = '' as $$
  select split_part(a.address, '@', 1) || '+' || t.number || '.' || private.mail_code(t.number) || '@'
    || split_part(a.address, '@', 2)
  from public.tickets t cross join public.mail_addresses a
  where t.id = $1 and a.is_active and a.kind = $2
  -- The address to which the requester wrote, else the oldest.
  order by a.address = (select m.recipient from private.mail_messages m
    where m.ticket_id = t.id and m.state = 'accepted' order by m.received_at limit 1) desc nulls last, a.created_at,
      a.address
  limit 1
$$;
comment on function private.reply_address(uuid, text) is
  'The address for answers to a ticket; wanted: support, or note for answers of staff that become notes. Null when '
  'the desk has no such active address.';

create function private.ticket_of_reply_address(address text) returns uuid
language sql stable security definer set search_path = '' as $$
  select t.id from public.tickets t
  where t.number = case when $1 ~* '^[^@+]+\+\d{1,15}\.[0-9a-f]{20}@' then
    substring($1 from '\+(\d{1,15})\.')::bigint end
    and private.mail_code(t.number) = lower(substring($1 from '\.([0-9a-fA-F]{20})@'))
$$;
comment on function private.ticket_of_reply_address(text) is
  'The ticket of a reply address; null when the desk did not write it.';

-- A reply address counts wherever a mail names it: hosts on the way deliver to the plain address and leave the header
-- as it was.
create function private.is_reply_address(address text) returns boolean
language sql immutable set search_path = '' as $$
  select $1 ~* '^[^@+]+\+(\d{1,15}|f)\.[0-9a-f]{20}@'
$$;
comment on function private.is_reply_address(text) is
  'True for the form of a reply address; its code is checked elsewhere.';

create function private.is_note_address(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  -- A gateway may have changed the domain. Also one that is switched off: a note must not reach the customer.
  select exists (
    select from public.mail_addresses a
    where a.kind = 'note' and split_part(a.address, '@', 1) = split_part(private.mailbox_of($1), '@', 1)
      and (a.address = private.mailbox_of($1)
        or not exists (select from public.mail_addresses k where k.address = private.mailbox_of($1))))
$$;
comment on function private.is_note_address(text) is
  'True for an address of the desk for notes, also with a code or in another domain.';

create function private.place_of(mail jsonb, envelope text) returns text
language sql stable security definer set search_path = '' as $$
  select case when private.is_reply_address($2) then $2 else coalesce((
    select named.address from (
      select lower(btrim(e #>> '{}')) as address, n
        from jsonb_array_elements(private.first_of($1 -> 'delivered_to', 60)) with ordinality as l (e, n)
      union all
      select lower(btrim(e ->> 'address')), 100 + n from jsonb_array_elements(private.first_of($1 -> 'to', 60))
        with ordinality as l (e, n)
      union all
      select lower(btrim(e ->> 'address')), 200 + n from jsonb_array_elements(private.first_of($1 -> 'cc', 60))
        with ordinality as l (e, n)
    ) named
    where private.is_reply_address(named.address)
      and (private.ticket_of_reply_address(named.address) is not null
        or (private.forward_of(named.address)).ticket_id is not null)
    -- Of several, the one that shows a mail to the fewest: what an outsider answers waits for staff, and a note is for
    -- staff.
    order by named.address ~ '^[^@+]+\+f\.' desc, private.is_note_address(named.address) desc, named.n limit 1), $2) end
$$;
comment on function private.place_of(jsonb, text) is
  'The reply address to which a mail was sent: of its envelope, else the one that Delivered-To, To or Cc names, else '
  'the envelope''s plain address.';

-- Mails that were stopped by a link come again when their recipient writes, by mail or in the portal. To customers that
-- happens also after the one-click link of the header: staff answer mails all day, and their choice would not last.

create function private.start_mails_again() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Anybody could have written that.
  if private.is_unverified(new) then
    return null;
  end if;
  update public.ticket_participants p set left_at = null
  where p.ticket_id = new.ticket_id and p.address = new.from_address and p.left_at is not null;
  perform private.start_mails_of(p.id) from public.profiles p where p.email = new.from_address;
  return null;
end
$$;
comment on function private.start_mails_again() is 'Whoever writes gets the mails again that a link stopped.';

create trigger mail_messages_start_again after insert or update of state on private.mail_messages
  for each row when (new.state = 'accepted' and not new.is_automatic and new.ticket_id is not null)
  execute function private.start_mails_again();

create function private.start_mails_of(person uuid) returns void
language sql security definer set search_path = '' as $$
  with started as (
    update private.link_stops s set stopped_at = null
    where s.person_id = person and s.stopped_at is not null
    returning s.kind)
  update public.profiles p set preferences = p.preferences || k.choices
  from (select jsonb_object_agg('notify_' || s.kind, true) as choices from started s) k
  where p.id = person and k.choices is not null
$$;
comment on function private.start_mails_of(uuid) is
  'Starts the kinds of mail again that a link has stopped for a user.';

create function private.start_mails_of_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.start_mails_of(auth.uid());
  return null;
end
$$;
comment on function private.start_mails_of_author() is
  'Customers who write in the portal get the mails again that a link stopped.';

-- Mails are filed in the name of whoever their From says; start_mails_again judges those.
create trigger comments_start_mails after insert on public.comments
  for each row when (not new.is_internal and new.author_role = 'customer' and new.source <> 'mail'
    and new.user_id = auth.uid())
  execute function private.start_mails_of_author();
create trigger tickets_start_mails after insert on public.tickets
  for each row when (new.source <> 'mail' and new.created_by = new.customer_id and new.created_by = auth.uid())
  execute function private.start_mails_of_author();

-- Answers are found by all that our mails carry: the part of a Message-ID before the @, since gateways change the host,
-- and the root id of the ticket, which is left when a provider gave the mail a Message-ID of its own.

create function private.sent_mail(message_id text) returns private.sent_mails
language sql stable security definer set search_path = '' as $$
  select s.* from (
    (select k.*, 1 as place from private.sent_mails k where k.message_id = $1 limit 1)
    union all
    (select k.*, 2 from private.sent_mails k
    where $1 ~* '^notification\.[0-9a-f-]{36}@' and k.message_id like 'notification.%'
      and split_part(k.message_id, '@', 1) = lower(split_part($1, '@', 1)) limit 1)
    order by place limit 1) k
  join private.sent_mails s on s.message_id = k.message_id and s.recipient = k.recipient
$$;
comment on function private.sent_mail(text) is
  'The mail of the desk with that Message-ID, also with another host; null when there is none.';

create function private.root_ticket(message_id text) returns uuid
language sql stable security definer set search_path = '' as $$
  select t.id from public.tickets t
  where t.id = case when $1 ~* '^(ticket|note)\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}@' then
    substring($1 from '\.([0-9a-fA-F-]{36})@')::uuid end
$$;
comment on function private.root_ticket(text) is
  'The ticket of a root id: ticket.<id>@…, which all its mails refer to, or note.<id>@…, as mails about its notes do.';

-- The id of a ticket is in every link to it: where the host looked for proof of the sender and found none, a root id
-- alone files nothing.
create function private.root_way(ticket_id uuid, authentication text) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when $2 = 'pass' then 'references'
    -- Outsiders to whom a message was forwarded know it from the mail.
    when $2 = 'unchecked' and not exists (
      select from private.sent_mails s where s.ticket_id = $1 and s.forward_code is not null) then 'references'
    else 'subject' end
$$;
comment on function private.root_way(uuid, text) is
  'How far a root id alone is believed: subject, as little as a number there, unless the sender is proven or no host '
  'is configured and nothing was forwarded.';

-- A mail that names no ticket opens one, also when it goes on with another. Subject and people never file it, they
-- suggest.

create function private.thread_subject(subject text) returns text
language sql immutable set search_path = '' as $$
  -- Numbers stay: two orders are two matters.
  select btrim(regexp_replace(regexp_replace(regexp_replace(lower(left($1, 255)), '\[[^\]]*\]', ' ', 'g'),
    '\s+', ' ', 'g'),
    '^( ?(re|r|aw|antw|antwort|fwd?|wg|sv|vs|vb|vl|tr|rv|res|ref|rif|enc|i|odp|pd|ynt|ilt|atb|na|nd|bls|trs|hl|ha|doorst|отв|ответ|пересл|απ|πρθ|σχετ|回复|回覆|答复|转发|轉寄|轉發) ?(\(\d+\))? ?[:：])+', ''))
$$;
comment on function private.thread_subject(text) is
  'A subject without the prefixes of answers and forwards and without tags in brackets, to compare.';

create function private.continued_ticket(target uuid) returns uuid
language sql stable security definer set search_path = '' set enable_bitmapscan = off as $$
  with this as materialized (
    select t.id, t.customer_id, t.created_at, private.thread_subject(t.subject) as thread, p.email
    from public.tickets t join public.profiles p on p.id = t.customer_id
    where t.id = $1 and t.source = 'mail' and t.status not in ('solved', 'closed')
  ), shared as materialized (
    -- Each part reads an index up to its limit: in the order of created_at, a plan may walk the tickets of everybody,
    -- and a bitmap takes all rows of an address.
    (select o.id from this cross join lateral (
      select k.id from public.tickets k
      where k.customer_id = this.customer_id and k.updated_at > this.created_at - interval '60 days'
        order by k.updated_at desc limit 50) o)
    union
    (select o.ticket_id from this cross join lateral (
      select k.ticket_id from public.ticket_participants k where k.address = this.email order by k.created_at desc
        limit 50) o)
    union
    (select o.id from this cross join lateral (
      select p.id from public.ticket_participants k join public.profiles p on p.email = k.address
      where k.ticket_id = this.id and p.role = 'customer' limit 20) copied
    cross join lateral (
      select k.id from public.tickets k
      where k.customer_id = copied.id and k.updated_at > this.created_at - interval '60 days' order by k.updated_at desc
        limit 20) o)
  )
  select t.id from this cross join shared s join public.tickets t on t.id = s.id
  where t.id <> this.id and t.created_at < this.created_at and t.updated_at > this.created_at - interval '60 days'
    and char_length(this.thread) >= 3 and this.thread <> '(no subject)'
      and private.thread_subject(t.subject) = this.thread
  order by t.created_at desc, t.id desc limit 1
$$;
comment on function private.continued_ticket(uuid) is
  'The newest ticket that a ticket opened by mail seems to continue: the same subject, and its requester is the same '
  'or one is in copy on the other''s; active in the last 60 days. Reads up to 500 tickets by index.';

create table private.dismissed_continuations (
  ticket_id uuid primary key references public.tickets (id) on delete cascade,
  dismissed_by uuid references public.profiles (id) on delete set null,
  dismissed_at timestamptz not null default now()
);
comment on table private.dismissed_continuations is 'Tickets of which staff said that they continue no other.';

create index dismissed_continuations_by_idx on private.dismissed_continuations (dismissed_by);

alter table private.dismissed_continuations enable row level security;

create function public.ticket_continuation(ticket_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_see_all_tickets() then
    raise exception 'Must be logged in as an agent to compare tickets' using detail = 'agent_required';
  end if;
  return (
    select jsonb_build_object('id', t.id, 'number', t.number, 'subject', t.subject)
    from public.tickets t
    where t.id = private.continued_ticket(ticket_continuation.ticket_id)
      and not exists (select from private.dismissed_continuations d where d.ticket_id = ticket_continuation.ticket_id));
end
$$;
comment on function public.ticket_continuation(uuid) is
  'Staff: the ticket that one opened by mail seems to continue: {id, number, subject}; null without one, and after '
  'dismiss_continuation.';
grant execute on function public.ticket_continuation(uuid) to authenticated, service_role;

create function public.dismiss_continuation(ticket_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  elsif not exists (select from public.tickets t where t.id = dismiss_continuation.ticket_id) then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  insert into private.dismissed_continuations (ticket_id, dismissed_by)
  values (dismiss_continuation.ticket_id, auth.uid()) on conflict do nothing;
end
$$;
comment on function public.dismiss_continuation(uuid) is
  'Staff: a ticket is a matter of its own; hides the suggestion from everybody.';
grant execute on function public.dismiss_continuation(uuid) to authenticated, service_role;

-- Mails that wait for staff, what staff do with them, and the mails of a ticket.
create function private.waiting_mail(mail_id uuid) returns private.mail_messages
language plpgsql security definer set search_path = '' as $$
declare
  made private.mail_messages;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to handle received mails' using detail = 'agent_required';
  end if;
  select m.* into made from private.mail_messages m where m.id = mail_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Mail not found', detail = 'mail_not_found';
  elsif made.state = 'accepted' or made.state = 'bounce' and made.ticket_id is not null
    or made.reason = 'discarded' then
    raise sqlstate 'PT409' using message = 'Somebody else has handled this mail', detail = 'mail_handled';
  end if;
  return made;
end
$$;
comment on function private.waiting_mail(uuid) is
  'The mail, locked, for staff who handle it. Raises for others and when it is handled.';

-- Mails that were not filed, and wait for nobody, can be found and filed by staff: ignored, refused, and bounces. The
-- answer to a forward shows to whom it was forwarded, and is filed in the name of that outsider.
create function public.list_unmatched_mails(
  states text[] default array['unmatched'], max_rows integer default 50, before_at timestamptz default null,
    before_id uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant integer := least(greatest(coalesce(max_rows, 50), 1), 100);
  -- Not null, so that every plan begins in the index at the page.
  last_at constant timestamptz := coalesce(before_at, 'infinity');
  last_id constant uuid := coalesce(before_id, '00000000-0000-0000-0000-000000000000');
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to see received mails' using detail = 'agent_required';
  end if;
  return coalesce((
    select jsonb_agg(to_jsonb(page) order by page.received_at desc, page.id desc)
    from (
      select m.id, m.received_at, m.state, m.reason, m.recipient, m.from_address, m.from_name, m.subject,
        left(m.content, 300) as preview,
        m.authentication, m.is_automatic, jsonb_array_length(m.files) as file_count,
          m.original_path is not null as has_original,
        m.ticket_id, m.forwarded_to, case when t.id is not null then jsonb_build_object('id', t.id, 'number', t.number,
          'subject', t.subject,
          'customer_name', private.name_of(t.customer_id),
          'was_forwarded', m.forwarded_to is not null or exists (select from private.sent_mails s
            where s.ticket_id = t.id and s.recipient = m.from_address)) end as suspected_ticket
      from (
        select k.* from unnest(array['unmatched', 'refused', 'ignored', 'bounce']) wanted (state)
        cross join lateral (
          select l.* from private.mail_messages l
          where l.state = wanted.state and l.reason <> 'discarded' and (l.received_at, l.id) < (last_at, last_id)
          order by l.received_at desc, l.id desc limit most) k
        where wanted.state = any (list_unmatched_mails.states)
        order by k.received_at desc, k.id desc limit most) m
      left join public.tickets t on t.id = coalesce(m.suspected_ticket_id, m.ticket_id)) page), '[]');
end
$$;
comment on function public.list_unmatched_mails(text[], integer, timestamptz, uuid) is
  'Staff: received mails that are in no ticket (unmatched: they wait; refused, ignored and bounce: kept for 30 days), '
  'newest first, with the ticket that each seems to belong to. Discarded ones are left out.';
grant execute on function public.list_unmatched_mails(text[], integer, timestamptz, uuid) to authenticated,
  service_role;

-- The answer of an outsider to whom a message was forwarded is for staff: it can be added as a note, without making its
-- sender a participant.
create function public.attach_unmatched_mail(mail_id uuid, ticket_id uuid default null,
  as_note boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  made private.mail_messages := private.waiting_mail(mail_id);
  -- From proves nothing about who answers a forward. A form on one's own site names its visitor in Reply-To.
  author constant text := coalesce(made.forwarded_to,
    case when made.reason = 'own_address' then made.reply_to end, made.from_address);
  author_name constant text := case when made.from_address = author then made.from_name else '' end;
  sender public.profiles := private.sender_of(author);
  ticket public.tickets;
begin
  if attach_unmatched_mail.ticket_id is not null then
    select t.* into ticket from public.tickets t where t.id = attach_unmatched_mail.ticket_id;
    if not found then
      raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
    end if;
  end if;
  -- The desk's own address, and no address at all, are nobody's account.
  if as_note or author !~ '^[^@\s]+@[^@\s]+$' or private.is_own_address(author) or sender.role in ('agent', 'admin')
    or sender.deactivated_at is not null then
    -- Of staff as well: nobody can vouch that a colleague wrote it.
    if ticket.id is null then
      raise exception 'A note can only be added to a ticket' using detail = case when as_note then 'note_without_ticket'
        else 'sender_is_staff' end;
    end if;
    made.content := left(case when made.forwarded_to is null then ''
      else format('Answer to what was forwarded to %s. ', made.forwarded_to) end
      || format(E'Mail from %s <%s>:\n\n%s', made.from_name, made.from_address, made.content), 10000);
    made := private.file_mail(made, ticket.id, me, true);
  else
    if sender.id is null then
      sender := (private.find_or_create_requester(author, author_name)).requester;
    end if;
    made.from_address := author;
    made := private.file_mail(made, ticket.id, sender.id, false);
    select t.* into ticket from public.tickets t where t.id = made.ticket_id;
    -- An outsider answers what was forwarded; what others write on the ticket is not for them.
    if ticket.customer_id is distinct from sender.id and made.forwarded_to is null then
      insert into public.ticket_participants (ticket_id, address, name, person_id, added_by)
      values (ticket.id, author, author_name, sender.id, me) on conflict do nothing;
    end if;
  end if;
  update private.mail_messages m set state = 'accepted', via = 'staff', reason = '', handled_by = me,
    ticket_id = made.ticket_id,
    -- The proof was about From.
    authentication = case when m.authentication = 'pass' and m.from_address is distinct from author then 'none'
      else m.authentication end,
    comment_id = made.comment_id, files = made.files, rejected_files = made.rejected_files, files_due = made.files_due
  where m.id = made.id;
  return jsonb_build_object('ticket_id', made.ticket_id, 'comment_id', made.comment_id);
end
$$;
comment on function public.attach_unmatched_mail(uuid, uuid, boolean) is
  'Staff: add a waiting mail to a ticket, or open one (ticket_id null), in the name of its sender, who becomes a '
  'participant: {ticket_id, comment_id}. An answer to a forward is the outsider''s, whatever From says, and makes '
  'nobody a participant. as_note, and always in the name of staff: as an internal note of the caller. Files follow by '
  'the function staff-mail.';
grant execute on function public.attach_unmatched_mail(uuid, uuid, boolean) to authenticated, service_role;

-- A discarded mail keeps nothing of what it said.
create function public.discard_mail(mail_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  made private.mail_messages := private.waiting_mail(mail_id);
begin
  update private.mail_messages m set state = 'ignored', reason = 'discarded', handled_by = auth.uid(),
    content = '', quoted = '',
    files = '[]', original_path = null
  where m.id = made.id;
end
$$;
comment on function public.discard_mail(uuid) is 'Staff: dismiss a waiting mail.';
grant execute on function public.discard_mail(uuid) to authenticated, service_role;

-- The menu shows staff how many received mails wait for them.
create function private.count_unmatched_mails(cap integer) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from (
    select from private.mail_messages m where m.state = 'unmatched' order by m.received_at desc, m.id desc
      limit cap) waiting
$$;
comment on function private.count_unmatched_mails(integer) is
  'Number of received mails that wait for staff, up to the cap. Reads an index.';

-- Only for the staff who see its ticket, should there once be some who do not see all.
create function public.mail_original(mail_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to see received mails' using detail = 'agent_required';
  end if;
  return (
    select jsonb_build_object('id', m.id, 'path', m.original_path, 'subject', m.subject,
      'files', case when m.files_due then m.files else '[]' end)
    from private.mail_messages m where m.id = mail_id and (m.ticket_id is null or private.can_see_ticket(m.ticket_id)));
end
$$;
comment on function public.mail_original(uuid) is
  'Staff: where the original of a mail is stored, and the files that are still to be stored: {id, path, subject, '
  'files: [{index, path}]}; null when there is no such mail.';
grant execute on function public.mail_original(uuid) to authenticated, service_role;

-- A mail to a reply address of a ticket may name anybody on it as its author. Where the receiving host found no proof,
-- every reader is told: customers by a mark and nothing else about the mail.
create function public.ticket_mails(ticket_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  staff constant boolean := private.can_see_all_tickets();
  own constant text := (select p.email from public.profiles p where p.id = auth.uid());
begin
  if not private.can_see_ticket(ticket_mails.ticket_id) then
    return null;
  end if;
  return jsonb_build_object(
    'messages', coalesce((
      -- To the requester, the quoted text of their own mails only: others quote what was meant for others.
      select jsonb_agg(jsonb_build_object('comment_id', m.comment_id, 'is_unverified', private.is_unverified(m),
        'quoted', case when staff or m.from_address = own then m.quoted else '' end) || case when staff then
          jsonb_build_object(
        'id', m.id, 'from_address', m.from_address, 'from_name', m.from_name, 'recipients', m.recipients,
          'reply_to', m.reply_to,
        'authentication', m.authentication, 'has_original', m.original_path is not null,
          'parts', private.other_parts(m),
        'refused_files', m.rejected_files, 'files_answer', m.files_answer,
        'files_error', case when m.files_answer = 'failed' then (select o.error from public.notification_outbox o
          where o.id = m.answer_id) end,
        'suspected_ticket', (
          select jsonb_build_object('id', t.id, 'number', t.number) from public.tickets t
            where t.id = m.suspected_ticket_id))
        else '{}' end order by m.received_at, m.id)
      from private.mail_messages m left join public.comments c on c.id = m.comment_id
      where m.ticket_id = ticket_mails.ticket_id and m.state = 'accepted' and m.reason <> 'comment_deleted'
        and (staff or not coalesce(c.is_internal, false) and (m.from_address = own or private.is_unverified(m)))),
          '[]'),
    'failures', case when staff then coalesce((
      select jsonb_agg(jsonb_build_object('id', f.id, 'comment_id', f.comment_id, 'address', f.address,
        'status', f.status,
        'reason', f.reason, 'created_at', f.created_at) order by f.created_at, f.id)
      from private.delivery_failures f where f.ticket_id = ticket_mails.ticket_id), '[]') else '[]' end);
end
$$;
comment on function public.ticket_mails(uuid) is
  'The received mails of a ticket: {messages: [{comment_id|null, is_unverified, quoted, …}], failures: [{comment_id, '
  'address, reason, …}]}. Staff see all with their senders, the files that were left out and whether the sender was '
  'told (mail_messages.files_answer), the requester their own with the quoted text, and which others are of '
  'unverified senders. Null when there is no such ticket for the caller.';
grant execute on function public.ticket_mails(uuid) to authenticated, service_role;

create function private.prune_unfiled_mails() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  pruned integer;
begin
  -- Materialized: a plan may run a subquery again for each row, and with it the limit.
  with old as materialized (
    select m.id from private.mail_messages m
    where m.state in ('ignored', 'refused', 'bounce') and m.event_id is null
      and m.received_at < now() - interval '30 days'
    order by m.received_at limit 100
  ), counted as materialized (
    select k.id, row_number() over w as place, sum(k.size::bigint) over w as bytes
    from (
      select m.id, m.received_at, m.size from private.mail_messages m
      where m.state in ('ignored', 'refused', 'bounce') and m.event_id is null
      order by m.received_at desc, m.id desc limit 10100) k
    window w as (order by k.received_at desc, k.id desc)
  ), surplus as materialized (
    select c.id from counted c where c.place > 10000 or c.bytes > 1073741824 order by c.place desc limit 100
  ), taken as materialized (
    select m.id from private.mail_messages m
    where m.id in (select o.id from old o union select s.id from surplus s) for update skip locked
  )
  delete from private.mail_messages m using taken where m.id = taken.id;
  get diagnostics pruned = row_count;
  return pruned;
end
$$;
comment on function private.prune_unfiled_mails() is
  'Deletes up to 200 ignored and refused mails and bounces that are older than 30 days, or beyond the newest 10,000 '
  'or 1 GB, except for automatic answers that a ticket shows. Their originals follow by old_originals.';

-- A Message-ID is anybody's choice. A mail is known by its recipient, sender and content as well: a used Message-ID
-- takes no other mail's place, and an answer to one that several tickets have does not go astray.

create function private.twin_of(mail private.mail_messages, at_recipient text) returns private.mail_messages
language sql stable security definer set search_path = '' as $$
  -- Materialized: to find the first, a plan may otherwise read all accepted mails in their order.
  with found as materialized (
    select m.* from private.mail_messages m
    where m.message_id = mail.message_id
      and md5(m.from_address || ' ' || m.content_hash) in (
        md5(mail.from_address || ' ' || mail.content_hash), md5(mail.from_address || ' '))
  )
  select f.* from found f
  where f.from_address = mail.from_address and f.content_hash in (mail.content_hash, '')
    -- A forged copy that came first does not take the place of the real one: better two than none.
    and (f.authentication = mail.authentication or f.state = 'accepted' and mail.authentication <> 'pass')
    and case when at_recipient is null then f.state = 'accepted' else f.recipient = at_recipient end
  order by f.received_at limit 1
$$;
comment on function private.twin_of(private.mail_messages, text) is
  'The same mail (Message-ID, sender and content) as it was received before at that address; null: as it was accepted '
  'at any.';

-- Of several tickets whose mails have the same Message-ID, an answer goes to the sender's own. Staff may write to all,
-- so that theirs waits instead of going to whoever used the Message-ID again.
create function private.writes_to(ticket_id uuid, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.tickets t join public.profiles p on p.id = t.customer_id where t.id = $1
    and p.email = $2)
    or exists (select from public.ticket_participants p where p.ticket_id = $1 and p.address = $2)
$$;
comment on function private.writes_to(uuid, text) is 'True for the address of the requester or of somebody in copy.';

-- `npm run deploy:check` asks over the Data API whether a sender could record its mails. With an empty outbox a call of
-- the sender itself would not get that far.
create function public.check_sending() returns void
language plpgsql security definer set search_path = '' as $$
declare
  mail uuid;
begin
  insert into public.notification_outbox (kind, recipient_email, recipient_name, actor_name)
  values ('refused', 'nobody@example.invalid', 'Nobody', 'Nobody') returning id into mail;
  perform public.take_mails('example.invalid');
  perform public.finish_notification(mail);
  perform public.report_mail_server();
  raise sqlstate 'HD000' using message = 'undo';
exception when sqlstate 'HD000' then
  null;
end
$$;
comment on function public.check_sending() is
  'Service: runs what a sender of mails calls, and undoes it. Raises what that raises.';
grant execute on function public.check_sending() to service_role;

-- People in copy get public messages; received mails get their automatic answers.
create function private.notify_copies(ticket public.tickets, said public.comments) returns void
language sql security definer set search_path = '' as $$
  insert into public.notification_outbox
    (kind, recipient_email, recipient_name, ticket_id, ticket_subject, comment_id, actor_name, excerpt)
  select 'copy', p.address, p.name, ticket.id, ticket.subject, said.id, said.author_name,
    case when char_length(said.content) > 300 then left(said.content, 299) || '…' else said.content end
  from private.copies_of(said) p
  where p.address not in (select lower(k.email) from public.profiles k
    where k.id in (said.user_id, ticket.customer_id, ticket.assigned_to))
  order by p.address
$$;
comment on function private.notify_copies(public.tickets, public.comments) is
  'Queues a public message for the people in copy, except its author, the customer and the assignee, who have mails '
  'of their own.';

create function private.answer_received_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notification_outbox
    (id, kind, recipient_email, recipient_name, ticket_id, ticket_subject, actor_name, in_reply_to)
  select coalesce(new.answer_id, gen_random_uuid()), case new.reply when 'refusal' then 'refused' else 'received' end,
    lower(new.from_address), left(new.from_name, 100), t.id, coalesce(t.subject, new.subject), '', new.message_id
  from (select 1) one left join public.tickets t on t.id = new.ticket_id
  where new.from_address <> '' and (t.id is not null or new.reply = 'refusal');
  return null;
end
$$;
comment on function private.answer_received_mail() is
  'Queues the automatic answer to a received mail. It quotes nothing.';

-- A mail loop or a ticket with many people in copy: beyond the limit, mails are recorded but not sent. Mails with a
-- message wait for its announced files: 15 minutes are enough for five files of 5 MB at 30 kB/s. Then they name those
-- that are missing. Authors who give a file up release them at once.
create function private.limit_ticket_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sent integer;
  allowed constant integer := 200;
  missing integer;
begin
  select count(*) into sent from (
    select from public.notification_outbox o
    where o.ticket_id = new.ticket_id and o.created_at > now() - interval '1 hour' limit allowed + 100) k;
  if sent >= allowed + 100 then
    return null;
  elsif sent >= allowed then
    new.dropped_at := now();
    new.error := 'Too many mails about this ticket within an hour';
  end if;
  -- Staff's mails about a message have no files.
  if new.comment_id is not null and new.kind in ('reply', 'copy') then
    missing := cardinality(private.missing_files(new.ticket_id, new.comment_id));
    -- Older pages say only how many there are.
    new.files := greatest(missing, coalesce(nullif(current_setting('helpdesk.files', true), '')::smallint, 0));
    if new.files > 0 then
      new.next_attempt_at := greatest(new.next_attempt_at,
        now() + case when missing > 0 then interval '15 minutes' else interval '2 minutes' end);
    end if;
  end if;
  return new;
end
$$;
comment on function private.limit_ticket_mails() is
  'At most 200 mails about a ticket within an hour; 100 more are recorded as not sent. Mails with files wait for them.';

create trigger notification_outbox_limit before insert on public.notification_outbox
  for each row when (new.ticket_id is not null) execute function private.limit_ticket_mails();

create function private.release_mails_with_files() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.release_mails(new.comment_id);
  return null;
end
$$;
comment on function private.release_mails_with_files() is 'Sends mails that wait for files once all are there.';

create trigger attachments_release_mails after insert on public.attachments
  for each row when (new.comment_id is not null) execute function private.release_mails_with_files();
create trigger mail_messages_answer after insert or update of reply on private.mail_messages
  for each row when (new.reply in ('acknowledgement', 'refusal')) execute function private.answer_received_mail();

-- Staff forward a message to an outside address. The answer comes to the desk's reply address, where staff attach it.
create function public.forward_message(ticket_id uuid, recipient text, comment_id uuid default null,
  note text default null)
returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  target constant text := lower(btrim(recipient));
  ticket public.tickets;
  mail uuid;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to forward messages' using detail = 'agent_required';
  end if;
  select t.* into ticket from public.tickets t where t.id = forward_message.ticket_id;
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  if target is null or target !~ '^[^@\s,;:<>()\[\]\\"]+@[^@\s,;:<>()\[\]\\"]+\.[^@\s,;:<>()\[\]\\"]+$'
    or char_length(target) > 254 then
    raise exception 'Please enter a valid email address' using detail = 'recipient_invalid';
  elsif char_length(note) > 2000 then
    raise exception 'A note has at most 2000 characters' using detail = 'note_too_long';
  elsif forward_message.comment_id is not null and not exists (
    select from public.comments c where c.id = forward_message.comment_id and c.ticket_id = ticket.id
      and not c.is_internal) then
    raise exception 'Only public messages of this ticket can be forwarded' using detail = 'message_not_public';
  elsif private.is_blocked_sender(target) then
    raise exception 'This address is blocked' using detail = 'address_blocked';
  elsif exists (select from public.undeliverable_addresses u where u.address = target) then
    raise exception 'Earlier mails to this address could not be delivered' using detail = 'address_undeliverable';
  end if;
  -- Serialises the forwards of one person, so that the count below also holds for concurrent ones.
  perform pg_advisory_xact_lock(hashtextextended('forward ' || me, 0));
  if (select count(*) from public.audit_log a
      where a.actor_id = me and a.action = 'message_forwarded' and a.created_at > now() - interval '1 hour') >= 20 then
    raise sqlstate 'PT429' using message = 'You can forward 20 messages an hour', detail = 'forward_limit',
      hint = '600';
  end if;
  insert into public.notification_outbox
    (kind, recipient_email, recipient_name, ticket_id, ticket_subject, comment_id, actor_name, excerpt)
  values ('forward', target, '', ticket.id, ticket.subject, forward_message.comment_id, private.name_of(me),
    nullif(btrim(note), ''))
  returning id into mail;
  -- A note tells colleagues.
  insert into public.comments (ticket_id, user_id, content, is_internal)
  values (ticket.id, me, 'Forwarded to ' || target || coalesce(E'\n\n' || nullif(btrim(note), ''), ''), true);
  perform private.audit('message_forwarded', null, target, null, jsonb_build_object('number', ticket.number));
  return mail;
end
$$;
comment on function public.forward_message(uuid, text, uuid, text) is
  'Staff: mail a public message of a ticket (its description without comment_id) with its files and a note to an '
  'outside address, at most 20 an hour. Leaves an internal note. Returns the id of the mail.';
grant execute on function public.forward_message(uuid, text, uuid, text) to authenticated, service_role;

-- Mails are retried for a day, and each attempt is recorded.
create table private.mail_attempts (
  id bigint generated always as identity primary key,
  mail_id uuid not null references public.notification_outbox (id) on delete cascade,
  started_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  error text,
  response text
);
comment on table private.mail_attempts is
  'Attempts to send a mail of the outbox. Without ended_at: in progress, or its sender has died.';
comment on column private.mail_attempts.response is 'The mail server''s answer to an accepted mail.';

create index mail_attempts_mail_idx on private.mail_attempts (mail_id, id);

alter table private.mail_attempts enable row level security;

-- Whoever forges a mail also writes To, Cc and Reply-To: the person who is named there might never hear of it.
create function private.mail_refusal(mail public.notification_outbox) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  ticket public.tickets;
  said public.comments;
  person public.profiles;
  target text;
begin
  select t.* into ticket from public.tickets t where t.id = mail.ticket_id;
  select c.* into said from public.comments c where c.id = mail.comment_id;
  select p.* into person from public.profiles p where p.id = mail.recipient_id;
  target := lower(coalesce(person.email, mail.recipient_email));
  if mail.comment_id is not null and (said.id is null or said.is_internal) then
    return 'The comment is not public any more';
  elsif person.deactivated_at is not null then
    return 'The recipient is not active any more';
  elsif mail.recipient_id is not null and not private.can_get_notification(mail.kind, mail.recipient_id, ticket) then
    return 'The recipient may not get this mail any more';
  elsif private.is_blocked_sender(target) then
    return 'The address is blocked';
  elsif exists (select from public.undeliverable_addresses u where u.address = target) then
    return 'Earlier mails to this address could not be delivered';
  elsif exists (select from public.mail_addresses a where a.address = regexp_replace(target, '\+[^@]*@', '@')) then
    return 'This is an address of the desk';
  elsif mail.kind = 'copy' then
    if not exists (select from public.ticket_participants p
        where p.ticket_id = mail.ticket_id and p.address = target and p.left_at is null) then
      return 'The recipient is not in copy any more';
    -- Whoever has not written on the ticket yet is known by the address alone.
    elsif exists (select from public.ticket_participants p join public.profiles k on k.id = p.person_id
      or k.email = p.address
        where p.ticket_id = mail.ticket_id and p.address = target and k.deactivated_at is not null) then
      return 'The recipient is not active any more';
    elsif exists (select from private.mail_messages m where m.comment_id = mail.comment_id and m.reply_to = target
      and not private.is_unverified(m)) then
      return 'The recipient wrote this message';
    end if;
  end if;
  -- Whoever answers all has sent it to them already.
  if mail.kind in ('copy', 'reply') and said.source = 'mail' and exists (
    select from private.mail_messages m, jsonb_path_query(m.recipients, '$.*[*].address') named
    where m.comment_id = mail.comment_id and not private.is_unverified(m) and lower(named #>> '{}') = target
  ) then
    return 'The recipient has got this message directly';
  end if;
  return null;
end
$$;
comment on function private.mail_refusal(public.notification_outbox) is
  'Why a mail is not sent; null when it is. Checked right before it is sent, because rights and addresses change.';

-- On hosted projects a call with the secret key ends after 8 seconds, and what it did is undone: so a call handles
-- 2,000 mails that are too old, and 2,000 that nobody may read any more.
create function public.take_notifications(max_rows integer default 20) returns setof public.notification_outbox
language plpgsql security definer set search_path = '' as $$
declare
  wanted integer := least(greatest(coalesce(max_rows, 20), 1), 100);
  due public.notification_outbox;
  refusal text;
  is_free boolean;
begin
  -- The one call that every installation makes each minute.
  perform private.copy_names();
  -- Materialized: a plan may run a subquery again for each row, and with it the limit.
  with old as materialized (
    select k.id from public.notification_outbox k where k.created_at < now() - interval '30 days'
    order by k.created_at limit 2000 for update skip locked)
  delete from public.notification_outbox o using old where o.id = old.id;
  for due in
    select o.* from public.notification_outbox o
    where o.sent_at is null and o.dropped_at is null and o.next_attempt_at <= now()
      and o.created_at >= now() - interval '30 days'
    order by o.next_attempt_at, o.created_at, o.id limit 2000 for update skip locked
  loop
    -- Whoever is deleting one of them waits for this mail, and recording it would wait for them: the next round sends
    -- it.
    perform from public.tickets t where t.id = due.ticket_id for key share skip locked;
    is_free := found or due.ticket_id is null;
    perform from public.comments c where c.id = due.comment_id for key share skip locked;
    is_free := is_free and (found or due.comment_id is null);
    refusal := private.mail_refusal(due);
    continue when refusal is null and not is_free;
    if refusal is not null then
      update public.notification_outbox o set dropped_at = now(), error = refusal where o.id = due.id;
    else
      -- After the lease, another sender takes over the rows of a dead one.
      return query
        update public.notification_outbox o set
          attempts = o.attempts + 1, next_attempt_at = now() + interval '5 minutes', files = 0,
          recipient_email = coalesce(p.email, o.recipient_email), recipient_name = coalesce(p.name, o.recipient_name),
          ticket_number = t.number, ticket_subject = coalesce(t.subject, o.ticket_subject),
          needs_password = p.id is not null and private.is_invited_requester(p.id)
            and exists (select from auth.users u where u.id = p.id and u.email_confirmed_at is null),
          actor_name = case when o.kind = 'forward' then o.actor_name else coalesce(c.author_name, o.actor_name) end,
          excerpt = case when c.id is null or o.kind = 'forward' then o.excerpt
            when char_length(c.content) > 300 then left(c.content, 299) || '…' else c.content end
        from (select due.id) d
          left join public.profiles p on p.id = due.recipient_id
          left join public.tickets t on t.id = due.ticket_id
          left join public.comments c on c.id = due.comment_id
        where o.id = d.id
        returning o.*;
      insert into private.mail_attempts (mail_id) values (due.id);
      wanted := wanted - 1;
      exit when wanted = 0;
    end if;
  end loop;
  -- Without waiting: senders that run at once would wait for each other.
  update private.mail_channel c set last_run_at = now()
  where c.id in (select m.id from private.mail_channel m
    where m.last_run_at is null or m.last_run_at < now() - interval '10 seconds' for update skip locked);
end
$$;
comment on function public.take_notifications(integer) is
  'Service: leases up to max_rows (1 to 100) due mails for 5 minutes and counts the attempt. Drops mails that their '
  'recipient can no longer read; texts and addresses are current. Two callers never get the same mail.';
grant execute on function public.take_notifications(integer) to service_role;

-- Staff see on the ticket that a mail to a customer was given up, for whatever reason. The words of the server are
-- shown in the admins' outbox alone: a refused text may be quoted in them.
create function public.finish_notification(
  id uuid, error text default null, response text default null, failure text default 'temporary',
    status text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  max_attempts constant integer := 14;
  is_wrong constant boolean := $2 is not null and $4 = 'permanent' and private.is_wrong_address($5);
  mail public.notification_outbox;
begin
  -- A deletion of the mail locks it before its attempts, too.
  perform from public.notification_outbox o where o.id = $1 for update;
  update private.mail_attempts a set ended_at = clock_timestamp(), error = left($2, 500), response = left($3, 300)
  where a.id = (select max(l.id) from private.mail_attempts l where l.mail_id = $1) and a.ended_at is null;
  update public.notification_outbox o set
    sent_at = case when $2 is null then now() end,
    error = left($2, 500),
    attempts = case when $4 = 'unreachable' then greatest(o.attempts - 1, 0) else o.attempts end,
    dropped_at = case when $2 is not null and $4 <> 'unreachable'
      and ($4 = 'permanent' or o.attempts >= max_attempts) then now() end,
    -- After 1, 2, 4, … 128 minutes, then every 4 hours: the last attempt is made after a day.
    next_attempt_at = case when $2 is null then o.next_attempt_at when $4 = 'unreachable' then
      now() + interval '1 minute'
      else now() + interval '1 minute' * least(power(2, greatest(o.attempts, 1) - 1), 240) end
  where o.id = $1 and o.sent_at is null
  returning o.* into mail;
  if not found then
    return;
  end if;
  if $2 is null then
    update private.mail_channel c set last_sent_at = now(), failing_since = null, last_error = null where true;
  elsif is_wrong then
    perform private.mark_undeliverable(lower(mail.recipient_email), $5, left($2, 500));
  end if;
  -- What colleagues are notified of is in the portal as well.
  if mail.dropped_at is not null and mail.ticket_id is not null and (is_wrong or not exists (
    select from public.profiles p where p.id = mail.recipient_id and p.role in ('agent', 'admin'))) then
    perform private.show_failure(mail.ticket_id, (select c.id from public.comments c where c.id = mail.comment_id),
      null,
      lower(mail.recipient_email), coalesce($5, ''),
      case when is_wrong then left($2, 500)
        else 'the mail server did not accept it. Admins find its answer in the outbox.' end);
  end if;
end
$$;
comment on function public.finish_notification(uuid, text, text, text, text) is
  'Service: records an attempt. error null: the mail was sent. Otherwise the failure is temporary (retried for a '
  'day), permanent (not retried; status is the enhanced code with which the server refused the address) or '
  'unreachable (the mail server''s: no attempt is counted).';
grant execute on function public.finish_notification(uuid, text, text, text, text) to service_role;

-- What a mail contains, read when it is sent.
create function private.earlier_messages(target uuid, before timestamptz, excluded uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('author', m.author, 'address', p.email, 'at', m.at, 'text', m.text,
    'is_unverified', m.source = 'mail' and exists (
      select from private.mail_messages l
      where l.ticket_id = target and l.comment_id is not distinct from m.id and l.state = 'accepted'
        and private.is_unverified(l))) order by m.at desc), '[]')
  from (
    select k.* from (
      select c.id, c.source, c.author_name as author, case when c.author_role = 'customer' then c.user_id end as guest,
        c.created_at as at,
        left(c.content, 4000) as text
      from public.comments c
      where c.ticket_id = target and not c.is_internal and c.created_at <= before and c.id is distinct from excluded
      union all
      select null, t.source, p.name, case when p.role = 'customer' then p.id end, t.created_at,
        left(t.description, 4000)
      from public.tickets t left join public.profiles p on p.id = t.created_by
      where t.id = target and t.created_at <= before) k
    order by k.at desc limit 5) m
  left join public.profiles p on p.id = m.guest
$$;
comment on function private.earlier_messages(uuid, timestamptz, uuid) is
  'The last five public messages of a ticket up to a time, newest first: [{author, address, at, text, '
  'is_unverified}], with the addresses of all but staff.';

-- Only mails that the recipient has seen, and received ones: their Message-IDs say nothing else.
create function private.earlier_mails(mail public.notification_outbox) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(e.message_id order by e.at), '{}') from (
    select k.message_id, min(k.at) as at from (
      select s.message_id, s.sent_at as at from private.sent_mails s
      where s.ticket_id = mail.ticket_id and s.recipient = lower(mail.recipient_email)
        and (s.forward_code is not null) = (mail.kind = 'forward')
        and s.message_id not like 'notification.' || mail.id || '@%'
      union all
      select m.message_id, m.received_at from private.mail_messages m
      left join public.comments c on c.id = m.comment_id
      where m.ticket_id = mail.ticket_id and m.state = 'accepted' and m.received_at <= mail.created_at
        and not coalesce(c.is_internal, false) and mail.kind <> 'forward') k
    group by k.message_id order by min(k.at) desc limit 20) e
$$;
comment on function private.earlier_mails(public.notification_outbox) is
  'Message-IDs of up to 20 earlier mails of the ticket, received or sent to the same recipient, oldest first. A '
  'forward names earlier forwards to its recipient alone.';

create function private.people_in_copy(mail public.notification_outbox) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('address', k.address, 'name', k.name) order by k.address), '[]')
  from (
    select p.address, p.name from public.comments c cross join lateral private.copies_of(c) p
      where c.id = mail.comment_id
    union
    select lower(p.email), p.name from public.tickets t join public.profiles p on p.id = t.customer_id
    where t.id = mail.ticket_id and exists (select from public.ticket_participants q where q.ticket_id = t.id)
  ) k
  where mail.kind in ('reply', 'copy') and k.address <> lower(mail.recipient_email)
    and not private.is_blocked_sender(k.address)
    and not exists (select from public.undeliverable_addresses u where u.address = k.address)
$$;
comment on function private.people_in_copy(public.notification_outbox) is
  'Who else gets a public message: [{address, name}].';

-- An answer to a mail about a note stays a note when a provider gave that mail a Message-ID of its own: its root says
-- so.
create function private.mail_contents(mail public.notification_outbox, host text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  ticket public.tickets;
  said public.comments;
  origin uuid := mail.comment_id;
  is_staff constant boolean :=
    mail.kind in ('comment', 'reopened', 'assigned', 'taken_over', 'mention', 'unassigned', 'followed');
  is_message constant boolean := origin is not null or mail.kind in ('opened', 'forward');
begin
  select t.* into ticket from public.tickets t where t.id = mail.ticket_id;
  select c.* into said from public.comments c where c.id = origin;
  return jsonb_build_object(
    'message_id', format('notification.%s@%s', mail.id, host),
    'in_reply_to', mail.in_reply_to,
    'report_code', (
      select s.report_code from private.sent_mails s
      where s.message_id = format('notification.%s@%s', mail.id, host) and s.recipient = lower(mail.recipient_email)),
    'references', case when ticket.id is null then '[]' else
      to_jsonb(array[format('ticket.%s@%s', ticket.id, host)]
        -- Tells that it is about a note when its own Message-ID is lost.
        || case when mail.kind = 'mention' then array[format('note.%s@%s', ticket.id, host)]
          else '{}' end || private.earlier_mails(mail)) end,
    -- A mention is about a note: its answer must not reach the customer.
    'reply_to', private.reply_address(ticket.id, case when mail.kind = 'mention' then 'note' else 'support' end),
    'note_address', case when is_staff then private.reply_address(ticket.id, 'note') end,
    'is_staff', is_staff,
    'is_unverified', (origin is not null or mail.kind in ('unassigned', 'forward')) and exists (
      select from private.mail_messages m
      where m.ticket_id = ticket.id and m.comment_id is not distinct from origin and m.state = 'accepted'
        and private.is_unverified(m)),
    'message', case when said.id is not null then said.content
      when mail.kind in ('opened', 'forward') then ticket.description else mail.excerpt end,
    'note', case when mail.kind = 'forward' then mail.excerpt end,
    'author', case when said.id is not null then said.author_name
      else (select p.name from public.profiles p where p.id = ticket.created_by) end,
    'written_at', coalesce(said.created_at, ticket.created_at),
    'is_from_staff', coalesce(said.author_role, case when mail.kind = 'opened' then 'agent' end,
      'customer') <> 'customer',
    'history', case when is_message and said.id is not null and mail.kind <> 'forward'
      then private.earlier_messages(ticket.id, said.created_at, said.id) else '[]' end,
    'files', case when is_message and not is_staff then coalesce((
      select jsonb_agg(jsonb_build_object('name', a.file_name, 'type', a.file_type, 'size', a.file_size,
        'path', a.storage_path)
        order by a.created_at, a.id)
      from public.attachments a where a.ticket_id = ticket.id and a.comment_id is not distinct from origin), '[]')
        else '[]' end,
    'missing_files', case when is_message and not is_staff then to_jsonb(private.missing_files(ticket.id, origin))
      else '[]' end,
    'copies', private.people_in_copy(mail),
    'workspace', (
      select jsonb_build_object('name', w.workspace_name, 'accent_color', w.accent_color, 'logo', w.logo,
        'signature', w.mail_signature)
      from public.workspace_settings w)) || private.guest_author(mail, said, ticket) || private.refused_files_of(mail);
end
$$;
comment on function private.mail_contents(public.notification_outbox, text) is
  'Text, history, files, threading and sender of a mail. Public messages only.';

-- Mails about solved tickets have a link that rates them.
create function public.take_mails(host text, max_rows integer default 1) returns setof jsonb
language plpgsql security definer set search_path = '' as $$
declare
  mail public.notification_outbox;
  is_forward boolean;
begin
  if host is null or host !~ '^[a-z0-9.-]{1,253}$' then
    raise exception 'The host of the Message-IDs is not valid' using detail = 'host_invalid';
  end if;
  for mail in select n.* from public.take_notifications(max_rows) n loop
    is_forward := mail.kind = 'forward';
    -- Before it is sent: an answer or a bounce may arrive before the attempt is recorded.
    if mail.ticket_id is not null then
      insert into private.sent_mails (message_id, recipient, ticket_id, comment_id, is_internal, forward_code)
      values (format('notification.%s@%s', mail.id, host), lower(mail.recipient_email), mail.ticket_id, mail.comment_id,
        mail.kind = 'mention', case when is_forward then private.forward_code(mail.id) end)
      on conflict do nothing;
    end if;
    return next to_jsonb(mail) || private.mail_contents(mail, host) || private.rating_invitation(mail)
      || case when is_forward
      then jsonb_build_object('reply_to', private.forward_address(mail.ticket_id, mail.id)) else '{}' end;
  end loop;
end
$$;
comment on function public.take_mails(text, integer) is
  'Service: leases due mails as take_notifications does, with their contents, and records their Message-IDs, which '
  'end in host.';
grant execute on function public.take_mails(text, integer) to service_role;

create function private.rating_invitation(mail public.notification_outbox) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_build_object('rating_token', private.rating_token(t, i.issued))
    from public.tickets t cross join (select (extract(epoch from mail.created_at) * 1000000)::bigint) i (issued)
    where t.id = mail.ticket_id and t.customer_id = mail.recipient_id
      and case mail.kind when 'status' then mail.excerpt when 'reply' then mail.new_status end in ('solved', 'closed')
      and private.is_rating_open(t, i.issued)
      and not exists (select from public.ticket_ratings r where r.ticket_id = t.id)), '{}')
$$;
comment on function private.rating_invitation(public.notification_outbox) is
  '{rating_token} of the mail by which a customer hears that the ticket is solved or closed; {} for other mails and '
  'rated tickets.';

-- Staff see beside their reply whom it does not reach.
create function public.unreached_people(ticket_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to see who gets mails' using detail = 'agent_required';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('address', k.address, 'name', k.name, 'reason', k.reason)
      order by k.place, k.address), '[]')
    from (
      with concerned as (
        select p.email as address, p.name, p.preferences from public.tickets t
          join public.profiles p on p.id = t.customer_id
        where t.id = unreached_people.ticket_id and p.email <> ''
        union all
        select c.address, c.name, null from public.ticket_participants c
        where c.ticket_id = unreached_people.ticket_id and c.left_at is null)
      select c.address, c.name, 'undeliverable' as reason, 1 as place from concerned c
      where c.address in (select u.address from public.undeliverable_addresses u)
      union all
      select c.address, c.name, o.reason, 2 from concerned c cross join (values ('reply'), ('status')) o (reason)
      where c.preferences is not null and not private.wants(c.preferences, 'notify', o.reason)
      union all
      select p.address, p.name, 'copy', 3 from public.ticket_participants p
      where p.ticket_id = unreached_people.ticket_id and p.left_at is not null) k);
end
$$;
comment on function public.unreached_people(uuid) is
  'Staff: who of a ticket gets no mails: [{address, name, reason}]. undeliverable: earlier ones came back; reply, '
  'status: the requester wants none about these; copy: they left the copies of the ticket.';
grant execute on function public.unreached_people(uuid) to authenticated, service_role;

-- Dashboards read sums of days. Figures without data are null, not 0: an agent without replies did not answer within 0
-- minutes.
create function public.get_agent_performance_stats()
returns table (
  assigned_tickets integer, resolved_today integer, average_response_time double precision,
  satisfaction_rate double precision)
language plpgsql stable security definer set search_path = '' as $$
declare
  today date := private.today();
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to view dashboard' using detail = 'agent_required';
  end if;
  return query
    with sums as (
      select f.figure, sum(f.amount)::double precision as amount, sum(f.amount)
        filter (where f.day >= today) as since_today
      from private.figures f where f.agent_id = auth.uid() and f.day > today - 30 group by 1
    )
    select coalesce(max(s.amount) filter (where s.figure = 'active'), 0)::integer,
      coalesce(max(s.since_today) filter (where s.figure = 'resolved'), 0)::integer,
      max(s.amount) filter (where s.figure = 'response_time') / 60000000
        / nullif(max(s.amount) filter (where s.figure = 'responses'), 0),
      coalesce(max(s.amount) filter (where s.figure = 'good_ratings'), 0)
        / nullif(max(s.amount) filter (where s.figure = 'ratings'), 0)
    from sums s;
end
$$;
comment on function public.get_agent_performance_stats() is
  'Staff: the caller''s active tickets, those resolved today, minutes to the first public reply and share of good '
  'ratings, both over 30 days and null without data. Days are UTC; 30 days are today and the 29 before.';
grant execute on function public.get_agent_performance_stats() to authenticated, service_role;

create function public.get_customer_dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  if private.current_role() is null then
    raise exception 'Not authenticated' using detail = 'not_authenticated';
  end if;
  return jsonb_build_object(
    'open_tickets', (select count(*) from public.tickets t where t.customer_id = me and t.status = 'open'),
    'recent_activity', (select count(*) from public.tickets t
      where t.customer_id = me and t.updated_at >= now() - interval '24 hours'),
    'average_response_minutes', (
      select round(avg(extract(epoch from t.first_response_at - t.created_at)) / 60)
      from public.tickets t where t.customer_id = me and t.first_response_at is not null),
    'recent_tickets', coalesce((
      select jsonb_agg(to_jsonb(recent) order by recent.updated_at desc, recent.id desc)
      from (
        select t.id, t.number, t.subject, t.status, t.priority, t.created_at, t.updated_at
        from public.tickets t where t.customer_id = me
        order by t.updated_at desc, t.id desc limit 5
      ) recent), '[]'::jsonb));
end
$$;
comment on function public.get_customer_dashboard() is
  'The caller as a customer: {open_tickets, recent_activity, average_response_minutes|null, recent_tickets[5]}.';
grant execute on function public.get_customer_dashboard() to authenticated, service_role;

-- For the assistant. Exact for active tickets, capped for solved and closed ones.
create function public.get_queue_figures() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  active constant text[] := private.active_statuses();
  figures jsonb;
begin
  if not private.can_see_reports() then
    raise exception 'Must be logged in as an admin to view the queue figures' using detail = 'admin_required';
  end if;
  with counted as (
    select t.status, t.priority_rank, count(*)::integer as n
    from public.tickets t where t.status = any (active) group by 1, 2
  )
  select jsonb_build_object(
    'active', (select coalesce(sum(n), 0) from counted),
    'by_status', (select coalesce(jsonb_object_agg(s.status, s.n), '{}')
      from (select c.status, sum(c.n) as n from counted c group by 1) s),
    'active_by_priority', (select coalesce(jsonb_object_agg(r.name, r.n), '{}')
      from (select (private.ticket_priorities())[c.priority_rank + 1] as name, sum(c.n) as n
        from counted c group by 1) r),
    'unassigned', (select count(*) from public.tickets t where t.assigned_to is null and t.status = any (active)),
    'solved', (select count(*) from (select from public.tickets t where t.status = 'solved' limit 1001) d),
    'closed', (select count(*) from (select from public.tickets t where t.status = 'closed' limit 1001) d)
  ) into figures;
  return figures;
end
$$;
comment on function public.get_queue_figures() is
  'Admins: {active, by_status and active_by_priority (of active tickets), unassigned (active), solved, closed (1001 '
  'means more than 1000)}.';
grant execute on function public.get_queue_figures() to authenticated, service_role;

create function public.get_admin_dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  dashboard jsonb;
begin
  if not private.can_see_reports() then
    raise exception 'Must be logged in as an admin to view this dashboard' using detail = 'admin_required';
  end if;
  with sums as materialized (
    select f.agent_id, f.figure, sum(f.amount)::double precision as amount
    from private.figures f where f.day > (select private.today()) - 30 group by 1, 2
  ), totals as (
    select jsonb_object_agg(s.figure, s.amount) as of from (
      select each.figure, sum(each.amount) as amount from sums each group by 1) s
  ), agents as (
    select s.agent_id, jsonb_object_agg(s.figure, s.amount) as of from sums s group by 1
  )
  select jsonb_build_object(
    'has_tickets', exists (select from public.tickets),
    'total_users', coalesce((t.of -> 'users')::bigint, 0),
    'active_tickets', coalesce((t.of -> 'active')::bigint, 0),
    'unassigned_tickets', coalesce((t.of -> 'unassigned')::bigint, 0),
    'response_minutes', (t.of -> 'response_time')::double precision / 60000000 /
      nullif((t.of -> 'responses')::double precision, 0),
    'resolution_rate', coalesce((t.of -> 'created_resolved')::double precision,
      0) / nullif((t.of -> 'created')::double precision, 0),
    'agents', coalesce((
      select jsonb_agg(to_jsonb(a) order by a.resolved desc, a.assigned desc, a.name)
      from (
        select p.id, p.name, p.email, p.role,
          coalesce((g.of -> 'active')::bigint, 0) as assigned,
          coalesce((g.of -> 'resolved')::bigint, 0) as resolved,
          (g.of -> 'response_time')::double precision / 60000000 / nullif((g.of -> 'responses')::double precision, 0)
            as response_minutes,
          coalesce((g.of -> 'good_ratings')::double precision, 0) / nullif((g.of -> 'ratings')::double precision, 0)
            as satisfaction_rate
        from public.profiles p left join agents g on g.agent_id = p.id
        where p.role in ('agent', 'admin') and p.deactivated_at is null
        order by p.created_at limit 100
      ) a), '[]'))
  into dashboard from totals t;
  return dashboard;
end
$$;
comment on function public.get_admin_dashboard() is
  'Admins: {has_tickets, total_users, active_tickets, unassigned_tickets, response_minutes|null, resolution_rate|null '
  '(share of the tickets of 30 days), agents[]}. 30 days are today and the 29 before, in UTC.';
grant execute on function public.get_admin_dashboard() to authenticated, service_role;

-- Figures for the dashboards, kept by day, so that their cost does not grow with the tickets.

-- Writers only add to figure_changes: a row for each day and agent that all of them update would be a lock they wait
-- for.
create table private.daily_figures (
  day date not null,
  agent_id uuid not null,
  figure text not null,
  amount bigint not null,
  primary key (day, agent_id, figure)
);
comment on table private.daily_figures is
  'Sums by day of the workspace and agent (the nil uuid for nobody), without figure_changes. created and '
  'created_resolved: tickets by their day of creation, and those of them that are resolved now. resolved, responses, '
  'response_time (microseconds): by day and present assignee. ratings, good_ratings: by the rated agent. On the day '
  'infinity what is so now: active tickets by assignee, unassigned (open) tickets and active users. Days before a '
  'change of the time zone can be off by one, except those of the last 40 days.';

create index daily_figures_agent_idx on private.daily_figures (agent_id, day);

alter table private.daily_figures enable row level security;

create table private.figure_changes (like private.daily_figures including comments);
comment on table private.figure_changes is 'Changes that are not yet added to daily_figures.';

alter table private.figure_changes enable row level security;

create view private.figures as
  select day, agent_id, figure, amount from private.daily_figures
  union all select day, agent_id, figure, amount from private.figure_changes;
comment on view private.figures is 'Amounts to sum up: daily_figures with their changes.';

create function private.figures_of(r public.profiles)
returns table (day date, agent_id uuid, figure text, amount bigint) language sql immutable set search_path = '' as $$
  select 'infinity'::date, '00000000-0000-0000-0000-000000000000'::uuid, 'users', 1::bigint
  where r.id is not null and r.deactivated_at is null
$$;
comment on function private.figures_of(public.profiles) is 'What a user adds to the figures.';

create function private.figures_of(r public.ticket_ratings)
returns table (day date, agent_id uuid, figure text, amount bigint) language sql stable set search_path = '' as $$
  select (r.created_at at time zone (select private.time_zone()))::date,
    coalesce(r.agent_id, '00000000-0000-0000-0000-000000000000'), f.figure, 1::bigint
  from (values ('ratings', r.score is not null), ('good_ratings', r.score >= 4)) f (figure, counts) where f.counts
$$;
comment on function private.figures_of(public.ticket_ratings) is 'What a rating adds to the figures.';

-- What one row adds to the figures. Without a row (before an insert, after a delete) every day is null.
create function private.figures_of(r public.tickets)
returns table (day date, agent_id uuid, figure text, amount bigint) language sql stable set search_path = '' as $$
  select f.day, coalesce(f.agent_id, '00000000-0000-0000-0000-000000000000'), f.figure, f.amount
  from (values
    ((r.created_at at time zone (select private.time_zone()))::date, null::uuid, 'created', 1::bigint),
    (case when r.resolved_at is not null then (r.created_at at time zone (select private.time_zone()))::date end, null,
      'created_resolved', 1),
    ((r.resolved_at at time zone (select private.time_zone()))::date, r.assigned_to, 'resolved', 1),
    ((r.first_response_at at time zone (select private.time_zone()))::date, r.assigned_to, 'responses', 1),
    ((r.first_response_at at time zone (select private.time_zone()))::date, r.assigned_to, 'response_time',
      (extract(epoch from r.first_response_at - r.created_at) * 1000000)::bigint),
    (case when r.status = any (private.active_statuses()) then 'infinity'::date end, r.assigned_to, 'active', 1),
    (case when r.status = 'open' and r.assigned_to is null then 'infinity'::date end, null, 'unassigned', 1)
  ) f (day, agent_id, figure, amount) where f.day is not null
$$;
comment on function private.figures_of(public.tickets) is 'What a ticket adds to the figures.';

-- WHERE true: sessions of the Data API on hosted projects load the extension safeupdate, which refuses UPDATE and
-- DELETE without WHERE with 21000, also inside functions. tests/function-statements.test.ts reads every function.
create function private.fold_figures() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- One folds at a time and nobody waits: the changes that are left belong to the next one.
  if not pg_try_advisory_xact_lock(hashtextextended('helpdesk.figures', 0)) then
    return;
  end if;
  with taken as (
    delete from private.figure_changes where true returning *
  )
  insert into private.daily_figures as f (day, agent_id, figure, amount)
  select c.day, c.agent_id, c.figure, sum(c.amount) from taken c group by 1, 2, 3
  on conflict (day, agent_id, figure) do update set amount = f.amount + excluded.amount;
end
$$;
comment on function private.fold_figures() is 'Adds the changes to daily_figures.';

-- Compiled for each table, so that figures_of is the one of its rows.
create function private.count_figures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.figure_changes (day, agent_id, figure, amount)
  select c.day, c.agent_id, c.figure, sum(c.amount)
  from (
    select f.day, f.agent_id, f.figure, f.amount from private.figures_of(new) f
    union all select f.day, f.agent_id, f.figure, -f.amount from private.figures_of(old) f
  ) c group by 1, 2, 3 having sum(c.amount) <> 0;
  -- A snapshot that is older than the last fold could not delete what that one has deleted.
  if random() < 1.0 / 50 and current_setting('transaction_isolation') = 'read committed' then
    perform private.fold_figures();
  end if;
  return null;
end
$$;
comment on function private.count_figures() is
  'Records how a changed row changes the figures, and folds once in a while.';

create function private.clear_figures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.figure_changes c where c.figure = any (tg_argv);
  delete from private.daily_figures f where f.figure = any (tg_argv);
  return null;
end
$$;
comment on function private.clear_figures() is 'Deletes the figures of a truncated table.';

create function private.refresh_figures() returns void
language plpgsql security definer set search_path = '' as $$
declare
  source text;
begin
  -- In this order: a transaction that folds already writes one of the tables, and is waited for here.
  perform pg_advisory_xact_lock(hashtextextended('helpdesk.figures', 0));
  lock table public.tickets, public.ticket_ratings, public.profiles in share mode;
  delete from private.figure_changes where true;
  delete from private.daily_figures where true;
  foreach source in array array['public.tickets', 'public.ticket_ratings', 'public.profiles'] loop
    -- The body in place of a call for each row, which would take 20 times as long: a function with a search path is not
    -- inlined.
    execute format('insert into private.daily_figures (day, agent_id, figure, amount)
      select c.day, c.agent_id, c.figure, sum(c.amount) from %s r cross join lateral (%s) c (day, agent_id, figure, amount) group by 1, 2, 3 order by 1, 2',
      source, (select p.prosrc from pg_catalog.pg_proc p
        where p.oid = format('private.figures_of(%s)', source)::regprocedure));
  end loop;
end
$$;
comment on function private.refresh_figures() is
  'Computes all figures again from the tables, after changes that fired no trigger.';

-- Updates of other columns cost nothing.
create trigger tickets_figures_new after insert or delete on public.tickets
  for each row execute function private.count_figures();
create trigger tickets_figures after update on public.tickets
  for each row when (
    (old.created_at, old.resolved_at, old.first_response_at, old.status, old.assigned_to)
    is distinct from (new.created_at, new.resolved_at, new.first_response_at, new.status, new.assigned_to))
  execute function private.count_figures();
create trigger tickets_figures_none after truncate on public.tickets for each statement
  execute function private.clear_figures('created', 'created_resolved', 'resolved', 'responses', 'response_time',
    'active', 'unassigned');
create trigger ticket_ratings_figures_new after insert or delete on public.ticket_ratings
  for each row execute function private.count_figures();
create trigger ticket_ratings_figures after update on public.ticket_ratings
  for each row when ((old.created_at, old.agent_id, old.score) is distinct from (new.created_at, new.agent_id,
    new.score))
  execute function private.count_figures();
create trigger ticket_ratings_figures_none after truncate on public.ticket_ratings for each statement
  execute function private.clear_figures('ratings', 'good_ratings');
create trigger profiles_figures_new after insert or delete on public.profiles
  for each row execute function private.count_figures();
create trigger profiles_figures after update on public.profiles
  for each row when (old.deactivated_at is distinct from new.deactivated_at) execute function private.count_figures();
create trigger profiles_figures_none after truncate on public.profiles for each statement
  execute function private.clear_figures('users');

-- Reports and exports of a range of days, in the time zone of their reader.
create function private.count_reopened(since timestamptz, until timestamptz) returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from public.ticket_events e
  where e.kind = 'status' and e.from_value in ('solved', 'closed') and e.to_value not in ('solved', 'closed')
    and e.created_at >= since and e.created_at < until
    -- Undoing one's own change is not reopening.
    and not exists (
      select from public.ticket_events b
      where b.ticket_id = e.ticket_id and b.kind = 'status' and b.to_value = e.from_value and b.actor_id = e.actor_id
        and b.created_at < e.created_at and b.created_at >= e.created_at - interval '30 seconds')
$$;
comment on function private.count_reopened(timestamptz, timestamptz) is
  'How often solved or closed tickets were reopened, without changes that were undone.';

-- Checks the caller and the range. Days are those of the reader's time zone. Tickets are grouped once: counting again
-- for each day took 50 seconds instead of one for a year of 100,000 tickets.
create function private.get_report(from_day date, to_day date, time_zone text default 'UTC') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  since timestamptz;
  until timestamptz;
  report jsonb;
begin
  if not private.can_see_reports() then
    raise exception 'Must be logged in as an admin to view reports' using detail = 'admin_required';
  end if;
  if not exists (select from pg_catalog.pg_timezone_names z where z.name = time_zone) then
    raise exception 'Unknown time zone' using detail = 'time_zone';
  end if;
  if from_day is null or to_day is null or to_day < from_day or to_day - from_day > 366 then
    raise exception 'Choose a range of 1 to 367 days' using detail = 'report_range';
  end if;
  since := from_day::timestamp at time zone time_zone;
  until := (to_day + 1)::timestamp at time zone time_zone;

  with made as materialized (
    select t.id, t.status, t.priority, g.tags, t.created_at from public.tickets t
      left join public.ticket_tags g on g.ticket_id = t.id
    where t.created_at >= since and t.created_at < until
  ), done as materialized (
    select t.id, t.assigned_to, t.resolved_at, extract(epoch from t.resolved_at - t.created_at) / 60 as minutes
    from public.tickets t where t.resolved_at >= since and t.resolved_at < until
  ), answered as materialized (
    select t.assigned_to, extract(epoch from t.first_response_at - t.created_at) / 60 as minutes
    from public.tickets t where t.first_response_at >= since and t.first_response_at < until
  ), rated as materialized (
    select r.agent_id, r.score from public.ticket_ratings r where r.created_at >= since and r.created_at < until
  ), before as (
    -- Backlog at the start of the range.
    select (select count(*) from public.tickets t where t.created_at < since
      and (t.resolved_at is null or t.resolved_at >= since)) as backlog
  ), days as (
    select each::date as day, coalesce(m.n, 0) as created, coalesce(d.n, 0) as resolved
    from generate_series(from_day::timestamp, to_day::timestamp, interval '1 day') each
    left join (select (created_at at time zone time_zone)::date as day, count(*) as n from made group by 1) m
      on m.day = each::date
    left join (select (resolved_at at time zone time_zone)::date as day, count(*) as n from done group by 1) d
      on d.day = each::date
  )
  select jsonb_build_object(
    'from', from_day, 'to', to_day, 'time_zone', time_zone,
    'created', (select count(*) from made),
    'resolved', (select count(*) from done),
    'days', (
      select jsonb_agg(jsonb_build_object('day', d.day, 'created', d.created, 'resolved', d.resolved,
        'backlog', d.backlog) order by d.day)
      from (
        select day, created, resolved,
          (select b.backlog from before b) + sum(created - resolved) over (order by day) as backlog
        from days
      ) d),
    'first_response', (select jsonb_build_object('count', count(*),
      'median', percentile_cont(0.5) within group (order by minutes),
      'p90', percentile_cont(0.9) within group (order by minutes)) from answered),
    'resolution', (select jsonb_build_object('count', count(*),
      'median', percentile_cont(0.5) within group (order by minutes),
      'p90', percentile_cont(0.9) within group (order by minutes)) from done),
    'by_status', (select coalesce(jsonb_object_agg(status, n), '{}')
      from (select status, count(*) n from made group by 1) s),
    'by_priority', (select coalesce(jsonb_object_agg(priority, n), '{}')
      from (select priority, count(*) n from made group by 1) p),
    'by_tag', (select coalesce(jsonb_agg(jsonb_build_object('tag', tag, 'count', n) order by n desc, tag), '[]')
      from (select tag, count(*) n from made, unnest(made.tags) tag group by 1 order by 2 desc, 1 limit 20) t),
    'by_agent', (select coalesce(jsonb_agg(to_jsonb(a) order by a.resolved desc, a.name), '[]') from (
        select p.id, p.name, coalesce(d.n, 0) as resolved, coalesce(w.n, 0) as answered, w.median as response_median,
          coalesce(s.n, 0) as ratings, s.good as satisfaction_rate
        from public.profiles p
        left join (select assigned_to, count(*) n from done group by 1) d on d.assigned_to = p.id
        left join (select assigned_to, count(*) n, percentile_cont(0.5) within group (order by minutes) median
          from answered group by 1) w on w.assigned_to = p.id
        left join (select agent_id, count(*) n, avg((score >= 4)::integer) good from rated group by 1) s
          on s.agent_id = p.id
        where d.n is not null or w.n is not null or s.n is not null
      ) a),
    'satisfaction', (select jsonb_build_object('count', count(*), 'rate', avg((score >= 4)::integer),
      'scores', jsonb_build_array(count(*) filter (where score = 1), count(*) filter (where score = 2),
        count(*) filter (where score = 3), count(*) filter (where score = 4), count(*) filter (where score = 5)))
      from rated))
  into report;
  return report;
end
$$;
comment on function private.get_report(date, date, text) is
  'Admins: created, resolved and backlog by day, first response and resolution (minutes: median, p90), by status, '
  'priority, tag and agent, satisfaction; for the days from_day to to_day in the time zone.';
grant execute on function private.get_report(date, date, text) to service_role;

create function public.get_report(from_day date, to_day date, time_zone text default 'UTC') returns jsonb
language sql stable security definer set search_path = '' as $$
  -- The first part checks the caller and the range.
  select report || jsonb_build_object('reopened', private.count_reopened(
    from_day::timestamp at time zone time_zone, (to_day + 1)::timestamp at time zone time_zone))
  from private.get_report(from_day, to_day, time_zone) report
$$;
comment on function public.get_report(date, date, text) is
  'Admins: created, resolved and backlog by day, reopened, first response and resolution (minutes: median, p90), by '
  'status, priority, tag and agent, satisfaction; for the days from_day to to_day in the time zone.';
grant execute on function public.get_report(date, date, text) to authenticated, service_role;

create function public.export_tickets(
  from_day date, to_day date, time_zone text default 'UTC',
  after_created_at timestamptz default null, after_id uuid default null, max_rows integer default 5000
) returns table (
  id uuid, created_at timestamptz, subject text, status text, priority text, tags text, requester text,
  assignee text, first_response_at timestamptz, resolved_at timestamptz, closed_at timestamptz, rating smallint,
    number bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_see_reports() then
    raise exception 'Must be logged in as an admin to export' using detail = 'admin_required';
  end if;
  return query
    select page.id, page.created_at, page.subject, page.status, page.priority, array_to_string(g.tags, ', '),
      c.email, a.email, page.first_response_at, page.resolved_at, page.closed_at, r.score, page.number
    from (
      select t.* from public.tickets t
      where t.created_at >= from_day::timestamp at time zone time_zone
        and t.created_at < (to_day + 1)::timestamp at time zone time_zone
        and (after_created_at is null or (t.created_at, t.id)
          < (after_created_at, coalesce(after_id, '00000000-0000-0000-0000-000000000000'::uuid)))
      order by t.created_at desc, t.id desc
      limit least(greatest(coalesce(max_rows, 5000), 1), 5000)
    ) page
    left join public.ticket_tags g on g.ticket_id = page.id
    left join public.profiles c on c.id = page.customer_id
    left join public.profiles a on a.id = page.assigned_to
    left join public.ticket_ratings r on r.ticket_id = page.id
    order by page.created_at desc, page.id desc;
end
$$;
comment on function public.export_tickets(date, date, text, timestamptz, uuid, integer) is
  'Admins: the tickets created in a range of days, newest first, up to 5000 per page, paged by (created_at, id).';
grant execute on function public.export_tickets(date, date, text, timestamptz, uuid, integer) to authenticated,
  service_role;

-- The assistant reads with the rights of its caller and proposes changes. A ticket changes only when an admin applies a
-- proposal, which can be undone.
create table public.assistant_proposals (
  id uuid primary key default gen_random_uuid(),
  admin_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  kind text not null constraint assistant_proposals_kind
    check (kind in ('assign', 'status', 'priority', 'internal_note', 'reply_draft')),
  from_value text,
  to_value text constraint assistant_proposals_to_value check (char_length(to_value) <= 10000),
  reason text not null default '' constraint assistant_proposals_reason check (char_length(reason) <= 500),
  state text not null default 'proposed' constraint assistant_proposals_state
    check (state in ('proposed', 'applied', 'dismissed', 'undone')),
  -- No foreign key: with one to comments and one to tickets, the data API would take this table for a link between
  -- them, and embedding comments in tickets would be ambiguous.
  comment_id uuid,
  applied_version integer,
  created_at timestamptz not null default now(),
  decided_at timestamptz
);
comment on table public.assistant_proposals is 'Changes of tickets proposed by the assistant to an admin.';

create index assistant_proposals_admin_idx on public.assistant_proposals (admin_id, created_at desc);
create index assistant_proposals_ticket_idx on public.assistant_proposals (ticket_id);

-- An applied note is copied in its proposal, so the copy is erased when the note is edited or deleted.
create index assistant_proposals_comment_idx on public.assistant_proposals (comment_id) where comment_id is not null;

alter table public.assistant_proposals
  alter column from_value set statistics 0,
  alter column to_value set statistics 0,
  alter column reason set statistics 0;
alter table public.assistant_proposals enable row level security;
grant select (id, admin_id, ticket_id, kind, from_value, to_value, reason, state, comment_id, applied_version,
  created_at, decided_at)
  on table public.assistant_proposals to authenticated;
grant all on table public.assistant_proposals to service_role;

create table private.assistant_turns (
  id bigint generated always as identity primary key,
  admin_id uuid not null,
  at timestamptz not null default now()
);
comment on table private.assistant_turns is 'Questions of the last hour, for the rate limit per admin.';

create index assistant_turns_admin_idx on private.assistant_turns (admin_id, at);

create function public.take_assistant_turn() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  used integer;
  oldest timestamptz;
begin
  if not private.can_use_assistant() then
    raise exception 'Must be logged in as an admin to use the assistant' using detail = 'admin_required';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('assistant:' || me, 0));
  delete from private.assistant_turns t where t.admin_id = me and t.at < now() - interval '1 minute';
  select count(*), min(t.at) into used, oldest from private.assistant_turns t where t.admin_id = me;
  if used >= 20 then
    raise sqlstate 'PT429' using message = 'Too many questions. Please wait a moment.', detail = 'assistant_limit',
      hint = greatest(1, ceil(extract(epoch from oldest + interval '1 minute' - now())))::text;
  end if;
  insert into private.assistant_turns (admin_id) values (me);
  return 20 - used - 1;
end
$$;
comment on function public.take_assistant_turn() is
  'Admins: counts a question, at most 20 a minute. Returns how many are left; HTTP 429 beyond, with the seconds to '
  'wait as hint.';
grant execute on function public.take_assistant_turn() to authenticated, service_role;

create function public.propose_change(ticket_id uuid, kind text, to_value text, reason text default '')
returns public.assistant_proposals
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  made public.assistant_proposals;
begin
  if not private.can_use_assistant() then
    raise exception 'Must be logged in as an admin to use the assistant' using detail = 'admin_required';
  end if;
  select t.* into ticket from public.tickets t where t.id = propose_change.ticket_id;
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  if kind = 'assign' and to_value is not null
    and (to_value !~ '^[0-9a-f-]{36}$' or not private.is_active_staff(to_value::uuid))
    or kind = 'status' and coalesce(to_value <> all (private.ticket_statuses()), true)
    or kind = 'priority' and coalesce(to_value <> all (private.ticket_priorities()), true)
    or kind in ('internal_note', 'reply_draft') and coalesce(to_value !~ '\S', true)
    or kind is null or kind not in ('assign', 'status', 'priority', 'internal_note', 'reply_draft') then
    raise exception 'This proposal cannot be applied to a ticket' using detail = 'proposal_invalid';
  end if;
  insert into public.assistant_proposals (ticket_id, kind, from_value, to_value, reason)
  values (ticket.id, propose_change.kind,
    case kind when 'assign' then ticket.assigned_to::text when 'status' then ticket.status
      when 'priority' then ticket.priority end,
    propose_change.to_value, left(coalesce(propose_change.reason, ''), 500))
  returning * into made;
  return made;
end
$$;
comment on function public.propose_change(uuid, text, text, text) is
  'Admins (through the assistant): save a proposed change, without applying it.';
grant execute on function public.propose_change(uuid, text, text, text) to authenticated, service_role;

create function private.erase_note_of_proposal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.assistant_proposals p set to_value = null where p.comment_id = old.id;
  return null;
end
$$;
comment on function private.erase_note_of_proposal() is
  'Erases the text of an edited or deleted note from its proposal.';

create policy assistant_proposals_select_own on public.assistant_proposals for select to authenticated
  using (admin_id = (select auth.uid()) and (select private.can_use_assistant()));

create trigger comments_forget after update of content or delete on public.comments
  for each row when (old.is_internal) execute function private.erase_note_of_proposal();

-- Admins apply, dismiss and undo what the assistant proposed.

-- A proposed reply becomes the admin's draft on the ticket, below what the admin had already written.
create function private.apply_reply_draft(p public.assistant_proposals) returns text
language plpgsql security definer set search_path = '' as $$
declare
  mine text;
begin
  select d.content into mine from public.ticket_drafts d
  where d.user_id = p.admin_id and d.ticket_id = p.ticket_id and d.kind = 'comment' for update;
  if char_length(coalesce(mine || E'\n\n', '') || p.to_value) > 10000 then
    raise sqlstate 'PT409' using message = 'Your draft on this ticket is too long to add a reply to it',
      detail = 'draft_full';
  end if;
  insert into public.ticket_drafts as d (user_id, ticket_id, kind, content)
  values (p.admin_id, p.ticket_id, 'comment', coalesce(mine || E'\n\n', '') || p.to_value)
  on conflict on constraint ticket_drafts_pkey do update set content = excluded.content, updated_at = now();
  return mine;
end
$$;
comment on function private.apply_reply_draft(public.assistant_proposals) is
  'Appends a proposed reply to the admin''s draft. Returns the previous draft, or null.';

create function private.undo_reply_draft(p public.assistant_proposals) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p.from_value is null then
    delete from public.ticket_drafts d
    where d.user_id = p.admin_id and d.ticket_id = p.ticket_id and d.kind = 'comment' and d.content = p.to_value;
  else
    update public.ticket_drafts d set content = p.from_value, updated_at = now()
    where d.user_id = p.admin_id and d.ticket_id = p.ticket_id and d.kind = 'comment'
      and d.content = p.from_value || E'\n\n' || p.to_value;
  end if;
  if not found then
    raise sqlstate 'PT409' using message = 'The draft has changed since this was applied', detail = 'draft_changed';
  end if;
end
$$;
comment on function private.undo_reply_draft(public.assistant_proposals) is
  'Restores the draft from before the proposed reply. HTTP 409 when it was sent or edited meanwhile.';

-- An applied proposal can be undone until somebody changes the same field; other changes of the ticket do not matter.
create function public.decide_proposal(proposal_id uuid, decision text) returns public.assistant_proposals
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  p public.assistant_proposals;
  ticket public.tickets;
  field text;
  current_value text;
  note uuid;
  before text;
begin
  if not private.can_use_assistant() then
    raise exception 'Must be logged in as an admin to use the assistant' using detail = 'admin_required';
  end if;
  if decision is null or decision not in ('apply', 'dismiss', 'undo') then
    raise exception 'Decide with apply, dismiss or undo' using detail = 'decision_invalid';
  end if;
  select a.* into p from public.assistant_proposals a where a.id = proposal_id and a.admin_id = me for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Proposal not found', detail = 'proposal_not_found';
  end if;
  if p.state <> (case decision when 'undo' then 'applied' else 'proposed' end) then
    raise sqlstate 'PT409' using message = 'This proposal is already ' || p.state, detail = 'proposal_decided';
  end if;
  select t.* into ticket from public.tickets t where t.id = p.ticket_id for no key update;
  -- Kind of the event in the ticket's history; null for a text.
  field := case p.kind when 'assign' then 'assigned_to' when 'status' then 'status' when 'priority' then 'priority' end;
  current_value := case p.kind
    when 'assign' then ticket.assigned_to::text when 'status' then ticket.status
      when 'priority' then ticket.priority end;

  if decision = 'apply' then
    if field is not null and p.from_value is distinct from current_value then
      raise sqlstate 'PT409' using message = 'The ticket has changed since this was proposed',
        detail = 'ticket_changed';
    end if;
    if p.kind = 'assign' then
      update public.tickets t set assigned_to = p.to_value::uuid where t.id = p.ticket_id;
    elsif p.kind = 'status' then
      update public.tickets t set status = p.to_value where t.id = p.ticket_id;
    elsif p.kind = 'priority' then
      update public.tickets t set priority = p.to_value where t.id = p.ticket_id;
    elsif p.kind = 'internal_note' then
      insert into public.comments (ticket_id, user_id, content, is_internal)
      values (p.ticket_id, me, p.to_value, true) returning id into note;
    elsif p.kind = 'reply_draft' then
      -- A reply becomes a draft; only the admin sends it.
      before := private.apply_reply_draft(p);
    end if;
  elsif decision = 'undo' then
    if field is not null then
      -- Checks the history too: a value changed and changed back was somebody's decision.
      if p.to_value is distinct from current_value or exists (
        select from public.ticket_events e
        where e.ticket_id = p.ticket_id and e.kind = field and e.created_at > p.decided_at) then
        raise sqlstate 'PT409' using message = 'The ticket has changed since this was applied',
          detail = 'ticket_changed';
      end if;
      update public.tickets t set
        assigned_to = case p.kind when 'assign' then p.from_value::uuid else t.assigned_to end,
        status = case p.kind when 'status' then p.from_value else t.status end,
        priority = case p.kind when 'priority' then p.from_value else t.priority end
      where t.id = p.ticket_id;
    elsif p.kind = 'reply_draft' then
      perform private.undo_reply_draft(p);
    elsif p.comment_id is not null then
      delete from public.comments c where c.id = p.comment_id;
    end if;
  end if;

  update public.assistant_proposals a set
    state = case decision when 'apply' then 'applied' when 'undo' then 'undone' else 'dismissed' end,
    comment_id = note,
    from_value = coalesce(before, a.from_value),
    applied_version = (select t.version from public.tickets t where t.id = p.ticket_id),
    decided_at = now()
  where a.id = p.id returning a.* into p;
  if decision <> 'dismiss' then
    -- Without the text of a note, which must not outlive the note.
    perform private.audit(case decision when 'apply' then 'proposal_applied' else 'proposal_undone' end,
      p.ticket_id, ticket.subject,
      case when field is not null then jsonb_build_object('kind', p.kind, 'value', p.from_value) end,
      jsonb_build_object('kind', p.kind, 'value', case when field is not null then p.to_value end));
  end if;
  return p;
end
$$;
comment on function public.decide_proposal(uuid, text) is
  'The admin of the proposal: apply, dismiss or undo it. HTTP 409 when the field was changed meanwhile.';
grant execute on function public.decide_proposal(uuid, text) to authenticated, service_role;

-- Checks every request before the data API runs it.
create schema gate;
comment on schema gate is 'Called by the data API before each request. Never exposed by the API.';
revoke all on schema gate from public;
grant usage on schema gate to anon, authenticated, service_role;

-- The data API calls this function before each request, in the same transaction, also on hosted Supabase.
-- * `Prefer: count=planned` and `count=estimated` would return the planner's estimate over all rows, including those
-- that   row level security hides.
-- * Row level security would answer an ended session with empty lists, as if all tickets were gone. An error lets the
--   client ask to sign in and keep unsent text.
-- * Hosted projects have one timeout for all signed-in users. Customers' statements take milliseconds, so a lower one
--   keeps a slow pattern from holding connections that staff wait for.
create function gate.check_request() returns void
language plpgsql volatile set search_path = '' as $$
declare
  caller text;
begin
  -- A setting of an earlier transaction leaves an empty text behind.
  if nullif(current_setting('request.headers', true), '')::jsonb ->> 'prefer' ~* 'count\s*=\s*(planned|estimated)' then
    raise sqlstate 'PT400' using message = 'Counts are exact here', detail = 'count_guessed';
  end if;
  -- Nested: anonymous callers cannot even look up a name in `private`.
  if current_user = 'authenticated' then
    caller := private.current_role();
    if caller is null then
      raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
    end if;
    if caller = 'customer' then
      perform set_config('statement_timeout', '3s', true);
    end if;
  end if;
end
$$;
comment on function gate.check_request() is
  'Refuses estimated counts, ended sessions and deactivated users. Limits customers'' statements to 3 seconds.';
grant execute on function gate.check_request() to anon, authenticated, service_role;

alter role authenticator set pgrst.db_pre_request = 'gate.check_request';
notify pgrst, 'reload config';

-- Limits comments and tickets per person and minute. Only writes through the API are counted, not seeds, imports or the
-- service role. Unlogged: after a crash somebody may write a little more.
create unlogged table private.recent_writes (
  user_id uuid not null,
  kind text not null,
  at timestamptz not null
);
comment on table private.recent_writes is 'Comments and tickets of the last minute, for the limit per person.';

create index recent_writes_user_idx on private.recent_writes (user_id, kind, at);

create function private.writes_a_minute(kind text, staff boolean) returns integer
language sql immutable set search_path = '' as $$
  select case kind when 'comment' then case when staff then 300 else 60 end
    else case when staff then 100 else 20 end end
$$;
comment on function private.writes_a_minute(text, boolean) is
  'Number of comments or tickets that one person can send per minute.';

-- After the statement, so that writes refused by row level security are not counted. Takes no lock: concurrent requests
-- may miss each other.
create function private.limit_writes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  what text := tg_argv[0];
  allowed integer;
  added integer;
  used integer;
  since timestamptz;
  seconds integer;
begin
  if me is null or auth.role() is distinct from 'authenticated' then
    return null;
  end if;
  select count(*) into added from new_rows;
  if added = 0 then
    return null;
  end if;
  allowed := private.writes_a_minute(what, private.can_work_on_tickets());
  delete from private.recent_writes w where w.ctid = any (array(
    select r.ctid from private.recent_writes r
    where r.user_id = me and r.kind = what and r.at < clock_timestamp() - interval '1 minute'
    for update skip locked));
  select count(*) into used from private.recent_writes w
  where w.user_id = me and w.kind = what and w.at >= clock_timestamp() - interval '1 minute';
  if used + added > allowed then
    -- Until enough of the oldest have expired; never, if the statement alone exceeds the limit.
    select w.at into since from private.recent_writes w
    where w.user_id = me and w.kind = what and w.at >= clock_timestamp() - interval '1 minute'
    order by w.at offset greatest(least(used + added - allowed, used) - 1, 0) limit 1;
    seconds := greatest(1, ceil(extract(epoch from coalesce(since,
      clock_timestamp()) + interval '1 minute' - clock_timestamp())));
    -- The form in which the data API reads headers from the database.
    raise sqlstate 'PGRST' using
      message = json_build_object(
        'code', 'PT429',
        'message', format('That was too much at once. Please wait %s seconds.', seconds),
        'details', what || '_limit', 'hint', seconds::text)::text,
      detail = json_build_object('status', 429, 'headers', json_build_object('Retry-After', seconds::text))::text;
  end if;
  insert into private.recent_writes (user_id, kind, at)
  select me, what, clock_timestamp() from pg_catalog.generate_series(1, added);
  return null;
end
$$;
comment on function private.limit_writes() is
  'Counts a person''s writes of the last minute; raises HTTP 429 with the seconds to wait.';

create trigger comments_limit after insert on public.comments
  referencing new table as new_rows for each statement execute function private.limit_writes('comment');
create trigger tickets_limit after insert on public.tickets
  referencing new table as new_rows for each statement execute function private.limit_writes('ticket');

-- Errors, load failures and web vitals that browsers report. Only counts are stored: no user, no address, no text but
-- the name of an error and a place in our own code.
create table private.client_events (
  hour timestamptz not null,
  kind text not null,
  name text not null,
  remote text not null,
  version text not null,
  browser text not null,
  -- Upper bound of a vital's bucket; 0 for errors and load failures.
  bucket real not null,
  events bigint not null,
  last_at timestamptz not null,
  primary key (hour, kind, name, remote, version, browser, bucket)
);
comment on table private.client_events is 'Reports of browsers of the last 30 days, counted by hour.';

-- Unlogged: after a crash somebody may report a little more.
create unlogged table private.client_reports (
  user_id uuid primary key,
  since timestamptz not null,
  reports integer not null
);
comment on table private.client_reports is
  'Reports per person in the minute that began with the first of them, for the limit.';

-- Buckets are a fifth apart, so that a percentile is at most that much too high. CLS is a score, the others
-- milliseconds.
create function private.vital_bucket(name text, value double precision) returns real
language sql immutable set search_path = '' as $$
  select case when value <= floor_of then floor_of
    else (floor_of * 1.2 ^ ceil(round((ln(least(value, floor_of * 10000) / floor_of) / ln(1.2))::numeric, 6)))::real end
  from (select (case name when 'CLS' then 0.01 else 8 end)::real as floor_of) f
$$;
comment on function private.vital_bucket(text, double precision) is
  'Upper bound of the bucket that counts a value of a vital.';

-- What one browser may send at once is bounded here, what all of them may store by the groups of an hour: beyond, a new
-- group counts under the version "other".
create function public.report_client_events(events jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  this_hour timestamptz := date_trunc('hour', now());
  used integer;
  groups integer;
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  if events is null or jsonb_typeof(events) <> 'array' or pg_column_size(events) > 16384
    or jsonb_array_length(events) > 50 then
    raise exception 'Send a list of at most 50 events' using detail = 'events_invalid';
  end if;
  if exists (
    select from jsonb_array_elements(events) e
    where jsonb_typeof(e) <> 'object'
      or coalesce(e ->> 'kind', '') not in ('error', 'load', 'vital')
      or coalesce(e ->> 'name', '') !~ '^[A-Za-z][\w.:/ -]{0,79}$'
      or e ->> 'kind' = 'vital' and coalesce(e ->> 'name', '') not in ('LCP', 'INP', 'CLS')
      or e ->> 'kind' = 'vital' and coalesce(jsonb_typeof(e -> 'value'), '') <> 'number'
      or coalesce(e ->> 'remote', '') !~ '^[a-z][a-z0-9-]{0,39}$'
      or coalesce(e ->> 'version', '') !~ '^[\w.+-]{1,40}$'
      or coalesce(e ->> 'browser', '') not in ('chromium', 'firefox', 'safari', 'other')
  ) then
    raise exception 'An event is not valid' using detail = 'events_invalid';
  end if;
  delete from private.client_reports r where r.since <= now() - interval '1 minute';
  insert into private.client_reports as r (user_id, since, reports) values (me, now(), 1)
  on conflict (user_id) do update set reports = r.reports + 1
  returning r.reports into used;
  if used > 6 then
    raise sqlstate 'PT429' using message = 'Too many reports', detail = 'client_events_limit', hint = '60';
  end if;
  delete from private.client_events c where c.hour < now() - interval '30 days';
  select count(*) into groups from private.client_events c where c.hour = this_hour;
  insert into private.client_events as c (hour, kind, name, remote, version, browser, bucket, events, last_at)
  select this_hour, e ->> 'kind',
    case when groups < 2000 or e ->> 'kind' = 'vital' then e ->> 'name' else 'other' end,
    case when groups < 2000 then e ->> 'remote' else 'other' end,
    case when groups < 2000 then e ->> 'version' else 'other' end,
    e ->> 'browser',
    case e ->> 'kind' when 'vital' then private.vital_bucket(e ->> 'name', greatest((e ->> 'value')::double precision,
      0)) else 0 end,
    count(*), now()
  from jsonb_array_elements(events) e
  group by 1, 2, 3, 4, 5, 6, 7
  -- one order for all, so that reports at the same time do not wait for each other in a circle
  order by 1, 2, 3, 4, 5, 6, 7
  on conflict (hour, kind, name, remote, version, browser, bucket)
    do update set events = c.events + excluded.events, last_at = excluded.last_at;
end
$$;
comment on function public.report_client_events(jsonb) is
  'Signed-in users: counts up to 50 events [{kind: error|load|vital, name, value (of a vital), remote, version, '
  'browser}], at most 6 times a minute.';
grant execute on function public.report_client_events(jsonb) to authenticated, service_role;

create function public.get_client_health(days integer default 7) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  since timestamptz := now() - make_interval(days => least(greatest(coalesce(days, 7), 1), 30));
begin
  if not private.can_see_reports() then
    raise exception 'Must be logged in as an admin to view the health of the portal' using detail = 'admin_required';
  end if;
  return jsonb_build_object(
    'releases', (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.last_seen desc, r.remote, r.version), '[]') from (
        select c.remote, c.version,
          coalesce(sum(c.events) filter (where c.kind = 'error'), 0) as errors,
          coalesce(sum(c.events) filter (where c.kind = 'load'), 0) as load_failures,
          max(c.last_at) as last_seen,
          (select p.p75 from private.vital_p75(c.remote, c.version, 'LCP', since) p) as lcp,
          (select p.p75 from private.vital_p75(c.remote, c.version, 'INP', since) p) as inp,
          (select p.p75 from private.vital_p75(c.remote, c.version, 'CLS', since) p) as cls
        from private.client_events c where c.hour >= since
        group by c.remote, c.version order by max(c.last_at) desc limit 100
      ) r),
    'failures', (
      select coalesce(jsonb_agg(to_jsonb(f) order by f.events desc, f.name), '[]') from (
        select c.kind, c.name, c.remote, c.version, sum(c.events) as events, max(c.last_at) as last_seen
        from private.client_events c where c.hour >= since and c.kind <> 'vital'
        group by c.kind, c.name, c.remote, c.version order by sum(c.events) desc, c.name limit 20
      ) f));
end
$$;
comment on function public.get_client_health(integer) is
  'Admins: {releases: [{remote, version, errors, load_failures, last_seen, lcp, inp, cls (75th percentile or null)}], '
  'failures: [{kind, name, remote, version, events, last_seen}]} of up to 30 days.';
grant execute on function public.get_client_health(integer) to authenticated, service_role;

create function private.vital_p75(of_remote text, of_version text, vital text, since timestamptz)
returns table (p75 real)
language sql stable set search_path = '' as $$
  select b.bucket from (
    select c.bucket, sum(sum(c.events)) over (order by c.bucket) as below, sum(sum(c.events)) over () as total
    from private.client_events c
    where c.hour >= since and c.kind = 'vital' and c.name = vital and c.remote = of_remote and c.version = of_version
    group by c.bucket) b
  where b.below >= b.total * 0.75 order by b.bucket limit 1
$$;
comment on function private.vital_p75(text, text, text, timestamptz) is
  '75th percentile of a vital of a release: the upper bound of its bucket.';

-- When the sender of mails ran last, and what the embedded backend reports of itself: for admins.

create table private.server_checks (
  name text primary key constraint server_checks_name check (name ~ '^[a-z_]{1,40}$'),
  is_ok boolean not null,
  reason text constraint server_checks_reason check (char_length(reason) <= 300),
  since timestamptz not null default now(),
  checked_at timestamptz not null default now()
);
comment on table private.server_checks is
  'What a backend that runs beside the database last reported of itself (/readyz). Empty on hosted projects.';
comment on column private.server_checks.since is 'When is_ok changed last.';

alter table private.server_checks enable row level security;

create function private.report_server_checks(checks jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.server_checks as c (name, is_ok, reason)
  select k.key, (k.value ->> 'ok')::boolean, left(k.value ->> 'reason', 300) from jsonb_each(checks) k
  on conflict (name) do update set is_ok = excluded.is_ok, reason = excluded.reason, checked_at = now(),
    since = case when c.is_ok = excluded.is_ok then c.since else now() end;
  delete from private.server_checks c where not checks ? c.name;
end
$$;
comment on function private.report_server_checks(jsonb) is
  'Backend: records its checks, {name: {ok, reason}}. Called with the rights of the database''s owner only.';

create function public.get_service_health() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  elsif not private.can_manage_workspace() then
    raise exception 'Must be logged in as an admin to see the health of the desk' using detail = 'admin_required';
  end if;
  return (select jsonb_build_object(
    'now', now(),
    'checks', (select coalesce(jsonb_agg(jsonb_build_object('name', s.name, 'ok', s.is_ok, 'reason', s.reason,
        'since', s.since) order by s.name), '[]')
      from private.server_checks s where s.checked_at > now() - interval '2 minutes'),
    'mail', jsonb_build_object(
      'last_run_at', c.last_run_at, 'last_sent_at', c.last_sent_at, 'failing_since', c.failing_since,
      'last_error', c.last_error,
      'queued', (select count(*) from public.notification_outbox o where o.sent_at is null and o.dropped_at is null),
      'oldest_due_at', (select min(o.next_attempt_at) from public.notification_outbox o
        where o.sent_at is null and o.dropped_at is null and o.next_attempt_at <= now()),
      'failed', (select count(*) from public.notification_outbox o
        where o.dropped_at > now() - interval '7 days' and o.sent_at is null),
      'unmatched', (select count(*) from private.mail_messages m where m.state = 'unmatched')))
    from private.mail_channel c);
end
$$;
comment on function public.get_service_health() is
  'Admins: {now, checks: [{name, ok, reason, since}] of a backend beside the database, mail: {last_run_at, '
  'last_sent_at, failing_since, last_error, queued, oldest_due_at, failed (7 days), unmatched}}.';
grant execute on function public.get_service_health() to authenticated, service_role;

reset check_function_bodies;
