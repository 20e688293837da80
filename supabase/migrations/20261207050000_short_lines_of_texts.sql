-- The functions of before, with lines of up to 120 characters.

create or replace function private.thread_subject(subject text) returns text
language sql immutable set search_path = '' as $$
  -- Numbers stay: two orders are two matters.
  select btrim(regexp_replace(regexp_replace(regexp_replace(lower(left($1, 255)), '\[[^\]]*\]', ' ', 'g'),
    '\s+', ' ', 'g'),
    '^( ?(re|r|aw|antw|antwort|fwd?|wg|sv|vs|vb|vl|tr|rv|res|ref|rif|enc|i|odp|pd|ynt|ilt|atb|na|nd|bls|trs|hl|ha'
    '|doorst|отв|ответ|пересл|απ|πρθ|σχετ|回复|回覆|答复|转发|轉寄|轉發) ?(\(\d+\))? ?[:：])+', ''))
$$;

create or replace function private.official_names(out workspace text[], out within text, out alone text)
language sql stable security definer set search_path = '' as $$
  with lists as (
    select (select private.name_words(w.workspace_name) from public.workspace_settings w) as workspace,
      -- Nobody's surname: these words tell of an office wherever they stand.
      private.name_words('
        support admin admins administrator administrators administration helpdesk servicedesk helpcenter helpcentre
        customerservice customercare postmaster webmaster hostmaster mailerdaemon noreply donotreply soporte suporte
        supporto administrador administrateur amministratore kundendienst kundenservice kundensupport kundenbetreuung
        sysadmin customersuccess Поддержка サポート 客服') as offices,
      private.name_words('
        help desk helpline staff team agent agents moderator operator official system subsystem service services
        hotline root care security billing mailer daemon reply delivery notification notifications abuse') as roles,
      private.name_words('
        the our your of from and no do not mail email customer client it technical tech account accounts center centre
        bot online live chat user department manager lead member verified') as fillers
  )
  select l.workspace,
    -- Also letter by letter: s u p p o r t, help desk.
    ' (?:' || (select string_agg(regexp_replace(o, '(.)(?=.)', '\1 ?', 'g'), '|') from unnest(l.offices) o) || ') ',
    format('^(?:%1$s)*(?:%2$s)(?:%1$s)*$', array_to_string(l.offices || l.roles || l.fillers || l.workspace, '|'),
      array_to_string(l.offices || l.roles, '|'))
  from lists l
$$;

create or replace function private.content_type_of(extension text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce('{
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
    "heic": "image/heic", "heif": "image/heif", "bmp": "image/bmp", "tif": "image/tiff", "tiff": "image/tiff",
    "pdf": "application/pdf", "doc": "application/msword", "xls": "application/vnd.ms-excel",
    "ppt": "application/vnd.ms-powerpoint",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "odt": "application/vnd.oasis.opendocument.text", "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "odp": "application/vnd.oasis.opendocument.presentation", "rtf": "application/rtf",
    "txt": "text/plain", "log": "text/plain", "md": "text/plain", "csv": "text/csv",
    "zip": "application/zip", "7z": "application/x-7z-compressed", "gz": "application/gzip",
    "mp3": "audio/mpeg", "m4a": "audio/mp4", "wav": "audio/wav",
    "mp4": "video/mp4", "mov": "video/quicktime", "webm": "video/webm"
  }'::jsonb ->> extension, 'application/octet-stream')
$$;

create or replace function private.is_free_mail(domain text) returns boolean
language sql immutable set search_path = '' as $$
  select domain = any ('{
    126.com,163.com,aol.com,att.net,bluewin.ch,bt.com,btinternet.com,comcast.net,cox.net,email.com,
    fastmail.com,fastmail.fm,foxmail.com,free.fr,freenet.de,gmail.com,gmx.at,gmx.ch,gmx.com,gmx.de,gmx.net,
    googlemail.com,hey.com,hotmail.co.uk,hotmail.com,hotmail.de,hotmail.es,hotmail.fr,hotmail.it,icloud.com,
    inbox.com,laposte.net,libero.it,live.co.uk,live.com,live.de,live.fr,live.nl,mac.com,mail.com,mail.ru,
    me.com,msn.com,naver.com,o2.pl,online.de,orange.fr,outlook.com,outlook.de,outlook.es,outlook.fr,pm.me,
    posteo.de,proton.me,protonmail.com,qq.com,rediffmail.com,rocketmail.com,sbcglobal.net,seznam.cz,sfr.fr,
    sky.com,t-online.de,terra.com.br,tuta.com,tutanota.com,uol.com.br,verizon.net,virgilio.it,wanadoo.fr,
    web.de,wp.pl,yahoo.co.in,yahoo.co.jp,yahoo.co.uk,yahoo.com,yahoo.com.br,yahoo.de,yahoo.es,yahoo.fr,
    yahoo.it,yandex.com,yandex.ru,ymail.com,ziggo.nl,zoho.com}'::text[])
$$;

create or replace function private.strip_invisible(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(
    regexp_replace(value,
      '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800'
      '\u3164\ue000-\uf8ff\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff'
      '\U000f0000-\U0010ffff]',
      '', 'g'),
    -- Keeps joiners between letters of some scripts and inside emoji, and the emoji selector after a symbol.
    '(?<![\u0600-\u109f\u1780-\u18ff\u2600-\u27bf\ufe0f\U0001f000-\U0001faff])[\u200c\u200d]'
    '|[\u200c\u200d](?![\u0600-\u109f\u1780-\u18ff\u2600-\u27bf\U0001f000-\U0001faff])'
    '|(?<![#*0-9\u00a9\u00ae\u2000-\u32ff\U0001f000-\U0001faff])\ufe0f',
    '', 'g')
$$;

create or replace function private.is_extension_list(extensions text[]) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if extensions is null or array_ndims(extensions) is distinct from 1 or array_lower(extensions, 1) <> 1
    or cardinality(extensions) > 60 then
    return false;
  end if;
  return (
    select coalesce(bool_and(e ~ '^[a-z0-9]{1,10}$'), false) and count(distinct e) = count(*)
      -- What a double click runs.
      and not extensions && '{
        exe,com,bat,cmd,scr,pif,cpl,msi,msp,mst,msc,dll,ocx,sys,jar,js,jse,mjs,vb,vbe,vbs,wsf,wsh,ws,ps1,psm1,psd1,
        hta,lnk,inf,reg,scf,chm,hlp,gadget,application,appref,url,website,settings,app,apk,dmg,pkg,deb,rpm,sh,
        command,iso,img,vhd,vhdx,swf,docm,dotm,xlsm,xltm,xlam,xla,xll,pptm,potm,ppsm,ppam,sldm,iqy,sct,appx,
        appxbundle,msix,msixbundle,diagcab,ade,adp,desktop,one,mht,mhtml,xht,php,asp,jnlp,appimage}'::text[]
    from unnest(extensions) e);
end
$$;

create or replace function private.without_symbols(value text) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(regexp_replace(value,
    '[\u00a9\u00ae\u203c\u2049\u20e3\u2100-\u214f\u2190-\u2bff\u3004\u3012\u3013\u3020\u3030\u303d\ufe0f'
    '\U0001f000-\U0001fbff]', '', 'g'),
    ' +', ' ', 'g'))
$$;

create or replace function private.name_words(name text) returns text[]
language sql immutable set search_path = '' as $$
  select private.split_name(replace(replace(
    translate(lower(translate(
      regexp_replace(normalize(name, nfkd),
        '[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g'),
      -- Cyrillic, Greek, Armenian, crossed, click and small capital letters that resemble Latin ones.
      'АВЕЅІЈКМНОРСТУХавеѕіјкмнорстухһӏԁԛԝгпиΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβεικνορτυχωօսոհցզՍՕðđłøħŧɨıȷɑɡʋɩǀᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ',
      'ABESIJKMHOPCTYXabesijkmhopctyxhldqwrnuABEZHIKMNOPTYXabeikvoptuxwounhgqUOddlohtiijagvilabcdefghijklmnoprstuvwyz'
      )), '0134578il', 'oleastbll'), 'rn', 'm'), 'vv', 'w'))
$$;

create or replace function private.has_usual_scripts(name text) returns boolean
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
