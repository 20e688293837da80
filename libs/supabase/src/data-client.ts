import type { PostgrestClient } from '@supabase/postgrest-js'
import { authorizedFetch } from './authorized-fetch'
import { supabaseConfig } from './config'
import type { Database } from './database.types'

export type DataClient = PostgrestClient<Database>

let client: Promise<DataClient> | null = null

/**
 * The typed client of tables and database functions, loaded on first use, because the sign-in screens
 * do not need it. Every request has the key and the current bearer.
 * @throws when the code cannot be loaded; the next call retries.
 */
export function loadData(): Promise<DataClient> {
  client ??= import('@supabase/postgrest-js')
    .then(
      ({ PostgrestClient }) =>
        new PostgrestClient<Database>(`${supabaseConfig().url}/rest/v1`, {
          fetch: authorizedFetch,
          // authorizedFetch retries reads itself; two layers of retries would multiply.
          retry: false,
        }),
    )
    .catch((error: unknown) => {
      client = null
      throw error
    })
  return client
}
