import type { Sql } from 'postgres'
import { z } from 'zod'
import { functionMutants, type FunctionMutant } from './functions'

export interface Mutant {
  name: string
  apply: string
  revert: string
  /** Words by which the tests are found that should fail: parts of paths, or the name of the changed thing. */
  tests: string[]
  about: string
}

const policies = z.array(
  z.object({
    table: z.string(),
    relation: z.string(),
    name: z.string(),
    using: z.string().nullable(),
    check: z.string().nullable(),
  }),
)
const triggers = z.array(z.object({ table: z.string(), relation: z.string(), name: z.string() }))

/** Each policy that lets everything through: once what it shows, once what it accepts. */
async function policyMutants(db: Sql): Promise<Mutant[]> {
  const rows = policies.parse(
    await db`
    select format('%I.%I', schemaname, tablename) as "table", tablename as relation, policyname as name, qual as using,
      with_check as check
    from pg_policies where schemaname in ('public', 'storage', 'realtime') order by 1, 3`,
  )
  return rows.flatMap(({ table, relation, name, using, check }) => {
    const alter = (clause: string) => `alter policy "${name}" on ${table} ${clause}`
    const mutant = (what: string, clause: string, original: string): Mutant => ({
      name: `${name}: ${what} is true`,
      apply: alter(`${clause} (true)`),
      revert: alter(`${clause} (${original})`),
      tests: [],
      about: relation,
    })
    return [
      ...(using === null || using === 'true' ? [] : [mutant('using', 'using', using)]),
      ...(check === null || check === 'true' ? [] : [mutant('with check', 'with check', check)]),
    ]
  })
}

/** Each trigger switched off. */
async function triggerMutants(db: Sql): Promise<Mutant[]> {
  const rows = triggers.parse(
    await db`
    select tgrelid::regclass::text as "table", relname as relation, tgname as name
    from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and tgenabled = 'O' and pronamespace = 'private'::regnamespace order by 1, 3`,
  )
  return rows.map(({ table, relation, name }) => ({
    name: `${table}: no trigger ${name}`,
    apply: `alter table ${table} disable trigger "${name}"`,
    revert: `alter table ${table} enable trigger "${name}"`,
    tests: [],
    about: relation,
  }))
}

const OUTDATED = 'the function does not have this once'

/** A mutant changes nothing, and so survives, when its function no longer has the token exactly once. */
export async function functionMutant(db: Sql, mutant: FunctionMutant): Promise<Mutant> {
  const { from, to, tests } = mutant
  const [row] = await db<{ definition: string }[]>`
    select pg_get_functiondef(${mutant.function}::regproc) as definition`
  const definition = row?.definition ?? ''
  const name = `${mutant.function}: ${from} → ${to || 'nothing'}`
  if (definition.split(from).length !== 2)
    return { name: `${name} (adjust it: ${OUTDATED})`, apply: '', revert: '', tests, about: mutant.function }
  return {
    name,
    apply: definition.replace(from, () => to),
    revert: definition,
    tests,
    about: mutant.function,
  }
}

/** Every mutant of this database. */
export async function allMutants(db: Sql): Promise<Mutant[]> {
  const functions = await Promise.all(functionMutants.map((mutant) => functionMutant(db, mutant)))
  return [...functions, ...(await policyMutants(db)), ...(await triggerMutants(db))]
}
