import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changeOf, isAtLeast, nextVersion } from './bump.mjs'
import { apiOf } from './report.mjs'

/** Raise the number when the notation changes: reports of another format are not compared. */
const HEADER = 'Public names and types, format 2. Written by `npm run api-report`; version '

/**
 * Compares the public interface of a shared package with its checked-in report, `api.txt`, and with that of a base: a
 * report that was deleted or edited by hand is compared with itself otherwise.
 * @param {string} root - folder of the checkout
 * @param {string} name - folder in `libs/`
 * @param {string} [base] - a commit
 */
export function checkApi(root, name, base) {
  const file = join(root, 'libs', name, 'api.txt')
  const { version } = JSON.parse(readFileSync(join(root, 'libs', name, 'package.json'), 'utf8'))
  const checkedIn = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const after = apiOf(root, name)
  const content = `${HEADER}${version}\n\n${after.join('\n')}\n`
  return {
    changed: content !== checkedIn,
    /** What has to be done by hand before the report may be written; null when nothing. */
    problem: problemOf(name, version, after, [checkedIn, base ? reportAt(root, name, base) : '']),
    write: () => writeFileSync(file, content),
  }
}

/**
 * Which version an interface needs after earlier ones.
 * @param {string} name - folder in `libs/`
 * @param {string} version - of the package
 * @param {readonly string[]} after - lines of the interface
 * @param {readonly string[]} reports - earlier `api.txt`s; empty ones and those of another format are ignored
 * @returns {string | null} what has to be done; null when nothing
 */
export function problemOf(name, version, after, reports) {
  for (const report of reports) {
    const [header = '', , ...before] = report.trimEnd().split('\n')
    if (!header.startsWith(HEADER)) continue
    const change = changeOf(before, after)
    const minimum = nextVersion(header.slice(HEADER.length), change)
    if (!isAtLeast(version, minimum))
      return `The public interface of libs/${name} changed (${change}): raise its version from ${version} to ${minimum}`
  }
  return null
}

/**
 * The report at a commit; empty when it has none.
 * @param {string} root - folder of the checkout
 * @param {string} name - folder in `libs/`
 * @param {string} commit
 * @throws Error when the commit is unknown
 */
export function reportAt(root, name, commit) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: 'pipe' })
  const path = `libs/${name}/api.txt`
  return git('ls-tree', '--name-only', commit, path) === '' ? '' : git('show', `${commit}:${path}`)
}
