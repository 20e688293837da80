import { useAuth } from '@helpdesk/auth'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'

const createClient = () =>
  new QueryClient({
    defaultOptions: {
      // Reads are repeated by the data client already; two layers of retries would multiply.
      queries: { retry: false, staleTime: 30_000 },
    },
  })

/** The query cache of the signed-in part. Each user starts with an empty one, so that nothing is left of the last. */
export function TicketsProvider({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  const userId = user?.id
  // The user is the reason for a new cache.
  const client = useMemo(createClient, [userId])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
