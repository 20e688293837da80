import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { env, installWhatIsMissing, requireNode, root } from './lib.mjs'

requireNode()
await installWhatIsMissing()

/** Hot reload: the backend without its static server, and a Vite server for the shell and each remote. */
const children = [
  spawn(process.execPath, ['--import', 'tsx', 'apps/local-supabase/src/main.ts'], {
    cwd: root,
    env: { ...env, HELPDESK_STATIC: 'off', HELPDESK_DEV_ORIGIN: 'http://127.0.0.1:4201' },
    stdio: 'inherit',
  }),
  ...['shell', 'customer-portal', 'agent-workspace', 'admin-console'].map((app) =>
    spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js')], {
      cwd: join(root, 'apps', app),
      env: { ...env, HELPDESK_REMOTES_DEV: '1' },
      stdio: 'inherit',
    }),
  ),
]
process.stdout.write('The portal with hot reload: http://127.0.0.1:4201\n')

const stopAll = () => children.forEach((child) => child.kill('SIGTERM'))
process.on('SIGINT', stopAll)
process.on('SIGTERM', stopAll)
for (const child of children)
  child.on('exit', (code) => {
    if (code) process.exitCode = code
    stopAll()
  })
