/** Files that no attachment names are removed by `send-notifications`, a day after the upload or soon after their record. */
import { randomUUID } from 'node:crypto'
import { serviceClient } from '@helpdesk/testing/stack'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, insertTicket, stack, type TestUser, type TestUsers } from './support/backend'

const bucket = 'ticket-attachments'

describe('a file without a record', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))

  async function upload(who: TestUser, ticket: string): Promise<string> {
    const path = `${ticket}/${randomUUID()}.txt`
    const bytes = new Blob(['hello'], { type: 'text/plain' })
    const { error } = await who.client.storage.from(bucket).upload(path, bytes)
    if (error) throw new Error(error.message)
    return path
  }
  const record = (who: TestUser, path: string) =>
    who.client.from('attachments').insert({
      ticket_id: path.split('/')[0],
      file_name: 'a.txt',
      file_type: 'text/plain',
      file_size: 5,
      storage_path: path,
      uploaded_by: who.id,
    })
  const isStored = async (path: string) =>
    (await serviceClient(stack).storage.from(bucket).exists(path)).data === true
  const dueIn = async (path: string) => {
    const [row] = await db<{ minutes: number }[]>`
      select round(extract(epoch from due_at - now()) / 60)::int as minutes from private.unrecorded_files where path = ${path}`
    return row?.minutes
  }
  /** Runs the function once the file is due. */
  async function run(...paths: string[]) {
    await db`update private.unrecorded_files set due_at = now() where path = any (${paths})`
    const { error } = await serviceClient(stack).functions.invoke('send-notifications', { method: 'POST' })
    expect(error).toBeNull()
  }

  it('may still be recorded for a day, and is removed then', async () => {
    const { owner } = people
    const path = await upload(owner, await insertTicket(owner))
    expect(await dueIn(path)).toBe(24 * 60)
    await serviceClient(stack).functions.invoke('send-notifications', { method: 'POST' })
    expect(await isStored(path)).toBe(true)
    await run(path)
    await expect.poll(() => isStored(path)).toBe(false)
    await run(path)
    expect(await dueIn(path)).toBeUndefined()
  })

  it('keeps its bytes once it is recorded, also when it was about to be removed', async () => {
    const { owner } = people
    const path = await upload(owner, await insertTicket(owner))
    await db`update private.unrecorded_files set due_at = now() where path = ${path}`
    const { data } = await serviceClient(stack).rpc('take_unrecorded_files')
    if (!(await isStored(path))) return // the portal's own clock was faster
    expect(data).toContain(path)
    expect((await record(owner, path)).error).toBeNull()
    expect(await dueIn(path)).toBeUndefined()
    expect((await serviceClient(stack).storage.from(bucket).remove([path])).data).toEqual([])
    expect(await isStored(path)).toBe(true)
  })

  it('is left by an author, an admin, or a ticket that is deleted, and removed ten minutes later', async () => {
    const { owner, admin } = people
    const [first, second] = [await insertTicket(owner), await insertTicket(owner)]
    const paths = [await upload(owner, first), await upload(owner, first), await upload(owner, second)]
    for (const path of paths) expect((await record(owner, path)).error).toBeNull()
    const [own = '', removed = '', ofTicket = ''] = paths
    await owner.client.from('attachments').delete().eq('storage_path', own)
    await admin.client.from('attachments').delete().eq('storage_path', removed)
    await admin.client.from('tickets').delete().eq('id', second)
    for (const path of [own, removed, ofTicket]) expect(await dueIn(path)).toBe(10)
    await run(...paths)
    for (const path of paths) await expect.poll(() => isStored(path)).toBe(false)
  })

  it('is offered a hundred at a time, and again while its removal fails', async () => {
    const names = Array.from({ length: 101 }, () => `${randomUUID()}/${randomUUID()}.txt`)
    await db.begin(async (tx) => {
      await tx`insert into storage.objects ${tx(names.map((name) => ({ bucket_id: bucket, name, version: randomUUID() })))}`
      await tx`update private.unrecorded_files set due_at = now() - interval '1 hour' where path = any (${names})`
      const take = async () => {
        const [row] = await tx<{ paths: string[] }[]>`select public.take_unrecorded_files() as paths`
        return row?.paths.filter((path) => names.includes(path)) ?? []
      }
      expect(await take()).toHaveLength(100)
      expect(await take()).toHaveLength(1)
      expect(await take()).toHaveLength(0)
      await tx`update private.unrecorded_files set due_at = now() where path = any (${names})`
      expect(await take()).toHaveLength(100)
      await tx`select set_config('storage.allow_delete_query', 'true', true)`
      await tx`delete from storage.objects where name = any (${names})`
      await tx`delete from private.unrecorded_files where path = any (${names})`
    })
  })
})
