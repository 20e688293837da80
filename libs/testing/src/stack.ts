import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backendArgs } from './backend-bundle'
import type { DatabaseProject } from './clients'
import { root } from './fingerprint'
import { sendAtOnce } from './send-at-once'
import { setPasswords } from './set-password'
import { copyTemplate } from './template'

export * from './clients'

const START_TIMEOUT_MS = 60_000

export interface StackMail {
  id: string
  to: string
  subject: string
  text: string
  html: string
  from?: string
  headers?: Record<string, string>
  files?: { name: string; type: string; size: number }[]
  createdAt: string
}

export interface Stack extends DatabaseProject {
  /** SMTP server for mails to the workspace. */
  smtpUrl?: string
  /** Link that creates the first admin; undefined once there is one. */
  setupUrl?: string
  dataDir: string
  pid: number
  /** Output of the process so far. */
  output(): string
  /** Mails in the mailbox of this instance, newest first. */
  mails(to?: string): Promise<StackMail[]>
  /** Stops the backend gracefully and removes a temporary data folder. */
  stop(): Promise<void>
  /** Kills the process group, as in a power cut, and keeps the data folder. */
  kill(): Promise<void>
}

export interface StackOptions {
  seed?: 'demo' | 'empty'
  /** A data folder to use and keep. Default: a temporary one, copied from a template. */
  dataDir?: string
  /** Whether to serve the built apps too. Default: false. */
  static?: boolean
  port?: number
  env?: Record<string, string>
  /** Whether sign-ins and mailed links are limited as by default. Test users share one address. Default: false. */
  authLimits?: boolean
}

const noAuthLimits = ['sign_in_sign_ups', 'token_refresh', 'token_verifications'].map(
  (name) => `${name}=100000`,
)

interface Ready {
  ready: true
  url: string
  publishableKey: string
  secretKey: string
  databaseUrl: string
  smtpUrl?: string
  setupUrl?: string
}

function isReady(value: unknown): value is Ready {
  return typeof value === 'object' && value !== null && 'ready' in value && value.ready === true
}

/** A port on 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

function readyLine(text: string): Ready | undefined {
  for (const line of text.split('\n')) {
    if (!line.startsWith('{')) continue
    try {
      const value: unknown = JSON.parse(line)
      if (isReady(value)) return value
    } catch {
      // incomplete line
    }
  }
  return undefined
}

const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((resolve) => child.once('exit', () => resolve()))

/** Real servers named in the environment work on one database, which all stacks share then; without them, each has its own. */
const sharedDatabase = () =>
  Object.entries(process.env).some(
    ([name, value]) => value && /^HELPDESK_(DATA_API|AUTH|STORAGE|REALTIME)_URL$/.test(name),
  )
    ? (process.env.DATABASE_URL ?? '')
    : ''

/** A temporary data folder; with the embedded database, one that was started before. The caller removes it. */
export async function newDataFolder({ seed = 'empty', env }: StackOptions = {}): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'helpdesk-stack-'))
  if (!(env?.DATABASE_URL ?? sharedDatabase()))
    await copyTemplate(dataDir, seed, async (draft) => {
      const stack = await startStack({ seed, dataDir: draft })
      await setPasswords(stack.databaseUrl)
      await sendAtOnce(stack.databaseUrl)
      await stack.stop()
    })
  return dataDir
}

/** Starts the backend in a separate process, by default on a free port and with a new data folder. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const dataDir = options.dataDir ?? (await newDataFolder(options))
  const port = options.port ?? (await freePort())
  const child = spawn(process.execPath, await backendArgs('main'), {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATABASE_URL: sharedDatabase(),
      SMTP_URL: '',
      SMTP_PORT: '0',
      SUPABASE_URL: '',
      SUPABASE_PUBLISHABLE_KEY: '',
      PORT: String(port),
      HELPDESK_DATA: dataDir,
      HELPDESK_SEED: options.seed ?? 'empty',
      HELPDESK_MOCK_PROVIDERS: 'on',
      HELPDESK_JSON: '1',
      // ends the backend when the test run is killed
      HELPDESK_PARENT: String(process.pid),
      HELPDESK_STATIC: options.static ? 'on' : 'off',
      ...options.env,
      HELPDESK_RATE_LIMITS: [
        ...(options.authLimits ? [] : noAuthLimits),
        ...(options.env?.HELPDESK_RATE_LIMITS ? [options.env.HELPDESK_RATE_LIMITS] : []),
      ].join(','),
    },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const group = child.pid
  if (group === undefined) throw new Error('The backend process could not be started')

  const signal = async (name: NodeJS.Signals, toGroup: boolean) => {
    try {
      process.kill(toGroup ? -group : group, name)
    } catch {
      // already exited
    }
    await ended(child)
  }

  const ready = await new Promise<Ready>((resolve, reject) => {
    const timer = setTimeout(() => fail(`not ready within ${START_TIMEOUT_MS / 1000} s`), START_TIMEOUT_MS)
    const fail = (reason: string) => {
      clearTimeout(timer)
      void signal('SIGKILL', true)
      reject(new Error(`The backend did not start: ${reason}\n${output}`))
    }
    const onExit = (code: number | null) => fail(`it ended with code ${code}`)
    child.once('exit', onExit)
    child.stdout.on('data', () => {
      const found = readyLine(output)
      if (!found) return
      clearTimeout(timer)
      child.off('exit', onExit)
      resolve(found)
    })
  })

  return {
    url: ready.url,
    publishableKey: ready.publishableKey,
    secretKey: ready.secretKey,
    databaseUrl: ready.databaseUrl,
    ...(ready.smtpUrl ? { smtpUrl: ready.smtpUrl } : {}),
    ...(ready.setupUrl ? { setupUrl: ready.setupUrl } : {}),
    dataDir,
    pid: group,
    output: () => output,
    async mails(to) {
      const query = to ? `?to=${encodeURIComponent(to)}` : ''
      const response = await fetch(`${ready.url}/mail/api/messages${query}`)
      if (!response.ok) throw new Error(`The mailbox answered ${response.status}`)
      const mails: StackMail[] = await response.json()
      return mails
    },
    async stop() {
      await signal('SIGTERM', false)
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
    },
    kill: () => signal('SIGKILL', true),
  }
}
