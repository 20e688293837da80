import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { remoteNames } from '../../../libs/remote-contract/build/remotes.mjs'
import { exitWithError, nodeBin, root, run, step } from './lib.mjs'

const appsOf = (checkout) => ['shell', ...remoteNames(join(checkout, 'apps'))]
const stamp = join(root, 'node_modules/.cache/helpdesk/build.json')
const ignored = new Set(['dist', 'node_modules', 'test-results'])

/** Sources of an app besides its own folder: the inputs of the target `build` in nx.json. */
const shared = [
  'libs',
  'apps/local-supabase/bin',
  'nx.json',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
]

/** Path, size and time of a file, or of every file below a folder. */
function* files(path) {
  const { size, mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) yield `${path}:${size}:${mtimeMs}\n`
  else for (const name of readdirSync(path)) if (!ignored.has(name)) yield* files(join(path, name))
}

/**
 * Comparing sizes and times takes milliseconds; Nx takes two seconds. Without the version of Node: another one builds the
 * same files for browsers, and a portal that others use must not be built again under them.
 */
export function buildFingerprint(checkout = root) {
  const hash = createHash('sha256')
  for (const path of [...appsOf(checkout).map((app) => `apps/${app}`), ...shared])
    for (const file of files(join(checkout, path))) hash.update(file)
  return hash.digest('hex')
}

/** Notes of which sources the builds are, so that starts and journeys do not build them again. */
export function recordBuild(fingerprint) {
  mkdirSync(join(stamp, '..'), { recursive: true })
  writeFileSync(stamp, fingerprint)
}

/** Builds shell and remotes when their sources changed since the last build. */
export async function buildIfStale() {
  const now = buildFingerprint()
  const built = appsOf(root).every((app) => existsSync(join(root, 'apps', app, 'dist')))
  if (built && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  const { code, output } = await step('Building shell and remotes', () =>
    run(process.execPath, [nodeBin('nx'), 'run-many', '-t', 'build', '--parallel=2', '--outputStyle=static']),
  )
  if (code !== 0)
    exitWithError(
      `The build failed:\n${output.slice(-4000)}`,
      'Fix the errors above, then run the command again.',
    )
  recordBuild(now)
}
