import { describe, expect, it } from 'vitest'
import type { Sql } from 'postgres'
import { buckets, cell, functions, hiddenSchemas, objects, otherRelations, topicPolicies } from '../../matrix'
import { tables } from '../../matrix-tables'

const sorted = (values: Iterable<string>) => [...values].sort()

/** The grants to `authenticated` that the cells require. */
function grantsOf(name: string, all: string[]): Record<string, string[] | '*'> {
  const grants: Record<string, string[] | '*'> = {}
  for (const [verb, words] of tables[name]?.rights ?? []) {
    // A grant to read the whole table would cover its system columns.
    const columns = verb === 'SELECT' && words === '*' ? all.join(' ') : words
    const known = grants[verb] ?? []
    grants[verb] = columns === '*' || known === '*' ? '*' : sorted([...known, ...columns.split(' ')])
  }
  return grants
}

/** API roles that need EXECUTE on a function. */
function callersOf(cells: string): string[] {
  const opens = (actor: 'anon' | 'customer' | 'agent' | 'admin') => cell(cells, actor) !== '-'
  const signedIn = opens('customer') || opens('agent') || opens('admin')
  return [...(opens('anon') ? ['anon'] : []), ...(signedIn ? ['authenticated'] : [])]
}

/** Compares the catalogue of a database with supabase/matrix.ts. */
export function closedByDefault(place: string, database: () => Sql) {
  describe(`${place}: grants and policies match matrix.ts`, () => {
    it('lets each role execute exactly the listed functions', async () => {
      const rows = await database()<{ name: string; roles: string[] }[]>`
        select p.proname || '(' || oidvectortypes(p.proargtypes) || ')' as name, array(
          select r.rolname::text from pg_roles r
          where r.rolname in ('anon', 'authenticated') and has_function_privilege(r.oid, p.oid, 'execute')
          order by 1) as roles
        from pg_proc p where p.pronamespace = 'public'::regnamespace`
      const listed = Object.entries(functions).map(([name, [cells]]) => [name, callersOf(cells)])
      expect(Object.fromEntries(rows.map((row) => [row.name, row.roles]))).toEqual(Object.fromEntries(listed))
    })

    it('has no overloaded function but the search by text, which its required argument tells apart', async () => {
      const twice = await database()`
        select proname from pg_proc where pronamespace = 'public'::regnamespace group by 1 having count(*) > 1`
      expect(twice).toEqual([{ proname: 'search_tickets' }])
    })

    it('grants usage on listed schemas only, and on private not to anonymous callers', async () => {
      const rows = await database()<{ name: string }[]>`
        select nspname as name from pg_namespace n where nspname !~ '^pg_' and nspname not in ('public', 'information_schema')
          and (has_schema_privilege('anon', n.oid, 'usage') or has_schema_privilege('authenticated', n.oid, 'usage'))`
      expect(sorted(rows.map((row) => row.name))).toEqual(hiddenSchemas)
      const [usage] = await database()`select has_schema_privilege('anon', 'private', 'usage') as anon`
      expect(usage).toEqual({ anon: false })
    })

    it('grants no private function to anonymous callers, and no trigger function to anybody', async () => {
      const rows = await database()<{ name: string; anon: boolean; callable: boolean; trigger: boolean }[]>`
        select p.proname as name, has_function_privilege('anon', p.oid, 'execute') as anon,
          has_function_privilege('authenticated', p.oid, 'execute') as callable,
          p.prorettype = 'trigger'::regtype as trigger
        from pg_proc p where p.pronamespace = 'private'::regnamespace`
      expect(rows.filter((row) => row.anon)).toEqual([])
      expect(rows.filter((row) => row.trigger && row.callable)).toEqual([])
    })

    it('grants signed-in users only the listed private functions that can write', async () => {
      const rows = await database()<{ name: string }[]>`
        select p.proname as name from pg_proc p
        where p.pronamespace = 'private'::regnamespace and p.prosecdef and p.provolatile = 'v'
          and has_function_privilege('authenticated', p.oid, 'execute') order by 1`
      // Each of them checks its caller, or touches the caller's own rows only, or takes a lock.
      expect(rows.map((row) => row.name)).toEqual(['is_stored_file', 'is_unrecorded_object'])
    })

    it('grants no table of private and auth', async () => {
      const open = await database()`
        select c.oid::regclass::text as name, r.rolname, verb from pg_class c,
          unnest(array['select', 'insert', 'update', 'delete', 'truncate']) verb, pg_roles r
        where c.relnamespace in ('private'::regnamespace, 'auth'::regnamespace) and c.relkind in ('r', 'v', 'm', 'p', 'f')
          and r.rolname in ('anon', 'authenticated') and has_table_privilege(r.oid, c.oid, verb)`
      expect(open).toEqual([])
    })

    it('grants anonymous callers no table, column, view or sequence', async () => {
      const rows = await database()`
        select c.relname, priv from pg_class c, unnest(array['select', 'insert', 'update', 'delete', 'truncate',
          'references', 'trigger']) priv
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'f')
          and (has_table_privilege('anon', c.oid, priv) or (priv in ('select', 'insert', 'update', 'references')
            and has_any_column_privilege('anon', c.oid, priv)))`
      expect(rows).toEqual([])
      const others = await database()<{ name: string }[]>`
        select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind not in ('r', 'p', 'i', 'I', 't', 'c')`
      expect(others.map((row) => row.name)).toEqual(otherRelations)
      const sequences = await database()`
        select c.relname, r.rolname, priv from pg_class c, unnest(array['usage', 'select', 'update']) priv, pg_roles r
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
          and r.rolname in ('anon', 'authenticated') and has_sequence_privilege(r.oid, c.oid, priv)`
      expect(sequences).toEqual([])
    })

    it('grants signed-in users exactly the listed verbs and columns', async () => {
      const rows = await database()<
        { table: string; verb: string; whole: boolean; columns: string[]; all: string[] }[]
      >`
        select c.relname as "table", verb, array(
          select a.attname::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by 1) as all, has_table_privilege('authenticated', c.oid, verb) as whole, array(
          select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            and verb in ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES')
            and has_column_privilege('authenticated', c.oid, a.attnum, verb) order by 1) as columns
        from pg_class c, unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) verb
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'f')`
      const actual: Record<string, Record<string, string[] | '*'>> = {}
      const every: Record<string, string[]> = {}
      for (const { table, verb, whole, columns, all } of rows) {
        every[table] = all
        const verbs = (actual[table] ??= {})
        if (whole) verbs[verb] = '*'
        else if (columns.length) verbs[verb] = columns
      }
      expect(actual).toEqual(
        Object.fromEntries(Object.keys(tables).map((name) => [name, grantsOf(name, every[name] ?? [])])),
      )
    })

    it('has row level security on every table, and one policy per granted verb', async () => {
      const open = await database()`
        select relname from pg_class
        where relnamespace in ('public'::regnamespace, 'storage'::regnamespace) and relkind in ('r', 'p')
          and not relrowsecurity`
      expect(open).toEqual([])
      const policies = await database()<{ table: string; verb: string; roles: string[]; name: string }[]>`
        select tablename as "table", cmd as verb, roles::text[], policyname as name from pg_policies
        where schemaname = 'public'`
      for (const name of Object.keys(tables)) {
        const covered = policies.filter((policy) => policy.table === name)
        expect(sorted(covered.map((policy) => policy.verb)), name).toEqual(
          sorted(new Set(tables[name]?.rights.map(([verb]) => verb))),
        )
        for (const policy of covered) {
          expect(policy.roles).toEqual(['authenticated'])
          expect(policy.name.startsWith(`${name}_${policy.verb.toLowerCase()}_`), policy.name).toBe(true)
        }
      }
    })

    it('describes every table and function, and pins search_path on every definer function', async () => {
      const silent = await database()`
        select c.relname::text as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and obj_description(c.oid, 'pg_class') is null
        union all select p.proname from pg_proc p
        where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and obj_description(p.oid, 'pg_proc') is null`
      expect(silent).toEqual([])
      const loose = await database()`
        select proname from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and prosecdef and not coalesce(proconfig @> array['search_path=""'], false)`
      expect(loose).toEqual([])
    })

    it('has exactly the listed buckets and object policies, and none on topics', async () => {
      const rows = await database()<
        { id: string; public: boolean; file_size_limit: number; types: number }[]
      >`
        select id, public, file_size_limit::int, cardinality(allowed_mime_types) as types from storage.buckets`
      expect(Object.fromEntries(rows.map(({ id, ...row }) => [id, row]))).toEqual(buckets)
      const policies = await database()<{ table: string; verb: string; roles: string[] }[]>`
        select tablename as "table", cmd as verb, roles::text[] from pg_policies where schemaname = 'storage' order by 1, 2`
      expect([...policies]).toEqual(
        sorted(objects.map(([verb]) => verb)).map((verb) => ({
          table: 'objects',
          verb,
          roles: ['authenticated'],
        })),
      )
      const realtime = await database()<{ name: string }[]>`
        select policyname as name from pg_policies where schemaname = 'realtime' order by 1`
      expect(realtime.map((row) => row.name)).toEqual(topicPolicies)
    })
  })
}
