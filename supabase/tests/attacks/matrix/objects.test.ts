import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { buckets, cell, objects } from '../../../matrix'
import { tables, type Verb } from '../../../matrix-tables'
import { db } from '../../support/backend'
import { fingerprint } from '../support/fingerprint'
import { actors } from './actors'
import { type MatrixFixture, createMatrixFixture, type MatrixUsers, createMatrixUsers } from './fixture'
import { resetAfterAll } from '../support/reset'

resetAfterAll()

const [bucket = ''] = Object.keys(buckets)
let people: MatrixUsers
beforeAll(async () => void (people = await createMatrixUsers()))

/** A fixture whose attachments have stored files. */
async function fixtureWithFiles(): Promise<MatrixFixture> {
  const fixture = await createMatrixFixture(people)
  const paths = await db<
    { path: string; author: string }[]
  >`select storage_path as path, uploaded_by as author from public.attachments where ticket_id = any (${fixture.tickets})`
  // As the secret key, which alone may store bytes after their record.
  await db`insert into storage.objects ${db(paths.map(({ path }) => ({ bucket_id: bucket, name: path, version: randomUUID() })))}`
  for (const { path, author } of paths)
    await db`update storage.objects set owner_id = ${author} where name = ${path}`
  return fixture
}

/** Splits paths by a scope of the table `attachments`, which also governs its files. */
async function paths(fixture: MatrixFixture, word: string, me: string) {
  const scope =
    word === '-' ? 'false' : word === 'all' ? 'true' : (tables.attachments?.scopes[word] ?? 'false')
  const rows = await db.unsafe<{ path: string; inside: boolean }[]>(
    `select storage_path as path, coalesce((${scope}), false) as inside from public.attachments
     where ticket_id = any ($1)`.replaceAll(':me', `'${me}'`),
    [fixture.tickets],
  )
  const of = (inside: boolean) => rows.filter((row) => row.inside === inside).map((row) => row.path)
  return { inside: of(true), outside: of(false) }
}

const cells = (verb: Verb) => objects.find(([known]) => known === verb)?.[2] ?? '- - - - - -'

describe.each(actors)('files of the bucket, as %s', (actor) => {
  const files = () => people.clients[actor].storage.from(bucket)
  const split = (fixture: MatrixFixture, verb: Verb) =>
    paths(fixture, cell(cells(verb), actor), people.ids[actor])

  it(`reads ${cell(cells('SELECT'), actor)}`, async () => {
    const { inside, outside } = await split(await fixtureWithFiles(), 'SELECT')
    expect(inside.length + outside.length).toBeGreaterThan(0)
    for (const path of inside) expect((await files().createSignedUrl(path, 60)).error, path).toBeNull()
    for (const path of outside) expect((await files().createSignedUrl(path, 60)).error, path).not.toBeNull()
  })

  it(`uploads ${cell(cells('INSERT'), actor)}`, async () => {
    const fixture = await fixtureWithFiles()
    const before = await fingerprint()
    const { error } = await files().upload(
      `${fixture.ticket}/${randomUUID()}.txt`,
      new Blob(['x'], { type: 'text/plain' }),
    )
    expect(error === null).toBe(cell(cells('INSERT'), actor) === '+')
    if (error) expect(await fingerprint()).toEqual(before)
  })

  it('cannot overwrite or move files', async () => {
    const fixture = await fixtureWithFiles()
    const { inside, outside } = await split(fixture, 'SELECT')
    const before = await fingerprint()
    for (const path of [...inside, ...outside]) {
      const bytes = new Blob(['x'], { type: 'text/plain' })
      expect((await files().upload(path, bytes, { upsert: true })).error).not.toBeNull()
      expect((await files().move(path, `${fixture.ticket}/moved.txt`)).error).not.toBeNull()
    }
    expect(await fingerprint()).toEqual(before)
  })

  it(`removes ${cell(cells('DELETE'), actor)}, but only files without a record`, async () => {
    const fixture = await fixtureWithFiles()
    const { inside, outside } = await split(fixture, 'DELETE')
    const before = await fingerprint()
    await files().remove([...inside, ...outside])
    expect(await fingerprint()).toEqual(before)
    await db`delete from public.attachments where storage_path = any (${inside})`
    const released = await fingerprint()
    if (outside.length > 0) await files().remove(outside)
    expect(await fingerprint()).toEqual(released)
    if (inside.length > 0) expect((await files().remove(inside)).data).toHaveLength(inside.length)
  })
})
