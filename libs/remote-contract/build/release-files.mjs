import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** Not part of a release: the manifests themselves, compressed siblings, and notes of the build. */
const NOT_RELEASED = /^((remote|shell)\.json|mf-stats\.json|\.vite\/.*)$|\.(br|gz)$/
const CODE = /\.(m?js|css)$/

/**
 * The files of a build: integrity of scripts and style sheets, and a hash over everything.
 * @param {string} dist
 * @returns {{ files: Record<string, string>, hash: string }} `hash`: hexadecimal
 */
export function hashFiles(dist) {
  const names = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((name) => !NOT_RELEASED.test(name))
    .sort()
  const all = createHash('sha256')
  /** @type {Record<string, string>} */
  const files = {}
  for (const name of names) {
    const integrity = `sha384-${createHash('sha384')
      .update(readFileSync(join(dist, name)))
      .digest('base64')}`
    all.update(`${name} ${integrity}\n`)
    if (CODE.test(name)) files[name] = integrity
  }
  return { files, hash: all.digest('hex') }
}

/**
 * The version of a release: another file or another manifest is another version.
 * @param {string} folder - of the app, whose package.json has the first part
 * @param {string} hash - of the files
 * @param {object} manifest - the rest of it
 */
export function releaseVersion(folder, hash, manifest) {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const digest = createHash('sha256').update(hash).update(JSON.stringify(manifest)).digest('hex')
  return `${version}-${digest.slice(0, 12)}`
}
