import { spawn } from 'node:child_process'
import { buildWhatIsStale } from './build.mjs'
import { env, installWhatIsMissing, requireNode, root } from './lib.mjs'

requireNode()
await installWhatIsMissing()
await buildWhatIsStale()

const portal = spawn(process.execPath, ['--import', 'tsx', 'apps/local-supabase/src/main.ts'], {
  cwd: root,
  env,
  stdio: 'inherit',
})
// Ctrl-C reaches the portal by itself (same terminal); it stops in its own time and we leave after it.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => portal.kill('SIGTERM'))
portal.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
