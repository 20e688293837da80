import { oncePerPage } from '@helpdesk/ui'
import { sessionStore } from '@helpdesk/ui/storage/browser-storage'

const KEY = 'helpdesk-tab'
const lockOf = (tab: string) => `helpdesk-tab:${tab}`
/** How long the previous page of a reload may hold the tab's lock. */
const RELOAD_MS = 1_000

interface Tab {
  id: string
  listeners: Set<() => void>
}

function rename(tab: Tab): void {
  tab.id = crypto.randomUUID()
  sessionStore.write(KEY, tab.id)
}

/**
 * Holds a lock of the tab's id for the life of the page, which tells other tabs that it is open. A duplicated tab copies
 * the id of the first, whose lock it cannot get: it takes another id.
 */
function hold(tab: Tab): void {
  // Absent from pages without a secure context: tabs then do not know of each other.
  if (!('locks' in navigator)) return
  const forever = () => new Promise<void>(() => undefined)
  const name = lockOf(tab.id)
  const signal = AbortSignal.timeout(RELOAD_MS)
  navigator.locks.request(name, { signal }, forever).catch(() => {
    // Denied, with the browser's storage.
    if (!signal.aborted) return
    rename(tab)
    tab.listeners.forEach((listener) => listener())
    hold(tab)
  })
}

const thisTab = oncePerPage('tab@1', (): Tab => {
  const tab: Tab = { id: sessionStore.read(KEY) ?? '', listeners: new Set() }
  if (!tab.id) rename(tab)
  hold(tab)
  return tab
})

/** The id of this tab, the same after a reload. */
export const tabId = (): string => thisTab.id

/** Calls `listener` when the id changes, in a tab that turns out to be a copy. @returns the unsubscribe function */
export function onTabId(listener: () => void): () => void {
  thisTab.listeners.add(listener)
  return () => void thisTab.listeners.delete(listener)
}

/** Whether a tab with this id is open in this browser. */
export async function isTabOpen(tab: string): Promise<boolean> {
  if (!('locks' in navigator)) return false
  const { held = [] } = await navigator.locks.query().catch((): LockManagerSnapshot => ({}))
  return held.some(({ name }) => name === lockOf(tab))
}
