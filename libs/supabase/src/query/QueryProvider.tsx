import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { takeQueryClient } from './query-client'

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
  return <OneUserProvider key={userId} userId={userId} {...rest} />
}

function OneUserProvider({ userId, expired, children }: Props) {
  const [client] = useState(() => takeQueryClient(userId))
  // Queries that failed while the session was expired, or were answered as if signed out.
  useEffect(() => {
    if (expired) return () => void client.invalidateQueries()
  }, [expired, client])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
