import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { explainDiskError } from '../data-folder/disk-errors'
import { syncFolder } from '../data-folder/durable-write'
import { exists } from '../exists'
import { freePort } from './free-port'
import type { Log } from '../log/log'
import { exitCodes, StartError } from '../start-error'
import { canReach, databaseAccount, type Account } from './account'
import { makeOutsideFolder, outsideFolder, postgresHome } from './binaries'
import { keepLogFile } from './log-file'
import { stopOrphan } from './orphan'
import { stopWithParent } from './stop-with-parent'

const run = promisify(execFile)

export interface Cluster {
  url: string
  /** Resolves when the server was stopped, or ended and could not be restarted. */
  ended: Promise<void>
  stop(): Promise<void>
  logTail(): Promise<string>
}

interface ClusterOptions {
  dataDir: string
  password: string
  log: Log
  /** A fixed port, for servers that connect; otherwise a free one. */
  port?: number
  /** Further settings, `name=value`. */
  settings?: readonly string[]
  /** The portal is stopping: the server is not restarted. */
  isStopping?(): boolean
}

/** Grace period after Ctrl-C, which reaches the server too, until it reaches this process. */
const SIGNAL_GRACE_MS = 100

const recoveryHint =
  'Start on other data: HELPDESK_DATA=.data-2 npm start\n' +
  'Restore a backup: HELPDESK_DATA=.data-2 npm run restore -- <file>'

/**
 * Inside the data folder, unless the account cannot reach it (root's home). The password is part of the name outside, so
 * that a recreated data folder starts empty.
 */
export function clusterFolder(dataDir: string, password: string): string {
  const inside = join(dataDir, 'postgres')
  if (canReach(dataDir, databaseAccount(inside))) return inside
  const name = createHash('sha256').update(`${dataDir} ${password}`).digest('hex').slice(0, 16)
  return join(outsideFolder, `data-${name}`)
}

async function initialise(home: string, dir: string, account: Account | undefined, password: string) {
  const draft = `${dir}.new`
  const passwordFile = `${dir}.password`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (account) {
    await chown(draft, account.uid, account.gid)
    await chown(passwordFile, account.uid, account.gid)
  }
  const fixed = [
    '-D',
    draft,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    '-E',
    'UTF8',
    `--pwfile=${passwordFile}`,
  ]
  let failure: unknown
  try {
    // Collation by code point, character classes by Unicode. Locale names differ between systems.
    for (const ctype of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
      const locale = ['--locale=C', `--lc-ctype=${ctype}`]
      try {
        await run(join(home, 'bin', 'initdb'), [...fixed, ...locale], { ...account, cwd: '/' })
        failure = undefined
        break
      } catch (error) {
        failure = error
      }
    }
  } finally {
    await rm(passwordFile, { force: true })
  }
  if (failure) {
    const known = explainDiskError(failure, `The database could not be created in ${dir}`)
    if (known instanceof StartError) throw known
    const why = failure instanceof Error ? failure.message : String(failure)
    throw new StartError(`The database could not be created in ${dir}:\n${why}`, exitCodes.database)
  }
  await rename(draft, dir)
  await syncFolder(dirname(dir))
}

async function acceptsConnections(url: string): Promise<boolean> {
  const probe = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} })
  try {
    await probe`select 1`
    return true
  } catch {
    return false
  } finally {
    await probe.end({ timeout: 1 })
  }
}

const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null
const exitOf = (child: ChildProcess) =>
  hasExited(child) ? Promise.resolve() : new Promise<void>((resolve) => child.once('exit', () => resolve()))

/** Starts the data folder's PostgreSQL, created on the first start, on 127.0.0.1 and a free port. */
export async function startCluster({
  dataDir,
  password,
  log,
  port: wantedPort,
  settings = [],
  isStopping,
}: ClusterOptions): Promise<Cluster> {
  const inside = join(dataDir, 'postgres')
  const account = databaseAccount(inside)
  const dir = clusterFolder(dataDir, password)
  const home = await postgresHome(account)
  if (dir !== inside) await makeOutsideFolder()
  if (!(await exists(join(dir, 'PG_VERSION')))) await initialise(home, dir, account, password)
  const version = (await readFile(join(dir, 'PG_VERSION'), 'utf8')).trim()
  if (version !== '17') {
    throw new StartError(
      `${dir} was written by PostgreSQL ${version}; this needs 17.\n${recoveryHint}`,
      exitCodes.database,
    )
  }
  await stopOrphan(dir, log)

  const logFile = join(dataDir, 'postgres.log')
  const serverLog = await keepLogFile(logFile)
  const logTail = () => serverLog.tail()

  const launch = async (port: number, again: boolean) => {
    const output = await serverLog.open(!again)
    // Messages about refused statements quote their input, perhaps a token. The backend logs faults of the server
    // (../http/error-log.ts).
    const quiet = ['-c', 'log_min_messages=log', '-c', 'log_min_error_statement=panic']
    const fixed = ['-c', 'timezone=UTC', '-c', 'log_timezone=UTC', '-c', 'shared_buffers=128MB']
    const args = ['-D', dir, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-c', 'max_connections=60']
    const child = spawn(
      join(home, 'bin', 'postgres'),
      [...args, ...quiet, ...fixed, ...settings.flatMap((setting) => ['-c', setting])],
      { ...account, cwd: '/', stdio: ['ignore', output.fd, output.fd] },
    )
    child.on('error', () => {})
    stopWithParent(child)
    await output.close()
    return {
      child,
      port,
      url: `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    }
  }

  /** Starts the server and waits until it accepts connections. @param fixed - port of a crashed server */
  const startServer = async (fixed?: number) => {
    const launchServer = async () => launch(fixed ?? (await freePort()), fixed !== undefined)
    let started = await launchServer()
    const end = Date.now() + 60_000
    while (!(await acceptsConnections(started.url))) {
      if (hasExited(started.child)) {
        // Children of a killed server may keep its shared memory for a moment.
        const tail = await logTail()
        if (
          !/pre-existing shared memory|lock file|Address already in use/.test(tail) ||
          Date.now() > end - 50_000
        ) {
          throw new StartError(
            `The database did not start. The end of its log (${logFile}):\n${tail}\n${recoveryHint}`,
            exitCodes.database,
          )
        }
        await sleep(300)
        started = await launchServer()
      } else if (Date.now() > end) {
        started.child.kill('SIGQUIT')
        throw new StartError(
          `The database did not answer within 60 s. The end of its log (${logFile}):\n${await logTail()}\n${recoveryHint}`,
          exitCodes.database,
        )
      }
      await sleep(25)
    }
    return started
  }

  const first = await startServer(wantedPort)
  let child = first.child
  let stopping = false
  const crashes: number[] = []
  /** Restarts a crashed server on its port, at most three times a minute. */
  const ended = (async () => {
    for (;;) {
      await exitOf(child)
      crashes.push(Date.now())
      if (!stopping) await sleep(SIGNAL_GRACE_MS)
      if (stopping || isStopping?.() || crashes.filter((at) => at > Date.now() - 60_000).length > 3) return
      log('The database ended by itself and is started again', { level: 'error' })
      try {
        child = (await startServer(first.port)).child
      } catch (error) {
        const known = explainDiskError(error, `The database in ${dir} cannot be started again`)
        log(known instanceof Error ? known.message : String(known), { level: 'error' })
        return
      }
      // stop() may have been called meanwhile.
      if (stopping) child.kill('SIGINT')
    }
  })()
  return {
    url: first.url,
    ended,
    logTail,
    async stop() {
      stopping = true
      if (!hasExited(child)) child.kill('SIGINT')
      const timeout = sleep(10_000, 'late', { ref: false })
      if ((await Promise.race([ended, timeout])) === 'late') child.kill('SIGQUIT')
      await ended
      serverLog.close()
    },
  }
}
