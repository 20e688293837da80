import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { env, giveUp, installWhatIsMissing, requireNode, root } from './lib.mjs'

// started by hand it may outlive its shell
if (env.npm_lifecycle_event === 'dev') await import('./end-with-parent.mjs')

const host = '127.0.0.1'
const backend = { name: 'the backend', port: Number(env.PORT?.trim() || 4200) }
// The ports of DEV_PORTS in libs/remote-contract/build, which cannot be read before everything is installed.
const apps = ['shell', 'customer-portal', 'agent-workspace', 'admin-console'].map((name, index) => ({
  name,
  port: backend.port + 1 + index,
}))
const servers = [backend, ...apps]
const endWithParent = new URL('end-with-parent.mjs', import.meta.url).href
const portal = `http://${host}:${apps[0].port}`

requireNode()
await installWhatIsMissing()
for (const { name, port } of servers) {
  if (!(await answers(port))) continue
  giveUp(
    `Port ${port} is taken; ${name} needs it.`,
    'Stop what runs there, or name the first of five free ports in PORT, and run the command again.',
  )
}

/** Hot reload: the backend without its static server, and a Vite server for the shell and each remote. */
const children = [
  start(['--import', 'tsx', 'apps/local-supabase/src/main.ts'], root, {
    HELPDESK_STATIC: 'off',
    HELPDESK_DEV_ORIGIN: portal,
  }),
  ...apps.map(({ name }) =>
    start(
      // four servers share the terminal: none clears it, and the address to open is said once, at the end
      [join(root, 'node_modules/vite/bin/vite.js'), '--clearScreen', 'false', '--logLevel', 'warn'],
      join(root, 'apps', name),
      { HELPDESK_REMOTES_DEV: '1', HELPDESK_STANDALONE: '' },
    ),
  ),
]

let stopping = false
function stopAll() {
  stopping = true
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopAll)
for (const child of children)
  child.on('exit', (code) => {
    if (stopping) return
    // one that ends by itself takes the others along
    process.exitCode = code ?? 1
    stopAll()
  })

for (const { port } of apps) while (!stopping && !(await answers(port))) await pause(200)
while (!stopping && !(await isHealthy())) await pause(200)
if (!stopping) process.stdout.write(`  Hot reload is on: open ${portal}\n\n`)

function start(args, cwd, extraEnv) {
  // no standard input: the servers' keyboard shortcuts would fight over it
  return spawn(process.execPath, ['--import', endWithParent, ...args], {
    cwd,
    env: { ...env, ...extraEnv },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

// it listens before its database is up
function isHealthy() {
  return fetch(`http://${host}:${backend.port}/healthz`).then(
    (response) => response.ok,
    () => false,
  )
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host })
    const done = (open) => {
      socket.destroy()
      resolve(open)
    }
    socket.once('connect', () => done(true)).once('error', () => done(false))
  })
}
