import { spawn } from 'node:child_process'
import { buildWhatIsStale } from './build.mjs'
import { env, installWhatIsMissing, requireNode, root } from './lib.mjs'

requireNode()
await installWhatIsMissing()
if (process.env.HELPDESK_STATIC !== 'off') await buildWhatIsStale()

const portal = spawn(process.execPath, ['--import', 'tsx', 'apps/local-supabase/src/main.ts'], {
  cwd: root,
  env,
  stdio: 'inherit',
})
// The portal stops in its own time and we leave after it. With Ctrl-C it hears the signal twice, which does no harm.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => portal.kill(signal))
portal.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
