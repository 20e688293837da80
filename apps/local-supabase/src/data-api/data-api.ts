import { App } from '@supabase/lite'
import type { Handler, Keys } from '../http/types'
import { openConnection } from './connection'
import { quietly } from './quiet-errors'

export interface DataApi {
  handler: Handler
  close(): Promise<void>
}

/** `/rest/v1`: the data API of @supabase/lite. Its own auth, storage and system routes stay closed. */
export async function createDataApi(databaseUrl: string, keys: Keys, origin: string): Promise<DataApi> {
  const connection = openConnection(databaseUrl)
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
  return {
    async handler(request, url) {
      if (!url.pathname.startsWith('/rest/v1')) return undefined
      return quietly(async () => app.fetch(request, { peerAddress: null }))
    },
    close: () => connection.close(),
  }
}
