import { buildIfStale } from './build.mjs'
import { env, installIfStale, requireNode, root } from './lib.mjs'
import { spawnChild } from './processes.mjs'
import { supervise } from './supervise.mjs'

// A closed terminal is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
requireNode()
await installIfStale()
const args = process.argv.slice(2)
if (process.env.HELPDESK_STATIC !== 'off' && args.length === 0) await buildIfStale()

const start = () =>
  spawnChild(process.execPath, ['--import', 'tsx', 'apps/local-supabase/src/main.ts', ...args], {
    cwd: root,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // The portal stops its own database. On Ctrl-C it gets the signal twice, which is harmless.
    group: false,
  })

/** As the portal's log (src/log/log.ts). */
function log(message) {
  const isText = env.HELPDESK_LOG?.trim() ? env.HELPDESK_LOG.trim() === 'text' : process.stderr.isTTY
  const entry = { time: new Date().toISOString(), level: 'error', message }
  process.stderr.write(`${isText ? message : JSON.stringify(entry)}\n`)
}

process.exit(await supervise(start, log))
