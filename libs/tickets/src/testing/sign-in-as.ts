import { authStateAtom, type Profile } from '@helpdesk/auth'
import { getDefaultStore } from 'jotai'

const TIMESTAMP = '2026-01-05T10:00:00+00:00'
export const CUSTOMER_ID = '00000000-0000-4000-8000-000000000001'

/** A signed-in customer named Pat Example. */
export function signInAs(overrides: Partial<Profile> = {}): void {
  const profile: Profile = {
    id: CUSTOMER_ID,
    name: 'Pat Example',
    email: 'pat@example.com',
    role: 'customer',
    deactivated_at: null,
    away_since: null,
    last_seen_at: null,
    preferences: {},
    created_at: TIMESTAMP,
    updated_at: TIMESTAMP,
    ...overrides,
  }
  const user = {
    id: profile.id,
    aud: 'authenticated',
    email: profile.email ?? undefined,
    app_metadata: {},
    user_metadata: {},
    created_at: TIMESTAMP,
  }
  getDefaultStore().set(authStateAtom, {
    user,
    session: null,
    profile,
    isLoading: false,
    initialized: true,
    error: null,
    expired: false,
  })
}

export function signOutNow(): void {
  getDefaultStore().set(authStateAtom, (state) => ({ ...state, user: null, session: null, profile: null }))
}
