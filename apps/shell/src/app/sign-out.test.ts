import { outboxKey, changeUnsent } from '@helpdesk/tickets/data-access/outbox-store'
import { writeDraft } from '@helpdesk/tickets/data-access/local-draft'
import { beforeEach, expect, it, vi } from 'vitest'

const ME = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const words = 'My password is on the yellow note'
const signOut = vi.hoisted(() => vi.fn(() => Promise.resolve()))
vi.mock('./session', () => ({
  auth: async () => ({
    signOut: () => {
      localStorage.setItem('helpdesk-left', ME)
      return signOut()
    },
  }),
}))

/** What a browser may keep after a sign-out: looks and the workspace's name, and who left. */
const ALLOWED = /^helpdesk-(?:left|color-mode|single-keys|workspace)$/
const kept = () => [...Object.entries(localStorage), ...Object.entries(sessionStorage)]

beforeEach(async () => {
  vi.resetModules()
  localStorage.clear()
  sessionStorage.clear()
  // jsdom cannot leave its page, and says so.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  // anew for each case: a page is left once
  const { getDefaultStore } = await import('jotai')
  const { authStateAtom } = await import('@helpdesk/auth')
  getDefaultStore().set(authStateAtom, (state) => Object.assign({}, state, { user: { id: ME } }))
  writeDraft(`helpdesk-draft:${ME}:comment:t1`, words)
  writeDraft(`helpdesk-draft:${ME}:new-ticket`, words)
  const unsent = {
    requestId: 'r',
    content: words,
    createdAt: '',
    state: 'failed',
    files: [],
    fileCount: 0,
  } as const
  changeUnsent(outboxKey(ME, 't1'), () => [unsent])
  localStorage.setItem(`helpdesk-draft-sync:${ME}:note:t1`, JSON.stringify({ exchanged: [words] }))
  localStorage.setItem(
    'admin-store',
    JSON.stringify({ version: 1, histories: { [ME]: [{ content: words }] } }),
  )
  localStorage.setItem('helpdesk-color-mode', 'dark')
  sessionStorage.setItem('helpdesk-return-to', `/tickets?q=${words}`)
})

it.each([
  ['', () => Promise.resolve(), undefined],
  [
    ' that the server was not told of',
    () => Promise.reject(new Error('{}')),
    'Failed to logout on the server. On this device you are signed out.',
  ],
])('a sign-out%s leaves no words of the person in the browser', async (_, answer, told) => {
  history.replaceState(null, '')
  signOut.mockImplementationOnce(answer)
  const { leave, isLeaving } = await import('./leave')
  await Promise.all([leave(), leave()])
  expect(isLeaving()).toBe(true)
  expect(kept().filter(([key]) => !ALLOWED.test(key))).toEqual([])
  expect(history.state?.usr?.error).toBe(told)
  // A component, or another tab, that still holds the text cannot bring it back.
  writeDraft(`helpdesk-draft:${ME}:comment:t1`, words)
  expect(JSON.stringify(kept())).not.toContain(words)
})

it('a sign-out removes the words without waiting for the server', async () => {
  signOut.mockImplementationOnce(() => new Promise(() => undefined))
  const { leave } = await import('./leave')
  void leave()
  await vi.waitFor(() => expect(JSON.stringify(Object.entries(localStorage))).not.toContain(words))
})

it('a sign-out whose answer comes late keeps the words of the next person', async () => {
  const next = '00000000-0000-4000-8000-000000000009'
  const { forgetWords } = await import('@helpdesk/tickets/data-access/personal-storage')
  const chat = JSON.stringify({ version: 1, histories: { [next]: [{ content: `Who is ${ME}?` }] } })
  localStorage.setItem('admin-store', chat)
  writeDraft(`helpdesk-draft:${next}:comment:t1`, 'mine')
  await forgetWords(ME)
  expect(localStorage.getItem('admin-store')).toBe(chat)
  expect(localStorage.getItem(`helpdesk-draft:${next}:comment:t1`)).toBe('mine')
})

it('somebody else’s sign-in removes what a session that ended by itself has left', async () => {
  const { forgetWordsOfOthers } = await import('@helpdesk/tickets/data-access/personal-storage')
  await forgetWordsOfOthers(ME)
  expect(JSON.stringify(kept())).toContain(words)
  sessionStorage.clear()
  await forgetWordsOfOthers('00000000-0000-4000-8000-000000000009')
  expect(JSON.stringify(kept())).not.toContain(words)
})
