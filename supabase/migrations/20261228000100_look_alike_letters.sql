-- Compares names by all letters that Unicode lists as look-alikes of Latin ones, also those with hooks and strokes.
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

create or replace function private.name_words(name text) returns text[]
language sql immutable set search_path = '' as $$
  select private.split_name(replace(replace(
    translate(private.plain_letters(name), '0134578il', 'oleastbll'), 'rn', 'm'), 'vv', 'w'))
$$;
