import type { Session, User } from '@helpdesk/supabase'
import { sessionStore } from '@helpdesk/ui/storage/browser-storage'
import { atom, getDefaultStore } from 'jotai'
import type { SessionPhase } from '../model/guard'
import type { Profile } from '../model/profile'

/** The auth store of section 3. */
export interface AuthState {
  user: User | null
  session: Session | null
  /** `null` while signed out, and when it could not be read (then `error` says so). */
  profile: Profile | null
  /** True until the first session check is over; commands do not set it. */
  isLoading: boolean
  initialized: boolean
  /** The text of the last failure, cleared by the next command. */
  error: string | null
  /**
   * The session was lost without a sign-out. User and profile stay, so that the screen and what was typed into it
   * stay as well, until the same person signs in again or leaves.
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

/** Who is signed in. Lives in jotai's default store, so that shell and remotes see the same. */
export const authStateAtom = atom<AuthState>(initialAuthState)

const RECOVERY_KEY = 'helpdesk-recovery'

/** True from the moment a reset link was redeemed until the new password is set; survives a reload of the tab. */
export const recoveringAtom = atom(sessionStore.read(RECOVERY_KEY) === '1')

/** The state at this moment, for code outside React. */
export function getAuthState(): AuthState {
  return getDefaultStore().get(authStateAtom)
}

export function patchAuthState(patch: Partial<AuthState>): void {
  getDefaultStore().set(authStateAtom, (state) => ({ ...state, ...patch }))
}

/** Calls `listener` after every change of the auth state; returns what ends it. */
export function subscribeAuthState(listener: (state: AuthState) => void): () => void {
  return getDefaultStore().sub(authStateAtom, () => listener(getAuthState()))
}

export function setRecovering(recovering: boolean): void {
  sessionStore.write(RECOVERY_KEY, recovering ? '1' : null)
  getDefaultStore().set(recoveringAtom, recovering)
}

/** True when the person was put out because the account is deactivated; until the next try to sign in. */
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

/** The session as routing sees it: not initialised, loading, signed out, signed in (an expired one included). */
export function sessionPhase(state: AuthState): SessionPhase {
  if (!state.initialized) return state.isLoading ? 'loading' : 'not-initialized'
  if (state.isLoading) return 'loading'
  return state.user && (state.session || state.expired) ? 'signed-in' : 'signed-out'
}
