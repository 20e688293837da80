import { toast, toastAtom } from '@helpdesk/ui'
import { atom, getDefaultStore } from 'jotai'
import { UNDO_MS } from '../model/bulk'

/** Undoes the last change; null when Undo is not offered. */
export const undoAtom = atom<{ run: () => void } | null>(null)

/** Says what a change did, and offers Undo for ten seconds: as a button and as a key. */
export function announceChange({ text, undo }: { text: string; undo: () => void }): void {
  const store = getDefaultStore()
  const offered = {
    run: () => {
      withdraw()
      undo()
    },
  }
  const id = toast({
    type: 'success',
    title: text,
    duration: UNDO_MS,
    action: { label: 'Undo', run: offered.run },
  })
  store.set(undoAtom, offered)
  // The key works as long as the button is on the screen.
  const stop = store.sub(toastAtom, () => {
    if (store.get(toastAtom)?.id !== id) withdraw()
  })
  function withdraw() {
    stop()
    store.set(undoAtom, (now) => (now === offered ? null : now))
  }
}
