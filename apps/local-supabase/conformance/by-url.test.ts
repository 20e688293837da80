import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serviceClient, sql, startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

const folder = fileURLToPath(new URL('..', import.meta.url))
const report = z.object({ numTotalTests: z.number(), numPassedTests: z.number() })

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
}, 90_000)
afterAll(() => stack?.stop())

/** `npm run conformance -- <args>` against the running portal. */
const run = (args: string[], env: Record<string, string>) =>
  promisify(execFile)('npx', ['vitest', 'run', '--config', 'conformance/vitest.config.ts', ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
  })

describe('npm run conformance', () => {
  it('tests the project of CONFORMANCE_URL and leaves no data behind', async () => {
    const { stdout } = await run(['functions', 'files', '--reporter=json'], {
      CONFORMANCE_URL: stack.url,
      CONFORMANCE_PUBLISHABLE_KEY: stack.publishableKey,
      CONFORMANCE_SECRET_KEY: stack.secretKey,
    })
    const { numTotalTests, numPassedTests } = report.parse(JSON.parse(stdout))
    expect(numTotalTests).toBeGreaterThan(6)
    expect(numPassedTests).toBe(numTotalTests)
    const db = sql(stack)
    const [asked] = await db`select count(*)::int as events from public.audit_log`
    const left = await db`
      select 'user' from auth.users union all select 'ticket' from public.tickets
      union all select 'file' from storage.objects`
    await db.end()
    expect(left).toEqual([])
    expect(asked?.events).toBeGreaterThan(0)
    expect((await serviceClient(stack).auth.admin.listUsers()).data.users).toEqual([])
  }, 120_000)

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
