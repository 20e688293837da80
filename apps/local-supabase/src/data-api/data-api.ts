import { App } from '@supabase/lite'
import type { Sql } from 'postgres'
import { isBrokenAnswer } from '../http/lost-database'
import { databaseAway } from '../http/respond'
import { callerOf } from '../http/caller'
import type { Gateway, Handler, Keys } from '../http/types'
import { createFairQueue, dataApiShares } from '../limits/fair-queue'
import type { Places } from '../limits/places'
import { openConnection } from './connection'
import { answerHeadRpc } from './head-rpc'
import { limitPosts } from './limit-posts'
import { refuseGuessedCounts } from './pre-request'
import { quietly } from './quiet-errors'
import { askBeforeRequests, readPreRequest, readTimeouts } from './request-context'

/** It repeats the query; clients refuse a response whose headers are longer than 16 kB. */
function withoutLongHeaders(response: Response): Response {
  const location = response.headers.get('content-location')
  if (location && location.length > 2000) response.headers.delete('content-location')
  return response
}

export interface DataApi {
  handler: Handler
  close(): Promise<void>
}

/** `/rest/v1`: the data API of @supabase/lite. Its own auth, storage and system routes stay closed. */
export async function createDataApi(
  databaseUrl: string,
  sql: Sql,
  keys: Keys,
  origin: string,
  { limits, log, places }: Pick<Gateway, 'limits' | 'log'> & { places: Places },
): Promise<DataApi> {
  const connection = openConnection(databaseUrl, log)
  const [authenticator] = await sql<{ settings: string[] }[]>`
    select setconfig as settings from pg_db_role_setting where setrole = 'authenticator'::regrole and setdatabase = 0`
  const roles = await sql<{ name: string; settings: string[] }[]>`
    select r.rolname as name, s.setconfig as settings from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
    where s.setdatabase = 0`
  askBeforeRequests(connection, readPreRequest(authenticator?.settings ?? []), readTimeouts(roles))
  const queue = createFairQueue(dataApiShares)
  const app = new App({
    connection,
    auth: {
      enabled: true,
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishable,
      secret_key: keys.secret,
      site_url: origin,
    },
    studio: { enabled: false },
    options: { server: { admin: false, disableStudio: true } },
  })
  await app.init()
  // Reads the schema now: not on the first visitor's time.
  await connection.introspect({ useCache: true })
  // As PostgREST does: `notify pgrst, 'reload schema'`, which the base schema sends after each DDL command.
  await sql.listen('pgrst', () => void connection.introspect({ useCache: false }).catch(() => {}))
  return {
    async handler(request, url) {
      if (!url.pathname.startsWith('/rest/v1')) return undefined
      const refused = limitPosts(request, url, limits) ?? refuseGuessedCounts(request)
      if (refused) return refused
      const answer = () =>
        quietly(() => answerHeadRpc(request, url, async (asked) => app.fetch(asked, { peerAddress: null })))
      const claims = await callerOf(request, keys).catch(() => undefined)
      const place = await places.of(claims, request)
      const response = await (place ? queue.take(place, answer) : answer())
      if (!(await isBrokenAnswer(response))) return withoutLongHeaders(response)
      await response.body?.cancel()
      return databaseAway()
    },
    close: () => connection.close(),
  }
}
