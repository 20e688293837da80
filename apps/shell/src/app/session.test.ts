import { getAuthState } from '@helpdesk/auth'
import { expect, it } from 'vitest'
import { phaseOf, startSession } from './session'

it('is signed out without a request when no session is stored', async () => {
  expect(phaseOf()).toBe('loading')
  await startSession()
  expect(getAuthState()).toMatchObject({ initialized: true, isLoading: false, user: null })
  expect(phaseOf()).toBe('signed-out')
})

it('keeps the phase while the session is checked again', () => {
  expect(phaseOf({ ...getAuthState(), initialized: true, isLoading: true })).toBe('signed-out')
})
