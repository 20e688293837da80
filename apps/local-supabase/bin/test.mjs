import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { installWhatIsMissing, requireNode, root, run, say, step } from './lib.mjs'

requireNode()
await installWhatIsMissing()
await ensureBrowser()

const total = { passed: 0, failed: 0 }
const failures = []
function count(name, passed, failed) {
  total.passed += passed
  total.failed += failed
  if (failed > 0) failures.push(`${name}: ${failed}`)
}

/** A check that is one thing: it passes or it fails. */
async function check(name, command, args, options) {
  const { code, output } = await step(name, () => run(command, args, options))
  if (code !== 0) say(output.slice(-12_000))
  count(name, code === 0 ? 1 : 0, code === 0 ? 0 : 1)
}

const nx = (target) => ['nx', 'run-many', '-t', target, '--parallel=2', '--outputStyle=static']
await check('Lint and module boundaries', 'npx', nx('lint'))
await check('Types', 'npx', nx('typecheck'))
await check('Build', 'npx', nx('build'))
await check('Bytes against the budgets', process.execPath, ['apps/shell/scripts/bytes.mjs'], { show: true })

const packages = ['apps', 'libs']
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
  .concat('supabase')
  .filter((folder) => existsSync(join(root, folder, 'package.json')))
  .filter((folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).scripts?.test)

// Nx lays the reports back from its cache; one that is left from an earlier run must not be counted.
for (const folder of packages) rmSync(join(root, folder, 'test-results'), { recursive: true, force: true })
// The database's tests follow one another on one server: begun last, they would leave the second core with nothing to do.
const database = '@helpdesk/database'
const units = await step('Unit, component, database, backend', () =>
  Promise.all([
    run('npx', ['nx', 'test', database, '--outputStyle=static']),
    run('npx', [...nx('test'), `--exclude=${database}`]),
  ]),
)
for (const { code, output } of units) if (code !== 0) say(output.slice(-30_000))
for (const folder of packages) {
  const path = join(root, folder, 'test-results/vitest.json')
  if (!existsSync(path)) {
    count(`${folder}: no report`, 0, 1)
    continue
  }
  const report = JSON.parse(readFileSync(path, 'utf8'))
  // A file that does not even load has no failed test in it; it is a failure all the same.
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  const missed = !report.success && report.numFailedTests + broken.length === 0 ? 1 : 0
  count(folder, report.numPassedTests, report.numFailedTests + broken.length + missed)
}
if (units.some(({ code }) => code !== 0) && total.failed === 0) count('test runner', 0, 1)

const journeys = join(root, 'e2e/test-results/playwright.json')
rmSync(join(root, 'e2e/test-results'), { recursive: true, force: true })
const e2e = await step('Journeys in Chromium', () =>
  run('npx', ['playwright', 'test'], { cwd: join(root, 'e2e') }),
)
if (e2e.code !== 0) say(e2e.output.slice(-30_000))
if (existsSync(journeys)) {
  const { stats, suites } = JSON.parse(readFileSync(journeys, 'utf8'))
  count('e2e', stats.expected + stats.flaky, stats.unexpected)
  for (const title of flakyTitles(suites)) say(`Passed only at the second try: ${title}`)
}
if (!existsSync(journeys) || (e2e.code !== 0 && !failures.some((line) => line.startsWith('e2e'))))
  count('e2e', 0, 1)

/** Journeys whose first try failed. */
function flakyTitles(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => title),
    ...flakyTitles(inner),
  ])
}

// A report, not a gate: the registry may be out of reach, and an advisory of today must not stop a fix.
const audit = await run('npm', ['audit', '--omit=dev', '--audit-level=low'])
say(
  audit.output.includes('audit endpoint') || audit.output.includes('ENOTFOUND')
    ? 'Advisories: the registry gave no answer'
    : `Advisories for what is shipped: ${audit.output.trim().split('\n').slice(-12).join('\n')}`,
)

if (failures.length > 0) say(`Failed: ${failures.join(' · ')}`)
say(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
