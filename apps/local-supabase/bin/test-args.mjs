// Parses the arguments of `npm test -- …`. Runs before `npm ci`, so it imports only modules of Node.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib.mjs'

/** @typedef {{ name: string, short: string, folder: string }} Project */

export const CHECKS = ['format', 'lint', 'types', 'build']

/** Projects with tests. @returns {Project[]} */
export function testProjects() {
  const folders = ['apps', 'libs'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => `${group}/${name}`),
  )
  return [...folders, 'libs/testing/stack-tests', 'supabase', 'e2e'].flatMap((folder) => {
    const { name, scripts, targets } = manifest(folder)
    if (!scripts?.test && !targets?.test) return []
    return [{ name, short: name.replace('@helpdesk/', ''), folder }]
  })
}

function manifest(folder) {
  const path = ['package.json', 'project.json'].map((file) => join(root, folder, file)).find(existsSync)
  return path ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

/**
 * @param {string[]} words - the arguments of the command
 * @param {Project[]} projects
 * @returns {{ kind: 'all' } | { kind: 'help' } | { kind: 'checks', checks: string[] }
 *   | { kind: 'changed', base: string } | { kind: 'project', project: Project, files: string[], flags: string[] } | { kind: 'unknown', word: string }}
 */
export function parseTestArgs(words, projects) {
  const [first, ...rest] = words
  if (first === undefined) return { kind: 'all' }
  if (words.some((word) => word === '--help' || word === '-h')) return { kind: 'help' }
  if (first === '--changed') {
    const [base = 'main', other] = rest
    return other === undefined ? { kind: 'changed', base } : { kind: 'unknown', word: other }
  }
  if (CHECKS.includes(first)) {
    const other = rest.find((word) => !CHECKS.includes(word))
    return other === undefined ? { kind: 'checks', checks: words } : { kind: 'unknown', word: other }
  }
  const requested = first.replace(/\/+$/, '')
  const project = projects.find(({ name, short, folder }) => [name, short, folder].includes(requested))
  if (!project) return { kind: 'unknown', word: first }
  const flag = rest.findIndex((word) => word.startsWith('-'))
  const end = flag === -1 ? rest.length : flag
  return { kind: 'project', project, files: rest.slice(0, end), flags: rest.slice(end) }
}

/** @param {Project[]} projects */
export const helpText = (projects) => `
  npm test                               everything
  npm test -- --changed [<commit>]       what the changes since main, or another commit, affect
  npm test -- format lint types build    only these checks
  npm test -- <project>                  the tests of one project
  npm test -- <project> <file> …         only files whose path contains one of the words
  npm test -- <project> … -t <title>     flags are for Vitest, or for Playwright with e2e

  Projects: ${projects.map(({ short }) => short).join(', ')}
  Examples: npm test -- tickets, npm test -- e2e sign-in, npm test -- database attacks/files
`
