// Parses the reports of Vitest and Playwright.
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {object} Failure
 * @property {string} file - as the runner names it
 * @property {string} title
 * @property {string} reason - the first line of the error
 */

/**
 * @typedef {object} Report
 * @property {number} passed
 * @property {number} failed - the failures, and what failed outside of a file
 * @property {string[]} files - paths of the files with tests that ran
 * @property {Failure[]} failures - failed tests, and files that did not load
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
export function vitestReport({ success, numPassedTests, testResults }) {
  const failedTests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages?.[0])),
  )
  // A file that fails to load contains no failed test.
  const unloadable = testResults
    .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
    .map(({ name, message }) => failure(name, 'the file', message))
  const failures = [...failedTests, ...unloadable]
  const missed = !success && failures.length === 0 ? 1 : 0
  return {
    passed: numPassedTests,
    failed: failures.length + missed,
    files: testResults.map(({ name }) => name),
    failures,
    notes: [],
  }
}

/** @returns {Failure} */
function failure(file, title, message = 'no message') {
  const [reason] = stripVTControlCharacters(message).split('\n')
  return { file, title, reason: reason.slice(0, 300) }
}

/** One line for a test: the last line of a long output is often all that is kept of a run. */
export const testLine = (what, { file, title, reason }) => `${what}: ${basename(file)} › ${title}: ${reason}`

/** A journey that Playwright itself tried again counts as failed. @returns {Report} */
export function playwrightReport({ stats, suites, errors }) {
  // Errors outside of tests, such as a portal that does not start.
  const outside = stats.unexpected + stats.flaky === 0 ? errors.length : 0
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + outside,
    files: suites.map(({ file }) => file),
    failures: failedJourneys(suites),
    notes: skipReasons(suites).map((reason) => `Skipped: ${reason}`),
  }
}

const specsOf = (suites) =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)])

const failedJourneys = (suites) =>
  specsOf(suites).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results = [] }) =>
        failure(file, title, results.findLast(({ error }) => error !== undefined)?.error.message),
      ),
  )

/** Each reason once. */
function skipReasons(suites) {
  const skipped = specsOf(suites).flatMap(({ tests }) => tests.filter(({ status }) => status === 'skipped'))
  const reasons = skipped.flatMap(({ annotations = [] }) => annotations.map(({ description }) => description))
  return [...new Set(reasons)]
}

/** Node's deprecation warnings in the output of a command. */
export const deprecations = (output) =>
  output.split('\n').filter((line) => /\bDeprecationWarning\b|\[DEP\d{4}\]/.test(line))
