import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startCluster } from '../postgres/cluster'
import { copySupabase } from '../test-support/supabase-copy'
import { migrate } from './migrate'
import { prepareOwner } from './owner'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const migrations = fileURLToPath(new URL('../../../../supabase/migrations', import.meta.url))
let folder: string
let cluster: Awaited<ReturnType<typeof startCluster>>
let owner: Sql
let copy: string
let applied: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helpdesk-migrate-'))
  await chmod(folder, 0o711)
  cluster = await startCluster({ dataDir: folder, password: 'a-password-of-its-own', log: () => {} })
  owner = postgres((await prepareOwner(cluster.url, 'of-the-data-folder')).url, {
    max: 1,
    onnotice: () => {},
  })
  copy = (await copySupabase(folder)).dir
  applied = await migrate(owner, copy)
})
afterAll(async () => {
  await owner?.end()
  await cluster?.stop()
  await rm(folder, { recursive: true, force: true })
})

const recorded = async () => [
  ...(await owner`select * from supabase_migrations.schema_migrations order by 1`),
]

it('applies new files once, and refuses a database with migrations that it lacks', async () => {
  expect(applied).toEqual((await readdir(migrations)).sort())
  await writeFile(join(copy, '20991231000000_create_later.sql'), 'create table public.later (id integer);')
  expect(await migrate(owner, copy)).toEqual(['20991231000000_create_later.sql'])
  expect(await migrate(owner, copy)).toEqual([])

  const before = await recorded()
  // Applying the base schema would replace this hash.
  await owner`update supabase_migrations.seed_files set hash = 'of another version' where path = 'base schema'`
  await expect(migrate(owner, migrations)).rejects.toThrow(
    /^Another version of the portal made this database \(migration 20991231000000 is not known here\), so nothing was changed: start it with that version, or name another HELPDESK_DATA or DATABASE_URL for a new portal\.$/,
  )
  expect(await recorded()).toEqual(before)
  const [base] = await owner`select hash from supabase_migrations.seed_files where path = 'base schema'`
  expect(base).toEqual({ hash: 'of another version' })
})
