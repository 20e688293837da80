-- Letters of rare scripts look like Latin ones: Lisu and Cherokee have whole alphabets of them. Unicode recommends the
-- others for names (UAX 31, table 5), and warns of words in two scripts.
create function private.has_usual_scripts(name text) returns boolean
language sql immutable set search_path = '' as $$
  with scripts (class) as materialized (values
    ('A-Za-zªº\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02b8\u1d00-\u1dbf\u1e00-\u1eff\u2c60-\u2c7f\ua722-\ua7ff'
     '\uab30-\uab6f'),
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
    ('\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u303c\u3041-\u30fa\u30fd-\u31bf\u31f0-\u31ff'
     '\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff')
  ), common (class) as (values
    ('\u0001-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02b9-\u036f\u1ab0-\u1aff'
     '\u1dc0-\u1dff\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u302a-\u3030\u303d-\u3040\u30fb\u30fc'
     '\ua700-\ua721\ufe00-\ufe6f\uff00-\uffef\U0001f000-\U0001fbff'))
  -- Most names need no look at all scripts.
  select name ~ '^[\u0001-\u02b8\u0300-\u036f\u1e00-\u1eff]*$'
    or name ~ ('^[' || (select string_agg(s.class, '') from scripts s) || (select c.class from common c) || ']*$')
    and not exists (
      select from unnest(private.split_name(normalize(name, nfkc))) word
      where (select count(*) from scripts s where word ~ ('[' || s.class || ']')) > 1)
$$;
comment on function private.has_usual_scripts(text) is
  'True when all letters are of scripts that Unicode recommends for identifiers, and no word mixes two of them.';
