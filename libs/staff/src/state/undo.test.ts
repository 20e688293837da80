import { dismissToast, toastAtom } from '@helpdesk/ui'
import { getDefaultStore } from 'jotai'
import { afterEach, expect, it, vi } from 'vitest'
import { announceChange, undoAtom } from './undo'

const store = getDefaultStore()
const shown = () => store.get(toastAtom)
afterEach(() => dismissToast())

it('offers Undo as a button and a key for ten seconds', () => {
  const undo = vi.fn()
  announceChange({ text: '#7 assigned to you', undo })
  expect(shown()).toMatchObject({ title: '#7 assigned to you', duration: 10_000, action: { label: 'Undo' } })
  store.get(undoAtom)?.run()
  expect(undo).toHaveBeenCalledOnce()
  expect(store.get(undoAtom)).toBeNull()
})

it('withdraws the key with the message', () => {
  announceChange({ text: '#7 assigned to you', undo: vi.fn() })
  dismissToast()
  expect(store.get(undoAtom)).toBeNull()
})

it('offers the newest change only', () => {
  const [older, newer] = [vi.fn(), vi.fn()]
  announceChange({ text: '#7 set to Solved', undo: older })
  announceChange({ text: '#8 set to Solved', undo: newer })
  store.get(undoAtom)?.run()
  expect([older.mock.calls.length, newer.mock.calls.length]).toEqual([0, 1])
})
