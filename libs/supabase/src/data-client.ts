import type { PostgrestClient } from '@supabase/postgrest-js'
import { authorizedFetch } from './authorized-fetch'
import { supabaseConfig } from './config'
import type { Database } from './database.types'

export type DataClient = PostgrestClient<Database>

let client: Promise<DataClient> | null = null

/**
 * The typed client of tables and database functions, fetched on first use so that the sign-in screens do not
 * carry it. Every request goes out with the key and the bearer of the moment.
 * @throws when the chunk cannot be loaded; the next call tries again.
 */
export function loadData(): Promise<DataClient> {
  client ??= import('@supabase/postgrest-js')
    .then(
      ({ PostgrestClient }) =>
        new PostgrestClient<Database>(`${supabaseConfig().url}/rest/v1`, {
          fetch: authorizedFetch,
          // authorizedFetch repeats reads itself; two layers of retries would multiply.
          retry: false,
        }),
    )
    .catch((error: unknown) => {
      client = null
      throw error
    })
  return client
}
