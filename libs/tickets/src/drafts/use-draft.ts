import { useAuth } from '@helpdesk/auth'
import { useCallback, useEffect, useRef, useState } from 'react'
import { updateOwner } from './draft-owner'
import { draftStorageKey, readDraft, writeDraft } from './draft-storage'

type SetText = (next: string | ((before: string) => string)) => void

/**
 * Holds a text that survives reload, crash and navigation: every change is written to this device at once. Each user
 * has separate drafts, which signing out removes. What another tab writes under the same place appears here:
 * `OneTabDraft` lets one tab at a time write.
 * @param place names the form, for example `comment:<ticketId>`
 * @returns the text, its setter and a function that clears it
 */
export function useDraft(place: string): [text: string, setText: SetText, clear: () => void] {
  const { user } = useAuth()
  const [draft, setDraft] = useState<{ storageKey: string | null; text: string }>({
    storageKey: null,
    text: '',
  })
  // While the session has expired there is no user: typing continues under the last key.
  const storageKey = user ? draftStorageKey(user.id, place) : draft.storageKey
  // When place or user changes, load the other text before the next paint.
  const current = draft.storageKey === storageKey ? draft : { storageKey, text: readDraft(storageKey ?? '') }
  if (current !== draft) setDraft(current)
  const latest = useRef(current.text)
  latest.current = current.text

  const setText = useCallback<SetText>(
    (next) => {
      const text = typeof next === 'function' ? next(latest.current) : next
      latest.current = text
      // Written before the next paint, so that a crash right after it loses nothing.
      if (storageKey) {
        writeDraft(storageKey, text)
        updateOwner(storageKey)
      }
      setDraft({ storageKey, text })
    },
    [storageKey],
  )
  useEffect(() => {
    // Sent by other tabs only, which may have taken the draft over.
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (storageKey && key === storageKey) setDraft({ storageKey, text: newValue ?? '' })
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [storageKey])
  const clear = useCallback(() => setText(''), [setText])
  return [current.text, setText, clear]
}
