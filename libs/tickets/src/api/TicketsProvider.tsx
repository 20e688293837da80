import { useAuth } from '@helpdesk/auth'
import { getConnection, subscribeConnection } from '@helpdesk/supabase'
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, type ReactNode } from 'react'

// "Back" is also a backend that answers again, not only a browser with a network.
onlineManager.setEventListener((setOnline) =>
  subscribeConnection(() => setOnline(getConnection() === 'online')),
)

const createClient = () =>
  new QueryClient({
    defaultOptions: {
      // Reads are repeated by the data client already; two layers of retries would multiply.
      // Without a connection they fail at once, instead of being paused without a word; then they come back by themselves.
      queries: { retry: false, staleTime: 30_000, networkMode: 'always', refetchOnReconnect: 'always' },
      // A write that is paused looks like one that is being sent.
      mutations: { networkMode: 'always' },
    },
  })

/** The query cache of the signed-in part. Each user starts with an empty one, so that nothing is left of the last. */
export function TicketsProvider({ children }: { children: ReactNode }) {
  const { user, expired } = useAuth()
  const userId = user?.id
  // The user is the reason for a new cache.
  const client = useMemo(createClient, [userId])
  // Signed in again over the screen: what failed meanwhile, or was answered as to a stranger, is asked for anew.
  useEffect(() => {
    if (expired) return () => void client.invalidateQueries()
  }, [expired, client])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
