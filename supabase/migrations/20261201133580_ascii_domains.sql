-- bücher.example and xn--bcher-kva.example are one domain: limits count its form in DNS.
create function private.punycode(label text) returns text
language plpgsql immutable strict set search_path = '' as $$
declare
  alphabet constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  points constant integer[] := array(select ascii(sign) from string_to_table(label, null) with ordinality t (sign, at) order by at);
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
comment on function private.punycode(text) is 'A label of a domain in the form of DNS (RFC 3492): xn--bcher-kva of bücher.';

create function private.ascii_domain(domain text) returns text
language sql immutable set search_path = '' as $$
  select case when domain ~ '^[\x01-\x7f]*$' then private.lower_ascii(domain) else (
    select string_agg(case when l.label ~ '[^\x01-\x7f]' then private.punycode(l.label) else l.label end, '.' order by l.at)
    from string_to_table(normalize(lower(domain), nfkc), '.') with ordinality l (label, at)) end
$$;
comment on function private.ascii_domain(text) is 'A domain in lower case and in the form of DNS.';
