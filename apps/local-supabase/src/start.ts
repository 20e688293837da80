import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { openDataFolder } from './data-folder/folder'
import { loadKeys } from './data-folder/keys'
import { lockDataFolder } from './data-folder/lock'
import { migrate } from './database/migrate'
import { openOwner } from './database/owner'
import { holdsDemo, seedAttachments, seedDemo } from './database/seed'
import { openDoor } from './http/listen'
import { isDatabaseAway, outlastRestart } from './http/lost-database'
import { databaseAway } from './http/respond'
import type { Keys } from './http/types'
import { startNotifier } from './notifications/notifier'
import { startCluster } from './postgres/cluster'
import { reconnectSoon } from './postgres/reconnect'
import { createBackend } from './server'
import type { Settings } from './settings'
import { hasAdmin, makeSetupLink } from './setup/link'
import { exitCodes, StartError } from './start-error'

export interface Running {
  origin: string
  keys: Keys
  /** The database, as its owner. */
  databaseUrl: string
  /** The demo accounts are in it. */
  demo: boolean
  /** Makes the first admin; undefined when there is one. */
  setupUrl: string | undefined
  stop(): Promise<void>
}

interface StartOptions {
  log(line: string): void
  /** The database ended by itself. */
  onLost(reason: string): void
}

function signal() {
  let give = () => {}
  const heard = new Promise<void>((resolve) => (give = resolve))
  return { heard, give }
}

/** Brings everything up in order. When a step fails, what was started is stopped again. */
export async function start(settings: Settings, { log, onLost }: StartOptions): Promise<Running> {
  const undo: (() => Promise<void>)[] = []
  const stop = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) {
      const done = step().catch((error: unknown) => {
        // With Ctrl-C the database stops at the same time as we do.
        if (!isDatabaseAway(error)) log(`While stopping: ${String(error)}`)
      })
      // A step that waits on a lost connection must not keep the rest, the database last of all, from stopping.
      await Promise.race([done, sleep(12_000, undefined, { ref: false })])
    }
  }
  let since = performance.now()
  const step = (what: string) => {
    log(`${what} (${Math.round(performance.now() - since)} ms)`)
    since = performance.now()
  }
  const started = Date.now()
  let stopping = false
  let renew = async (): Promise<void> => {}
  let answerWaiting = () => {}
  try {
    await openDataFolder(settings.dataDir)
    undo.push(await lockDataFolder(settings.dataDir, settings.port))
    const door = await openDoor(settings.port)
    const origin = `http://127.0.0.1:${settings.port}`
    const { databasePassword, ...keys } = await loadKeys(settings.dataDir)

    let databaseUrl = settings.databaseUrl
    if (databaseUrl) {
      step('Using the database of DATABASE_URL')
    } else {
      const cluster = await startCluster({
        dataDir: settings.dataDir,
        password: databasePassword,
        log,
        isStopping: () => stopping,
        onRestart: () => void renew(),
      })
      undo.push(() => cluster.stop())
      databaseUrl = cluster.url
      void cluster.ended.then(async () => {
        if (stopping) return
        answerWaiting()
        onLost(`The database ended unexpectedly. The end of its log:\n${await cluster.logTail()}`)
      })
      step('Database started')
    }
    const url = await openOwner(databaseUrl, databasePassword).catch((error: unknown) => {
      if (error instanceof StartError) throw error
      const todo = settings.databaseUrl
        ? '\nCheck DATABASE_URL and that its server runs, then start again.'
        : ''
      throw new StartError(`The database does not answer: ${String(error)}${todo}`, exitCodes.database)
    })
    const connect = () =>
      postgres(url, {
        max: 15,
        backoff: reconnectSoon,
        onnotice: () => {},
        connection: { TimeZone: 'UTC' },
      })
    let sql = connect()
    undo.push(() => sql.end({ timeout: 3 }))
    const applied = await migrate(sql, `${settings.supabaseDir}/migrations`)
    step(applied.length ? `Migrations applied: ${applied.length}` : 'Migrations up to date')

    if (settings.seed === 'demo' && (await seedDemo(sql, settings.supabaseDir, settings.isSeedGiven)))
      step('Demo data filled in')
    const isDemoThere = await holdsDemo(sql)
    const demo = settings.seed === 'demo' && isDemoThere
    if (settings.seed === 'demo' && !isDemoThere) log('The demo was not added: somebody has an account here')
    if (isDemoThere && (!demo || settings.smtpUrl))
      log(
        'The demo accounts are in this database, and their password is public: deactivate them before real people use it.',
      )
    const setup = (await hasAdmin(sql)) ? undefined : makeSetupLink(origin)
    const services = { settings, databaseUrl: url, keys, origin, setup, log }
    let backend = await createBackend({ ...services, sql })
    undo.push(() => backend.close())
    if (demo) {
      const files = await seedAttachments(sql, settings.supabaseDir, (path, body, type) =>
        backend.fetch(
          new Request(`${origin}/storage/v1/object/${path}`, {
            method: 'POST',
            body,
            headers: {
              apikey: keys.secret,
              authorization: `Bearer ${keys.secret}`,
              'content-type': type,
              'x-upsert': 'true',
            },
          }),
        ),
      )
      if (files) step(`Demo files stored: ${files}`)
    }
    // What waits on connections of before a restart would wait for ever.
    let restarted = signal()
    answerWaiting = () => restarted.give()
    door.open((request) =>
      outlastRestart(request, () =>
        Promise.race([backend.fetch(request), restarted.heard.then(() => databaseAway())]),
      ),
    )
    undo.push(() => door.close())
    const send = () =>
      backend.fetch(
        new Request(`${origin}/functions/v1/send-notifications`, {
          method: 'POST',
          headers: { authorization: `Bearer ${keys.secret}` },
        }),
      )
    const listen = (heard: () => void) => sql.listen('helpdesk_notifications', heard)
    let stopNotifier = await startNotifier({ listen, send, log })
    undo.push(() => stopNotifier())
    // postgres.js cannot be trusted with connections that were lost in mid-sentence: all are made anew.
    renew = async () => {
      try {
        const old = { sql, backend, stopNotifier }
        sql = connect()
        backend = await createBackend({ ...services, sql })
        stopNotifier = await startNotifier({ listen, send, log })
        const before = restarted
        restarted = signal()
        before.give()
        log('Connections to the database renewed')
        const quiet = () => {}
        old.stopNotifier().catch(quiet)
        old.backend.close().catch(quiet)
        old.sql.end({ timeout: 1 }).catch(quiet)
      } catch (error) {
        onLost(`The services did not find back to the database: ${String(error)}`)
      }
    }
    step('Services ready')
    log(`Up after ${Date.now() - started} ms`)
    return {
      origin,
      keys,
      databaseUrl: url,
      demo,
      setupUrl: setup?.url,
      async stop() {
        stopping = true
        await stop()
      },
    }
  } catch (error) {
    stopping = true
    await stop()
    throw error
  }
}
