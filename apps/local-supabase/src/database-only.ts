import { join } from 'node:path'
import { openDataFolder } from './data-folder/folder'
import { loadKeys } from './data-folder/keys'
import { lockDataFolder } from './data-folder/lock'
import { asUser, prepareHosted } from './hosted-database/prepare'
import type { DefaultGrants } from './hosted-database/roles'
import type { Keys } from './http/types'
import { upgrade } from './migrations/upgrade'
import { startCluster } from './postgres/cluster'
import { openPool, withConnection } from './postgres/pool'
import { waitForTables } from './servers/wait'
import type { Settings } from './settings'
import { exitCodes, StartError } from './start-error'

/** What servers beside the database need to know. */
export interface Connections {
  /** As the project's owner `postgres`, for migrations and as DATABASE_URL. */
  owner: string
  /** As the platform's superuser. */
  admin: string
  /** As the role that each server works with. */
  dataApi: string
  auth: string
  storage: string
  realtime: string
  keys: Pick<Keys, 'jwtSecret' | 'publishable' | 'secret'>
}

interface Options {
  log(line: string): void
  onLost(reason: string): void
  /** The servers can connect; those that make tables of their own are waited for. */
  onConnections(connections: Connections): void
}

/** Realtime reads the write-ahead log, and each server has a pool. */
const clusterSettings = ['wal_level=logical', 'max_connections=200']

/** Brings a new cluster into a hosted project's state. @throws StartError for the database of a portal */
async function prepareOnce(
  url: string,
  password: string,
  grants: DefaultGrants,
  { servers, dataDir }: Settings,
) {
  const [state] = await withConnection(
    url,
    (sql) => sql`
      select exists (select from pg_event_trigger where evtname = 'refuse_foreign_drops') as prepared,
        to_regnamespace('extensions') is not null as used`,
  )
  if (state?.prepared) return
  if (state?.used)
    throw new StartError(
      `${dataDir} has the database of a portal, with other roles and owners. Name another folder:\n` +
        'HELPDESK_DATA=.data/hosted npm start -- --database-only',
      exitCodes.database,
    )
  await prepareHosted(url, { password, grants, own: servers })
}

type Waiting = Parameters<typeof waitForTables>[2]

async function applyMigrations(
  owner: string,
  secret: string,
  { servers, supabaseDir }: Settings,
  waiting: Waiting,
): Promise<string[]> {
  const sql = openPool(owner, 1)
  try {
    await waitForTables(sql, servers, waiting)
    if (waiting.isStopping?.()) return []
    const dir = join(supabaseDir, 'migrations')
    return (await upgrade(sql, { dir, url: owner, secret, isHosted: true })).applied
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Starts the database alone, for real servers that run beside it, and applies the migrations once they have made their tables. */
export async function startDatabaseOnly(settings: Settings, grants: DefaultGrants, options: Options) {
  const { log, onLost, onConnections } = options
  const { dataDir, databasePort: port } = settings
  await openDataFolder(dataDir)
  const release = await lockDataFolder(dataDir, port)
  let stopping = false
  const isStopping = () => stopping
  const { databasePassword: password, ...stored } = await loadKeys(dataDir)
  const cluster = await startCluster({ dataDir, password, log, port, settings: clusterSettings, isStopping })
  void cluster.ended.then(async () => {
    if (!stopping) onLost(`The database ended unexpectedly. The end of its log:\n${await cluster.logTail()}`)
  })
  const stop = async () => {
    stopping = true
    await cluster.stop()
    await release()
  }
  try {
    await prepareOnce(cluster.url, password, grants, settings)
    const as = (user: string) => asUser(cluster.url, user)
    const owner = as('postgres')
    onConnections({
      owner,
      admin: as('supabase_admin'),
      dataApi: as('authenticator'),
      auth: as('supabase_auth_admin'),
      storage: as('supabase_storage_admin'),
      realtime: as('supabase_admin'),
      keys: { ...stored, ...settings.keys },
    })
    return { stop, applied: applyMigrations(owner, password, settings, { log, isStopping }) }
  } catch (error) {
    await stop()
    throw error
  }
}
