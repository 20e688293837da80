import { sessionStore } from '@helpdesk/ui/storage/browser-storage'

/** What the browser reports. Never add text that may hold data, such as the message of an error or an address. */
export interface ClientEvent {
  kind: 'error' | 'load' | 'vital'
  /** Name of the error and its place in our own code, why a load failed, or the vital. */
  name: string
  /** Of a vital: milliseconds, or the score of CLS. */
  value?: number
  /** `shell` for what no remote renders. */
  remote: string
  version: string
}

/** In this tab's storage, since a failure often ends in a reload. */
const KEY = 'helpdesk-health'
/** The server takes no more at once. */
const MAX_EVENTS = 50

/** Keeps an event for the next report. */
export function recordEvent(event: ClientEvent): void {
  const events = [...recorded(), event]
  if (events.length <= MAX_EVENTS) sessionStore.write(KEY, JSON.stringify(events))
}

/** Returns and removes the events of this tab. The server checks them. */
export function takeEvents(): unknown[] {
  const events = recorded()
  if (events.length > 0) sessionStore.write(KEY, null)
  return events
}

function recorded(): unknown[] {
  const stored = sessionStore.readJson(KEY)
  return Array.isArray(stored) ? stored : []
}
