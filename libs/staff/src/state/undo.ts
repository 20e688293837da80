import { oncePerPage, toast, toastAtom } from '@helpdesk/ui'
import { atom, getDefaultStore } from 'jotai'
import * as texts from './texts'

/** How long Undo is offered, in milliseconds. The server accepts it three times as long. */
export const UNDO_MS = 10_000

/** Undoes the last change; null when Undo is not offered. */
export const undoAtom = oncePerPage('undo@1', () => atom<{ run: () => void } | null>(null))

/**
 * Offers Undo by key for ten seconds, wherever the user goes meanwhile. A newer offer replaces it.
 * @returns `run` undoes once, however often it is called
 */
export function offerUndo(undo: () => void): { run: () => void; withdraw: () => void } {
  const store = getDefaultStore()
  let isUsed = false
  const offered = {
    run: () => {
      withdraw()
      if (isUsed) return
      isUsed = true
      undo()
    },
  }
  const timer = setTimeout(withdraw, UNDO_MS)
  function withdraw() {
    clearTimeout(timer)
    store.set(undoAtom, (now) => (now === offered ? null : now))
  }
  store.set(undoAtom, offered)
  return { run: offered.run, withdraw }
}

/** Says what a change did, and offers Undo for ten seconds: as a button and as a key. */
export function announceChange({ text, undo }: { text: string; undo: () => void }): void {
  const store = getDefaultStore()
  const { run, withdraw } = offerUndo(undo)
  const id = toast({ type: 'success', title: text, duration: UNDO_MS, action: { label: texts.undo, run } })
  // Dismissing the message withdraws the key; another message that takes its place leaves the key.
  const stop = store.sub(toastAtom, () => {
    const shown = store.get(toastAtom)
    if (shown?.id === id) return
    stop()
    if (!shown) withdraw()
  })
}
