/** The schemas that migrations make. In `auth`, `storage` and `realtime` only triggers, policies and buckets are ours. */
const own = `('public', 'private', 'gate')`
const touched = `('public', 'private', 'gate', 'auth', 'storage', 'realtime')`

const owner = (column: string) => `'owner ' || pg_get_userbyid(${column})`
const comment = (oid: string, catalogue: string) => `'-- ' || obj_description(${oid}, '${catalogue}')`
/** One row for each grantee of an access list, the owner too. */
const rights = `string_agg(a.privilege_type || case when a.is_grantable then '*' else '' end, ' ' order by a.privilege_type)`
const grantee = `coalesce(pg_get_userbyid(nullif(a.grantee, 0)), 'public')`

/**
 * One query for each kind of object. Rows with the same `name` are one object; `what` is all that defines it, without oids and
 * without the name of the database.
 */
export const objects: Record<string, string> = {
  extension: `select extname as name, extnamespace::regnamespace::text as what from pg_extension`,
  schema: `select nspname as name, concat_ws(' ', ${owner('nspowner')}, ${comment('oid', 'pg_namespace')}) as what
    from pg_namespace where nspname in ${own}`,
  'schema grant': `select nspname || ' to ' || ${grantee} as name, ${rights} as what
    from pg_namespace, aclexplode(coalesce(nspacl, acldefault('n', nspowner))) a
    where nspname in ('public', 'private', 'gate', 'extensions') group by 1`,
  'default grant': `select concat_ws(' ', pg_get_userbyid(defaclrole), coalesce(defaclnamespace::regnamespace::text, '*'),
      defaclobjtype::text, 'to', ${grantee}) as name, ${rights} as what
    from pg_default_acl, aclexplode(defaclacl) a where defaclnamespace = 0 or defaclnamespace::regnamespace::text in ${own} group by 1`,
  'role setting': `select coalesce(r.rolname, '*') as name, setting as what
    from pg_db_role_setting s left join pg_roles r on r.oid = s.setrole, unnest(s.setconfig) setting
    where s.setdatabase = 0 or s.setdatabase = (select oid from pg_database where datname = current_database())`,
  type: `select t.oid::regtype::text as name, concat_ws(' ', t.typtype::text, ${owner('t.typowner')},
      (select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid),
      case when t.typtype = 'd' then format_type(t.typbasetype, t.typtypmod) end, 'default ' || t.typdefault,
      (select string_agg(pg_get_constraintdef(c.oid), ' ' order by c.conname) from pg_constraint c where c.contypid = t.oid),
      ${comment('t.oid', 'pg_type')}) as what
    from pg_type t where t.typnamespace::regnamespace::text in ${own} and (t.typtype in ('d', 'e', 'r')
      or t.typtype = 'c' and exists (select from pg_class c where c.oid = t.typrelid and c.relkind = 'c'))`,
  table: `select c.oid::regclass::text as name, concat_ws(' ',
      case c.relkind when 'v' then 'view ' || pg_get_viewdef(c.oid) when 'm' then 'materialized view ' || pg_get_viewdef(c.oid)
        when 'S' then (select format('sequence %s start %s increment %s cycle %s cache %s', s.seqtypid::regtype, s.seqstart, s.seqincrement,
          s.seqcycle, s.seqcache) from pg_sequence s where s.seqrelid = c.oid) else 'table' end,
      ${owner('c.relowner')}, case c.relpersistence when 'u' then 'unlogged' end, case when c.relrowsecurity then 'rls' end,
      case when c.relforcerowsecurity then 'forced' end, 'identity ' || nullif(c.relreplident::text, 'd'), c.reloptions::text,
      (select t.reloptions::text from pg_class t where t.oid = c.reltoastrelid), ${comment('c.oid', 'pg_class')}) as what
    from pg_class c where c.relnamespace::regnamespace::text in ${own} and c.relkind in ('r', 'v', 'm', 'S', 'p')`,
  column: `select c.oid::regclass::text || '.' || a.attname as name, concat_ws(' ',
      'position ' || row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then 'not null' end, case a.attgenerated when 's' then 'stored' end,
      'identity ' || nullif(a.attidentity::text, ''), 'default ' || pg_get_expr(d.adbin, d.adrelid),
      'statistics ' || nullif(a.attstattarget, -1), 'storage ' || nullif(a.attstorage, t.typstorage)::text,
      'collate ' || nullif(a.attcollation::regcollation::text, '"default"'), a.attoptions::text,
      '-- ' || col_description(c.oid, a.attnum)) as what
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace::regnamespace::text in ${own} and c.relkind in ('r', 'v', 'm', 'p', 'i', 'c')`,
  constraint: `select conrelid::regclass || '.' || conname as name,
      concat_ws(' ', pg_get_constraintdef(oid), ${comment('oid', 'pg_constraint')}) as what
    from pg_constraint where connamespace::regnamespace::text in ${own} and conrelid <> 0 and contype <> 't'`,
  index: `select c.oid::regclass::text as name, concat_ws(' ', pg_get_indexdef(c.oid), c.reloptions::text, case when not i.indisvalid then 'invalid' end,
      case when i.indisclustered then 'clustered' end, case when i.indisreplident then 'identity' end, ${comment('c.oid', 'pg_class')}) as what
    from pg_class c join pg_index i on i.indexrelid = c.oid where c.relnamespace::regnamespace::text in ${own} and c.relkind = 'i'`,
  statistics: `select stxname as name, concat_ws(' ', pg_get_statisticsobjdef(oid), stxstattarget, ${owner('stxowner')}) as what
    from pg_statistic_ext where stxnamespace::regnamespace::text in ${own}`,
  policy: `select c.oid::regclass || '.' || p.polname as name, concat_ws(' ', case when not p.polpermissive then 'restrictive' end, p.polcmd::text,
      'to ' || (select string_agg(coalesce(pg_get_userbyid(nullif(r, 0)), 'public'), ', ' order by 1) from unnest(p.polroles) r),
      'using ' || pg_get_expr(p.polqual, p.polrelid), 'check ' || pg_get_expr(p.polwithcheck, p.polrelid), ${comment('p.oid', 'pg_policy')}) as what
    from pg_policy p join pg_class c on c.oid = p.polrelid where c.relnamespace::regnamespace::text in ${touched}`,
  trigger: `select t.tgrelid::regclass || '.' || t.tgname as name,
      concat_ws(' ', t.tgenabled, pg_get_triggerdef(t.oid), ${comment('t.oid', 'pg_trigger')}) as what
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace::regnamespace::text in ${touched}`,
  'table grant': `select c.oid::regclass || ' to ' || ${grantee} as name, ${rights} as what
    from pg_class c, aclexplode(coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner))) a
    where c.relnamespace::regnamespace::text in ${own} and c.relkind in ('r', 'v', 'm', 'S', 'p') group by 1`,
  'column grant': `select c.oid::regclass || '.' || t.attname || ' to ' || ${grantee} as name, ${rights} as what
    from pg_class c join pg_attribute t on t.attrelid = c.oid and not t.attisdropped, aclexplode(t.attacl) a
    where c.relnamespace::regnamespace::text in ${own} group by 1`,
  'type grant': `select t.oid::regtype || ' to ' || ${grantee} as name, ${rights} as what
    from pg_type t, aclexplode(t.typacl) a where t.typnamespace::regnamespace::text in ${own} group by 1`,
  function: `select p.oid::regprocedure::text as name, concat_ws(E'\\n', pg_get_functiondef(p.oid), ${owner('p.proowner')}) as what
    from pg_proc p where p.pronamespace::regnamespace::text in ${own} and p.prokind <> 'a'`,
  'function comment': `select oid::regprocedure::text as name, obj_description(oid, 'pg_proc') as what
    from pg_proc where pronamespace::regnamespace::text in ${own} and obj_description(oid, 'pg_proc') is not null`,
  aggregate: `select a.aggfnoid::regprocedure::text as name, concat_ws(' ', a.aggtransfn, a.aggtranstype::regtype, a.aggfinalfn::text, a.agginitval,
      p.proparallel, ${owner('p.proowner')}) as what
    from pg_aggregate a join pg_proc p on p.oid = a.aggfnoid where p.pronamespace::regnamespace::text in ${own}`,
  'function grant': `select p.oid::regprocedure || ' to ' || ${grantee} as name, ${rights} as what
    from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where p.pronamespace::regnamespace::text in ${own} group by 1`,
  'text search': `select c.oid::regconfig::text as name, concat_ws(' ', ${owner('c.cfgowner')}, c.cfgparser::text, m.maptokentype, m.mapseqno, m.mapdict::regdictionary::text) as what
    from pg_ts_config c left join pg_ts_config_map m on m.mapcfg = c.oid where c.cfgnamespace::regnamespace::text in ${own}`,
  operator: `select oid::regoperator::text as name, oprcode::text as what from pg_operator where oprnamespace::regnamespace::text in ${own}`,
  publication: `select p.pubname as name, concat_ws(' ', case when p.puballtables then 'all' end, t.schemaname || '.' || t.tablename) as what
    from pg_publication p left join pg_publication_tables t on t.pubname = p.pubname
    where t.schemaname is null or t.schemaname in ${own}`,
  bucket: `select id as name, concat_ws(' ', name, public, file_size_limit, allowed_mime_types::text) as what from storage.buckets`,
}

/** Rows that each database has from its first day; of secrets, only how many. */
export const rows: Record<string, string> = {
  'public.workspace_settings': `select (to_jsonb(t) - 'updated_at' - 'created_at')::text as what from public.workspace_settings t`,
  'private.mail_channel': `select to_jsonb(t)::text as what from private.mail_channel t`,
  ...Object.fromEntries(
    ['private.tag_secret', 'private.unsubscribe_keys', 'private.mail_keys'].map((table) => [
      table,
      `select count(*)::text as what from ${table}`,
    ]),
  ),
}
