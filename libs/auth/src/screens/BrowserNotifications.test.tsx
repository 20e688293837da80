// @vitest-environment jsdom
import { UiProvider } from '@helpdesk/ui'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { authStateAtom } from '../session/auth-state'
import { isBrowserNotified } from '../storage/browser-notifications'
import { BrowserNotifications } from './BrowserNotifications'

const shown: string[] = []

/** A browser that answers the question for its permission so, and shows notifications of pages or throws. */
function stubBrowser(permission: NotificationPermission, { throws = false } = {}) {
  class Stub {
    static permission: NotificationPermission = 'default'
    static requestPermission = vi.fn(() => Promise.resolve((Stub.permission = permission)))
    constructor(title: string) {
      if (throws) throw new TypeError('Illegal constructor')
      shown.push(title)
    }
  }
  vi.stubGlobal('Notification', Stub)
  return Stub
}
const open = () =>
  render(
    <UiProvider>
      <BrowserNotifications />
    </UiProvider>,
  )
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  shown.length = 0
  localStorage.clear()
  getDefaultStore().set(authStateAtom, (state) => ({
    ...state,
    user: { id: 'me', aud: '', app_metadata: {}, user_metadata: {}, created_at: '' },
  }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('asks the browser on the click only, and shows a first notification', async () => {
  const { requestPermission } = stubBrowser('granted')
  open()
  expect(requestPermission).not.toHaveBeenCalled()
  await press('Turn on')
  expect(await screen.findByRole('button', { name: 'Turn off' })).toBeTruthy()
  expect(shown).toEqual(['Notifications are on'])
  expect([isBrowserNotified('me'), isBrowserNotified('the next user')]).toEqual([true, false])
  await press('Turn off')
  expect(isBrowserNotified('me')).toBe(false)
})

it('says that the browser blocks them', async () => {
  stubBrowser('denied')
  open()
  await press('Turn on')
  expect(await screen.findByText(/Your browser blocks notifications/)).toBeTruthy()
  expect(isBrowserNotified('me')).toBe(false)
})

it('stays off where the browser shows none for pages, as Chrome for Android', async () => {
  stubBrowser('granted', { throws: true })
  open()
  await press('Turn on')
  expect(await screen.findByText(/does not support notifications/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Turn on' })).toBeTruthy()
  expect(isBrowserNotified('me')).toBe(false)
})

it('is absent without support', () => {
  vi.stubGlobal('Notification', undefined)
  Reflect.deleteProperty(globalThis, 'Notification')
  open()
  expect(screen.queryByText('This browser')).toBeNull()
})
