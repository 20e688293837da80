// What Storage 1.11.2 does in a hosted project's database: a trial as the caller, then the row as `service_role`.
import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHostedProject, type HostedProject } from './support/hosted-project'

let project: HostedProject
let mia = ''
let otto = ''
beforeAll(async () => {
  project = await openHostedProject('none')
  ;[mia, otto] = await Promise.all([project.signUp('mia@example.com'), project.signUp('otto@example.com')])
})
afterAll(() => project?.stop())

const refused = { code: '42501' }
const bucket = 'ticket-attachments'

async function newTicket(): Promise<string> {
  const rows = await project.as(
    mia,
    (tx) => tx<{ id: string }[]>`
      insert into public.tickets (subject, description) values ('Printer', 'It stopped this morning.') returning id`,
  )
  return rows[0]?.id ?? ''
}

class Rollback extends Error {}

const trial = (id: string, name: string) =>
  project
    .as(id, async (tx) => {
      await tx`insert into storage.objects ${tx({ bucket_id: bucket, name, version: '1', owner: id, owner_id: id })}`
      throw new Rollback()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error
    })

/** With the role of the secret key, of which Storage's own role is a member. */
const asService = <T>(work: (tx: TransactionSql) => Promise<T>) =>
  project.platform.begin(async (tx) => {
    const claims = JSON.stringify({ role: 'service_role' })
    await tx`select set_config('role', 'service_role', true), set_config('request.jwt.claims', ${claims}, true),
      set_config('storage.operation', 'storage.object.upload', true),
      set_config('storage.allow_delete_query', 'true', true)`
    return work(tx)
  })

const complete = (owner: string | null, name: string, size = 5, version: string = randomUUID()) =>
  asService((tx) => {
    const row = { bucket_id: bucket, name, version, metadata: tx.json({ size, mimetype: 'text/plain' }) }
    const owned = owner ? { ...row, owner, owner_id: owner } : row
    return tx`insert into storage.objects ${tx(owned)} on conflict (name, bucket_id)
      do update set version = excluded.version, metadata = excluded.metadata returning id`
  })

const record = (name: string) =>
  project.as(mia, (tx) => {
    const file = { file_name: 'a.txt', file_type: 'text/plain', file_size: 5, storage_path: name }
    return tx`insert into public.attachments ${tx({ ...file, ticket_id: name.split('/')[0] ?? '', uploaded_by: mia })}`
  })

describe('files of a hosted project', () => {
  it('are uploaded to own tickets only', async () => {
    const path = `${await newTicket()}/${randomUUID()}.txt`
    await trial(mia, path)
    await expect(trial(otto, path)).rejects.toMatchObject(refused)
  })

  it('keep recorded bytes against an upload that began before, a move, and the secret key', async () => {
    const path = `${await newTicket()}/${randomUUID()}.txt`
    await trial(mia, path)
    await complete(mia, path)
    await record(path)
    for (const owner of [mia, null])
      await expect(complete(owner, path)).rejects.toMatchObject({ code: '23505' })
    await expect(
      asService(
        (tx) => tx`update storage.objects set name = ${path.replace('.txt', 'x.txt')} where name = ${path}`,
      ),
    ).rejects.toMatchObject({ code: '23505' })
    const remove = () => asService((tx) => tx`delete from storage.objects where name = ${path} returning id`)
    expect(await remove()).toHaveLength(0)
    await project.as(mia, (tx) => tx`delete from public.attachments where storage_path = ${path}`)
    expect(await remove()).toHaveLength(1)
    await expect(complete(mia, path)).rejects.toMatchObject(refused)
    // A restore with the secret key.
    expect(await complete(null, path)).toHaveLength(1)
  })

  it('are at most ten of one author on a ticket, also when 24 uploads end at once', async () => {
    const ticket = await newTicket()
    const paths = Array.from({ length: 24 }, (_, n) => `${ticket}/n${n}.txt`)
    for (const path of paths) await trial(mia, path)
    const ended = await Promise.allSettled(paths.map((path) => complete(mia, path)))
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    await expect(trial(mia, `${ticket}/more.txt`)).rejects.toMatchObject(refused)
  })

  it('are at most as large as the bucket allows, whatever their upload announced', async () => {
    const path = `${await newTicket()}/${randomUUID()}.txt`
    await trial(mia, path)
    await expect(complete(mia, path, 5 * 1024 * 1024 + 1)).rejects.toMatchObject(refused)
    expect(await complete(mia, path, 5 * 1024 * 1024)).toHaveLength(1)
  })

  it('are not listed for users, before any object is looked at', async () => {
    const path = `${await newTicket()}/${randomUUID()}.txt`
    await complete(mia, path)
    const read = (operation: string) =>
      project.as(mia, async (tx) => {
        await tx`select set_config('storage.operation', ${operation}, true)`
        const plan = await tx<{ 'QUERY PLAN': string }[]>`
          explain (analyze, costs off, timing off, summary off) select name from storage.objects where bucket_id = ${bucket}`
        return {
          found: (await tx`select name from storage.objects where name = ${path}`).length,
          plan: plan.map((line) => line['QUERY PLAN']).join('\n'),
        }
      })
    expect(await read('storage.object.get_authenticated')).toMatchObject({ found: 1 })
    for (const operation of ['storage.object.list', 'storage.object.list_v2', 'storage.s3.object.list']) {
      const { found, plan } = await read(operation)
      expect(found).toBe(0)
      // Asked once, and first: the other conditions, which read tables, are never reached.
      expect(plan).toMatch(/Filter: \(\(NOT \(InitPlan 1\)\.col1\) AND/)
    }
  })
})
