import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql, startStack, type Stack } from '@helpdesk/testing'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

const folder = fileURLToPath(new URL('..', import.meta.url))
const report = z.object({ numTotalTests: z.number(), numPassedTests: z.number() })

let stack: Stack
let db: Sql
beforeAll(async () => {
  stack = await startStack({ seed: 'demo' })
  db = sql(stack)
}, 90_000)
afterAll(async () => {
  await db?.end()
  await stack?.stop()
})

/** Number and hash of the rows of each table that shows data; the audit log keeps its entries. */
async function contents(): Promise<Record<string, string>> {
  const tables = await db<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'auth', 'storage') and tablename <> 'audit_log'`
  const hashes: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await db.unsafe<{ hash: string }[]>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as hash from ${name} t`,
    )
    hashes[name] = row?.hash ?? ''
  }
  const stored = await readdir(join(stack.dataDir, 'storage'), { recursive: true })
  return { ...hashes, 'stored files': stored.sort().join() }
}

/** `npm run conformance -- <args>` against the running portal. */
const run = (args: string[], env: Record<string, string>) =>
  promisify(execFile)('npx', ['vitest', 'run', '--config', 'conformance/vitest.config.ts', ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
  })

describe('npm run conformance', () => {
  it('tests the project of CONFORMANCE_URL and leaves its rows, accounts and files as they were', async () => {
    const [since, before] = [new Date(), await contents()]
    const files = ['data-api', 'deactivated', 'files', 'functions', 'mail-links', 'sign-in']
    const { stdout } = await run([...files, '--reporter=json'], {
      CONFORMANCE_URL: stack.url,
      CONFORMANCE_PUBLISHABLE_KEY: stack.publishableKey,
      CONFORMANCE_SECRET_KEY: stack.secretKey,
    })
    const { numTotalTests, numPassedTests } = report.parse(JSON.parse(stdout))
    expect(numTotalTests).toBeGreaterThan(40)
    expect(numPassedTests).toBe(numTotalTests)
    expect(await contents()).toEqual(before)
    const [added] =
      await db`select count(*)::int as events from public.audit_log where created_at >= ${since}`
    expect(added?.events).toBeGreaterThan(0)
  }, 180_000)

  it('lists every other file in the README', async () => {
    const readme = await readFile(`${folder}conformance/README.md`, 'utf8')
    const rows = readme.split('\n').filter((line) => line.startsWith('| `'))
    const listed = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    )
    const names = await readdir(`${folder}conformance`)
    const files = names
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => name.replace('.test.ts', ''))
    expect(listed.sort()).toEqual(files.sort())
  })

  it('rejects a URL without keys', async () => {
    await expect(run(['functions'], { CONFORMANCE_URL: stack.url })).rejects.toThrow()
  }, 60_000)
})
