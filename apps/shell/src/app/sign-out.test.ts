import { personalKey, personalStorage } from '@helpdesk/auth/storage/personal-storage'
import { beforeEach, expect, it, vi } from 'vitest'

const ME = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const COMMENT = personalKey('draft', ME, 'comment:t1')
const typed = 'My password is on the yellow note'
const signOut = vi.hoisted(() => vi.fn(() => Promise.resolve()))
vi.mock('./session', () => ({
  auth: async () => ({
    signOut: () => {
      localStorage.setItem('helpdesk-left', ME)
      return signOut()
    },
  }),
}))

/** What may remain after a sign-out: settings of the device, the workspace's name and the sign-out marker. */
const ALLOWED = /^helpdesk-(?:left|color-mode|single-keys|workspace)$/
const stored = () => [...Object.entries(localStorage), ...Object.entries(sessionStorage)]

beforeEach(async () => {
  vi.resetModules()
  localStorage.clear()
  sessionStorage.clear()
  // jsdom logs that it cannot navigate
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  // a page signs out only once, so each test imports the modules anew
  const { getDefaultStore } = await import('jotai')
  const { authStateAtom } = await import('@helpdesk/auth')
  getDefaultStore().set(authStateAtom, (state) => Object.assign({}, state, { user: { id: ME } }))
  personalStorage.write(COMMENT, typed)
  personalStorage.write(personalKey('draft', ME, 'new-ticket'), typed)
  personalStorage.write(personalKey('outbox', ME, 't1'), JSON.stringify([{ content: typed }]))
  personalStorage.write(personalKey('draft-sync', ME, 'note:t1'), JSON.stringify({ exchanged: [typed] }))
  localStorage.setItem(
    'admin-store',
    JSON.stringify({ version: 1, histories: { [ME]: [{ content: typed }] } }),
  )
  localStorage.setItem('helpdesk-color-mode', 'dark')
  sessionStorage.setItem('helpdesk-return-to', `/tickets?q=${typed}`)
}, 60_000)

it.each([
  ['', () => Promise.resolve(), undefined],
  [
    ' without confirmation of the server',
    () => Promise.reject(new Error('{}')),
    'Failed to logout on the server. You are signed out on this device.',
  ],
])('erases everything that the user typed on a sign-out%s', async (_, answer, message) => {
  history.replaceState(null, '')
  signOut.mockImplementationOnce(answer)
  const { signOutAndReload, isSigningOut } = await import('./sign-out')
  await Promise.all([signOutAndReload(), signOutAndReload()])
  expect(isSigningOut()).toBe(true)
  expect(stored().filter(([key]) => !ALLOWED.test(key))).toEqual([])
  expect(history.state?.usr?.error).toBe(message)
  // a component or another tab may still have the text
  personalStorage.write(COMMENT, typed)
  expect(JSON.stringify(stored())).not.toContain(typed)
})

it('erases before the server answers', async () => {
  signOut.mockImplementationOnce(() => new Promise(() => undefined))
  const { signOutAndReload } = await import('./sign-out')
  void signOutAndReload()
  await vi.waitFor(() => expect(JSON.stringify(Object.entries(localStorage))).not.toContain(typed))
})
