// Ends child processes with this one: on a signal, on Ctrl-C, and when npm is killed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { clearInterval, setImmediate, setInterval } from 'node:timers'

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }
const hasGroups = process.platform !== 'win32'
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
  // Minimal Linux systems have no `ps`, other systems no /proc.
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

function sendSignal(child, signal, group) {
  try {
    if (group && hasGroups) process.kill(-child.pid, signal)
    else child.kill(signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/** Sends the signal to all children, waits until they have ended, and exits. */
export function endAll(signal, code = exitCodes[signal]) {
  ending ??= code
  for (const { child, group } of children) sendSignal(child, signal, group)
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
 * @param group - signals also reach its descendants; false for a process that stops its own children and watches
 *   HELPDESK_PARENT, as the portal does
 */
export function spawnChild(command, args, { group = true, ...options } = {}) {
  if (!isListening) listen()
  const env = { ...(options.env ?? process.env), HELPDESK_PARENT: group ? '' : String(process.pid) }
  const child = spawn(command, args, { ...options, env, detached: group && hasGroups })
  const entry = { child, group }
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

/** Whether `endAll` was called. */
export const isEnding = () => ending !== undefined
