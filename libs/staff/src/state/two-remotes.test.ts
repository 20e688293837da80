import { dismissToast } from '@helpdesk/ui'
import { getDefaultStore } from 'jotai'
import { afterEach, expect, it, vi } from 'vitest'

/** Evaluates a module twice with the same shared libraries, as two remotes bundle it. */
async function inTwoRemotes<T>(file: string): Promise<[T, T]> {
  const [first, second] = await Promise.all(
    ['first', 'second'].map((copy) => import(/* @vite-ignore */ `./${file}?${copy}`) as Promise<T>),
  )
  if (!first || !second || first === second) throw new Error(`${file} was evaluated once`)
  return [first, second]
}
const store = getDefaultStore()
afterEach(() => dismissToast())

it('offers the undo of a change in the other remote', async () => {
  const [agents, admins] = await inTwoRemotes<typeof import('./undo')>('undo.ts')
  const undo = vi.fn()
  agents.announceChange({ text: '#7 assigned to you', undo })
  store.get(admins.undoAtom)?.run()
  expect(undo).toHaveBeenCalledOnce()
  expect(store.get(agents.undoAtom)).toBeNull()
})

it('remembers the list of the other remote, and the ticket that was left', async () => {
  const [agents, admins] = await inTwoRemotes<typeof import('./last-list')>('last-list.ts')
  const list = { userId: 'u', href: '/tickets/assigned', ids: ['a', 'b'], label: 'Mine', hasMore: false }
  agents.setLastList(list)
  expect(admins.lastListOf('u')).toBe(list)
  admins.setLeftTicket('b')
  expect(agents.takeLeftTicket()).toBe('b')
})

it('switches a setting of the device in both remotes', async () => {
  const [agents, admins] = await inTwoRemotes<typeof import('./device-flag')>('device-flag.ts')
  store.set(agents.deviceFlag('helpdesk-two-remotes', false), true)
  expect(store.get(admins.deviceFlag('helpdesk-two-remotes', false))).toBe(true)
})
