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
  signOut.mockClear()
  localStorage.clear()
  sessionStorage.clear()
  // jsdom logs that it cannot navigate
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  // a page signs out only once, so each test imports the modules anew
  const { getDefaultStore } = await import('jotai')
  const { authStateAtom } = await import('@helpdesk/auth')
  getDefaultStore().set(authStateAtom, (state) => Object.assign({}, state, { user: { id: ME } }))
  personalStorage.write(COMMENT, typed)
  personalStorage.write(
    personalKey('draft', ME, 'new-ticket'),
    JSON.stringify({ subject: '', description: typed }),
  )
  personalStorage.write(personalKey('outbox', ME, 't1'), JSON.stringify([{ content: typed }]))
  personalStorage.write(personalKey('draft-sync', ME, 'note:t1'), JSON.stringify({ exchanged: [typed] }))
  localStorage.setItem(
    'admin-store',
    JSON.stringify({ version: 1, histories: { [ME]: [{ content: typed }] } }),
  )
  localStorage.setItem('helpdesk-color-mode', 'dark')
  sessionStorage.setItem('helpdesk-return-to', `/tickets?q=${typed}`)
}, 60_000)

/** Answers the question. @returns what it named */
async function answer(isLeaving: boolean) {
  const { getDefaultStore } = await import('jotai')
  const { signOutQuestionAtom } = await import('./sign-out-question')
  const question = await vi.waitFor(() => {
    const asked = getDefaultStore().get(signOutQuestionAtom)
    if (!asked) throw new Error('nothing is asked')
    return asked
  })
  question.answer(isLeaving)
  return question.work
}

it('keeps everything when the user stays, and asks again', async () => {
  const { signOutAndReload, isSigningOut } = await import('./sign-out')
  for (let time = 0; time < 2; time += 1) {
    const leaving = signOutAndReload()
    await answer(false)
    expect(await leaving).toBe(false)
  }
  expect(isSigningOut()).toBe(false)
  expect(signOut).not.toHaveBeenCalled()
  expect(localStorage.getItem(COMMENT)).toBe(typed)
})

it('does not ask about a draft that the server has', async () => {
  const sync = personalKey('draft-sync', ME, 'comment:t1')
  personalStorage.write(personalKey('outbox', ME, 't1'), null)
  personalStorage.write(personalKey('draft', ME, 'new-ticket'), null)
  personalStorage.write(sync, JSON.stringify({ exchanged: [typed], editedAt: 1, request: null }))
  const { signOutAndReload } = await import('./sign-out')
  expect(await signOutAndReload()).toBe(true)
})

it('ends on the login page of the loaded page when the server cannot be reached', async () => {
  const { NetworkError } = await import('@helpdesk/supabase/errors/app-error')
  const { isSigningOut, signOutAndReload } = await import('./sign-out')
  signOut.mockImplementationOnce(() => Promise.reject(new NetworkError('offline')))
  const followed = vi.fn()
  window.addEventListener('popstate', followed, { once: true })
  const leaving = signOutAndReload()
  await answer(true)
  expect(await leaving).toBe(true)
  expect(followed).toHaveBeenCalledOnce()
  expect(location.pathname).toBe('/auth/login')
  expect(history.state.usr.notice).toBe(
    'You are signed out on this device. The server will end your session once it can be reached.',
  )
  // the router may show the login page now
  expect(isSigningOut()).toBe(false)
  expect(stored().filter(([key]) => !ALLOWED.test(key))).toEqual([])
})

it.each([
  ['', () => Promise.resolve(), undefined],
  [
    ' without confirmation of the server',
    () => Promise.reject(new Error('{}')),
    'Failed to logout on the server. You are signed out on this device.',
  ],
])('erases everything that the user typed on a sign-out%s', async (_, reply, message) => {
  history.replaceState(null, '')
  signOut.mockImplementationOnce(reply)
  const { signOutAndReload, isSigningOut } = await import('./sign-out')
  const both = Promise.all([signOutAndReload(), signOutAndReload()])
  expect(await answer(true)).toMatchObject({ comments: [typed], drafts: [typed, typed] })
  expect(await both).toEqual([true, true])
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
  await answer(true)
  await vi.waitFor(() => expect(JSON.stringify(Object.entries(localStorage))).not.toContain(typed))
})

it('names a long text by its beginning, without a space before the ellipsis', async () => {
  const { unsentComment } = await import('./texts')
  expect(unsentComment(`${'x'.repeat(59)} and more`)).toBe(`Comment not sent yet: “${'x'.repeat(59)}…”`)
})
