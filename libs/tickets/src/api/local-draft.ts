import { useAuth } from '@helpdesk/auth'
import { useCallback, useRef, useState } from 'react'
import { mayKeep } from './personal-storage'

/** Where the draft of one person lies on this device. */
export const draftStorageKey = (userId: string, key: string): string => `helpdesk-draft:${userId}:${key}`

/** What was written and not sent; empty when there is nothing, or when the browser keeps its storage closed. */
export function readDraft(storageKey: string): string {
  try {
    return globalThis.localStorage?.getItem(storageKey) ?? ''
  } catch {
    return ''
  }
}

/** Keeps a draft; blank text takes it away, so that nothing is left behind of what was sent or dropped. */
export function writeDraft(storageKey: string, text: string): void {
  try {
    if (text.trim() && mayKeep(storageKey)) globalThis.localStorage?.setItem(storageKey, text)
    else globalThis.localStorage?.removeItem(storageKey)
  } catch {
    // Storage may be full or closed to us; the text then lives as long as the page.
  }
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
