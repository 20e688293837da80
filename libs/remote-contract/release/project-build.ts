import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ReleaseError } from './release-error'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The build of an app. */
export const distOf = (app: string) => join(root, 'apps', app, 'dist')

/**
 * Builds apps with Nx, then compares a remote's bytes with its budgets, which needs the shell's build too.
 * @throws ReleaseError
 */
export async function build(apps: string[]): Promise<void> {
  const nx = createRequire(import.meta.url).resolve('nx/bin/nx.js')
  const projects = apps.map((app) => `@helpdesk/${app}`).join()
  await node([nx, 'run-many', '-t', 'build', '-p', projects, '--outputStyle=static'], 'The build failed.')
}

/**
 * Checks the part that is released, never another one: a shell over its budget is no reason to hold a team back.
 * @param app - the shell or a remote
 * @throws ReleaseError when it is over its budget
 */
export async function checkBudgets(app: string): Promise<void> {
  await node([join(root, 'apps/shell/scripts/bytes.mjs'), app], 'Nothing was released: see above.')
}

function node(args: string[], failure: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false', NX_TUI: 'false' }
    // standard output is for the result
    spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 2, 2] })
      .on('error', reject)
      .on('close', (code) => (code === 0 ? resolve() : reject(new ReleaseError(failure))))
  })
}
