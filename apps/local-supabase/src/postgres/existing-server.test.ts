import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientAs, createUser, startStack } from '@helpdesk/testing'
import { afterEach, expect, it } from 'vitest'
import { startCluster } from './cluster'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

it('works on the server of DATABASE_URL: nothing of a database in the data folder, all of it there after a restart', async () => {
  const place = await mkdtemp(join(tmpdir(), 'helpdesk-server-'))
  undo.push(() => rm(place, { recursive: true, force: true }))
  await chmod(place, 0o711)
  const server = join(place, 'server')
  await mkdir(server, { mode: 0o711 })
  const cluster = await startCluster({ dataDir: server, password: 'a-password-of-its-own', log: () => {} })
  undo.push(() => cluster.stop())
  const options = { dataDir: join(place, 'data'), env: { DATABASE_URL: cluster.url } }

  const first = await startStack(options)
  undo.push(() => first.stop())
  expect(first.databaseUrl).toBe(cluster.url)
  expect(first.output()).toContain('Using the database of DATABASE_URL')
  expect(await readdir(first.dataDir)).not.toContain('postgres')
  await createUser(first, { email: 'customer@example.com' })
  const client = await clientAs(first, 'customer@example.com')
  const row = { subject: 'Elsewhere', description: 'This row lies on another server.' }
  expect((await client.from('tickets').insert(row)).error).toBeNull()
  await first.stop()

  // The server outlives the portal, and the next start finds its migrations done.
  const second = await startStack(options)
  undo.push(() => second.stop())
  expect(second.output()).toContain('Migrations up to date')
  const again = await clientAs(second, 'customer@example.com')
  expect((await again.from('tickets').select('subject')).data).toEqual([{ subject: 'Elsewhere' }])
}, 120_000)

it('says so when that server does not answer', async () => {
  const start = startStack({ env: { DATABASE_URL: 'postgres://postgres:x@127.0.0.1:9/postgres' } })
  await expect(start).rejects.toThrow(
    /ended with code 5[\s\S]*The database does not answer: .*ECONNREFUSED.*\nCheck DATABASE_URL/,
  )
}, 60_000)
