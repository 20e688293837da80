import { expect, it } from 'vitest'
import { deprecations, playwrightReport, testLine, vitestReport } from './test-report.mjs'

const stats = { expected: 2, unexpected: 0, flaky: 0 }
const failedJourney = (status: string) => ({
  file: 'a.spec.ts',
  title: 'signs in',
  tests: [{ status, results: [{ error: { message: '\u001b[31mNo heading\u001b[39m\n  at line 3' } }, {}] }],
})
const noHeading = { file: 'a.spec.ts', title: 'signs in', reason: 'No heading' }

it('counts a journey that passed on a second try as failed', () => {
  const suites = [{ file: 'a.spec.ts', suites: [{ specs: [failedJourney('flaky')] }] }]
  expect(playwrightReport({ stats: { ...stats, flaky: 1 }, suites, errors: [] })).toEqual({
    passed: 2,
    failed: 1,
    files: ['a.spec.ts'],
    failures: [noHeading],
    notes: [],
  })
})

it('names a failed journey with the first line of its error', () => {
  const suites = [{ file: 'a.spec.ts', specs: [failedJourney('unexpected')] }]
  const { failures } = playwrightReport({ stats: { ...stats, unexpected: 1 }, suites, errors: [] })
  expect(failures.map((failure) => testLine('Failed', failure))).toEqual([
    'Failed: a.spec.ts › signs in: No heading',
  ])
})

it('names a failed test, and a file that does not load', () => {
  const testResults = [
    {
      name: '/home/a/counts.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'failed', fullName: 'counts up', failureMessages: ['expected 1 to be 2\n  at x'] },
      ],
    },
    { name: '/home/a/b.test.ts', status: 'failed', message: 'No such module', assertionResults: [] },
  ]
  const { failed, failures } = vitestReport({ success: false, numPassedTests: 0, testResults })
  expect(failed).toBe(2)
  expect(failures.map((failure) => testLine('Failed', failure))).toEqual([
    'Failed: counts.test.ts › counts up: expected 1 to be 2',
    'Failed: b.test.ts › the file: No such module',
  ])
})

it('says once why tests were skipped', () => {
  const skipped = {
    title: 'serves pages',
    tests: [{ status: 'skipped', annotations: [{ type: 'skip', description: 'nginx is not installed' }] }],
  }
  const suites = [{ file: 'a.spec.ts', suites: [{ specs: [skipped, skipped] }] }]
  expect(playwrightReport({ stats, suites, errors: [] }).notes).toEqual(['Skipped: nginx is not installed'])
})

it('counts an error outside of the journeys', () => {
  const errors = [{ message: 'The backend did not start' }]
  expect(playwrightReport({ stats, suites: [], errors })).toMatchObject({ passed: 2, failed: 1 })
})

it('counts a file that does not load as failed', () => {
  const testResults = [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }]
  const report = { success: false, numPassedTests: 3, testResults }
  expect(vitestReport(report)).toMatchObject({ passed: 3, failed: 1 })
})

it('counts a run that failed outside of its tests', () => {
  const report = { success: false, numPassedTests: 3, testResults: [] }
  expect(vitestReport(report)).toMatchObject({ passed: 3, failed: 1 })
})

it('finds the deprecation warnings of Node', () => {
  const warning =
    '(node:1) [DEP0190] DeprecationWarning: Passing args to a child process with shell option true'
  expect(deprecations(`ok\n${warning}\nok`)).toEqual([warning])
  expect(deprecations('renames a deprecated macro')).toEqual([])
})
