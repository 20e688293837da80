import { personalKey, personalStorage, useAuth } from '@helpdesk/auth'
import { useCallback, useRef, useState } from 'react'

/** The key of one user's draft on this device. */
export const draftStorageKey = (userId: string, key: string): string => personalKey('draft', userId, key)

/** The text that was written and not sent; empty when there is none, or when storage is unavailable. */
export const readDraft = (storageKey: string): string => personalStorage.read(storageKey) ?? ''

/** Keeps a draft; blank text removes it, so that nothing remains of what was sent or dropped. */
export function writeDraft(storageKey: string, text: string): void {
  personalStorage.write(storageKey, text.trim() ? text : null)
}

type SetText = (next: string | ((before: string) => string)) => void

/**
 * A text that survives reload, crash and navigation: every change is written to this device at once. Each
 * person has their own drafts; signing out removes them.
 * @param key names the place, such as `comment:<ticketId>`
 * @returns the text, its setter and what clears it
 */
export function useDraft(key: string): [text: string, setText: SetText, clear: () => void] {
  const { user } = useAuth()
  const [draft, setDraft] = useState<{ storageKey: string | null; text: string }>({
    storageKey: null,
    text: '',
  })
  // While a session has run out nobody is known; what is being typed stays where it was.
  const storageKey = user ? draftStorageKey(user.id, key) : draft.storageKey
  // Another place or another person: their text, in the same paint.
  const current = draft.storageKey === storageKey ? draft : { storageKey, text: readDraft(storageKey ?? '') }
  if (current !== draft) setDraft(current)
  const latest = useRef(current.text)
  latest.current = current.text

  const setText = useCallback<SetText>(
    (next) => {
      const text = typeof next === 'function' ? next(latest.current) : next
      latest.current = text
      // Before the next paint, so that a crash a moment later loses nothing.
      if (storageKey) writeDraft(storageKey, text)
      setDraft({ storageKey, text })
    },
    [storageKey],
  )
  const clear = useCallback(() => setText(''), [setText])
  return [current.text, setText, clear]
}
