import type { UnsentWork } from '@helpdesk/auth/storage/unsent-work'
import { atom, getDefaultStore } from 'jotai'

/** A sign-out that would delete unsent work; null when nothing is asked. */
export interface SignOutQuestion {
  work: UnsentWork
  /** Takes whether to sign out anyway. */
  answer: (isLeaving: boolean) => void
}
export const signOutQuestionAtom = atom<SignOutQuestion | null>(null)

/** Asks whether to sign out although unsent work would be deleted. */
export function askToLose(work: UnsentWork): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (isLeaving: boolean) => {
      getDefaultStore().set(signOutQuestionAtom, null)
      resolve(isLeaving)
    }
    getDefaultStore().set(signOutQuestionAtom, { work, answer })
  })
}
