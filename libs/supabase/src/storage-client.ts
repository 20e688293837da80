import type { StorageClient } from '@supabase/storage-js'
import { authorizedFetch } from './authorized-fetch'
import { supabaseConfig } from './config'

let client: Promise<StorageClient> | null = null

/**
 * The storage client, fetched on first use. Every request goes out with the key and the bearer of the moment.
 * @throws when the chunk cannot be loaded; the next call tries again.
 */
export function loadStorage(): Promise<StorageClient> {
  client ??= import('@supabase/storage-js')
    .then(({ StorageClient }) => new StorageClient(`${supabaseConfig().url}/storage/v1`, {}, authorizedFetch))
    .catch((error: unknown) => {
      client = null
      throw error
    })
  return client
}
