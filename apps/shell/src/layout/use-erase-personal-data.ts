import { hasDeparted } from '@helpdesk/auth'
import { forgetWords, forgetWordsOfOthers } from '@helpdesk/tickets/data-access/personal-storage'
import { useEffect } from 'react'

/**
 * Keeps unsent words and files of one person only: those of whoever was here before go when somebody signs in, and a
 * deactivated person leaves none behind, as with a sign-out of their own.
 */
export function useForgetWords(userId: string | undefined): void {
  useEffect(() => {
    if (!userId) return
    void forgetWordsOfOthers(userId)
    return () => {
      if (hasDeparted(userId)) void forgetWords(userId)
    }
  }, [userId])
}
