import type { AuthState } from '@helpdesk/auth'
import { render } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const session = { access_token: 'token' }
const sent: { url: string; init: RequestInit }[] = []

/** The modules of a page that has just been loaded. */
const loadPage = async () => ({
  ...(await import('@helpdesk/auth')),
  ...(await import('@helpdesk/supabase/config')),
  ...(await import('../remotes/registry-state')),
  ...(await import('../testing/registry')),
  ...(await import('./HealthReporter')),
  ...(await import('./record')),
})
let page: Awaited<ReturnType<typeof loadPage>>
const setAuth = (state: object) => getDefaultStore().set(page.authStateAtom, state as AuthState)

beforeEach(async () => {
  sent.length = 0
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
  vi.resetModules()
  page = await loadPage()
  vi.useFakeTimers()
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return Promise.resolve(new Response())
  })
  page.configureSupabase({ url: 'https://api.example.com', publishableKey: 'key' })
  page.setRegistry(page.declaredRegistry())
  setAuth({ session, profile: { id: '1', role: 'agent', name: 'Ada' } })
})
afterEach(() => vi.useRealTimers())

const body = (index: number) => JSON.parse(String(sent[index]?.init.body)) as { events: object[] }

it('reports what the page recorded, with the release that ran, and each event once', () => {
  window.history.replaceState(null, '', '/tickets/unassigned?q=bo@example.com')
  const { HealthReporter, recordError, recordLoadFailure, setRunningRelease } = page
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
  const { HealthReporter, recordError } = page
  setAuth({ session: null })
  for (let n = 0; n < 60; n++) recordError(new Error('again'))
  render(<HealthReporter />)
  vi.advanceTimersByTime(60_000)
  expect(sent).toEqual([])
  setAuth({ session })
  vi.advanceTimersByTime(60_000)
  expect(body(0).events).toHaveLength(50)
})
