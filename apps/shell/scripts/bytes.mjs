#!/usr/bin/env node
/**
 * Gzipped JavaScript by the import graph of the builds: of the login page, and of the first screen of each remote on
 * top of the signed-in shell. Exits with 1 when a budget is exceeded or the login page contains code that it does not
 * need. Run it after the builds.
 * usage: node bytes.mjs [shell | <remote>], a name checks this part alone: its release waits for no other part
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { tsImport } from 'tsx/esm/api'

const { staffCallsIn } = await tsImport('../../../supabase/staff-calls.ts', import.meta.url)

const apps = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
/** A figure within a tenth of its limit passes: nobody notices it, and it is no reason for code that is hard to read. */
const isOver = (bytes, limit) => bytes > limit * 1100
const LOGIN_LIMIT = 168
/** On top of the signed-in shell. */
const FIRST_SCREEN_LIMIT = 50
/** Source strings that identify libraries with one instance on the page. */
const SINGLETONS = {
  React: 'react.transitional.element',
  Chakra: 'ChakraProvider',
  'query cache': 'No QueryClient set',
  session: 'helpdesk-auth',
  'realtime connection': 'phx_join',
}
/** Chunks of the shell and the customers' remote that only code shown to staff loads. */
const STAFF_CHUNKS = {
  shell: ['change-user-role', 'set-availability'],
  'customer-portal': ['AutoReplyText', 'ContinuedTicket', 'MailParts', 'OriginalMail'],
}
/** Budgets for a cold list of tickets, everything included. */
const COLD_LIMITS = { MyTickets: 265, AgentTickets: 300, AdminTickets: 300 }
/** Most scripts of a first list, without the remote's start: browsers request six at once over HTTP/1.1. */
const MOST_FILES = { MyTickets: 3, AgentTickets: 6, AdminTickets: 13 }
const FORBIDDEN = {
  'the federation runtime': '_FEDERATION_RUNTIME_CORE',
  'the data client (postgrest)': 'PostgrestError',
  'the storage client': 'StorageError',
  'the realtime client': 'phx_join',
}
const LIVE_LIMIT = 20
/** Chunks loaded after the first screen is painted; printed only. */
const AFTERWARDS = { AgentTickets: ['StaffTools'] }

const [requested] = process.argv.slice(2)

const read = (file) => readFileSync(file, 'utf8')
const gzipOf = (file) => gzipSync(readFileSync(file), { level: 9 }).length
const kb = (bytes) => (bytes / 1000).toFixed(1).padStart(7)
const total = (files) => [...files].reduce((sum, file) => sum + gzipOf(file), 0)

/** Files that a file imports statically. */
function staticImports(file) {
  const pattern =
    /(?:^|[;}\n]|\*\/)\s*(?:import|export)\s*(?:[\w*\s{},$]+?\s*from\s*)?["'`](\.[^"'`\n]+\.js)["'`]/g
  return [...read(file).matchAll(pattern)].map(([, path]) => resolve(dirname(file), path)).filter(existsSync)
}

/** The files and everything they import statically. */
function closure(roots) {
  const seen = new Set()
  const queue = [...roots]
  while (queue.length > 0) {
    const file = queue.pop()
    if (seen.has(file)) continue
    seen.add(file)
    queue.push(...staticImports(file))
  }
  return seen
}

const dist = (app) => join(apps, app, 'dist')
/** The name of a route's chunk. */
const screenOf = ({ files: [chunk] }) => basename(chunk).replace(/-[\w-]{8}\.js$/, '')
/** What each remote's manifest lists. */
const ROUTES = Object.fromEntries(
  readdirSync(apps)
    .filter((app) => existsSync(join(dist(app), 'remote.json')))
    .map((app) => [app, JSON.parse(read(join(dist(app), 'remote.json'))).routes]),
)
/** The chunks of a remote's screens, except pages of one item. */
const firstScreens = (app) => [
  ...new Set(ROUTES[app].filter(({ path }) => !path.includes(':')).map(screenOf)),
]
/** What the head script loads to draw a screen before its code is there. */
const previewsOf = (app, screen) =>
  ROUTES[app]
    .filter((route) => route.template && screenOf(route) === screen)
    .map(({ template }) => join(dist(app), template))
const isFor = (part) => requested === undefined || requested === part
const remotes = Object.keys(ROUTES).filter(isFor)
if (requested && requested !== 'shell' && remotes.length === 0) throw new Error(`${requested} is not built`)
const assets = (app) =>
  readdirSync(join(dist(app), 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(dist(app), 'assets', name))
/** Remotes that must not import staff code, by their tag. */
const isForCustomers = (app) => {
  const { nx } = JSON.parse(read(join(apps, app, 'package.json')))
  return nx.tags.includes('scope:tickets')
}
const named = (app, name) => {
  const found = assets(app).filter((file) => new RegExp(`/${name}-[\\w-]{8}\\.js$`).test(file))
  if (found.length === 0) throw new Error(`${app} has no chunk ${name}: adjust the check to the build`)
  return found
}

/** The scripts of the login page. */
function loginOf(folder) {
  const html = read(join(folder, 'index.html'))
  const scripts = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path]) => path)
  return closure(scripts.map((path) => join(folder, path)))
}

/** The bytes of the login page in a shell with a key, from a build of its own. */
function signedLoginBytes() {
  const folder = mkdtempSync(join(tmpdir(), 'helpdesk-signed-shell-'))
  try {
    const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
    execFileSync(process.execPath, [vite, 'build', '--outDir', folder, '--logLevel', 'error'], {
      cwd: join(apps, 'shell'),
      env: { ...process.env, HELPDESK_REGISTRY_KEY: `${'A'.repeat(43)}=` },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return total(loginOf(folder))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const login = loginOf(dist('shell'))
const isSigned = Boolean(process.env.HELPDESK_REGISTRY_KEY)
const failures = []
/** What only a release of the shell can mend. */
const failShell = (failure) => isFor('shell') && failures.push(failure)

const rows = [[isSigned ? 'login page, signed' : 'login page', total(login), LOGIN_LIMIT]]
// where everything is checked, the largest build counts; a release measures what it releases
if (requested === undefined && !isSigned) rows.push(['login page, signed', signedLoginBytes(), LOGIN_LIMIT])
if (rows.some(([, bytes]) => isOver(bytes, LOGIN_LIMIT)))
  failShell(`the login page is over ${LOGIN_LIMIT} kB`)
for (const [what, marker] of Object.entries(FORBIDDEN)) {
  const offender = [...login].find((file) => read(file).includes(marker))
  if (offender) failShell(`the login page contains ${what}: ${relative(apps, offender)}`)
  if (!assets('shell').some((file) => read(file).includes(marker)))
    failShell(`no file of the build contains the marker of ${what}: adjust the check`)
}

// A remote that bundles a shared library has a second copy of its state, such as a Chakra context without a provider.
for (const [what, marker] of Object.entries(SINGLETONS)) {
  for (const app of remotes)
    if (assets(app).some((file) => read(file).includes(marker)))
      failures.push(`${app} bundles its own ${what}`)
  if (!assets('shell').some((file) => read(file).includes(marker)))
    failShell(`the shell has no marker of ${what}: adjust the check`)
}

for (const app of [...['shell'].filter(isFor), ...remotes.filter(isForCustomers)]) {
  const apart = (STAFF_CHUNKS[app] ?? []).flatMap((chunk) => named(app, chunk))
  const others = closure(assets(app).filter((file) => !apart.includes(file)))
  for (const file of assets(app)) {
    const calls = staffCallsIn(read(file)).join(', ')
    if (calls && others.has(file)) failures.push(`${relative(apps, file)} contains staff code: ${calls}`)
    const isStaffs = [...closure([file])].some(
      (part) => apart.includes(part) && staffCallsIn(read(part)).length > 0,
    )
    if (apart.includes(file) && !isStaffs)
      failures.push(`${relative(apps, file)} has no staff code: adjust the check`)
  }
}

// signed in: auth commands, then layout, federation runtime, shared libraries and data client
const signedIn = closure([...login, ...named('shell', 'auth'), ...named('shell', 'portal')])

// The client and the watch that asks for changes, with everything that they alone need.
const isRealtime = (file) => read(file).includes(FORBIDDEN['the realtime client'])
const live = closure([...assets('shell').filter(isRealtime), ...named('shell', 'changes')])
for (const file of signedIn) live.delete(file)
rows.push(['realtime, after the first paint', total(live), LIVE_LIMIT])
if (isOver(total(live), LIVE_LIMIT)) failShell(`realtime is over ${LIVE_LIMIT} kB`)
const early = [...signedIn].find(isRealtime)
if (early) failShell(`the realtime client is loaded before the first paint: ${relative(apps, early)}`)

rows.push(['signed in, before a remote', total(signedIn), null])

for (const app of remotes) {
  const entry = join(dist(app), 'remoteEntry.js')
  // hostInit is built too, but never loaded
  const start = assets(app).filter((file) => /\/(routes|_virtual_mf-localSharedImportMap\w*)-/.test(file))
  for (const screen of firstScreens(app)) {
    const files = closure([entry, ...start, ...named(app, screen)])
    for (const file of signedIn) files.delete(file)
    rows.push([`${app}: ${screen}`, total(files), FIRST_SCREEN_LIMIT])
    if (isOver(total(files), FIRST_SCREEN_LIMIT))
      failures.push(`${app}: ${screen} is over ${FIRST_SCREEN_LIMIT} kB`)
    const started = closure([entry, ...start])
    const own = [...files].filter((file) => !started.has(file))
    if (own.length > (MOST_FILES[screen] ?? Infinity))
      failures.push(`${app}: ${screen} has ${own.length} files of its own, more than ${MOST_FILES[screen]}`)
    const later = closure((AFTERWARDS[screen] ?? []).flatMap((part) => named(app, part)))
    for (const file of [...signedIn, ...files]) later.delete(file)
    if (later.size > 0) rows.push(['  after first paint: views and keys', total(later), null])
    const cold = total(new Set([...signedIn, ...files, ...previewsOf(app, screen)]))
    const limit = COLD_LIMITS[screen] ?? null
    rows.push([`  cold, everything included`, cold, limit])
    // most of it is the shell's: no team can mend that in a release of its own
    if (limit && isOver(cold, limit) && requested === undefined)
      failures.push(`${app}: ${screen}, cold, is over ${limit} kB`)
  }
}

for (const [name, bytes, limit] of rows)
  console.log(`${name.padEnd(38)}${kb(bytes)} kB${limit ? `  of ${limit}` : ''}`)
for (const failure of failures) console.error(`FAILED: ${failure}`)
process.exit(failures.length > 0 ? 1 : 0)
