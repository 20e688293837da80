import { useAuth } from '@helpdesk/auth'
import { useEffect } from 'react'

let mountedFor: string | null = null

const viewerOf = (userId: string, role: string) => `${userId} ${role}`

/** Notes for whom the page's routes and caches were made. */
export function noteViewer(userId: string, role: string): void {
  mountedFor ??= viewerOf(userId, role)
}

/**
 * Routes of a remote are chosen by role and stay mounted, and caches hold what one person may see. When another
 * person (or role) appears in the same page, in another tab for instance, the page starts anew.
 */
export function useSameViewer(): void {
  const { user, profile } = useAuth()
  const viewer = user && profile ? viewerOf(user.id, profile.role) : null
  useEffect(() => {
    if (viewer && mountedFor && viewer !== mountedFor) location.reload()
  }, [viewer])
}
