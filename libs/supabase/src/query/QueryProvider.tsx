import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
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

interface Props {
  /** Another user gets an empty cache and remounted screens, so that nothing of the previous user remains. */
  userId: string | undefined
  /** Whether the session expired while the screen is open. Every query is repeated once it is renewed. */
  expired: boolean
  children: ReactNode
}

/** The query cache of the signed-in part. */
export function QueryProvider({ userId, ...rest }: Props) {
  // the key remounts queries, which otherwise keep the cache they were mounted with
  return <OneUserProvider key={userId} {...rest} />
}

function OneUserProvider({ expired, children }: Omit<Props, 'userId'>) {
  const [client] = useState(createClient)
  // Queries that failed while the session was expired, or were answered as if signed out.
  useEffect(() => {
    if (expired) return () => void client.invalidateQueries()
  }, [expired, client])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
