import { afterEach, expect, it } from 'vitest'
import { WORKSPACE_KEY as APP_WORKSPACE_KEY } from '@helpdesk/auth/session/workspace'
import { AUTH_STORAGE_KEY } from '@helpdesk/supabase'
import { STATIC_LOGIN as APP_STATIC_LOGIN } from '../src/auth/early-input'
import { headScript, SESSION_KEY, STATIC_LOGIN, WORKSPACE_KEY } from './static-login'

const root = document.documentElement

afterEach(() => {
  localStorage.clear()
  root.className = ''
  document.body.innerHTML = ''
  history.replaceState(null, '', '/')
})

it('uses the same names as the app', () => {
  expect(SESSION_KEY).toBe(AUTH_STORAGE_KEY)
  expect(STATIC_LOGIN).toBe(APP_STATIC_LOGIN)
  expect(WORKSPACE_KEY).toBe(APP_WORKSPACE_KEY)
})

it.each([
  ['/', false, false],
  ['/tickets/1', false, false],
  ['/auth/login', false, false],
  ['/auth/login/', false, false],
  ['/auth/signup', false, true],
  ['/auth/reset-password', false, true],
  ['/auth/callback', false, true],
  ['/tickets/1', true, true],
])('on %s with a stored session (%s): hides the static login page (%s)', (path, stored, hidden) => {
  history.replaceState(null, '', path)
  if (stored) localStorage.setItem(SESSION_KEY, '{}')
  window.eval(headScript)
  expect(root.classList.contains('no-static-login')).toBe(hidden)
})
