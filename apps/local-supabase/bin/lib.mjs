// Shared by the npm commands. Runs before `npm ci`, so it imports only modules of Node.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { spawnChild } from './processes.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..')
export const env = { ...process.env, NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false', NX_TUI: 'false' }

const quiet = process.env.HELPDESK_JSON === '1'
/** Prints a line; with HELPDESK_JSON to standard error, because standard output is for JSON. */
export const print = (line) => (quiet ? process.stderr : process.stdout).write(`${line}\n`)

/** Exits with an error and a hint. */
export function exitWithError(what, todo) {
  process.stderr.write(`\n${what}\n${todo}\n`)
  process.exit(1)
}

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  exitWithError(
    `The portal needs Node 20.19 or newer; this is Node ${process.versions.node}.`,
    'Install a newer Node (nodejs.org, or your version manager) and run the command again.',
  )
}

/** Packages that are not named like their command. */
const packages = { playwright: '@playwright/test', tsc: 'typescript-7' }

/** The script of a package's command, run by Node without a shell on every system. */
export function nodeBin(name) {
  const folder = join(root, 'node_modules', packages[name] ?? name)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[name])
}

/** Runs a command in the workspace; resolves to its exit code and what it printed. */
export function run(command, args, { cwd = root, show = false, extraEnv = {}, timeout } = {}) {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...env, ...extraEnv }, stdio: ['ignore', 'pipe', 'pipe'], timeout }
    // On Windows npm is a shell script, and Node accepts no argument list for a shell.
    const child =
      process.platform === 'win32' && command !== process.execPath
        ? spawnChild([command, ...args].join(' '), [], { ...options, shell: true })
        : spawnChild(command, args, options)
    let output = ''
    const collect = (chunk) => {
      output = (output + chunk).slice(-5_000_000)
      if (show) process.stdout.write(chunk)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', (error) => resolve({ code: 1, output: String(error) }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Runs one step and prints its duration. */
export async function step(name, work) {
  const from = performance.now()
  const result = await work()
  print(`  ${name.padEnd(34)} ${((performance.now() - from) / 1000).toFixed(1)} s`)
  return result
}

const modified = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0)

/** `npm ci` when node_modules is missing or older than the lockfile. */
export async function installIfStale() {
  const installed = modified(join(root, 'node_modules/.package-lock.json'))
  if (installed > 0 && installed >= modified(join(root, 'package-lock.json'))) return
  const { code, output } = await step('Installing dependencies', () =>
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']),
  )
  if (code === 0) return
  const offline = /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|network/i.test(output)
  exitWithError(
    offline ? 'The npm registry is unreachable.' : `npm ci failed:\n${output.slice(-3000)}`,
    offline
      ? 'Check the connection and `npm config get registry`, then run the command again.'
      : 'Fix what npm reports above, then run the command again.',
  )
}
