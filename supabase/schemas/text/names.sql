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
    '[\u00a9\u00ae\u203c\u2049\u20e3\u2100-\u214f\u2190-\u2bff\u3004\u3012\u3013\u3020\u3030\u303d\ufe0f'
    '\U0001f000-\U0001fbff]', '', 'g'),
    ' +', ' ', 'g'))
$$;
comment on function private.without_symbols(text) is 'A name without emoji, arrows, check marks and similar symbols.';

-- Letters that look like Latin ones, by Unicode's list of confusable characters (UTS 39) and the names of letters:
-- Latin ones with hooks, strokes and tails, small capitals, and Cyrillic, Greek and Armenian ones.
create function private.look_alikes(out letters text, out plain text)
language sql immutable set search_path = '' as $$
  select
      'ÐØÞðøþĐđĦħıŁłŊŋŦŧƀƁƂƃƄƇƈƉƊƋƌƍƐƑƒƓƖƗƘƙƚƝƞƟƤƥƦƧƩƫƬƭƮƲƳƴƵƶƷƻƼƽƿǀǤǥǷȜȠȡȢȣȤȥȴȵȶȷȺȻȼȽȾȿɀɃɄɆɇɈɉɋɌɍɎɏɑɓɕɖɗɛɟ'
      'ɠɡɢɣɦɨɩɪɫɬɭɯɱɲɳɴɵɼɽɾʀʂʃʄʈʋʏʐʑʒʙʛʜʝʟʠͿΑΒΕΖΗΘΙΚΜΝΟΡΣΤΥΧαβγεηθικνοπρστυχωϜϨϳϺЄЅІЈАБВЕЗКМНОРСТУХЧЬабвгез'
      'икмнопрстухчєѕіјћѡѢѣѲѳѴѵѽҋҌҍҎҏґғҕҘҚқҜҝҞҟҢңҧҪҫҬҭҮүҰұҲҳһҽҿӀӃӄӇӈӉӊӍӎӏӠӨөӷӻӼӽӾӿԁԌԍԐԑԛԜԝԢԣԥԧԨԩՍՏՕագզհյոռս'
      'ցքօֈᴀᴃᴄᴅᴇᴊᴋᴌᴍᴏᴑᴘᴛᴜᴠᴡᴢᴦᴩᵬᵭᵮᵯᵰᵱᵲᵳᵴᵵᵶᵹᵻᵼᵽᵾᶀᶁᶂᶃᶄᶅᶆᶇᶈᶉᶊᶌᶍᶎᶏᶐᶑᶒᶖᶙẜẝỾỿⱠⱡⱢⱣⱤⱥⱦⱧⱨⱩⱪⱫⱬⱭⱮⱱⱲⱳⱴⱸⱺⱾⱿꙄꙇꙍꚊꚋꚕꜰꜱꝀꝁꝂꝃꝄꝅ'
      'ꝈꝉꝊꝋꝌꝍꝐꝑꝒꝓꝔꝕꝖꝗꝘꝙꝚꝛꝞꝟꝡꝪꝮꝹꝺꝻꝼꝽꞂꞃꞄꞅꞆꞇꞎꞐꞑꞒꞓꞔꞕꞖꞗꞘꞙꞟꞠꞡꞢꞣꞤꞥꞦꞧꞨꞩꞪꞫꞬꞭꞮꞯꞲꞳꞴꞷꞸꞹꟄꟅꟆꟇꟈꟉꟊꬲꬳꬴꬵꬶꬷꬸꬹꬺꬻꬽꬾꭆꭇꭈꭉꭋꭌꭍꭎꭒꭓꭕꭖꭗ'
      'ꭘꭙꭚ',
      'dopdopddhhillnnttbbbbbccddddgeffgiikklnnoppr2sttttuyyzzz25splggp3nd88zzlntjaccltszbueejjqrryyabcddej'
      'gggyhiiilllwmnnnorrrrssjtuyzzzbghjlqjabezhoikmnopstyxabyenoikvonpotuxwf2jmcsijabbeekmhopctyxaba6bree'
      'ukmhonpctyxacsijhwbboovvwubbpprrr3kkkkkkhhnccttyyyyxxheelkkhhhhmml3oorrxxxxdggecqwwhhnhhhusowqqhjnnu'
      'gfojabcdejklmooptuvwzrpbdfmnprrstzgiipubdfgklmnprsvxzaqdeiussyylllprathhkkzzamvwwveosz2iwtthfskkkkkk'
      'llooooppppppqqqqrrvvw39ddffgrrssttlnnccchbbffuggkknnrrssh3gliqjxbwuucszddsseeefglllmnoorrrrrrsuuxxxx'
      'xxy'
$$;
comment on function private.look_alikes() is
  'Letters, and for each the Latin one or the digit that it resembles, as translate() takes them.';

create function private.plain_letters(value text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  bare constant text := regexp_replace(normalize(value, nfkd),
    '[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g');
  known record;
begin
  -- Most names need no look at the list.
  if bare ~ '^[\u0001-\u007f]*$' then
    return lower(bare);
  end if;
  known := private.look_alikes();
  return lower(replace(replace(translate(bare, known.letters, known.plain), 'æ', 'ae'), 'œ', 'oe'));
end
$$;
comment on function private.plain_letters(text) is
  'A text in lower case, without accents and with look-alike letters replaced by the Latin ones that they resemble.';

create function private.name_words(name text) returns text[]
language sql immutable set search_path = '' as $$
  select private.split_name(replace(replace(
    translate(private.plain_letters(name), '0134578il', 'oleastbll'), 'rn', 'm'), 'vv', 'w'))
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
