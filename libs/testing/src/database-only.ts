import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { backendArgs } from './backend-bundle'
import { root } from './fingerprint'
import { freePort } from './stack'

const linesSchema = z.union([
  z.object({
    connections: z.object({
      owner: z.string(),
      admin: z.string(),
      dataApi: z.string(),
      auth: z.string(),
      storage: z.string(),
      realtime: z.string(),
    }),
    keys: z.object({ jwtSecret: z.string(), publishable: z.string(), secret: z.string() }),
  }),
  z.object({ ready: z.literal(true), migrations: z.number() }),
])
type Line = z.infer<typeof linesSchema>
type Started = Extract<Line, { keys: unknown }>

export interface DatabaseOnly extends Started {
  /** Resolves to the number of applied migrations, once the named servers have made their tables. */
  migrated: Promise<number>
  /** Variables of a portal over this database. */
  env: Record<string, string>
  /** An empty folder, removed with the data. */
  folder: string
  output(): string
  stop(): Promise<void>
}

/** Runs `npm start -- --database-only` on a free port and a new data folder. */
export async function startDatabaseOnly({
  grants = 'default',
  env = {},
}: { grants?: 'default' | 'none'; env?: Record<string, string> } = {}): Promise<DatabaseOnly> {
  const folder = await mkdtemp(join(tmpdir(), 'helpdesk-database-'))
  const child = spawn(
    process.execPath,
    [...(await backendArgs('main')), '--database-only', '--grants', grants],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        HELPDESK_DATA: join(folder, 'database'),
        HELPDESK_DATABASE_PORT: String(await freePort()),
        HELPDESK_JSON: '1',
        HELPDESK_PARENT: String(process.pid),
        ...env,
      },
    },
  )
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  async function next(): Promise<Line> {
    const { value, done } = await lines.next()
    if (done === true) throw new Error(`The database ended:\n${output}`)
    return linesSchema.parse(JSON.parse(value))
  }
  try {
    const first = await next()
    if (!('keys' in first)) throw new Error('The connections are missing')
    const migrated = next().then((line) => ('ready' in line ? line.migrations : 0))
    migrated.catch(() => {})
    const { jwtSecret, publishable, secret } = first.keys
    return {
      ...first,
      migrated,
      env: {
        DATABASE_URL: first.connections.owner,
        HELPDESK_JWT_SECRET: jwtSecret,
        HELPDESK_PUBLISHABLE_KEY: publishable,
        HELPDESK_SECRET_KEY: secret,
        HELPDESK_MAILBOX: 'on',
      },
      folder: join(folder, 'portal'),
      output: () => output,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
