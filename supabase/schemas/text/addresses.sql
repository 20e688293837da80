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
