// Reads what the test runners report.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {object} Report
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} files - paths of the files with tests that ran
 * @property {string[]} notes - lines for the person
 */

/** The report that a runner left in that folder. @returns {Report | undefined} */
export function readReport(folder) {
  const parse = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  if (existsSync(join(folder, 'vitest.json'))) return vitestReport(parse('vitest.json'))
  if (existsSync(join(folder, 'playwright.json'))) return playwrightReport(parse('playwright.json'))
  return undefined
}

/** @returns {Report} */
export function vitestReport({ success, numPassedTests, numFailedTests, testResults }) {
  // A file that does not even load has no failed test in it; it is a failure all the same.
  const broken = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length
  const missed = !success && numFailedTests + broken === 0 ? 1 : 0
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken + missed,
    files: testResults.map(({ name }) => name),
    notes: [],
  }
}

/** A journey that passes only at a further try has failed. @returns {Report} */
export function playwrightReport({ stats, suites, errors }) {
  const flaky = flakyTitles(suites).map((title) => `Passed only at the second try: ${title}`)
  // An error outside of a test, such as a portal that does not start.
  const outside = stats.unexpected + stats.flaky === 0 ? errors.length : 0
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + outside,
    files: suites.map(({ file }) => file),
    notes: flaky,
  }
}

function flakyTitles(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => title),
    ...flakyTitles(inner),
  ])
}

/** Lines in which Node says that something it was asked for will go away. */
export const deprecations = (output) =>
  output.split('\n').filter((line) => /\bDeprecationWarning\b|\[DEP\d{4}\]/.test(line))
