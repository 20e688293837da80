import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { buildWhatIsStale } from './build.mjs'
import { giveUp, installWhatIsMissing, nodeBin, requireNode, root, run, say, step } from './lib.mjs'
import { CHECKS, helpText, parseTestArgs, testProjects } from './test-args.mjs'
import { deprecations, readReport } from './test-report.mjs'

const projects = testProjects()
const asked = parseTestArgs(process.argv.slice(2), projects)
if (asked.kind === 'help') {
  say(helpText(projects))
  process.exit(0)
}
if (asked.kind === 'unknown')
  giveUp(`There is no check and no project "${asked.word}".`, `Name one of these:\n${helpText(projects)}`)

requireNode()
await installWhatIsMissing()

const total = { passed: 0, failed: 0 }
const failures = []
function count(name, passed, failed) {
  total.passed += passed
  total.failed += failed
  if (failed > 0) failures.push(`${name}: ${failed}`)
}
/** Counts one thing that passes or fails. */
const check = (name, passed) => count(name, passed ? 1 : 0, passed ? 0 : 1)

/** Runs a command; shows what it printed if it failed, and counts each warning of Node's. */
async function tool(name, args, options) {
  const { code, output } = await run(process.execPath, [nodeBin(name), ...args], options)
  if (code !== 0 && !options?.show) say(output.slice(-30_000))
  const warnings = deprecations(output)
  for (const line of warnings) say(`Deprecated: ${line.trim()}`)
  count('deprecation warnings', 0, warnings.length)
  return code === 0
}
const nx = (...args) => tool('nx', [...args, '--outputStyle=static'])
const runMany = (target, parallel, ...more) => nx('run-many', '-t', target, `--parallel=${parallel}`, ...more)

const COMMANDS = {
  lint: ['Lint and module boundaries', () => runMany('lint', 1)],
  // One program for all projects: each alone would check the libraries again.
  types: ['Types', () => tool('tsc', [])],
  build: ['Build', () => runMany('build', 1)],
}

/** In parallel: one after the other, each would leave a core idle at its end. */
async function runChecks(checks) {
  await Promise.all(
    checks.map(async (name) => {
      const [title, run] = COMMANDS[name]
      check(name, await step(title, run))
    }),
  )
  if (!checks.includes('build')) return
  const bytes = await run(process.execPath, ['apps/shell/scripts/bytes.mjs'], { show: true })
  check('bytes against the budgets', bytes.code === 0)
}

const results = ({ folder }) => join(root, folder, 'test-results')

/** Counts what a project reports; `ended` is whether its command succeeded. */
function countReport({ short }, report, ended = true) {
  if (!report) return check(`${short}: no report`, false)
  const ran = report.passed + report.failed > 0
  count(short, report.passed, report.failed || (ended && ran ? 0 : 1))
  for (const note of report.notes) say(note)
}

/** Nx has no part in it: who names a project wants to see it run. */
async function runProject({ project, files, flags }) {
  const isE2e = project.short === 'e2e'
  if (isE2e) {
    await ensureBrowser()
    await buildWhatIsStale()
  }
  // apart from the reports that Nx keeps
  const reports = mkdtempSync(join(tmpdir(), 'helpdesk-test-'))
  const runner = isE2e
    ? ['playwright', ['test']]
    : ['vitest', ['run', `--outputFile=${join(reports, 'vitest.json')}`]]
  const ended = await tool(runner[0], [...runner[1], ...files, ...flags], {
    cwd: join(root, project.folder),
    show: true,
    extraEnv: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json') },
  })
  const report = readReport(reports)
  rmSync(reports, { recursive: true, force: true })
  const missing = files.find(
    (word) => !report?.files.some((path) => path.includes(word.replace(/:\d+$/, ''))),
  )
  if (missing)
    giveUp(`No test file of ${project.short} has "${missing}" in its path.`, 'See npm test -- --help.')
  if (report && report.passed + report.failed === 0) giveUp('No test ran.', 'See npm test -- --help.')
  countReport(project, report, ended)
}

async function runEverything() {
  await ensureBrowser()
  await runChecks(CHECKS)
  // Nx lays the reports back from its cache; one that is left from an earlier run must not be counted.
  for (const project of projects) rmSync(results(project), { recursive: true, force: true })
  const e2e = projects.find(({ short }) => short === 'e2e')
  const database = projects.find(({ short }) => short === 'database')
  const others = projects.filter((project) => project !== e2e)
  // Two lanes: the database's tests use one core, and the journeys wait more than they compute.
  const rest = step('Unit, component, backend', () =>
    runMany('test', 2, `--exclude=${database.name},${e2e.name}`),
  )
  const isDatabaseRight = await step('Database', () => nx('test', database.name))
  const areJourneysRight = await step('Journeys in Chromium', () => nx('test', e2e.name))
  const isRestRight = await rest
  for (const project of others) countReport(project, readReport(results(project)))
  if (!(isRestRight && isDatabaseRight) && failures.length === 0) check('test runner', false)
  countReport(e2e, readReport(results(e2e)), areJourneysRight)
  // A report, not a gate: the registry may be out of reach, and an advisory of today must not stop a fix.
  const audit = await run('npm', ['audit', '--omit=dev', '--audit-level=low'])
  say(
    audit.output.includes('audit endpoint') || audit.output.includes('ENOTFOUND')
      ? 'Advisories: the registry gave no answer'
      : `Advisories for what is shipped: ${audit.output.trim().split('\n').slice(-12).join('\n')}`,
  )
}

if (asked.kind === 'checks') await runChecks(asked.checks)
else if (asked.kind === 'project') await runProject(asked)
else await runEverything()

if (failures.length > 0) say(`Failed: ${failures.join(' · ')}`)
say(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
