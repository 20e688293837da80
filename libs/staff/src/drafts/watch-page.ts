import { onBeforeSignOut } from '@helpdesk/auth'
import { onTakenDraft } from '@helpdesk/tickets/live/taken-drafts'

interface PageEvents {
  /** The page is hidden or unloads, or the user signs out. */
  onLeave: () => void
  /** The page is shown again, or another device took a draft over. */
  onReturn: () => void
  /** Another tab has written the storage key. */
  onStorage: (value: string | null) => void
}

/** Watches the page for one storage key, which ends with the ticket's id. @returns a function that stops watching */
export function watchPage(storageKey: string, { onLeave, onReturn, onStorage }: PageEvents): () => void {
  const onVisibility = (): void => (document.visibilityState === 'hidden' ? onLeave() : onReturn())
  const onStorageEvent = ({ key, newValue }: StorageEvent): void =>
    void (key === storageKey && onStorage(newValue))
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('pagehide', onLeave)
  window.addEventListener('focus', onReturn)
  window.addEventListener('storage', onStorageEvent)
  const stopSignOut = onBeforeSignOut(onLeave)
  const stopTaken = onTakenDraft('elsewhere', (ticketId) => {
    if (storageKey.endsWith(`:${ticketId}`)) onReturn()
  })
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('pagehide', onLeave)
    window.removeEventListener('focus', onReturn)
    window.removeEventListener('storage', onStorageEvent)
    stopSignOut()
    stopTaken()
  }
}
