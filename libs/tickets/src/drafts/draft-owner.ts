import { personalStorage } from '@helpdesk/auth'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isTabOpen, onTabId, tabId } from './tab'

/*
 * A draft belongs to the tab that wrote it last. Other tabs of this browser show it and cannot write until they take it
 * over, files included, or until that tab is closed.
 */

const ownerKey = (storageKey: string) => `${storageKey}:owner`

/** Makes a draft this tab's. */
function claimDraft(storageKey: string): void {
  if (personalStorage.read(ownerKey(storageKey)) === tabId()) return
  personalStorage.write(ownerKey(storageKey), tabId())
  dispatchEvent(new Event(CLAIMED))
}

const isStored = (storageKey: string): boolean =>
  personalStorage.read(storageKey) !== null || personalStorage.read(`${storageKey}:files`) !== null

/** After a change by this tab's user: it owns the draft, or nobody does when the draft was sent or discarded. */
export function updateOwner(storageKey: string): void {
  if (isStored(storageKey)) claimDraft(storageKey)
  else personalStorage.write(ownerKey(storageKey), null)
}

/** Whether this tab wrote the draft last. */
export const isOwnDraft = (storageKey: string): boolean =>
  personalStorage.read(ownerKey(storageKey)) === tabId()

/** `storage` events come from other tabs only. */
const CLAIMED = 'helpdesk-draft-claimed'

function subscribe(listener: () => void): () => void {
  addEventListener('storage', listener)
  addEventListener(CLAIMED, listener)
  const stop = onTabId(listener)
  return () => {
    removeEventListener('storage', listener)
    removeEventListener(CLAIMED, listener)
    stop()
  }
}

/** The other tab that wrote one of the drafts, which may be closed. */
function otherOwner(storageKeys: readonly string[]): string | null {
  const found = storageKeys.find((key) => {
    const owner = personalStorage.read(ownerKey(key))
    return owner !== null && owner !== tabId() && isStored(key)
  })
  return found === undefined ? null : personalStorage.read(ownerKey(found))
}

/**
 * Follows who writes drafts that belong together, such as text and files of one form.
 * @param joinedKeys their storage keys, joined by spaces
 * @returns whether another open tab writes them, what it has written under the first key, and a function that takes them
 * over
 */
export function useDraftOwner(joinedKeys: string): {
  isElsewhere: boolean
  text: string
  takeOver: () => void
} {
  const [first = ''] = joinedKeys.split(' ')
  const text = useSyncExternalStore(subscribe, () => personalStorage.read(first) ?? '')
  const other = useSyncExternalStore(subscribe, () => otherOwner(joinedKeys.split(' ')))
  const [open, setOpen] = useState<string | null>(null)
  useEffect(() => {
    if (!other) return
    let current = true
    const check = () => void isTabOpen(other).then((isOpen) => current && setOpen(isOpen ? other : null))
    check()
    // A closed tab sends no event.
    const timer = setInterval(check, 2_000)
    return () => {
      current = false
      clearInterval(timer)
    }
  }, [other])
  return {
    isElsewhere: other !== null && other === open,
    text,
    takeOver: () => joinedKeys.split(' ').filter(isStored).forEach(claimDraft),
  }
}
