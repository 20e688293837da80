import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { APPS, DEV_PORTS, remoteNames } from '../../../libs/remote-contract/build/remotes.mjs'
import { env, exitWithError, installIfStale, print, requireNode, root } from './lib.mjs'
import { endAll, isEnding, spawnChild } from './processes.mjs'

const host = '127.0.0.1'
const backend = { name: 'the backend', port: Number(env.PORT?.trim() || 4200) }
const remotes = remoteNames()
const named = process.argv.slice(2)
const unknown = named.find((name) => !remotes.includes(name))
if (unknown !== undefined)
  exitWithError(
    `There is no remote "${unknown}".`,
    `npm run dev starts all remotes; npm run dev -- <remote> … starts some of ${remotes.join(', ')}, the others come from their last release or build.`,
  )
const started = named.length > 0 ? remotes.filter((name) => named.includes(name)) : remotes
const others = remotes.filter((name) => !started.includes(name))
const releases = env.HELPDESK_RELEASES?.trim()
const apps = ['shell', ...started].map((name) => ({ name, port: DEV_PORTS[name] }))
const servers = [backend, ...apps]
const vite = join(root, 'node_modules/vite/bin/vite.js')
const exitWithParent = new URL('exit-with-parent.mjs', import.meta.url).href
const portal = `http://${host}:${DEV_PORTS.shell}`

requireNode()
await installIfStale()
for (const { name, port } of servers) {
  if (!(await answers(port))) continue
  exitWithError(
    `Port ${port} is taken; ${name} needs it.`,
    `Stop the other program, or set PORT to the first of ${servers.length} free ports, and run the command again.`,
  )
}

/** Hot reload: a Vite server for the shell and each started remote. The backend serves the builds of the others. */
const children = [
  start(['--import', 'tsx', 'apps/local-supabase/src/main.ts'], {
    cwd: root,
    // The backend stops its own children.
    group: false,
    env: {
      ...env,
      // The next port is the shell's.
      SMTP_PORT: env.SMTP_PORT?.trim() || String(Math.max(...servers.map(({ port }) => port)) + 1),
      HELPDESK_STATIC: others.length > 0 ? 'on' : 'off',
      HELPDESK_DEV_ORIGIN: portal,
    },
  }),
  ...apps.map(({ name }) =>
    start(
      // All servers share the terminal: none clears it, and the URL is printed once, at the end.
      ['--import', exitWithParent, vite, '--clearScreen', 'false', '--logLevel', 'warn'],
      {
        cwd: join(root, 'apps', name),
        env: { ...env, HELPDESK_REMOTES_DEV: started.join(), HELPDESK_STANDALONE: '' },
      },
    ),
  ),
]
// If one exits by itself, all are stopped.
for (const child of children) child.on('exit', (code) => isEnding() || endAll('SIGTERM', code ?? 1))

for (const { port } of apps) while (!isEnding() && !(await answers(port))) await sleep(200)
while (!isEnding() && !(await isHealthy())) await sleep(200)
const listed = isEnding() || others.length === 0 ? {} : await readRemotes()
for (const name of isEnding() ? [] : others) print(`  ${name}: ${originOf(name, listed[name])}`)
if (!isEnding()) process.stdout.write(`  Hot reload is on: open ${portal}\n\n`)

/** The remotes of the development portal, by name. */
async function readRemotes() {
  const response = await fetch(`${portal}/portal.json`)
  if (response.ok) return (await response.json()).remotes
  print(
    `  ${releases ? `HELPDESK_RELEASES (${releases})` : '/portal.json'} cannot be read; see the error above.`,
  )
  return {}
}

function originOf(name, entry) {
  if (entry && releases && entry.base !== `/remotes/${name}/`) return `its last release, ${entry.version}`
  return existsSync(join(APPS, name, 'dist/remote.json')) ? 'its last build' : 'not built'
}

function start(args, options) {
  // No standard input, because all servers would read keyboard shortcuts from it.
  return spawnChild(process.execPath, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] })
}

// The port is open before the database is ready.
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
