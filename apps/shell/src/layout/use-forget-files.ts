import { isDeactivated } from '@helpdesk/auth'
import { forgetDraftFiles } from '@helpdesk/tickets/data-access/draft-files'
import { useEffect } from 'react'

/** Whoever is put out leaves no chosen files behind in this browser, as with a sign-out of their own. */
export function useForgetFiles(userId: string | undefined): void {
  useEffect(() => {
    if (!userId) return
    return () => {
      if (isDeactivated()) void forgetDraftFiles(userId)
    }
  }, [userId])
}
