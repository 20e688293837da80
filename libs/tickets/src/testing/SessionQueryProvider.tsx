import { useAuth } from '@helpdesk/auth'
import { QueryProvider } from '@helpdesk/supabase/query/QueryProvider'
import type { ReactNode } from 'react'

/** The query cache of the signed-in user, as the shell provides it around every remote. */
export function SessionQueryProvider({ children }: { children: ReactNode }) {
  const { user, expired } = useAuth()
  return (
    <QueryProvider userId={user?.id} expired={expired}>
      {children}
    </QueryProvider>
  )
}
