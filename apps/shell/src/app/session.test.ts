import { getAuthState } from '@helpdesk/auth'
import { AUTH_STORAGE_KEY } from '@helpdesk/supabase'
import { expect, it } from 'vitest'
import { phaseOf, SESSION_KEY, startSession } from './session'

it('uses the storage key of auth-js', () => expect(SESSION_KEY).toBe(AUTH_STORAGE_KEY))

it('is signed out without a request when no session is stored', async () => {
  expect(phaseOf()).toBe('loading')
  await startSession()
  expect(getAuthState()).toMatchObject({ initialized: true, isLoading: false, user: null })
  expect(phaseOf()).toBe('signed-out')
})

it('keeps the phase while the session is checked again', () => {
  expect(phaseOf({ ...getAuthState(), initialized: true, isLoading: true })).toBe('signed-out')
})
