import { spawnSync } from 'node:child_process'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, newDataFolder, sql, startStack, type Stack } from '@helpdesk/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { exitCodes } from './start-error'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
let dataDir: string
const running: Stack[] = []
const up = async (options: Parameters<typeof startStack>[0] = {}) => {
  const stack = await startStack({ dataDir, ...options })
  running.push(stack)
  return stack
}

beforeEach(async () => {
  dataDir = await newDataFolder()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((stack) => stack.stop()))
  await rm(dataDir, { recursive: true, force: true })
})

function startRefused(env: Record<string, string>) {
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', main], {
    env: { ...process.env, HELPDESK_DATA: dataDir, HELPDESK_SEED: 'empty', HELPDESK_JSON: '1', ...env },
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { status, stderr }
}

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

describe('the data folder', () => {
  it('keeps its keys, readable by the owner only, and serves one instance', async () => {
    const first = await up()
    expect((await stat(join(dataDir, 'keys.json'))).mode & 0o777).toBe(0o600)
    const second = startRefused({ PORT: '4349' })
    expect(second.status).toBe(exitCodes.inUse)
    expect(second.stderr).toContain(`is in use by another instance (process ${first.pid}`)
    await first.stop()
    const again = await up()
    expect(again.publishableKey).toBe(first.publishableKey)
    expect(again.secretKey).toBe(first.secretKey)
  })

  it('takes over the lock of a process that is gone, and has its own keys', async () => {
    await writeFile(join(dataDir, 'lock.json'), JSON.stringify({ pid: 2 ** 22 - 3, port: 4200 }))
    const stack = await up()
    expect(JSON.parse(await readFile(join(dataDir, 'lock.json'), 'utf8'))).toMatchObject({ pid: stack.pid })
    const settings = (apikey: string) => fetch(`${stack.url}/auth/v1/settings`, { headers: { apikey } })
    expect((await settings(stack.publishableKey)).status).toBe(200)
    expect((await settings(`sb_publishable_${'x'.repeat(32)}`)).status).toBe(401)
  })
})

describe('a taken port', () => {
  it('is reported with a hint', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { status, stderr } = startRefused({ PORT: String(port) })
    other.close()
    expect(status).toBe(exitCodes.portTaken)
    expect(stderr).toContain(`Port ${port} is taken by another program. Choose another one: PORT=`)
  })
})

describe('a database that does not start', () => {
  it('is reported with its log and a hint', async () => {
    await (await up()).stop()
    await rm(join(dataDir, 'postgres/global/pg_control'))
    const { status, stderr } = startRefused({ PORT: String(await freePort()) })
    expect(status).toBe(exitCodes.database)
    expect(stderr).toMatch(
      /The database did not start[\s\S]*pg_control[\s\S]*Start on other data: HELPDESK_DATA=/,
    )
  })
})

describe('a power cut', () => {
  async function writeUntilCut(stack: Stack, cut: () => Promise<void>): Promise<number[]> {
    const db = sql(stack)
    await db`create table if not exists public.acknowledged (n int primary key)`
    const acknowledged: number[] = []
    const writing = (async () => {
      for (let n = 1; ; n++) {
        await db`insert into public.acknowledged values (${n})`
        acknowledged.push(n)
      }
    })().catch(() => {})
    while (acknowledged.length < 50) await new Promise((resolve) => setTimeout(resolve, 5))
    await cut()
    await writing
    await db.end({ timeout: 0 })
    return acknowledged
  }

  async function kept(stack: Stack): Promise<number[]> {
    const db = sql(stack)
    const rows = await db<{ n: number }[]>`select n from public.acknowledged order by n`
    await db.end()
    return rows.map((row) => row.n)
  }

  it('loses no acknowledged write (kill -9 of the whole group)', async () => {
    const stack = await up()
    const acknowledged = await writeUntilCut(stack, () => stack.kill())
    expect(await kept(await up())).toEqual(expect.arrayContaining(acknowledged))
  })

  it('loses no acknowledged write (kill -9 of the parent alone, which its PostgreSQL follows)', async () => {
    const stack = await up()
    const acknowledged = await writeUntilCut(stack, async () => {
      process.kill(stack.pid, 'SIGKILL')
      // The database may still be stopping: the next start waits for it.
      await up()
    })
    const next = running.at(-1)
    expect(next && (await kept(next))).toEqual(expect.arrayContaining(acknowledged))
  })
})
