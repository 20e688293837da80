import { expect, it } from 'vitest'
import { deprecations, playwrightReport, vitestReport } from './test-report.mjs'

const stats = { expected: 2, unexpected: 0, flaky: 0 }
const spec = (title: string, status: string) => ({ title, tests: [{ status }] })

it('counts a flaky journey as failed, and names it', () => {
  const suites = [
    { file: 'a.spec.ts', suites: [{ specs: [spec('signs in', 'flaky'), spec('b', 'expected')] }] },
  ]
  expect(playwrightReport({ stats: { ...stats, flaky: 1 }, suites, errors: [] })).toEqual({
    passed: 2,
    failed: 1,
    files: ['a.spec.ts'],
    notes: ['Flaky, passed on retry: signs in'],
  })
})

it('names a failed journey with the first line of its error', () => {
  const failed = {
    file: 'a.spec.ts',
    title: 'signs in',
    tests: [
      {
        status: 'unexpected',
        results: [{ error: { message: '\u001b[31mNo heading\u001b[39m\n  at line 3' } }],
      },
    ],
  }
  const suites = [{ file: 'a.spec.ts', specs: [failed] }]
  const report = playwrightReport({ stats: { ...stats, unexpected: 1 }, suites, errors: [] })
  expect(report.notes).toEqual(['Failed: a.spec.ts › signs in: No heading'])
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
  const report = { success: false, numPassedTests: 0, numFailedTests: 1, testResults }
  expect(vitestReport(report)).toMatchObject({
    failed: 2,
    notes: [
      'Failed: counts.test.ts › counts up: expected 1 to be 2',
      'Failed: b.test.ts › the file: No such module',
    ],
  })
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
  const report = { success: false, numPassedTests: 3, numFailedTests: 0, testResults }
  expect(vitestReport(report)).toMatchObject({ passed: 3, failed: 1 })
})

it('counts a run that failed outside of its tests', () => {
  const report = { success: false, numPassedTests: 3, numFailedTests: 0, testResults: [] }
  expect(vitestReport(report)).toMatchObject({ passed: 3, failed: 1 })
})

it('finds the deprecation warnings of Node', () => {
  const warning =
    '(node:1) [DEP0190] DeprecationWarning: Passing args to a child process with shell option true'
  expect(deprecations(`ok\n${warning}\nok`)).toEqual([warning])
  expect(deprecations('renames a deprecated macro')).toEqual([])
})
