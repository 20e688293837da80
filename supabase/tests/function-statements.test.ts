/**
 * Sessions of the Data API on hosted projects load the extension safeupdate: an UPDATE or DELETE without WHERE fails with 21000,
 * also in functions, security definer or not. The embedded database lacks the extension, so the functions are read here.
 */
import { describe, expect, it } from 'vitest'
import { db } from './support/backend'
import { checkFunction } from './support/function-statements'

const plpgsql = (body: string, declared = '') =>
  `create function public.f(t text) returns setof record language plpgsql as $f$ ${declared} begin ${body} end $f$`
const sql = (body: string) => `create function public.f() returns void language sql as $f$ ${body} $f$`

describe('the reader of functions', () => {
  it.each([
    ['a plain update', sql('update public.tickets set subject = $1')],
    ['a delete with USING', sql('delete from public.tickets t using public.profiles p')],
    ['the second statement', sql('select 1; delete from public.tickets')],
    [
      'a body of standard SQL',
      'create function f() returns void language sql begin atomic delete from t; end',
    ],
    ['a statement of PL/pgSQL', plpgsql('if true then delete from public.tickets t; end if;')],
    [
      'a CTE',
      plpgsql('return query with gone as (delete from public.tickets returning *) select from gone;'),
    ],
    ['an exception handler', plpgsql('null; exception when others then update a set b = 1;')],
    ['a loop', plpgsql('for r in update a set b = 1 returning * loop null; end loop;', 'declare r record;')],
    [
      'a cursor',
      plpgsql('open c;', 'declare c cursor for with d as (delete from a returning 1) select from d;'),
    ],
    ['EXECUTE', plpgsql(`execute 'delete from public.tickets';`)],
    ['EXECUTE of a format', plpgsql(`execute format('update %I.%s set a = %L', t, t, t) using t;`)],
    ['EXECUTE of parts', plpgsql(`execute 'delete ' || 'from ' || t;`)],
    ['EXECUTE of a variable', plpgsql(`s := 'delete from ' || t; execute s;`, 'declare s text;')],
    ['EXECUTE of a default', plpgsql('execute s;', `declare s text := 'delete from a';`)],
    ['EXECUTE of a choice', plpgsql(`execute case when t = 'a' then 'delete from a' else 'select 1' end;`)],
    [
      'a loop over EXECUTE',
      plpgsql(`for r in execute 'delete from a returning 1' loop null; end loop;`, 'declare r record;'),
    ],
    ['RETURN QUERY EXECUTE', plpgsql(`return query execute 'update a set b = 1 returning *';`)],
    ['OPEN FOR EXECUTE', plpgsql(`open c for execute 'delete from a';`, 'declare c refcursor;')],
  ])('finds %s without WHERE', (_name, definition) =>
    expect(checkFunction(definition)).toContainEqual(expect.objectContaining({ problem: 'no where clause' })),
  )

  it.each([
    ['an update with WHERE', sql('update public.tickets set subject = $1 where id = $2')],
    ['WHERE true', plpgsql('delete from public.tickets where true;')],
    ['an upsert', sql('insert into a (b) values (1) on conflict (b) do update set b = 2')],
    ['a lock', plpgsql('perform from public.tickets for update;')],
    ['EXECUTE with WHERE', plpgsql(`execute format('delete from %I where a = $1', t) using t;`)],
    [
      'EXECUTE of a filter',
      plpgsql(`s := ' and a = 1'; execute 'select 1 where true' || s;`, 'declare s text;'),
    ],
    ['a text that is not executed', plpgsql(`raise 'delete from a';`)],
    [
      'codes of rules',
      plpgsql(`raise sqlstate 'PT409' using message = 'Taken'; raise 'no' using errcode = '42501';`),
    ],
  ])('accepts %s', (_name, definition) => expect(checkFunction(definition)).toEqual([]))

  it.each([
    ['a code', `raise sqlstate '40001';`],
    ['a name', `raise serialization_failure using message = 'again';`],
    ['an option', `raise 'again' using errcode = '40P01';`],
    ['the name in an option', `raise 'again' using errcode = 'deadlock_detected';`],
  ])('finds %s that the Data API would retry', (_name, body) =>
    expect(checkFunction(plpgsql(body))).toMatchObject([{ problem: 'retried code' }]),
  )

  it('reports what it cannot read', () => {
    expect(checkFunction('create function f() returns int language c as $$x$$')).toHaveLength(1)
    expect(checkFunction(plpgsql(`execute 'delete from a' || 'where (';`))).toMatchObject([
      { problem: 'not readable' },
    ])
  })
})

it('finds nothing in the functions of the portal', async () => {
  const functions = await db<{ name: string; definition: string }[]>`
    select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as definition
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prokind in ('f', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'auth', 'storage', 'realtime', 'extensions')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`
  expect(functions.length).toBeGreaterThan(300)
  const found = functions.flatMap(({ name, definition }) =>
    checkFunction(definition).map((finding) => ({ name, ...finding })),
  )
  expect(found).toEqual([])
})
