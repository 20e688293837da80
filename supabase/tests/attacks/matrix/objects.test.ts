import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { buckets, cell, objects, tables, type Verb } from '../../../matrix'
import { db } from '../../support/world'
import { fingerprint } from '../support/state'
import { actors } from './actors'
import { type Desk, makeDesk, type Troupe, troupe } from './desk'
import { retireAfterwards } from '../support/retire'

retireAfterwards()

const [bucket = ''] = Object.keys(buckets)
let people: Troupe
beforeAll(async () => void (people = await troupe()))

/** A desk whose files have objects, as whoever recorded them would have sent them. */
async function stockedDesk(): Promise<Desk> {
  const desk = await makeDesk(people)
  await db`insert into storage.objects (bucket_id, name, owner_id, version)
    select ${bucket}, a.storage_path, a.uploaded_by, gen_random_uuid()::text from public.attachments a where a.ticket_id = any (${desk.tickets})`
  return desk
}

/** Rights on a file follow the rights on its record: the words are those of the table. */
async function paths(desk: Desk, word: string, me: string) {
  const scope =
    word === '-' ? 'false' : word === 'all' ? 'true' : (tables.attachments?.scopes[word] ?? 'false')
  const rows = await db.unsafe<{ path: string; inside: boolean }[]>(
    `select storage_path as path, coalesce((${scope}), false) as inside from public.attachments
     where ticket_id = any ($1)`.replaceAll(':me', `'${me}'`),
    [desk.tickets],
  )
  const of = (inside: boolean) => rows.filter((row) => row.inside === inside).map((row) => row.path)
  return { inside: of(true), outside: of(false) }
}

const cells = (verb: Verb) => objects.find(([known]) => known === verb)?.[2] ?? '- - - - - -'

describe.each(actors)('objects of the bucket and %s', (actor) => {
  const files = () => people.clients[actor].storage.from(bucket)
  const split = (desk: Desk, verb: Verb) => paths(desk, cell(cells(verb), actor), people.ids[actor])

  it(`reads ${cell(cells('SELECT'), actor)}`, async () => {
    const { inside, outside } = await split(await stockedDesk(), 'SELECT')
    expect(inside.length + outside.length).toBeGreaterThan(0)
    for (const path of inside) expect((await files().createSignedUrl(path, 60)).error, path).toBeNull()
    for (const path of outside) expect((await files().createSignedUrl(path, 60)).error, path).not.toBeNull()
  })

  it(`sends ${cell(cells('INSERT'), actor)}`, async () => {
    const desk = await stockedDesk()
    const before = await fingerprint()
    const { error } = await files().upload(
      `${desk.ticket}/${randomUUID()}.txt`,
      new Blob(['x'], { type: 'text/plain' }),
    )
    expect(error === null).toBe(cell(cells('INSERT'), actor) === '+')
    if (error) expect(await fingerprint()).toEqual(before)
  })

  it('overwrites and moves nothing', async () => {
    const desk = await stockedDesk()
    const { inside, outside } = await split(desk, 'SELECT')
    const before = await fingerprint()
    for (const path of [...inside, ...outside]) {
      const bytes = new Blob(['x'], { type: 'text/plain' })
      expect((await files().upload(path, bytes, { upsert: true })).error).not.toBeNull()
      expect((await files().move(path, `${desk.ticket}/moved.txt`)).error).not.toBeNull()
    }
    expect(await fingerprint()).toEqual(before)
  })

  it(`removes ${cell(cells('DELETE'), actor)}, once no record names it`, async () => {
    const desk = await stockedDesk()
    const { inside, outside } = await split(desk, 'DELETE')
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
