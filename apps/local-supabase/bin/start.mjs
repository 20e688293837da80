import { buildWhatIsStale } from './build.mjs'
import { env, installWhatIsMissing, requireNode, root } from './lib.mjs'
import { isEnding, spawnTied } from './processes.mjs'

requireNode()
await installWhatIsMissing()
if (process.env.HELPDESK_STATIC !== 'off') await buildWhatIsStale()

const run = (script) =>
  spawnTied(process.execPath, ['--import', 'tsx', `apps/local-supabase/src/${script}`], {
    cwd: root,
    env,
    stdio: 'inherit',
    // It stops its database in its own time. With Ctrl-C it hears the signal twice, which does no harm.
    whole: false,
  })

const portal = run('main.ts')
portal.on('exit', (code, signal) => {
  // Killed, it left its database running.
  if (signal === 'SIGKILL' && !isEnding()) run('cli/stop-database.ts').on('exit', () => process.exit(1))
  else process.exit(code ?? (signal ? 1 : 0))
})
