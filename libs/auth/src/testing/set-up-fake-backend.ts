import { afterEach, beforeEach, expect, vi } from 'vitest'
import { startFakeBackend, type FakeBackend } from './fake-backend'
import { closeTabs, openTab } from './tabs'

/** The user of {@link FakeBackend.addUser}. */
export const login = { email: 'ada@example.com', password: 'Secret12' }

/** Starts a fake backend for each test of the file. `backend()` is the current one. */
export function setUpFakeBackend() {
  let current: FakeBackend

  beforeEach(async () => {
    current = await startFakeBackend()
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    // auth-js warns about several clients in one page; here each represents a tab
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  })
  afterEach(async () => {
    await closeTabs()
    await current.stop()
    vi.restoreAllMocks()
  })

  return {
    backend: () => current,
    /** Opens a tab with an initialized session. */
    async start({ signedIn = false } = {}) {
      const tab = await openTab(current.url)
      await tab.initializeAuth()
      if (signedIn) await tab.signIn(login)
      return tab
    },
  }
}

/** The reason of a rejected promise. */
export async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail('should have failed'),
    (error: unknown) => error,
  )
}
