import { authStateAtom } from '@helpdesk/auth'
import { act, cleanup, renderHook } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { NotificationItem } from './api/list-notifications'
import { useBrowserNotifications } from './use-browser-notifications'

const listed = vi.hoisted(() => vi.fn<() => Promise<NotificationItem[]>>())
vi.mock('./api/list-notifications', () => ({ listNotifications: listed }))

class Shown {
  static permission = 'granted'
  static all: Shown[] = []
  onclick = () => {}
  close = vi.fn()
  constructor(
    readonly title: string,
    readonly options: NotificationOptions,
  ) {
    if (broken) throw new TypeError('Illegal constructor')
    Shown.all.push(this)
  }
}
let broken = false
const bodies = () => Shown.all.map(({ options }) => options.body)
const item = (n: number, part: Partial<NotificationItem> = {}): NotificationItem => ({
  id: `n${n}`,
  kind: 'assigned',
  ticket_id: `t${n}`,
  ticket_number: n,
  ticket_subject: `Subject ${n}`,
  ticket_status: 'open',
  actor_name: 'Ann',
  excerpt: null,
  times: 1,
  created_at: '2026-01-05T10:00:00Z',
  is_read: false,
  ...part,
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
async function show(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await pass(0)
}
const start = () =>
  renderHook(
    () => {
      useBrowserNotifications()
      return useLocation().pathname
    },
    { wrapper: MemoryRouter },
  )

beforeEach(() => {
  vi.useFakeTimers()
  broken = false
  Shown.all = []
  vi.stubGlobal('Notification', Shown)
  localStorage.setItem('helpdesk-browser-notifications', 'me')
  getDefaultStore().set(authStateAtom, (state) => ({
    ...state,
    user: { id: 'me', aud: '', app_metadata: {}, user_metadata: {}, created_at: '' },
  }))
  listed.mockReset().mockResolvedValue([item(1)])
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

it('shows what arrives while the page is hidden, once, and nothing that was there before', async () => {
  start()
  await show('visible')
  await pass(60_000)
  expect(listed).not.toHaveBeenCalled()
  await show('hidden')
  expect(bodies()).toEqual([])
  listed.mockResolvedValue([item(3, { is_read: true }), item(2), item(1)])
  await pass(60_000)
  expect(bodies()).toEqual(['#2 Subject 2'])
  expect(Shown.all[0]?.title).toBe('Ann assigned a ticket to you')
  listed.mockResolvedValue([item(2, { times: 2 }), item(1)])
  await pass(30_000)
  expect(bodies()).toEqual(['#2 Subject 2', '#2 Subject 2'])
})

it('opens the ticket on a click', async () => {
  const focus = vi.spyOn(window, 'focus').mockReturnValue()
  const { result } = start()
  await show('hidden')
  listed.mockResolvedValue([item(2), item(1)])
  await pass(30_000)
  act(() => Shown.all[0]?.onclick())
  expect(result.current).toBe('/tickets/t2')
  expect(focus).toHaveBeenCalled()
  expect(Shown.all[0]?.close).toHaveBeenCalled()
})

it('goes on after a failed question', async () => {
  start()
  await show('hidden')
  listed.mockRejectedValueOnce(new Error('no connection'))
  await pass(30_000)
  listed.mockResolvedValue([item(2), item(1)])
  await pass(30_000)
  expect(bodies()).toEqual(['#2 Subject 2'])
})

it('asks nothing for a user who did not turn them on', async () => {
  localStorage.setItem('helpdesk-browser-notifications', 'somebody else')
  start()
  await show('hidden')
  await pass(60_000)
  expect(listed).not.toHaveBeenCalled()
})

it('turns itself off in a browser that shows none for pages', async () => {
  broken = true
  start()
  await show('hidden')
  listed.mockResolvedValue([item(2), item(1)])
  await pass(30_000)
  expect(localStorage.getItem('helpdesk-browser-notifications')).toBeNull()
})
