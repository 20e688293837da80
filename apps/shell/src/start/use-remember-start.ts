import { useAuth, useRole } from '@helpdesk/auth/session/hooks'
import { supabaseConfig } from '@helpdesk/supabase/config'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { isSigningOut } from '../app/sign-out'
import { registryAtom } from '../remotes/registry-state'
import { rememberStart, toRemembered } from './remember-start'

/** Keeps what the next page load can begin with up to date. */
export function useRememberStart(): void {
  const { user, profile } = useAuth()
  const role = useRole()
  const registry = useAtomValue(registryAtom)
  const userId = user?.id
  const preferences = profile?.preferences
  useEffect(() => {
    if (userId && role && registry && !isSigningOut())
      rememberStart(toRemembered(registry, supabaseConfig(), userId, role, preferences))
  }, [userId, role, registry, preferences])
}
