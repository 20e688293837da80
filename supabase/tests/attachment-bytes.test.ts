import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  attachmentValues,
  createUsers,
  type TestUsers,
  insertComment,
  db,
  type TestUser,
  insertObject,
  insertTicket,
} from './support/backend'

const bucket = 'ticket-attachments'
const bytes = () => new Blob(['hello'], { type: 'text/plain' })

describe('bytes of attachments', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))
  const files = ({ client }: Pick<TestUser, 'client'>) => client.storage.from(bucket)
  const upload = (who: TestUser, path: string) => files(who).upload(path, bytes())
  const exists = async (path: string) =>
    (await db`select 1 from storage.objects where name = ${path}`).length === 1

  /** Uploads a file and inserts its record. @returns its path */
  async function stored(who: TestUser, ticket: string, comment: string | null = null) {
    const values = { ...attachmentValues(ticket, who), comment_id: comment }
    const { error } = await upload(who, values.storage_path)
    if (error) throw new Error(error.message)
    await db`insert into public.attachments ${db(values)}`
    return values.storage_path
  }

  it('uploads to the folder of a visible ticket only', async () => {
    const { owner, agent, otherCustomer, visitor } = people
    const ticket = await insertTicket(owner)
    expect((await upload(owner, `${ticket}/1.txt`)).error).toBeNull()
    expect((await upload(agent, `${ticket}/2.txt`)).error).toBeNull()
    expect((await upload(otherCustomer, `${ticket}/3.txt`)).error).not.toBeNull()
    expect((await files({ client: visitor }).upload(`${ticket}/4.txt`, bytes())).error).not.toBeNull()
    for (const path of [`${randomUUID()}/1.txt`, '1.txt', `${ticket}/deep/1.txt`, `${ticket}/x.html`])
      expect((await upload(agent, path)).error, path).not.toBeNull()
  })

  it('rejects more than ten files per person and ticket', async () => {
    const ticket = await insertTicket(people.owner)
    await db`insert into storage.objects (bucket_id, name, owner_id)
      select ${bucket}, ${ticket} || '/' || n || '.txt', ${people.owner.id} from generate_series(1, 10) n`
    expect((await upload(people.owner, `${ticket}/11.txt`)).error).not.toBeNull()
  })

  it('rejects a path that was recorded before', async () => {
    const { owner, admin } = people
    const path = await stored(owner, await insertTicket(owner))
    await db`delete from public.attachments where storage_path = ${path}`
    expect((await files(owner).remove([path])).data).toHaveLength(1)
    for (const who of [owner, admin]) expect((await upload(who, path)).error).not.toBeNull()
    expect(await exists(path)).toBe(false)
  })

  it('applies the limit to concurrent uploads', async () => {
    const { owner } = people
    const ticket = await insertTicket(owner)
    const sent = await Promise.all(Array.from({ length: 24 }, (_, n) => upload(owner, `${ticket}/n${n}.txt`)))
    expect(sent.filter(({ error }) => !error)).toHaveLength(10)
    const rows = await db`select 1 from storage.objects where name like ${`${ticket}/%`}`
    expect(rows).toHaveLength(10)
  })

  it('downloads and signs files of visible tickets only', async () => {
    const { owner, agent, otherCustomer } = people
    const ticket = await insertTicket(owner)
    const path = await stored(owner, ticket)
    for (const who of [owner, agent]) {
      expect(await (await files(who).download(path)).data?.text()).toBe('hello')
      expect((await files(who).createSignedUrl(path, 60)).error).toBeNull()
    }
    expect((await files(otherCustomer).download(path)).error).not.toBeNull()
    expect((await files(otherCustomer).createSignedUrl(path, 60)).error).not.toBeNull()
    expect((await files(otherCustomer).list(ticket)).data ?? []).toEqual([])
  })

  it('hides files of notes and unrecorded files of staff from the customer', async () => {
    const { owner, agent } = people
    const ticket = await insertTicket(owner)
    const hidden = await stored(agent, ticket, await insertComment(agent, ticket, true))
    await upload(agent, `${ticket}/early.txt`)
    for (const path of [hidden, `${ticket}/early.txt`])
      expect((await files(owner).download(path)).error).not.toBeNull()
    expect((await files(owner).list(ticket)).data ?? []).toEqual([])
    expect((await files(agent).download(hidden)).error).toBeNull()
  })

  it('rejects to overwrite or move a file', async () => {
    const { owner, otherCustomer, agent, admin } = people
    const path = await stored(owner, await insertTicket(owner))
    const mine = await insertTicket(otherCustomer)
    for (const who of [owner, otherCustomer, agent, admin])
      expect((await files(who).upload(path, bytes(), { upsert: true })).error).not.toBeNull()
    for (const who of [owner, otherCustomer])
      expect((await files(who).move(path, `${mine}/1.txt`)).error).not.toBeNull()
    expect((await files(otherCustomer).copy(path, `${mine}/2.txt`)).error).not.toBeNull()
    expect(await exists(path)).toBe(true)
  })

  it('does not serve bytes that replaced recorded ones', async () => {
    // As they could before triggers guarded them: by an upload that began before the record was inserted.
    const { owner, agent, admin } = people
    const path = await stored(owner, await insertTicket(owner))
    await db`update private.recorded_paths set version = ${randomUUID()} where path = ${path}`
    for (const who of [owner, agent, admin]) {
      expect((await files(who).download(path)).error).not.toBeNull()
      expect((await files(who).createSignedUrl(path, 60)).error).not.toBeNull()
    }
  })

  it('serves bytes stored after their record', async () => {
    const { owner } = people
    const values = attachmentValues(await insertTicket(owner), owner)
    await db`insert into public.attachments ${db(values)}`
    await insertObject(values)
    expect((await files(owner).createSignedUrl(values.storage_path, 60)).error).toBeNull()
  })

  it('rejects signed uploads', async () => {
    const path = `${await insertTicket(people.owner)}/1.txt`
    const insert = (operation: string) =>
      db.begin(async (tx) => {
        await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: people.owner.id })}, true),
          set_config('storage.operation', ${operation}, true)`
        await tx`set local role authenticated`
        await tx`insert into storage.objects (bucket_id, name, owner_id) values (${bucket}, ${path}, ${people.owner.id})`
      })
    for (const operation of ['storage.object.sign_upload_url', 'object.sign_upload_url'])
      await expect(insert(operation)).rejects.toMatchObject({ code: '42501' })
    await insert('storage.object.upload')
  })

  it('lets uploaders and admins delete unrecorded files only', async () => {
    const { owner, otherCustomer, agent, admin } = people
    const ticket = await insertTicket(owner)
    const [first, second] = [await stored(owner, ticket), await stored(owner, ticket)]
    for (const who of [owner, admin]) {
      expect((await files(who).remove([first])).data).toEqual([])
      expect(await exists(first)).toBe(true)
    }
    await db`delete from public.attachments where storage_path = any (${[first, second]})`
    for (const who of [otherCustomer, agent]) {
      await files(who).remove([first])
      expect(await exists(first)).toBe(true)
    }
    await files(owner).remove([first])
    await files(admin).remove([second])
    expect([await exists(first), await exists(second)]).toEqual([false, false])
  })
})
