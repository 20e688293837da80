// What `npm test -- --changed` runs: the tests that can see a change, instead of all.

/** Journeys through each role's main work, for every change of what a browser loads or calls. */
export const MAIN_JOURNEYS = ['sign-in', 'customer-ticket', 'agent-day', 'admin-console.spec', 'email']

const isDatabase = (path) => /^supabase\/(migrations|schemas|seeds|config\.toml)/.test(path)
const isBackend = (path) => /^apps\/local-supabase\/(src|bin)\//.test(path) && !isTest(path)
const isTest = (path) => /\.(test|spec)\.tsx?$/.test(path)
const isServed = (path) =>
  /^(apps|libs|supabase|e2e\/support)\//.test(path) && !isTest(path) && !path.endsWith('.md')

/**
 * Vitest finds the tests that import a changed file. Tests that talk to a running backend import nothing of it, so that a
 * change of the database or the backend runs all of these.
 * @param {string[]} paths - changed files, from the root of the repository
 * @param {import('./test-args.mjs').Project[]} affected - projects that Nx finds affected, without the journeys
 * @returns {{ whole: import('./test-args.mjs').Project[], related: import('./test-args.mjs').Project[], journeys: string[] }}
 *   projects of which all tests run, projects of which the related tests run, and words of the paths of journeys
 */
export function changedTests(paths, affected) {
  const runsWhole = ({ short }) =>
    (short === 'database' && paths.some(isDatabase)) ||
    (short === 'stack-tests' && paths.some((path) => isDatabase(path) || isBackend(path)))
  const changedJourneys = paths.filter((path) => /^e2e\/.*\.spec\.ts$/.test(path))
  return {
    whole: affected.filter(runsWhole),
    related: affected.filter((project) => !runsWhole(project)),
    journeys: [
      ...new Set([
        ...changedJourneys.map((path) => path.slice(4)),
        ...(paths.some(isServed) ? MAIN_JOURNEYS : []),
      ]),
    ],
  }
}
