import type { Session, User } from '@helpdesk/supabase/auth-client'
import { sessionStore } from '@helpdesk/ui/storage/browser-storage'
import { atom, getDefaultStore } from 'jotai'
import type { SessionPhase } from '../model/guard'
import type { Profile } from '../model/profile'

/** The auth store of specification section 3. */
export interface AuthState {
  user: User | null
  session: Session | null
  /** `null` while signed out, and when it could not be read (see `error`). */
  profile: Profile | null
  /** True until the first session check is done; commands do not set it. */
  isLoading: boolean
  initialized: boolean
  /** The text of the last failure, cleared by the next command. */
  error: string | null
  /**
   * The session was lost without a sign-out. User, profile and screen are kept until the user signs in again or signs
   * out.
   */
  expired: boolean
}

export const initialAuthState: AuthState = {
  user: null,
  session: null,
  profile: null,
  isLoading: true,
  initialized: false,
  error: null,
  expired: false,
}

/** The auth state, in jotai's default store, which the shell and the remotes share. */
export const authStateAtom = atom<AuthState>(initialAuthState)

const RECOVERY_KEY = 'helpdesk-recovery'

/** True from redeeming a reset link until the new password is set; survives a reload. */
export const recoveringAtom = atom(sessionStore.read(RECOVERY_KEY) === '1')

/** The current state, for code outside React. */
export function getAuthState(): AuthState {
  return getDefaultStore().get(authStateAtom)
}

export function patchAuthState(patch: Partial<AuthState>): void {
  getDefaultStore().set(authStateAtom, (state) => ({ ...state, ...patch }))
}

/** Calls `listener` after every change of the auth state; returns the unsubscribe function. */
export function subscribeAuthState(listener: (state: AuthState) => void): () => void {
  return getDefaultStore().sub(authStateAtom, () => listener(getAuthState()))
}

export function setRecovering(recovering: boolean): void {
  sessionStore.write(RECOVERY_KEY, recovering ? '1' : null)
  getDefaultStore().set(recoveringAtom, recovering)
}

/** True after a sign-out because of deactivation, until the next attempt to sign in. */
export const deactivatedAtom = atom(false)

export function setDeactivated(deactivated: boolean): void {
  getDefaultStore().set(deactivatedAtom, deactivated)
}

export function isDeactivated(): boolean {
  return getDefaultStore().get(deactivatedAtom)
}

export function isRecovering(): boolean {
  return getDefaultStore().get(recoveringAtom)
}

/** The session phase for route guards; an expired session counts as signed in. */
export function sessionPhase(state: AuthState): SessionPhase {
  if (!state.initialized) return state.isLoading ? 'loading' : 'not-initialized'
  if (state.isLoading) return 'loading'
  return state.user && (state.session || state.expired) ? 'signed-in' : 'signed-out'
}
