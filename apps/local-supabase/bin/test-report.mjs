// Parses the reports of Vitest and Playwright.
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {object} Report
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} files - paths of the files with tests that ran
 * @property {string[]} notes - lines to print
 */

/** The report in a folder. @returns {Report | undefined} */
export function readReport(folder) {
  const parse = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  if (existsSync(join(folder, 'vitest.json'))) return vitestReport(parse('vitest.json'))
  if (existsSync(join(folder, 'playwright.json'))) return playwrightReport(parse('playwright.json'))
  return undefined
}

/** @returns {Report} */
export function vitestReport({ success, numPassedTests, numFailedTests, testResults }) {
  // A file that fails to load contains no failed test.
  const unloadable = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  const missed = !success && numFailedTests + unloadable.length === 0 ? 1 : 0
  const failedTests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => failedNote(name, fullName, failureMessages?.[0])),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + unloadable.length + missed,
    files: testResults.map(({ name }) => name),
    notes: [...failedTests, ...unloadable.map(({ name, message }) => failedNote(name, 'the file', message))],
  }
}

/** One line for a failed test: the last line of a long output is often all that is kept of a run. */
function failedNote(file, title, message = 'no message') {
  const [reason] = stripVTControlCharacters(message).split('\n')
  return `Failed: ${basename(file)} › ${title}: ${reason.slice(0, 300)}`
}

/** A flaky journey counts as failed. @returns {Report} */
export function playwrightReport({ stats, suites, errors }) {
  const flaky = flakyTitles(suites).map((title) => `Flaky, passed on retry: ${title}`)
  // Errors outside of tests, such as a portal that does not start.
  const outside = stats.unexpected + stats.flaky === 0 ? errors.length : 0
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + outside,
    files: suites.map(({ file }) => file),
    notes: [
      ...failedJourneys(suites),
      ...flaky,
      ...skipReasons(suites).map((reason) => `Skipped: ${reason}`),
    ],
  }
}

const specsOf = (suites) =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)])

const failedJourneys = (suites) =>
  specsOf(suites).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results = [] }) => failedNote(file, title, results.at(-1)?.error?.message)),
  )

const flakyTitles = (suites) =>
  specsOf(suites)
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ title }) => title)

/** Each reason once. */
function skipReasons(suites) {
  const skipped = specsOf(suites).flatMap(({ tests }) => tests.filter(({ status }) => status === 'skipped'))
  const reasons = skipped.flatMap(({ annotations = [] }) => annotations.map(({ description }) => description))
  return [...new Set(reasons)]
}

/** Node's deprecation warnings in the output of a command. */
export const deprecations = (output) =>
  output.split('\n').filter((line) => /\bDeprecationWarning\b|\[DEP\d{4}\]/.test(line))
