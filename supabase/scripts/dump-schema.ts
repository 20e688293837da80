import { fileURLToPath } from 'node:url'
import postgres from 'postgres'

/** The schemas that migrations write to. In `auth`, `storage` and `realtime` only triggers, policies and rows of buckets are ours. */
const own = `('public', 'private', 'gate')`
const touched = `('public', 'private', 'gate', 'auth', 'storage', 'realtime')`

/** One query for each kind of object: `name` orders the lines, `what` is the definition. */
const queries: Record<string, string> = {
  extension: `select extname as name, n.nspname as what from pg_extension e join pg_namespace n on n.oid = e.extnamespace`,
  schema: `select nspname as name, coalesce(obj_description(oid, 'pg_namespace'), '') as what
    from pg_namespace where nspname in ${own}`,
  'schema grant': `select n.nspname || ' ' || coalesce(r.rolname, 'public') as name, string_agg(a.privilege_type, ' ' order by 1) as what
    from pg_namespace n, aclexplode(coalesce(nspacl, acldefault('n', nspowner))) a left join pg_roles r on r.oid = a.grantee
    where n.nspname in ('public', 'private', 'gate', 'extensions') group by 1`,
  'default grant': `select coalesce(d.defaclnamespace::regnamespace::text, '*') || ' ' || d.defaclobjtype::text || ' ' || coalesce(r.rolname, 'public') as name,
      string_agg(a.privilege_type, ' ' order by 1) as what
    from pg_default_acl d, aclexplode(d.defaclacl) a left join pg_roles r on r.oid = a.grantee group by 1`,
  'role setting': `select coalesce(r.rolname, '*') as name, setting as what
    from pg_db_role_setting s left join pg_roles r on r.oid = s.setrole, unnest(s.setconfig) setting`,
  type: `select t.oid::regtype::text as name, t.typtype::text || ' ' || coalesce(
      (select string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid),
      format_type(t.typbasetype, t.typtypmod) || (select ' ' || string_agg(pg_get_constraintdef(c.oid), ' ' order by c.conname)
        from pg_constraint c where c.contypid = t.oid), '') || coalesce(' -- ' || obj_description(t.oid, 'pg_type'), '') as what
    from pg_type t where t.typnamespace::regnamespace::text in ${own} and t.typtype in ('d', 'e')`,
  table: `select c.oid::regclass::text as name, concat_ws(' ', case c.relkind when 'v' then 'view ' || pg_get_viewdef(c.oid)
      when 'S' then 'sequence' else 'table' end, case c.relpersistence when 'u' then 'unlogged' end, case when c.relrowsecurity then 'rls' end,
      case when c.relforcerowsecurity then 'forced' end, c.reloptions::text, '-- ' || obj_description(c.oid, 'pg_class')) as what
    from pg_class c where c.relnamespace::regnamespace::text in ${own} and c.relkind in ('r', 'v', 'm', 'S', 'p')`,
  column: `select c.oid::regclass::text || '.' || a.attname as name, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then 'not null' end, case when a.attgenerated <> '' then 'generated' end,
      case when a.attidentity <> '' then 'identity ' || a.attidentity::text end, 'default ' || pg_get_expr(d.adbin, d.adrelid),
      'statistics ' || a.attstattarget, 'collate ' || nullif(a.attcollation::regcollation::text, '"default"'),
      '-- ' || col_description(c.oid, a.attnum)) as what
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace::regnamespace::text in ${own} and c.relkind in ('r', 'v', 'm', 'p', 'i')`,
  constraint: `select conrelid::regclass || '.' || conname as name, concat_ws(' ', pg_get_constraintdef(oid), '-- ' || obj_description(oid, 'pg_constraint')) as what
    from pg_constraint where connamespace::regnamespace::text in ${own} and conrelid <> 0 and contype <> 't'`,
  index: `select c.oid::regclass::text as name, concat_ws(' ', pg_get_indexdef(c.oid), '-- ' || obj_description(c.oid, 'pg_class')) as what
    from pg_class c where c.relnamespace::regnamespace::text in ${touched} and c.relkind = 'i' and (
      c.relnamespace::regnamespace::text in ${own} or c.relname ~ 'helpdesk|ticket')`,
  statistics: `select stxname as name, concat_ws(' ', pg_get_statisticsobjdef(oid), stxstattarget) as what
    from pg_statistic_ext where stxnamespace::regnamespace::text in ${own}`,
  policy: `select schemaname || '.' || tablename || '.' || policyname as name,
      concat_ws(' ', permissive, cmd, roles::text, 'using ' || qual, 'check ' || with_check) as what
    from pg_policies where schemaname in ${touched}`,
  trigger: `select t.tgrelid::regclass || '.' || t.tgname as name, concat_ws(' ', t.tgenabled, pg_get_triggerdef(t.oid), '-- ' || obj_description(t.oid, 'pg_trigger')) as what
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace::regnamespace::text in ${touched}`,
  'table grant': `select c.oid::regclass || ' ' || coalesce(r.rolname, 'public') as name, string_agg(a.privilege_type, ' ' order by a.privilege_type) as what
    from pg_class c, aclexplode(coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner))) a
      left join pg_roles r on r.oid = a.grantee
    where c.relnamespace::regnamespace::text in ${touched} and c.relkind in ('r', 'v', 'm', 'S', 'p') and a.grantee <> c.relowner group by 1`,
  'column grant': `select c.oid::regclass || '.' || t.attname || ' ' || coalesce(r.rolname, 'public') as name, string_agg(a.privilege_type, ' ' order by a.privilege_type) as what
    from pg_class c join pg_attribute t on t.attrelid = c.oid and not t.attisdropped, aclexplode(t.attacl) a left join pg_roles r on r.oid = a.grantee
    where c.relnamespace::regnamespace::text in ${touched} group by 1`,
  function: `select p.oid::regprocedure::text as name, concat_ws(E'\\n', pg_get_functiondef(p.oid), 'leakproof ' || nullif(p.proleakproof, false),
      '-- ' || obj_description(p.oid, 'pg_proc')) as what
    from pg_proc p where p.pronamespace::regnamespace::text in ${own} and p.prokind <> 'a'`,
  aggregate: `select a.aggfnoid::regprocedure::text as name, concat_ws(' ', a.aggtransfn, a.aggtranstype::regtype, p.proparallel,
      '-- ' || obj_description(p.oid, 'pg_proc')) as what
    from pg_aggregate a join pg_proc p on p.oid = a.aggfnoid where p.pronamespace::regnamespace::text in ${own}`,
  'function grant': `select p.oid::regprocedure || ' ' || coalesce(r.rolname, 'public') as name, string_agg(a.privilege_type, ' ') as what
    from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a left join pg_roles r on r.oid = a.grantee
    where p.pronamespace::regnamespace::text in ${own} and a.grantee <> p.proowner group by 1`,
  bucket: `select id as name, concat_ws(' ', name, public, file_size_limit, allowed_mime_types::text) as what from storage.buckets`,
}

/** Tables whose rows migrations write. */
const rows = ['public.workspace_settings']

const withoutComments = (text: string) => text.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim()

/**
 * Everything that migrations decide, one object a line or block, in an order that does not depend on how it was made.
 * @param bare leaves out comments and line breaks, so that two dumps differ only in what the database does
 */
export async function dumpSchema(databaseUrl: string, bare = false): Promise<string> {
  const db = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    const lines: string[] = []
    for (const [kind, query] of Object.entries(queries)) {
      const found = await db.unsafe<{ name: string; what: string | null }[]>(
        `select name, what from (${query}) q order by name collate "C", what collate "C"`,
      )
      for (const { name, what } of found) {
        const text = what ?? ''
        lines.push(`${kind} ${name}: ${bare ? withoutComments(text) : text}`)
      }
    }
    for (const table of rows) {
      const found = await db.unsafe<{ what: string }[]>(
        `select (to_jsonb(t) - 'updated_at' - 'created_at')::text as what from ${table} t order by 1`,
      )
      for (const { what } of found) lines.push(`row ${table}: ${what}`)
    }
    return `${lines.join('\n')}\n`
  } finally {
    await db.end()
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('DATABASE_URL names the migrated database to read')
  process.stdout.write(await dumpSchema(url, process.argv.includes('--bare')))
}
