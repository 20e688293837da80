import { getAuthState } from '@helpdesk/auth'
import { AUTH_STORAGE_KEY } from '@helpdesk/supabase'
import { expect, it } from 'vitest'
import { phaseOf, SESSION_KEY, startSession } from './session'

it('looks where auth-js stores the session', () => expect(SESSION_KEY).toBe(AUTH_STORAGE_KEY))

it('knows without asking that nobody is signed in where nothing is stored', async () => {
  expect(phaseOf()).toBe('loading')
  await startSession()
  expect(getAuthState()).toMatchObject({ initialized: true, isLoading: false, user: null })
  expect(phaseOf()).toBe('signed-out')
})

it('keeps the page while the session is looked at again', () => {
  expect(phaseOf({ ...getAuthState(), initialized: true, isLoading: true })).toBe('signed-out')
})
