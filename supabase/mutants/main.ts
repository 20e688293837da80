// Changes one policy, trigger or function of a migrated database at a time, and runs the tests that should notice.
// usage: npm run test:mutants -- sql [--seed <text>] [--count <n>] [--only <part of a name>]
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sql, startStack } from '@helpdesk/testing/stack'
import { z } from 'zod'
import { allMutants, type Mutant } from './catalogue'

const folder = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
  },
})
const KILLED_AT_LEAST = 0.9
/** Files that are tried for a mutant without a list of its own. */
const FILES_EACH = 6

const testFiles = readdirSync(join(folder, 'tests'), { recursive: true })
  .map((name) => join('tests', String(name)))
  .filter((path) => path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))

/** Those that are named, else those that mention the changed table most often. */
function filesFor({ tests, about }: Mutant): string[] {
  if (tests.length > 0)
    return tests.flatMap((word) => {
      const found = testFiles.map(({ path }) => path).filter((path) => path.includes(word))
      if (found.length === 0)
        throw new Error(`supabase/mutants/list.ts: no test file has "${word}" in its path`)
      return found
    })
  const mentions = new RegExp(`\\b${about}\\b`, 'g')
  return testFiles
    .map(({ path, text }) => ({ path, count: text.match(mentions)?.length ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, FILES_EACH)
    .map(({ path }) => path)
}

const report = join(mkdtempSync(join(tmpdir(), 'helpdesk-mutants-')), 'report.json')
const reportSchema = z.object({ testResults: z.array(z.object({ name: z.string(), status: z.string() })) })

/** Runs those files in one process. @returns the files that fail; with `bail` the run ends at the first */
async function failing(files: string[], place: string, bail: boolean): Promise<string[]> {
  const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
  const options = ['--config', 'mutants/vitest.config.ts', `--outputFile=${report}`, `--bail=${bail ? 1 : 0}`]
  const child = spawn(process.execPath, [vitest, 'run', ...options, ...files], {
    cwd: folder,
    env: { ...process.env, MUTANT_PLACE: place },
    stdio: 'ignore',
  })
  await once(child, 'close')
  const { testResults } = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')))
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(folder, name))
}

const rank = ({ name }: Mutant) => createHash('sha256').update(`${values.seed} ${name}`).digest('hex')
const limits = 'address_mails=5000,network_mails=5000,stranger_mails=5000,email_sent=5000'
const stack = await startStack({ env: { HELPDESK_RATE_LIMITS: limits } })
const db = sql(stack)
const place = JSON.stringify(stack)
const survivors: string[] = []
let tried = 0
try {
  const chosen = (await allMutants(db))
    .filter(({ name }) => name.includes(values.only))
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
    .slice(0, Number(values.count))
  const broken = new Set(await failing([...new Set(chosen.flatMap(filesFor))], place, false))
  for (const file of broken) console.log(`  fails without a mutant, left out: ${file}`)
  for (const mutant of chosen) {
    const files = filesFor(mutant).filter((file) => !broken.has(file))
    await db.unsafe(mutant.apply)
    const isAlive = files.length === 0 || (await failing(files, place, true)).length === 0
    await db.unsafe(mutant.revert)
    tried += 1
    if (isAlive) survivors.push(mutant.name)
    console.log(`  ${isAlive ? 'survived' : 'killed'}: ${mutant.name}`)
  }
} finally {
  await db.end()
  await stack.stop()
}
const killed = tried - survivors.length
for (const name of survivors) console.log(`  survived: ${name}`)
console.log(`sql: ${killed} of ${tried} mutants killed (${Math.round((100 * killed) / tried)} %)`)
process.exitCode = tried > 0 && killed / tried >= KILLED_AT_LEAST ? 0 : 1
