import postgres from 'postgres'
import { openDataFolder } from './data-folder/folder'
import { loadKeys } from './data-folder/keys'
import { lockDataFolder } from './data-folder/lock'
import { migrate } from './database/migrate'
import { seedAttachments, seedDemo } from './database/seed'
import { openDoor } from './http/listen'
import type { Keys } from './http/types'
import { startNotifier } from './notifications/notifier'
import { startCluster } from './postgres/cluster'
import { createBackend } from './server'
import type { Settings } from './settings'
import { exitCodes, StartError } from './start-error'

export interface Running {
  origin: string
  keys: Keys
  databaseUrl: string
  stop(): Promise<void>
}

interface StartOptions {
  log(line: string): void
  /** The database ended by itself. */
  onLost(reason: string): void
}

/** Brings everything up in order. When a step fails, what was started is stopped again. */
export async function start(settings: Settings, { log, onLost }: StartOptions): Promise<Running> {
  const undo: (() => Promise<void>)[] = []
  const stop = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) {
      await step().catch((error: unknown) => log(`While stopping: ${String(error)}`))
    }
  }
  let since = performance.now()
  const step = (what: string) => {
    log(`${what} (${Math.round(performance.now() - since)} ms)`)
    since = performance.now()
  }
  const started = Date.now()
  let stopping = false
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
      const cluster = await startCluster({ dataDir: settings.dataDir, password: databasePassword, log })
      undo.push(() => cluster.stop())
      databaseUrl = cluster.url
      void cluster.ended.then(async () => {
        if (!stopping)
          onLost(`The database ended unexpectedly. The end of its log:\n${await cluster.logTail()}`)
      })
      step('Database started')
    }
    const sql = postgres(databaseUrl, { max: 15, onnotice: () => {}, connection: { TimeZone: 'UTC' } })
    undo.push(() => sql.end({ timeout: 3 }))
    await sql`select 1`.catch((error: unknown) => {
      throw new StartError(`The database does not answer: ${String(error)}`, exitCodes.database)
    })
    const applied = await migrate(sql, `${settings.supabaseDir}/migrations`)
    step(applied.length ? `Migrations applied: ${applied.length}` : 'Migrations up to date')

    if (settings.seed === 'demo' && (await seedDemo(sql, settings.supabaseDir))) step('Demo data filled in')
    const backend = await createBackend({ settings, sql, databaseUrl, keys, origin, log })
    undo.push(() => backend.close())
    if (settings.seed === 'demo') {
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
    door.open((request) => backend.fetch(request))
    undo.push(() => door.close())
    const send = () =>
      backend.fetch(
        new Request(`${origin}/functions/v1/send-notifications`, {
          method: 'POST',
          headers: { authorization: `Bearer ${keys.secret}` },
        }),
      )
    const listen = (heard: () => void) => sql.listen('helpdesk_notifications', heard)
    undo.push(await startNotifier({ listen, send, log }))
    step('Services ready')
    log(`Up after ${Date.now() - started} ms`)
    return {
      origin,
      keys,
      databaseUrl,
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
