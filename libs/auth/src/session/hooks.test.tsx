// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { afterEach, expect, it } from 'vitest'
import { initialAuthState, patchAuthState, setRecovering } from './auth-state'
import { useAuth, useRecovering, useRole } from './hooks'

function ProfileText() {
  const { profile, isLoading } = useAuth()
  const role = useRole()
  return (
    <p>
      {isLoading ? 'loading' : (profile?.name ?? 'nobody')}, {role ?? 'no role'}
      {useRecovering() ? ', recovering' : ''}
    </p>
  )
}

const ada = {
  id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  name: 'Ada',
  role: 'agent' as const,
  email: 'ada@example.com',
  deactivated_at: null,
  last_seen_at: null,
  away_since: null,
  preferences: {},
  created_at: '2026-01-05T10:00:00Z',
  updated_at: '2026-01-05T10:00:00Z',
}

afterEach(() => {
  cleanup()
  setRecovering(false)
  patchAuthState(initialAuthState)
})

it('hooks follow the auth state, also inside another jotai Provider', () => {
  render(
    <Provider store={createStore()}>
      <ProfileText />
    </Provider>,
  )
  expect(screen.getByText('loading, no role')).toBeTruthy()
  act(() => patchAuthState({ isLoading: false, initialized: true }))
  expect(screen.getByText('nobody, no role')).toBeTruthy()
  act(() => patchAuthState({ profile: ada }))
  expect(screen.getByText('Ada, agent')).toBeTruthy()
  act(() => setRecovering(true))
  expect(screen.getByText('Ada, agent, recovering')).toBeTruthy()
})
