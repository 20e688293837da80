import { execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface DevServers {
  /** Addresses of portal and mailbox, as printed. */
  url: string
  mailbox: string
  /** All output so far. */
  output: () => string
  /** Ids of the command and all its descendants. */
  processes: () => number[]
  /** Sends SIGTERM to npm, as a supervisor does. */
  terminate: () => void
}

/** Starts `npm run dev`, for these remotes or all, in a checkout on free ports, and waits until it is ready. */
export async function startDevServers(checkout: string, remotes: string[] = []): Promise<DevServers> {
  const port = await sixFreePorts()
  const npm = spawn('npm', ['run', 'dev', '--', ...remotes], {
    cwd: checkout,
    env: { ...process.env, ...backendDefaults, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  // Two processes print these lines, in any order.
  const url = () => /Hot reload is on: open (\S+)\n/.exec(printed)?.[1]
  const mailbox = () => /Mailbox +(\S+)\n/.exec(printed)?.[1]
  while (!url() || !mailbox()) {
    if (npm.exitCode !== null) throw new Error(`npm run dev ended with ${npm.exitCode}:\n${printed}`)
    await pause(100)
  }
  return {
    url: url() ?? '',
    mailbox: mailbox() ?? '',
    output: () => printed,
    processes: () => (npm.pid ? [npm.pid, ...descendants(npm.pid)] : []),
    terminate: () => void npm.kill('SIGTERM'),
  }
}

// The portal of the journeys has set its own values in the environment.
const backendDefaults = {
  HELPDESK_DATA: '',
  HELPDESK_SEED: '',
  DATABASE_URL: '',
  SUPABASE_URL: '',
  SMTP_URL: '',
}

/** Whether the process runs. An ended one whose parent is gone stays as a zombie until the system collects it. */
export function isRunning(id: number): boolean {
  try {
    process.kill(id, 0)
    return process.platform !== 'linux' || statFields(id)[0] !== 'Z'
  } catch {
    return false
  }
}

function descendants(id: number): number[] {
  const rows = parents()
  const below = (parent: number): number[] =>
    rows.flatMap(([pid, ppid]) => (ppid === parent ? [pid, ...below(pid)] : []))
  return below(id)
}

/** Each process with its parent. Minimal Linux systems have no `ps`, other systems no /proc. */
function parents(): [pid: number, ppid: number][] {
  if (process.platform !== 'linux')
    return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((row) => row.trim().split(/\s+/).map(Number))
      .map(([pid = 0, ppid = 0]) => [pid, ppid])
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
    .flatMap((pid): [number, number][] => {
      try {
        return [[pid, Number(statFields(pid)[1])]]
      } catch {
        // The process has ended meanwhile.
        return []
      }
    })
}

/** State, parent and so on of a process on Linux. Its name may contain spaces, so they are counted after its bracket. */
const statFields = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []

/** The first of six free ports in a row, below the ephemeral range. */
async function sixFreePorts(): Promise<number> {
  for (;;) {
    const first = randomInt(20_000, 32_000)
    const taken = await Promise.all([0, 1, 2, 3, 4, 5].map((step) => answers(first + step)))
    if (!taken.includes(true)) return first
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
