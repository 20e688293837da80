import { App } from '@supabase/lite'
import type { Sql } from 'postgres'
import { callerOf } from '../http/caller'
import { json } from '../http/respond'
import type { Gateway, Handler, Keys } from '../http/types'
import { createFairQueue, dataApiShares } from '../limits/fair-queue'
import type { QueueKeys } from '../limits/queue-keys'
import { checkBearer } from './bearer'
import { compressed } from './compress'
import { openConnection } from './connection'
import { withoutConsoleErrors } from './console-filter'
import { noConnection, noConnectionHeaders } from './error-codes'
import { exposedSchema } from './exposed-schema'
import { finished } from './finished'
import { createReload } from './reload'
import { installRequestContext, readPreRequest, readTimeouts } from './request-context'
import { asRequest, lostConnection, wasDeadlocked } from './statements'
import { limitWrites } from './write-limits'

/**
 * Replaces the part of `gate.check_request()` that lite cannot run: counts estimated from statistics include rows that
 * the caller may not see.
 */
function rejectEstimatedCounts(request: Request): Response | undefined {
  if (!/count\s*=\s*(planned|estimated)/i.test(request.headers.get('prefer') ?? '')) return undefined
  return json({ code: 'PT400', message: 'Counts are exact here', details: 'count_guessed', hint: null }, 400)
}

/** Defect 10: lite answers `rpc(…, { head: true })` with 400. A HEAD is a GET without the body. */
async function answerHeadRpc(
  request: Request,
  url: URL,
  fetch: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (request.method !== 'HEAD' || !url.pathname.startsWith('/rest/v1/rpc/')) return fetch(request)
  const response = await fetch(new Request(request, { method: 'GET' }))
  await response.body?.cancel()
  return new Response(null, { status: response.status, headers: response.headers })
}

/** How often a transaction that gave way to another one is repeated. */
const REPEATS = 2

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
  { limits, log, queueKeys }: Pick<Gateway, 'limits' | 'log'> & { queueKeys: QueueKeys },
): Promise<DataApi> {
  const connection = openConnection(databaseUrl, log)
  const roles = await sql<{ name: string; settings: string[] }[]>`
    select r.rolname as name, s.setconfig as settings from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
    where s.setdatabase = 0`
  const authenticator = roles.find(({ name }) => name === 'authenticator')?.settings ?? []
  installRequestContext(connection, readPreRequest(authenticator), readTimeouts(roles))
  const queue = createFairQueue(dataApiShares, 'data-api')
  const app = new App({
    connection,
    auth: {
      enabled: true,
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishable,
      secret_key: keys.secret,
      site_url: origin,
    },
    // pg_safe_update: as the extension safeupdate of hosted projects does, for the request's own statement. Functions are
    // read by supabase/tests/function-statements.test.ts.
    api: { schemas: [exposedSchema], pg_safe_update: true },
    studio: { enabled: false },
    options: { server: { admin: false, disableStudio: true } },
  })
  await app.init()
  // Reads the schema now, not during the first request.
  await connection.introspect({ useCache: true })
  // As PostgREST does: the base schema sends `notify pgrst, 'reload schema'` after each DDL command.
  const reload = createReload(() => connection.introspect({ useCache: false }), log)
  await sql.listen('pgrst', reload, reload)
  return {
    async handler(request, url) {
      if (!url.pathname.startsWith('/rest/v1')) return undefined
      const refused = limitWrites(request, url, limits) ?? rejectEstimatedCounts(request)
      if (refused) return finished(refused)
      const checked = await checkBearer(request, keys)
      if (checked instanceof Response) return finished(checked)
      const answerOnce = (sent: Request, isLast: boolean): Promise<Response | undefined> =>
        withoutConsoleErrors(() =>
          asRequest(url.searchParams, async () => {
            const response = await answerHeadRpc(sent, url, async (each) =>
              app.fetch(each, { peerAddress: null }),
            )
            const isAgain = wasDeadlocked() && !isLast
            if (!lostConnection() && !isAgain) return response
            await response.body?.cancel()
            return isAgain ? undefined : json(noConnection, 503, noConnectionHeaders)
          }),
        )
      // PostgREST repeats a transaction that gave way to another one.
      const answer = async () => {
        for (let left = REPEATS; ; left--) {
          const response = await answerOnce(left > 0 ? checked.clone() : checked, left === 0)
          if (response) return response
        }
      }
      const claims = await callerOf(request, keys).catch(() => undefined)
      const key = await queueKeys.of(claims, request)
      const response = await (key ? queue.run(key, answer) : answer())
      return compressed(request, await finished(response))
    },
    close: () => connection.close(),
  }
}
