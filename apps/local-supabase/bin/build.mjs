import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveUp, root, run, step } from './lib.mjs'

const apps = ['shell', 'customer-portal', 'agent-workspace', 'admin-console']
const stamp = join(root, 'node_modules/.cache/helpdesk/build.json')
const left = new Set(['dist', 'node_modules', 'test-results'])

/** Path, size and time of every file below a folder. */
function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (left.has(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* files(path)
    else yield `${path}:${statSync(path).size}:${statSync(path).mtimeMs}`
  }
}

/** Asking Nx costs two seconds; a look at sizes and times costs some milliseconds. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const folder of [...apps.map((app) => `apps/${app}`), 'libs'])
    for (const file of files(join(root, folder))) hash.update(file)
  hash.update(readFileSync(join(root, 'package-lock.json')))
  return hash.digest('hex')
}

/** Builds shell and remotes when their sources changed since the last build. */
export async function buildWhatIsStale() {
  const now = fingerprint()
  const built = apps.every((app) => existsSync(join(root, 'apps', app, 'dist')))
  if (built && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  const { code, output } = await step('Building shell and remotes', () =>
    run('npx', ['nx', 'run-many', '-t', 'build', '--parallel=2', '--outputStyle=static']),
  )
  if (code !== 0)
    giveUp(
      `The build failed:\n${output.slice(-4000)}`,
      'Mend what is reported above, then run the command again.',
    )
  mkdirSync(join(stamp, '..'), { recursive: true })
  writeFileSync(stamp, now)
}
