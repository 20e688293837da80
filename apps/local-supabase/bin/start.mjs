import { buildIfStale } from './build.mjs'
import { env, installIfStale, requireNode, root } from './lib.mjs'
import { isEnding, spawnChild } from './processes.mjs'

requireNode()
await installIfStale()
const args = process.argv.slice(2)
if (process.env.HELPDESK_STATIC !== 'off' && args.length === 0) await buildIfStale()

const run = (script, ...rest) =>
  spawnChild(process.execPath, ['--import', 'tsx', `apps/local-supabase/src/${script}`, ...rest], {
    cwd: root,
    env,
    stdio: 'inherit',
    // The portal stops its own database. On Ctrl-C it gets the signal twice, which is harmless.
    group: false,
  })

const portal = run('main.ts', ...args)
portal.on('exit', (code, signal) => {
  // A killed portal leaves its database running.
  if (signal === 'SIGKILL' && !isEnding()) run('cli/stop-database.ts').on('exit', () => process.exit(1))
  else process.exit(code ?? (signal ? 1 : 0))
})
