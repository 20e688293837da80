import { useAuth } from '@helpdesk/auth/session/hooks'
import { useEffect } from 'react'

let mountedFor: string | null = null

const userKey = (userId: string, role: string) => `${userId} ${role}`

/** Remembers the user and role whose routes are mounted. */
export function rememberMountedUser(userId: string, role: string): void {
  mountedFor ??= userKey(userId, role)
}

/** Lets the next sign-in reload the page, which holds the data of a user who has signed out. */
export function reloadOnNextSignIn(): void {
  mountedFor = 'nobody'
}

/**
 * Reloads the page when another user or role is signed in, such as in another tab: mounted routes and caches belong to
 * the previous one.
 */
export function useReloadOnUserChange(): void {
  const { user, profile } = useAuth()
  const current = user && profile ? userKey(user.id, profile.role) : null
  useEffect(() => {
    if (current && mountedFor && current !== mountedFor) location.reload()
  }, [current])
}
