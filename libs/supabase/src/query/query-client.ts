import { onlineManager, QueryClient } from '@tanstack/react-query'
import { getConnection, subscribeConnection } from '../connection'

// "Back online" also covers a backend that answers again, not only a browser with a network.
onlineManager.setEventListener((setOnline) =>
  subscribeConnection(() => setOnline(getConnection() === 'online')),
)

const createClient = () =>
  new QueryClient({
    defaultOptions: {
      // The data client already retries reads; two layers of retries would multiply.
      // Without a connection reads fail at once instead of pausing silently, and are repeated on reconnect.
      queries: { retry: false, staleTime: 30_000, networkMode: 'always', refetchOnReconnect: 'always' },
      // A paused write would look as if it were being sent.
      mutations: { networkMode: 'always' },
    },
  })

let prepared: { userId: string; client: QueryClient } | null = null

/** The cache that the next provider of this user will have: loaders fill it before the first render. */
export function prepareQueryClient(userId: string): QueryClient {
  if (prepared?.userId !== userId) prepared = { userId, client: createClient() }
  return prepared.client
}

/** The prepared cache of this user, once; otherwise an empty one, so that nothing of another user remains. */
export function takeQueryClient(userId: string | undefined): QueryClient {
  const client = userId !== undefined && prepared?.userId === userId ? prepared.client : createClient()
  prepared = null
  return client
}
