// Ends child processes with this one: on a signal, on Ctrl-C, and when npm is killed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { clearInterval, setImmediate, setInterval } from 'node:timers'

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }
const isGroup = process.platform !== 'win32'
const children = new Set()
let ending
let isListening = false

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Parent and name of a process; undefined if unknown. */
function describe(pid) {
  // Small Linux systems have no `ps`, other systems no /proc.
  const stat = `/proc/${pid}/stat`
  const line = existsSync(stat)
    ? readFileSync(stat, 'utf8').replace(/^\d+ \((.*)\) \S (\d+).*/s, '$2 $1')
    : spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  const [, parent, name] = /^\s*(\d+)\s+(.*\S)/.exec(line ?? '') ?? []
  return name && { parent: Number(parent), name }
}

/** npm and its shell, which survives npm. */
function npmProcesses() {
  const shell = process.ppid
  const found = describe(shell)
  return found && /^(.*\/)?(sh|bash|dash|zsh|ash|busybox)$/.test(found.name) ? [shell, found.parent] : [shell]
}

/** Calls `end` when npm is gone: killed, or with its terminal closed, it sends no signal. */
function watchNpm(end) {
  const ancestors = npmProcesses()
  const timer = setInterval(() => {
    if (process.ppid === ancestors[0] && ancestors.every(isAlive)) return
    clearInterval(timer)
    end()
  }, 250)
  timer.unref()
}

function pass(child, signal, whole) {
  try {
    if (whole && isGroup) process.kill(-child.pid, signal)
    else child.kill(signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/** Sends the signal to all children, waits until they have ended, and exits. */
export function endAll(signal, code = exitCodes[signal]) {
  ending ??= code
  for (const { child, whole } of children) pass(child, signal, whole)
  if (children.size === 0) process.exit(ending)
}

function listen() {
  isListening = true
  for (const signal of Object.keys(exitCodes)) process.on(signal, () => endAll(signal))
  // A killed npm forwards no signal. Without npm the parent shell may end first.
  if (process.env.npm_lifecycle_event) watchNpm(() => endAll('SIGTERM'))
}

/**
 * Starts a process that ends together with this one.
 * @param whole - signals go to all that it starts in turn; false for one that stops its own children, as the portal does
 *   (it then ends by itself when this process is killed)
 */
export function spawnTied(command, args, { whole = true, ...options } = {}) {
  if (!isListening) listen()
  const env = { ...(options.env ?? process.env), HELPDESK_PARENT: whole ? '' : String(process.pid) }
  const child = spawn(command, args, { ...options, env, detached: whole && isGroup })
  const entry = { child, whole }
  if (child.pid !== undefined) children.add(entry)
  child.once('exit', () => {
    children.delete(entry)
    // After the caller's listeners, which may set another exit code.
    setImmediate(() => {
      if (ending !== undefined && children.size === 0) process.exit(ending)
    })
  })
  return child
}

/** Whether everything is being ended. */
export const isEnding = () => ending !== undefined
