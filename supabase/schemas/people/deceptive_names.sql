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
comment on function private.official_names() is
  'The words of the workspace''s name, a pattern for offices within the words of a name (between spaces), and one for '
  'names of nothing but roles (without spaces).';

-- A mail names up to 121 people, a workspace has hundreds of staff: pairs are compared by joins of words and by
-- built-in functions before is_one_letter_off is called for the few that are left, those with equal halves. Staff who
-- share a name are compared once.
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
  'The places of those people [{name, address, person}] whose names have all words of the name of the workspace or of a'
  ' member of staff other than themselves (in any order, perhaps with one letter changed), tell of an office, or use '
  'letters of rare or several scripts.';
