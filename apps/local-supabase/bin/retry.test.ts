import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MOST_RETRIED_FILES, retryFailedFiles } from './retry.mjs'

const bin = fileURLToPath(new URL('.', import.meta.url))
/** Ignored by git and by Nx. */
const folder = join(bin, 'test-results')
const marker = mkdtempSync(join(tmpdir(), 'helpdesk-flaky-'))
/** Fails on its first run, and only for the tests here. */
const flakyFile = `
import { existsSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
const marker = process.env.HELPDESK_FLAKY_MARKER
it.runIf(marker)('passes on the second run', () => {
  const ran = existsSync(marker + '/ran')
  writeFileSync(marker + '/ran', '')
  expect(ran).toBe(process.env.HELPDESK_FLAKY_NEVER ? 'never' : true)
})
it('passes', () => {})
`
beforeAll(() => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'flaky-once.test.ts'), flakyFile)
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  rmSync(marker, { recursive: true, force: true })
})

/** The last lines of `npm test -- local-supabase flaky-once`, and its exit code. */
function npmTest(env: Record<string, string>) {
  rmSync(join(marker, 'ran'), { force: true })
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(bin, 'test.mjs'), 'local-supabase', 'flaky-once'],
    {
      env: { ...process.env, CI: '', HELPDESK_FLAKY_MARKER: marker, ...env },
      encoding: 'utf8',
    },
  )
  return { status, lines: stdout.trimEnd().split('\n').slice(-3) }
}
const reason = 'AssertionError: expected false to be true // Object.is equality'
const failed = 'Failed: local-supabase: 1'

it('passes a run on a build server whose failed file passes alone, and names the flake', () => {
  const { status, lines } = npmTest({ CI: 'true' })
  expect(lines.slice(-2)).toEqual([
    `Flaky: flaky-once.test.ts › passes on the second run: ${reason}`,
    '2 passed, 0 failed',
  ])
  expect(status).toBe(0)
}, 60_000)

it('fails a run whose file fails again', () => {
  const { status, lines } = npmTest({ CI: 'true', HELPDESK_FLAKY_NEVER: '1' })
  expect(lines.slice(-2)).toEqual([failed, '1 passed, 1 failed'])
  expect(status).toBe(1)
}, 60_000)

it('runs nothing again elsewhere', () => {
  const { status, lines } = npmTest({})
  expect(lines).toEqual([
    `Failed: flaky-once.test.ts › passes on the second run: ${reason}`,
    failed,
    '1 passed, 1 failed',
  ])
  expect(status).toBe(1)
}, 60_000)

const failures = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ file: `${n}.test.ts`, title: 'adds', reason: 'no' }))
const report = (count: number) => ({
  passed: 5,
  failed: count,
  files: [],
  failures: failures(count),
  notes: [],
})

it('keeps a failure outside of the files', async () => {
  const run = { ...report(1), failed: 2 }
  expect(await retryFailedFiles(run, async () => report(0))).toMatchObject({ passed: 6, failed: 1 })
})

it('takes a file of which nothing ran for failed', async () => {
  expect(await retryFailedFiles(report(1), async () => ({ ...report(0), passed: 0 }))).toMatchObject({
    failed: 1,
    flaky: [],
  })
})

it('runs none again when so many failed that it is no flake', async () => {
  const all = MOST_RETRIED_FILES + 1
  expect(await retryFailedFiles(report(all), async () => report(0))).toMatchObject({ failed: all })
})
