import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changeOf, isAtLeast, nextVersion } from './bump.mjs'
import { apiOf } from './report.mjs'

const HEADER = 'Public names and types. Written by `npm run api-report`; version '

/**
 * Compares the public interface of a shared package with its checked-in report, `api.txt`.
 * @param {string} root - folder of the checkout
 * @param {string} name - folder in `libs/`
 */
export function checkApi(root, name) {
  const file = join(root, 'libs', name, 'api.txt')
  const { version } = JSON.parse(readFileSync(join(root, 'libs', name, 'package.json'), 'utf8'))
  const [header = '', , ...before] = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  const after = apiOf(root, name)
  const reported = header.slice(HEADER.length) || version
  const change = header ? changeOf(before, after) : 'none'
  const minimum = nextVersion(reported, change)
  return {
    changed: header !== `${HEADER}${version}` || after.join('\n') !== before.join('\n'),
    /** What has to be done by hand before the report may be written; null when nothing. */
    problem: isAtLeast(version, minimum)
      ? null
      : `The public interface of libs/${name} changed (${change}): raise its version from ${version} to ${minimum}`,
    write: () => writeFileSync(file, `${HEADER}${version}\n\n${after.join('\n')}\n`),
  }
}
