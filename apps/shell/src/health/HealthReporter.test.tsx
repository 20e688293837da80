import { authStateAtom, type AuthState } from '@helpdesk/auth'
import { configureSupabase } from '@helpdesk/supabase/config'
import { render } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setRegistry } from '../remotes/registry-state'
import { declaredRegistry } from '../testing/registry'
import { HealthReporter } from './HealthReporter'
import { recordError, recordLoadFailure, setRunningRelease } from './record'

const session = { access_token: 'token' }
const sent: { url: string; init: RequestInit }[] = []

beforeEach(() => {
  sent.length = 0
  sessionStorage.clear()
  vi.useFakeTimers()
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return Promise.resolve(new Response())
  })
  configureSupabase({ url: 'https://api.example.com', publishableKey: 'key' })
  setRegistry(declaredRegistry())
  const profile = { id: '1', role: 'agent', name: 'Ada' }
  getDefaultStore().set(authStateAtom, { session, profile } as unknown as AuthState)
})
afterEach(() => vi.useRealTimers())

const body = (index: number) => JSON.parse(String(sent[index]?.init.body)) as { events: object[] }

it('reports what the page recorded, with the release that ran, and each event once', () => {
  window.history.replaceState(null, '', '/tickets/unassigned?q=bo@example.com')
  setRunningRelease('agent-workspace', '0.1.0-3f9c2a1b7d04')
  recordError(new TypeError('Ticket of bo@example.com'))
  recordLoadFailure('timeout', 'admin-console')
  render(<HealthReporter />)
  expect(sent.map(({ url }) => url)).toEqual(['https://api.example.com/rest/v1/rpc/report_client_events'])
  expect(sent[0]?.init).toMatchObject({ keepalive: true, headers: { authorization: 'Bearer token' } })
  expect(body(0).events).toEqual([
    {
      kind: 'error',
      name: 'TypeError',
      remote: 'agent-workspace',
      version: '0.1.0-3f9c2a1b7d04',
      browser: 'other',
    },
    expect.objectContaining({ kind: 'load', name: 'timeout', remote: 'admin-console' }),
  ])
  vi.advanceTimersByTime(60_000)
  expect(sent).toHaveLength(1)
  recordError('bo@example.com')
  vi.advanceTimersByTime(60_000)
  expect(body(1).events).toMatchObject([{ name: 'Thrown value' }])
  expect(JSON.stringify(sent.map(({ init }) => init.body))).not.toContain('bo@')
})

it('keeps at most 50 events, and all of them without a session', () => {
  getDefaultStore().set(authStateAtom, { session: null } as unknown as AuthState)
  for (let n = 0; n < 60; n++) recordError(new Error('again'))
  render(<HealthReporter />)
  vi.advanceTimersByTime(60_000)
  expect(sent).toEqual([])
  getDefaultStore().set(authStateAtom, { session } as unknown as AuthState)
  vi.advanceTimersByTime(60_000)
  expect(body(0).events).toHaveLength(50)
})
