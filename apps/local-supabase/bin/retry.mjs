import { testLine } from './test-report.mjs'

/** More failed files than this are no flakes, and would take too long one by one. */
export const MOST_RETRIED_FILES = 10

/**
 * Runs each file with a failure once more, alone. What passes then counts as passed and is named as flaky, so that a flake
 * costs no run and does not stay unnoticed.
 * @param {import('./test-report.mjs').Report} report
 * @param {(file: string) => Promise<import('./test-report.mjs').Report | undefined>} runAlone
 * @returns {Promise<import('./test-report.mjs').Report & { flaky: string[] }>} the report after it, and a line for each flaky test
 */
export async function retryFailedFiles(report, runAlone) {
  const files = [...new Set(report.failures.map(({ file }) => file))]
  if (files.length > MOST_RETRIED_FILES) return { ...report, flaky: [] }
  const mended = new Set()
  for (const file of files) {
    const again = await runAlone(file)
    if (again && again.failed === 0 && again.passed > 0) mended.add(file)
  }
  const flaky = report.failures.filter(({ file }) => mended.has(file))
  return {
    ...report,
    passed: report.passed + flaky.length,
    failed: report.failed - flaky.length,
    failures: report.failures.filter(({ file }) => !mended.has(file)),
    flaky: flaky.map((failure) => testLine('Flaky', failure)),
  }
}
