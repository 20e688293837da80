import { dismissToast, toast, toastAtom } from '@helpdesk/ui'
import { getDefaultStore } from 'jotai'
import { afterEach, expect, it, vi } from 'vitest'
import { announceChange, lateUndoAtom, LONG_UNDO_MS, offerUndo, undoAtom } from './undo'

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

it('keeps the key when another message takes the place of the button', () => {
  const undo = vi.fn()
  announceChange({ text: '#7 set to Solved', undo })
  toast({ title: 'Comment added' })
  dismissToast()
  store.get(undoAtom)?.run()
  expect(undo).toHaveBeenCalledOnce()
})

it('withdraws the key after ten seconds, and undoes once', () => {
  vi.useFakeTimers()
  const [used, late] = [vi.fn(), vi.fn()]
  const { run } = offerUndo(used)
  run()
  run()
  expect(used).toHaveBeenCalledOnce()
  offerUndo(late)
  vi.advanceTimersByTime(9_999)
  expect(store.get(undoAtom)).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(store.get(undoAtom)).toBeNull()
  vi.useRealTimers()
})

it('keeps what can no longer be undone, until the next change, and nothing that was withdrawn', () => {
  vi.useFakeTimers()
  const late = () => store.get(lateUndoAtom)
  announceChange({ text: '37 tickets set to Solved', undo: vi.fn(), ms: LONG_UNDO_MS })
  vi.advanceTimersByTime(59_999)
  expect([late(), store.get(undoAtom) !== null]).toEqual([null, true])
  vi.advanceTimersByTime(1)
  expect([late(), store.get(undoAtom)]).toEqual(['37 tickets set to Solved', null])
  announceChange({ text: '#8 set to Solved', undo: vi.fn() })
  expect(late()).toBeNull()
  dismissToast()
  vi.advanceTimersByTime(10_000)
  expect(late()).toBeNull()
  vi.useRealTimers()
})

it('keeps the Undo of a reply behind the next ticket, and not behind other changes', () => {
  const [reply, next, other] = [vi.fn(), vi.fn(), vi.fn()]
  const dismiss = announceChange({ text: 'Your reply is sent in 10 seconds', undo: reply, isReply: true })
  announceChange({ text: '#8 assigned to you', undo: next, followsReply: true })
  expect(shown()).toMatchObject({ title: '#8 assigned to you', action: { label: 'Undo reply' } })
  store.get(undoAtom)?.run()
  shown()?.action?.run()
  expect([reply.mock.calls.length, next.mock.calls.length]).toEqual([1, 0])
  announceChange({ text: '#8 set to Solved', undo: other })
  expect(shown()).toMatchObject({ action: { label: 'Undo' } })
  dismiss()
  announceChange({ text: '#9 assigned to you', undo: next, followsReply: true })
  store.get(undoAtom)?.run()
  expect(next).toHaveBeenCalledOnce()
})
