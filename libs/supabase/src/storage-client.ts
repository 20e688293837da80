import type { StorageClient } from '@supabase/storage-js'
import { authorizedFetch } from './authorized-fetch'
import { supabaseConfig } from './config'

let client: Promise<StorageClient> | null = null

/**
 * The storage client, loaded on first use. Every request has the key and the current bearer.
 * @throws when the code cannot be loaded; the next call retries.
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
