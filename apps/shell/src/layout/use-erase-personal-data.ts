import { hasSignedOut } from '@helpdesk/auth/session/sign-out-marker'
import { erasePersonalData, erasePersonalDataOfOthers } from '@helpdesk/auth/storage/erase-personal-data'
import { useEffect } from 'react'

/**
 * Keeps unsent texts and files of one user only: a sign-in erases those of earlier users, and a deactivated user's
 * are erased as at a sign-out.
 */
export function useErasePersonalData(userId: string | undefined): void {
  useEffect(() => {
    if (!userId) return
    void erasePersonalDataOfOthers(userId)
    return () => {
      if (hasSignedOut(userId)) void erasePersonalData(userId)
    }
  }, [userId])
}
