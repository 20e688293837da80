import { dismissToast, oncePerPage, toast, toastAtom } from '@helpdesk/ui'
import { atom, getDefaultStore } from 'jotai'
import * as texts from './texts'

/** How long Undo is offered, in milliseconds. The server accepts it for 75 seconds. */
export const UNDO_MS = 10_000
/** The same for a change of so many tickets that its effect is seen late. */
export const LONG_UNDO_MS = 60_000

interface Offer {
  ms?: number
  /** What was done, for whoever asks to undo it too late. */
  text?: string
}

/** Undoes the last change; null when Undo is not offered. */
export const undoAtom = oncePerPage('undo@1', () => atom<{ run: () => void } | null>(null))

/** What can no longer be undone, until somebody was told or the next change. */
export const lateUndoAtom = oncePerPage('late-undo@1', () => atom<string | null>(null))

/**
 * Offers Undo by key for a time, wherever the user goes meanwhile. A newer offer replaces it.
 * @returns `run` undoes once, however often it is called
 */
export function offerUndo(
  undo: () => void,
  { ms = UNDO_MS, text }: Offer = {},
): { run: () => void; withdraw: () => void } {
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
  const timer = setTimeout(() => {
    if (store.get(undoAtom) === offered && text) store.set(lateUndoAtom, text)
    withdraw()
  }, ms)
  function withdraw() {
    clearTimeout(timer)
    store.set(undoAtom, (now) => (now === offered ? null : now))
  }
  store.set(undoAtom, offered)
  store.set(lateUndoAtom, null)
  return { run: offered.run, withdraw }
}

/** A reply that is not sent yet, and until when. Taking the next ticket does not take its Undo away. */
const lastReply = oncePerPage('last-reply@1', (): { run?: () => void; until: number } => ({ until: 0 }))

interface Announcement extends Offer {
  text: string
  undo: () => void
  /** It is a reply that is not sent yet. */
  isReply?: boolean
  /** It follows from sending a reply, whose Undo stays on offer. */
  followsReply?: boolean
}

/**
 * Says what a change did, and offers Undo: as a button and as a key.
 * @returns takes the message and the key away
 */
export function announceChange({
  text,
  undo,
  ms = UNDO_MS,
  isReply,
  followsReply,
}: Announcement): () => void {
  const store = getDefaultStore()
  const left = lastReply.until - performance.now()
  if (followsReply && lastReply.run && left > 0) {
    const action = { label: texts.undoReply, run: lastReply.run }
    const shownId = toast({ type: 'success', title: text, duration: left, action })
    return () => dismissToast(shownId)
  }
  const { run, withdraw } = offerUndo(undo, { ms, text })
  if (isReply) Object.assign(lastReply, { run, until: performance.now() + ms })
  const id = toast({ type: 'success', title: text, duration: ms, action: { label: texts.undo, run } })
  // Dismissing the message withdraws the key; another message that takes its place leaves the key.
  const stop = store.sub(toastAtom, () => {
    const shown = store.get(toastAtom)
    if (shown?.id === id) return
    stop()
    if (!shown) withdraw()
  })
  return () => {
    if (lastReply.run === run) lastReply.run = undefined
    withdraw()
    dismissToast(id)
  }
}
