import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { anonClient, clientAs, serviceClient, sql, startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let folder: string
let file: string
let refreshToken: string
/** Rows acknowledged before the backup began. */
let before: number[]
let bytes: string
let keys: { publishable: string; secret: string }
let stack: Stack

function run(name: 'backup' | 'restore', target: string, dataDir: string) {
  const script = fileURLToPath(new URL(`../cli/${name}.ts`, import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', script, target], {
    env: { ...process.env, HELPDESK_DATA: dataDir, DATABASE_URL: '', INIT_CWD: folder },
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

const fileOf = async (of: Stack) => {
  const bucket = serviceClient(of).storage.from('ticket-attachments')
  const db = sql(of)
  const [row] = await db<{ name: string }[]>`select name from storage.objects order by name limit 1`
  await db.end()
  const { data, error } = await bucket.download(row?.name ?? '')
  if (error) throw error
  return Buffer.from(await data.arrayBuffer()).toString('base64')
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helpdesk-backup-'))
  // Otherwise the database's account cannot reach the folder, and the cluster is created outside.
  await chmod(folder, 0o711)
  file = join(folder, 'desk.tar.gz')
  stack = await startStack({ seed: 'demo', dataDir: join(folder, 'one') })
  keys = { publishable: stack.publishableKey, secret: stack.secretKey }
  const client = await clientAs(stack, 'customer@example.com')
  refreshToken = (await client.auth.getSession()).data.session?.refresh_token ?? ''
  bytes = await fileOf(stack)

  const db = sql(stack)
  await db`create table public.acknowledged (n int primary key, filler text)`
  const acknowledged: number[] = []
  let isWriting = true
  const writing = (async () => {
    for (let n = 1; isWriting; n += 1) {
      await db`insert into public.acknowledged values (${n}, repeat('x', 2000))`
      acknowledged.push(n)
    }
  })()
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(50), 10_000)
  before = [...acknowledged]
  // In a process of its own, while this one goes on writing.
  const script = fileURLToPath(new URL('../cli/backup.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, 'desk.tar.gz'], {
    env: { ...process.env, HELPDESK_DATA: stack.dataDir, DATABASE_URL: '', INIT_CWD: folder },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  isWriting = false
  await writing
  await db.end()
  expect(code).toBe(0)
  expect(acknowledged.length).toBeGreaterThan(before.length)
})
afterAll(async () => {
  await stack?.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('npm run backup', () => {
  it('writes one file, readable by its owner only, and never overwrites one', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readdir(folder)).sort()).toEqual(['desk.tar.gz', 'one'])
    const again = run('backup', 'desk.tar.gz', stack.dataDir)
    expect(again.status).toBe(1)
    expect(again.output).toContain('desk.tar.gz exists already')
  })

  it('reports a missing argument and a missing data folder', () => {
    expect(run('backup', '', stack.dataDir).output).toContain('Name the file: npm run backup -- ')
    expect(run('backup', 'other.tar.gz', join(folder, 'nowhere')).output).toContain('There is no data in')
  })
})

describe('npm run restore', () => {
  it('restores database, files, keys and sessions; a stopped portal can be backed up too', async () => {
    const dataDir = join(folder, 'two')
    const restored = run('restore', 'desk.tar.gz', dataDir)
    expect(restored.output).toMatch(/Restored into .*two: \d+ users, \d+ tickets, [1-9]\d* files\.\n$/)
    expect(restored.status).toBe(0)
    expect(run('backup', 'second.tar.gz', dataDir)).toMatchObject({ status: 0 })

    const next = await startStack({ seed: 'demo', dataDir })
    expect({ publishable: next.publishableKey, secret: next.secretKey }).toEqual(keys)
    const db = sql(next)
    const rows = await db<{ n: number }[]>`select n from public.acknowledged order by n`
    const kept = rows.map(({ n }) => n)
    expect(kept).toEqual(kept.map((_, index) => index + 1))
    expect(kept.length).toBeGreaterThanOrEqual(before.length)
    await db.end()
    expect(await fileOf(next)).toBe(bytes)
    const { error } = await anonClient(next).auth.refreshSession({ refresh_token: refreshToken })
    expect(error).toBeNull()
    await next.stop()
  })

  it('does not change a folder with data', async () => {
    const dataDir = join(folder, 'taken')
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'keys.json'), 'mine')
    const { status, output } = run('restore', 'desk.tar.gz', dataDir)
    expect(status).toBe(1)
    expect(output).toContain('already contains data (keys.json). Nothing was changed.')
    expect(await readFile(join(dataDir, 'keys.json'), 'utf8')).toBe('mine')
    expect(run('restore', 'desk.tar.gz', stack.dataDir).output).toContain('is in use by another instance')
  })

  it.each([
    ['truncated', async (path: string) => truncate(path, Math.floor((await stat(path)).size / 2))],
    ['of another format', (path: string) => writeFile(path, 'not an archive at all')],
    ['missing', (path: string) => rm(path)],
  ])('leaves nothing behind for a file that is %s', async (name, damage) => {
    const damaged = join(folder, `${name}.tar.gz`)
    await writeFile(damaged, await readFile(file))
    await damage(damaged)
    const dataDir = join(folder, `for ${name}`)
    const { status, output } = run('restore', damaged, dataDir)
    expect(status).toBe(1)
    expect(output).toMatch(
      name === 'missing' ? /There is no file .*missing\.tar\.gz/ : /is not a complete backup/,
    )
    expect(await readdir(dataDir)).toEqual([])
  })
})
