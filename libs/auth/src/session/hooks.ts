import { getDefaultStore, useAtomValue } from 'jotai'
import type { Role } from '../model/roles'
import { authStateAtom, deactivatedAtom, recoveringAtom, type AuthState } from './auth-state'

// explicit, because a jotai Provider in a remote must not separate it from the session
const options = { store: getDefaultStore() }

/** The auth state. */
export function useAuth(): AuthState {
  return useAtomValue(authStateAtom, options)
}

/** The role from the profile; `null` when signed out or unknown. */
export function useRole(): Role | null {
  return useAuth().profile?.role ?? null
}

/** Whether the user came through a reset link and has not set a new password yet. */
export function useRecovering(): boolean {
  return useAtomValue(recoveringAtom, options)
}

/** Whether the user was signed out because the account is deactivated. */
export function useDeactivated(): boolean {
  return useAtomValue(deactivatedAtom, options)
}
