import { beforeAll, describe, expect, it } from 'vitest'
import { cell } from '../../../matrix'
import { type Right, tables, type Verb } from '../../../matrix-tables'
import { db } from '../../support/backend'
import { fingerprint } from '../support/fingerprint'
import { type Actor, actors } from './actors'
import { type MatrixFixture, createMatrixFixture, type MatrixUsers, createMatrixUsers } from './fixture'
import { type Row, samples, valuesOf } from './samples'
import { resetAfterAll } from '../support/reset'

resetAfterAll()

let people: MatrixUsers
/** Used by denied calls only, so it never changes. */
let common: MatrixFixture
beforeAll(async () => {
  people = await createMatrixUsers()
  common = await createMatrixFixture(people)
})

const systemColumns = ['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid']

describe.each(Object.entries(tables))('table %s', (table, { rights, author, scopes }) => {
  const sample = samples[table]
  if (!sample) throw new Error(`tests/attacks/matrix/samples.ts has nothing for ${table}`)
  const keys = sample.key.join(',')
  const of = (actor: Actor) => people.clients[actor].from(table)
  const keyOf = (row: Row) => Object.fromEntries(sample.key.map((name) => [name, row[name]]))
  const names = (rows: Row[]) => rows.map((row) => JSON.stringify(keyOf(row))).sort()
  const rightsTo = (verb: Verb) => rights.filter(([known]) => known === verb)
  const granted = (verb: Verb) => rightsTo(verb).flatMap(([, columns]) => columns.split(' '))

  /** Splits the fixture's rows by the scope of a cell. */
  async function split(fixture: MatrixFixture, word: string, actor: Actor) {
    const scope = word === '-' ? 'false' : word === 'all' ? 'true' : scopes[word]
    if (!scope) throw new Error(`${table} has no scope ${word}`)
    const rows = await db.unsafe<(Row & { inside: boolean })[]>(
      `select *, coalesce((${scope}), false) as inside from public.${table} where ${sample?.near(fixture)}`.replaceAll(
        ':me',
        `'${people.ids[actor]}'`,
      ),
    )
    return { inside: rows.filter((row) => row.inside), outside: rows.filter((row) => !row.inside), rows }
  }

  const [, shown = '*', seen = '- - - - - -'] = rightsTo('SELECT')[0] ?? []
  it.each(actors.map((actor) => [actor, cell(seen, actor)] as const))(
    'SELECT shows %s: %s',
    async (actor, word) => {
      const { inside, outside, rows } = await split(common, word, actor)
      const columns = shown === '*' ? '*' : shown.replaceAll(' ', ',')
      let query = of(actor).select<string, Row>(columns, { count: 'exact' })
      for (const name of sample.key) query = query.in(name, [...new Set(rows.map((row) => row[name]))])
      const { data, count, error } = await query
      expect(rows.length).toBeGreaterThan(0)
      if (word === '-') return expect(data ?? []).toEqual([])
      expect(error).toBeNull()
      expect(inside.length).toBeGreaterThan(0)
      if (word !== 'all') expect(outside.length).toBeGreaterThan(0)
      expect(names(data ?? [])).toEqual(names(inside))
      expect(count).toBe(inside.length)
    },
  )

  it('SELECT of other columns is rejected for all callers', async () => {
    const columns = granted('SELECT')
    const hidden = (await columnsOf(table))
      .map(({ name }) => name)
      .filter((name) => shown !== '*' && !columns.includes(name))
    for (const name of [...hidden, ...systemColumns]) {
      const { data, error } = await of('admin').select(name).limit(1)
      expect(error?.code, name).toBe('42501')
      expect(data).toBeNull()
    }
  })

  it('rejects sorting and filtering by system columns', async () => {
    const key = sample.key[0] ?? ''
    for (const name of systemColumns) {
      const answers = await Promise.all([
        of('customer').select(key).order(name).limit(1),
        of('agent').select(key).not(name, 'is', null).limit(1),
        of('admin')
          .update(sample.change ?? { [key]: null })
          .not(name, 'is', null),
        of('admin').delete().not(name, 'is', null),
      ])
      // 42883: types without an ordering.
      for (const { error } of answers) expect(error?.code, name).toMatch(/^(42501|42883)$/)
    }
  })

  describe.each(rightsTo('UPDATE'))('%s of %s', (...right) => {
    const [, group, cells] = right
    let byType: Row = {}
    beforeAll(async () => {
      byType = Object.fromEntries((await columnsOf(table)).map(({ name, value }) => [name, value]))
    })
    const change = (column: string) => ({ [column]: { ...byType, ...sample.change }[column] })

    it.each(open(right))('works for %s in %s', async (actor, word) => {
      const fixture = await createMatrixFixture(people)
      const { inside } = await split(fixture, word, actor)
      const row = inside.find(({ id }) => id === fixture.ticket) ?? inside[0]
      for (const column of group.split(' ')) {
        const { data, error } = await of(actor)
          .update(change(column))
          .match(keyOf(row ?? {}))
          .select(keys)
        expect(error, column).toBeNull()
        expect(data, column).toHaveLength(1)
      }
    })

    it('is rejected for other callers and changes nothing', async () => {
      const before = await fingerprint()
      for (const actor of actors) {
        const { outside } = await split(common, cell(cells, actor), actor)
        if (cell(cells, actor) !== 'all') expect(outside.length).toBeGreaterThan(0)
        for (const column of group.split(' ')) {
          const wanted = change(column)
          // The rights to a row let its owner write what stands there already.
          const others = outside.filter((row) => row[column] !== wanted[column])
          for (const row of others.slice(0, 2)) {
            const { data, error } = await of(actor).update(wanted).match(keyOf(row)).select(keys)
            if (!error) expect(data).toEqual([])
          }
        }
      }
      expect(await fingerprint()).toEqual(before)
    })
  })

  if (rightsTo('INSERT').length > 0) {
    const groups = (actor: Actor, word: string) =>
      rightsTo('INSERT')
        .filter(([, , cells]) => cell(cells, actor) === word)
        .flatMap(([, group]) => group.split(' '))
    const row = (actor: Actor, fixture: MatrixFixture): Row => sample.row?.(fixture, people.ids[actor]) ?? {}
    const rowOf = (actor: Actor, fixture: MatrixFixture) =>
      Object.fromEntries(
        Object.entries(row(actor, fixture)).filter(([name]) => groups(actor, '+').includes(name)),
      )

    it.each(actors.filter((actor) => groups(actor, '+').length > 0))('INSERT works for %s', async (actor) => {
      const fresh = rowOf(actor, await createMatrixFixture(people))
      await sample.prepare?.(fresh)
      const { error } = await of(actor).insert(fresh)
      expect(error).toBeNull()
    })

    it('INSERT is rejected for other callers, other columns and other authors', async () => {
      const before = await fingerprint()
      for (const actor of actors) {
        if (groups(actor, '-').length > 0)
          expect((await of(actor).insert(row(actor, common))).error, actor).not.toBeNull()
        if (author && groups(actor, '+').length > 0)
          expect(
            (await of(actor).insert({ ...rowOf(actor, common), [author]: people.otherCustomer.id })).error
              ?.code,
            actor,
          ).toBe('42501')
      }
      expect(await fingerprint()).toEqual(before)
    })
  }

  it.each(rightsTo('DELETE').flatMap(open))('DELETE works for %s in %s', async (actor, word) => {
    const [row] = (await split(await createMatrixFixture(people), word, actor)).inside
    const { data, error } = await of(actor)
      .delete()
      .match(keyOf(row ?? {}))
      .select(keys)
    expect(error).toBeNull()
    expect(data).toHaveLength(1)
  })

  it('DELETE is rejected for other callers and changes nothing', async () => {
    const before = await fingerprint()
    const cells = rightsTo('DELETE')[0]?.[2] ?? '- - - - - -'
    for (const actor of actors) {
      const { outside } = await split(common, cell(cells, actor), actor)
      if (cell(cells, actor) !== 'all') expect(outside.length).toBeGreaterThan(0)
      for (const row of outside) {
        const { data, error } = await of(actor).delete().match(keyOf(row)).select(keys)
        if (!error) expect(data).toEqual([])
      }
    }
    expect(await fingerprint()).toEqual(before)
  })

  it('rejects writes of unlisted columns by an admin (mass assignment)', async () => {
    const { rows } = await split(common, '-', 'admin')
    const before = await fingerprint()
    for (const { name, value } of await columnsOf(table)) {
      if (!granted('INSERT').includes(name)) {
        const row = { ...sample.row?.(common, people.ids.admin), [name]: value }
        expect((await of('admin').insert(row)).error?.code, `insert ${name}`).toMatch(/42501|428C9/)
      }
      if (!granted('UPDATE').includes(name)) {
        const { error } = await of('admin')
          .update({ [name]: value })
          .match(keyOf(rows[0] ?? {}))
        expect(error?.code, `update ${name}`).toMatch(/42501|428C9/)
      }
    }
    expect(await fingerprint()).toEqual(before)
  })
})

/** Actors with their cell, without denied ones. */
function open([, , cells]: Right) {
  return actors.map((actor) => [actor, cell(cells, actor)] as const).filter(([, word]) => word !== '-')
}

/** The columns of a table with a value of their type. */
async function columnsOf(table: string) {
  const rows = await db<{ name: string; type: string }[]>`
    select a.attname as name, t.typname as type from pg_attribute a join pg_type t on t.oid = a.atttypid
    where a.attrelid = ${`public.${table}`}::regclass and a.attnum > 0 and not a.attisdropped`
  return rows.map(({ name, type }) => ({ name, value: valuesOf[type] ?? 'x' }))
}
