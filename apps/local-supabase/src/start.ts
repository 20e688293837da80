import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startNotifier } from './cron/notifier'
import { openDataFolder } from './data-folder/folder'
import { loadKeys } from './data-folder/keys'
import { lockDataFolder } from './data-folder/lock'
import { prepareOwner } from './database/owner'
import { hasDemo, seedAttachments, seedDemo } from './database/seed'
import { hasAdmin, makeSetupLink } from './first-admin/link'
import { checkPort } from './health/checks'
import { isDatabaseUnavailable, retryReadsDuringRestart } from './http/database-restart'
import { listen } from './http/listen'
import type { Keys } from './http/types'
import type { Log } from './log/log'
import { startIncomingSmtp } from './mail/incoming-smtp'
import { addDefaultAddress, connectIncomingMail, receiveMailSecret } from './mail/incoming-mail'
import { upgrade } from './migrations/upgrade'
import { startCluster } from './postgres/cluster'
import { openPool } from './postgres/pool'
import { createBackend } from './server'
import { waitForTables } from './servers/wait'
import type { Settings } from './settings'
import { exitCodes, StartError } from './start-error'

export interface Running {
  origin: string
  keys: Keys
  /** The database, as its owner. */
  databaseUrl: string
  /** The database contains the demo accounts. */
  demo: boolean
  /** Creates the first admin; undefined when there is one. */
  setupUrl: string | undefined
  /** SMTP server for mails to the workspace, and the workspace's addresses. */
  smtp: { port: number; addresses: string[] } | undefined
  stop(): Promise<void>
}

interface StartOptions {
  log: Log
  /** The database ended by itself and could not be restarted. */
  onLost(reason: string): void
}

/** A hanging step, such as one on a lost connection, must not keep the database from stopping. */
const STOP_STEP_MS = 12_000

/** Real servers may start at the same time. */
const SERVERS_SECONDS = 60

/** Steps to undo in reverse order. */
function createCleanup(log: (line: string) => void) {
  const steps: (() => Promise<void>)[] = []
  return {
    add: (step: () => Promise<void>) => void steps.push(step),
    async run() {
      for (let step = steps.pop(); step; step = steps.pop()) {
        const done = step().catch((error: unknown) => {
          // Ctrl-C also reaches the database, which may end first.
          if (!isDatabaseUnavailable(error)) log(`While stopping: ${String(error)}`)
        })
        await Promise.race([done, sleep(STOP_STEP_MS, undefined, { ref: false })])
      }
    },
  }
}

/** Prints each completed step with its duration. */
function createTimer(log: (line: string) => void) {
  const started = performance.now()
  let since = started
  return {
    step(what: string) {
      log(`${what} (${Math.round(performance.now() - since)} ms)`)
      since = performance.now()
    },
    total: () => Math.round(performance.now() - started),
  }
}

/** Seeds the demo if requested. @returns whether the demo accounts are offered for sign-in */
async function seed(sql: ReturnType<typeof openPool>, settings: Settings, log: (line: string) => void) {
  const requested = settings.seed === 'demo'
  const seeded = requested && (await seedDemo(sql, settings.supabaseDir, settings.isSeedGiven))
  const exists = await hasDemo(sql)
  if (requested && !exists) log('The demo was not added: somebody has an account here')
  if (exists && (!requested || settings.smtpUrl))
    log(
      'The demo accounts are in this database, and their password is public: deactivate them before real people use it.',
    )
  return { seeded, demo: requested && exists }
}

const serviceHeaders = ({ secret }: Keys) => ({ apikey: secret, authorization: `Bearer ${secret}` })

/** Starts everything in order. When a step fails, the completed ones are undone. */
export async function start(settings: Settings, { log, onLost }: StartOptions): Promise<Running> {
  const cleanup = createCleanup(log)
  const timer = createTimer(log)
  let stopping = false

  async function startDatabase(password: string): Promise<string> {
    const cluster = await startCluster({
      dataDir: settings.dataDir,
      password,
      log,
      isStopping: () => stopping,
    })
    cleanup.add(() => cluster.stop())
    void cluster.ended.then(async () => {
      if (!stopping)
        onLost(`The database ended unexpectedly. The end of its log:\n${await cluster.logTail()}`)
    })
    return cluster.url
  }

  try {
    await openDataFolder(settings.dataDir)
    cleanup.add(await lockDataFolder(settings.dataDir, settings.port))
    const server = await listen(settings.port, { log, trustsProxy: settings.trustsProxy })
    const origin = `http://127.0.0.1:${settings.port}`
    const { jwtAlgorithm } = settings
    const { databasePassword, ...stored } = await loadKeys(settings.dataDir, jwtAlgorithm)
    const keys = { ...stored, ...settings.keys, jwtAlgorithm }

    const adminUrl = settings.databaseUrl ?? (await startDatabase(databasePassword))
    timer.step(settings.databaseUrl ? 'Using the database of DATABASE_URL' : 'Database started')
    const owner = prepareOwner(adminUrl, databasePassword, settings.servers)
    const { url: databaseUrl, isHosted } = await owner.catch((error: unknown) => {
      if (error instanceof StartError) throw error
      const hint = settings.databaseUrl
        ? '\nCheck DATABASE_URL and that its server runs, then start again.'
        : ''
      throw new StartError(`The database does not answer: ${String(error)}${hint}`, exitCodes.database)
    })
    const sql = openPool(databaseUrl, 15, () => log('Connections to the database renewed'))
    cleanup.add(() => sql.end({ timeout: 3 }))
    if (isHosted) await waitForTables(sql, settings.servers, { log, seconds: SERVERS_SECONDS })
    const dir = join(settings.supabaseDir, 'migrations')
    const { summary } = await upgrade(sql, { dir, url: adminUrl, secret: databasePassword, isHosted })
    timer.step(summary)
    const { seeded, demo } = await seed(sql, settings, log)
    if (seeded) timer.step('Demo data filled in')

    // The page makes an account in the tables of the embedded Auth.
    const setup = settings.servers.auth || (await hasAdmin(sql)) ? undefined : makeSetupLink(origin)
    const options = { settings, databaseUrl, keys, origin, setup, log }
    const backend = await createBackend({ ...options, sql })
    cleanup.add(() => backend.close())
    if (demo) {
      const files = await seedAttachments(sql, settings.supabaseDir, (path, body, type) => {
        const headers = { ...serviceHeaders(keys), 'content-type': type, 'x-upsert': 'true' }
        const url = `${origin}/storage/v1/object/${path}`
        return backend.fetch(new Request(url, { method: 'POST', body, headers }))
      })
      if (files) timer.step(`Demo files stored: ${files}`)
    }

    server.serve((request) => retryReadsDuringRestart(request, () => backend.fetch(request)), backend.upgrade)
    cleanup.add(() => server.close())

    const stopNotifier = await startNotifier({
      log,
      listen: (onNotify) =>
        // Notifications of the time without a connection are lost.
        sql.listen('helpdesk_notifications', onNotify, () => onNotify()),
      send: () => {
        const url = `${origin}/functions/v1/send-notifications`
        return backend.fetch(new Request(url, { method: 'POST', headers: serviceHeaders(keys) }))
      },
    })
    cleanup.add(stopNotifier)
    const workspace = connectIncomingMail({
      origin,
      keys,
      secret: settings.receiveMailSecret ?? receiveMailSecret(keys),
      sql,
      space: backend.gateway.space,
      fetch: backend.fetch,
    })
    const { smtpPort, isSmtpPortGiven } = settings
    const smtp =
      smtpPort === undefined
        ? undefined
        : await startIncomingSmtp({ port: smtpPort, canMove: !isSmtpPortGiven, log, ...workspace })
    const addresses = smtp ? await addDefaultAddress(sql) : []
    if (smtp) {
      cleanup.add(() => smtp.close())
      backend.readiness.add('incoming_mail', checkPort('The server for incoming mail', smtp.port))
    }
    timer.step('Services ready')
    log(`Up after ${timer.total()} ms`)
    return {
      origin,
      keys,
      databaseUrl,
      demo,
      setupUrl: setup?.url,
      smtp: smtp && { port: smtp.port, addresses },
      async stop() {
        stopping = true
        await cleanup.run()
      },
    }
  } catch (error) {
    stopping = true
    await cleanup.run()
    throw error
  }
}
