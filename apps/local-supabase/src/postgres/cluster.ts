import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chown, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { explainDiskError } from '../data-folder/disk-errors'
import { syncFolder } from '../data-folder/durable-write'
import { freePort } from './free-port'
import { markDatabaseUnavailable } from '../http/database-restart'
import { exitCodes, StartError } from '../start-error'
import { canReach, databaseAccount, type Account } from './account'
import { makeOutsideFolder, outsideFolder, postgresHome } from './binaries'
import { stopOrphan } from './orphan'

const run = promisify(execFile)

export interface Cluster {
  url: string
  /** Resolves when the server ended and could not be started again, or was stopped. */
  ended: Promise<void>
  stop(): Promise<void>
  logTail(): Promise<string>
}

interface ClusterOptions {
  dataDir: string
  password: string
  log(line: string): void
  /** The portal is on its way down, although it is not the server's turn yet. */
  isStopping?(): boolean
  /** The server ended by itself and was started again: connections of before are of no use any more. */
  onRestart?(): void
}

/** So long a signal to the whole terminal may take from the server's end to this process. */
const SIGNAL_GRACE_MS = 100

/** What to do about a database that cannot be used. */
const recoveryHint =
  'Start on other data: HELPDESK_DATA=.data-2 npm start\n' +
  'What a backup holds comes back with: HELPDESK_DATA=.data-2 npm run restore -- <file>'

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/**
 * Inside the data folder, unless the account cannot reach it there (a closed home of root). The password is
 * part of the outer name: a data folder that was removed and made anew starts empty.
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
    // Collation by code point, character classes by Unicode; the names differ between systems.
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

/** Starts this data folder's PostgreSQL (made on the first start) on 127.0.0.1 and a free port. */
export async function startCluster({
  dataDir,
  password,
  log,
  isStopping,
  onRestart,
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
  const logTail = async () =>
    (await readFile(logFile, 'utf8').catch(() => '')).split('\n').slice(-20).join('\n')

  const launch = async (port: number, again: boolean) => {
    const output = await open(logFile, again ? 'a' : 'w', 0o600)
    // A refused statement is an ordinary answer, and its message quotes what was sent: perhaps a token. Faults of the
    // server itself are told by the backend (../http/error-log.ts).
    const quiet = ['-c', 'log_min_messages=log', '-c', 'log_min_error_statement=panic']
    const args = ['-D', dir, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-c', 'max_connections=60']
    const child = spawn(
      join(home, 'bin', 'postgres'),
      [...args, ...quiet, '-c', 'timezone=UTC', '-c', 'log_timezone=UTC', '-c', 'shared_buffers=128MB'],
      { ...account, cwd: '/', stdio: ['ignore', output.fd, output.fd] },
    )
    child.on('error', () => {})
    await output.close()
    return {
      child,
      port,
      url: `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    }
  }

  /** Starts the server and waits until it answers; `fixed` is the port of one that ended. */
  const startServer = async (fixed?: number) => {
    const place = async () => launch(fixed ?? (await freePort()), fixed !== undefined)
    let started = await place()
    const end = Date.now() + 60_000
    while (!(await acceptsConnections(started.url))) {
      if (hasExited(started.child)) {
        // Children of a killed server may hold its shared memory for a moment.
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
        started = await place()
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

  const first = await startServer()
  let child = first.child
  let stopping = false
  const crashes: number[] = []
  /** Starts a server that ended by itself again, at its old address; three falls within a minute are a fault. */
  const ended = (async () => {
    for (;;) {
      await exitOf(child)
      markDatabaseUnavailable()
      crashes.push(Date.now())
      // Ctrl-C reaches every process of the terminal, the server too, which may be done before we have even heard of it.
      if (!stopping) await sleep(SIGNAL_GRACE_MS)
      if (stopping || isStopping?.() || crashes.filter((at) => at > Date.now() - 60_000).length > 3) return
      log('The database ended by itself and is started again')
      try {
        child = (await startServer(first.port)).child
      } catch (error) {
        const known = explainDiskError(error, `The database in ${dir} cannot be started again`)
        log(known instanceof Error ? known.message : String(known))
        return
      }
      // The order to stop may have come meanwhile.
      if (stopping) child.kill('SIGINT')
      else onRestart?.()
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
    },
  }
}
