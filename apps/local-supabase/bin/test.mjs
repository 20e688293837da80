import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { buildFingerprint, buildIfStale, recordBuild } from './build.mjs'
import { changedTests } from './changed-tests.mjs'
import { exitWithError, installIfStale, nodeBin, requireNode, root, run, print, step } from './lib.mjs'
import { retryFailedFiles } from './retry.mjs'
import { keepTemporaryFilesInMemory } from './temporary-files.mjs'
import { CHECKS, helpText, parseTestArgs, testProjects } from './test-args.mjs'
import { deprecations, readReport, testLine } from './test-report.mjs'

const projects = testProjects()
const command = parseTestArgs(process.argv.slice(2), projects)
if (command.kind === 'help') {
  print(helpText(projects))
  process.exit(0)
}
if (command.kind === 'unknown')
  exitWithError(
    `There is no check and no project "${command.word}".`,
    `Name one of these:\n${helpText(projects)}`,
  )

requireNode()
await installIfStale()
keepTemporaryFilesInMemory()

const total = { passed: 0, failed: 0 }
const failures = []
/** Printed at the end, where they are not lost in the output of the tools. */
const notes = []
/** Tests that passed on a second run. */
const flakes = []
function count(name, passed, failed) {
  total.passed += passed
  total.failed += failed
  if (failed > 0) failures.push(`${name}: ${failed}`)
}
/** Counts one thing that passes or fails. */
const check = (name, passed) => count(name, passed ? 1 : 0, passed ? 0 : 1)

/** Runs a tool, prints its output on failure, and counts deprecation warnings. */
async function tool(name, args, options) {
  const { code, output } = await run(process.execPath, [nodeBin(name), ...args], options)
  if (code !== 0 && !options?.show) print(output.slice(-30_000))
  const warnings = deprecations(output)
  for (const line of warnings) print(`Deprecated: ${line.trim()}`)
  count('deprecation warnings', 0, warnings.length)
  return code === 0
}
const nx = (args, workers = 1) =>
  tool('nx', [...args, '--outputStyle=static'], { extraEnv: { VITEST_MAX_WORKERS: String(workers) } })
/** One project after the other. */
const runMany = (target, ...more) => nx(['run-many', '-t', target, '--parallel=1', ...more])

const COMMANDS = {
  format: ['Format', () => tool('prettier', ['--check', '--cache', '--log-level=warn', '.'])],
  // One process for all projects: each alone would read the libraries again.
  lint: [
    'Lint and module boundaries',
    () => tool('eslint', ['.'], { extraEnv: { HELPDESK_LINT_TYPES: 'on' } }),
  ],
  // Beside the others, whose cores more threads would take; each thread reads the libraries' types again.
  types: ['Types', () => tool('tsc', ['--singleThreaded'])],
  build: ['Build', buildAll],
}

async function buildAll() {
  const sources = buildFingerprint()
  const succeeded = await runMany('build')
  if (succeeded) recordBuild(sources)
  return succeeded
}

/** In parallel, because each leaves a core idle towards its end. */
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

/** Counts the report of a project. @param succeeded - whether its command exited with 0 */
function countReport({ short }, report, succeeded = true) {
  if (!report) return check(`${short}: no report`, false)
  const ran = report.passed + report.failed > 0
  count(short, report.passed, report.failed || (succeeded && ran ? 0 : 1))
  notes.push(...report.notes, ...report.failures.map((failure) => testLine('Failed', failure)))
}

/** Runs files of a project, all for none, without Nx, whose cache would skip the run. */
async function runFiles(project, files, flags = []) {
  // Apart from the reports that Nx caches.
  const reports = mkdtempSync(join(tmpdir(), 'helpdesk-test-'))
  const runner =
    project.short === 'e2e'
      ? ['playwright', ['test']]
      : ['vitest', ['run', `--outputFile=${join(reports, 'vitest.json')}`]]
  const succeeded = await tool(runner[0], [...runner[1], ...files, ...flags], {
    cwd: join(root, project.folder),
    show: true,
    extraEnv: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json') },
  })
  const report = readReport(reports)
  rmSync(reports, { recursive: true, force: true })
  return { report, succeeded }
}

/** On a build server a failed file runs again, alone: a flake must not cost a run of twenty minutes. */
async function withRetries(project, report) {
  if (!process.env.CI || !report?.failures.length) return report
  const { flaky, ...after } = await retryFailedFiles(
    report,
    async (file) => (await runFiles(project, [file])).report,
  )
  flakes.push(...flaky)
  return after
}

async function runProject({ project, files, flags }) {
  if (project.short === 'e2e') {
    await ensureBrowser()
    await buildIfStale()
  }
  const { report, succeeded } = await runFiles(project, files, flags)
  const missing = files.find(
    (word) => !report?.files.some((path) => path.includes(word.replace(/:\d+$/, ''))),
  )
  if (missing)
    exitWithError(`No test file of ${project.short} has "${missing}" in its path.`, 'See npm test -- --help.')
  if (report && report.passed + report.failed === 0) exitWithError('No test ran.', 'See npm test -- --help.')
  const after = await withRetries(project, report)
  countReport(project, after, succeeded || after !== report)
}

/** Checks of everything, which share their caches, and the tests that a change since a commit affects. */
async function runChanged(base) {
  const git = async (...args) => (await run('git', args)).output.split('\n').filter(Boolean)
  const from = await run('git', ['merge-base', 'HEAD', base])
  if (from.code !== 0)
    exitWithError(`Git knows no commit "${base}".`, 'Name one: npm test -- --changed <commit>.')
  const since = from.output.trim()
  const paths = [
    ...(await git('diff', '--name-only', '--diff-filter=d', since)),
    ...(await git('ls-files', '--others', '--exclude-standard')),
  ]
  const names = await run(process.execPath, [
    nodeBin('nx'),
    'show',
    'projects',
    '--affected',
    `--base=${since}`,
    '--json',
  ])
  if (names.code !== 0)
    exitWithError(
      `Nx could not tell what is affected:\n${names.output.slice(-3000)}`,
      'Run npm test for everything.',
    )
  const affected = projects.filter(({ name, short }) => short !== 'e2e' && names.output.includes(`"${name}"`))
  const { whole, related, journeys } = changedTests(paths, affected)
  print(
    `${paths.length} changed files affect ${affected.map(({ short }) => short).join(', ') || 'no project'}`,
  )
  await runChecks(CHECKS)
  for (const project of whole) await runReported(project, [])
  for (const project of related) await runReported(project, [], ['--changed', since, '--passWithNoTests'])
  const e2e = projects.find(({ short }) => short === 'e2e')
  if (journeys.length > 0) {
    await ensureBrowser()
    await runReported(e2e, journeys)
  }
}

async function runReported(project, files, flags) {
  await step(project.short, async () => {
    const { report, succeeded } = await runFiles(project, files, flags)
    const nothing = succeeded && report?.passed === 0 && report.failed === 0
    if (!nothing) countReport(project, await withRetries(project, report), succeeded)
  })
}

async function runEverything() {
  await ensureBrowser()
  await runChecks(CHECKS)
  // Nx restores reports from its cache; those of an earlier run must not be counted.
  for (const project of projects) rmSync(results(project), { recursive: true, force: true })
  const [e2e, database, stacks] = ['e2e', 'database', 'stack-tests'].map((name) =>
    projects.find(({ short }) => short === name),
  )
  const others = projects.filter((project) => project !== e2e)
  const test = (title, { name }, workers) => step(title, () => nx(['test', name], workers))
  // Three workers at a time keep two cores busy, because they wait for their backends. More take twice the CPU time.
  const rest = step('Unit, component, backend', () =>
    runMany('test', `--exclude=${[e2e, database, stacks].map(({ name }) => name)}`),
  )
  const databasePassed = await test('Database', database, 2)
  const journeysPassed = await test('Journeys in Chromium', e2e)
  const stacksPassed = await test('Libraries against a backend', stacks)
  const restPassed = await rest
  const reported = others.map((project) => [project, readReport(results(project))])
  const anyFailed = reported.some(([, report]) => !report || report.failed > 0)
  if (!(restPassed && databasePassed && stacksPassed) && !anyFailed) check('test runner', false)
  for (const [project, report] of reported) countReport(project, await withRetries(project, report))
  const journeys = readReport(results(e2e))
  countReport(e2e, await withRetries(e2e, journeys), journeysPassed || journeys?.failed > 0)
  // Printed only: the registry may be unreachable, and a new advisory must not block a fix.
  const audit = await run('npm', ['audit', '--omit=dev', '--audit-level=low'])
  print(
    audit.output.includes('audit endpoint') || audit.output.includes('ENOTFOUND')
      ? 'Advisories: the registry did not respond'
      : `Advisories for what is shipped: ${audit.output.trim().split('\n').slice(-12).join('\n')}`,
  )
}

if (command.kind === 'checks') await runChecks(command.checks)
else if (command.kind === 'changed') await runChanged(command.base)
else if (command.kind === 'project') await runProject(command)
else await runEverything()

for (const note of [...notes, ...flakes]) print(note)
if (failures.length > 0) print(`Failed: ${failures.join(' · ')}`)
print(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
