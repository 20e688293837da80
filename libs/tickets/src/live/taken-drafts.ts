import { oncePerPage } from '@helpdesk/ui'

type Listener = (ticketId: string) => void
/** Where a draft is written from now on, seen from this page. */
type Where = 'here' | 'elsewhere'

/** Two remotes on one page share it. */
const listeners = oncePerPage('taken-drafts@1', () => ({
  here: new Set<Listener>(),
  elsewhere: new Set<Listener>(),
}))

/** Tells this page that a draft on a ticket was taken over. Only a hint: listeners ask the server. */
export const tellTakenDraft = (where: Where, ticketId: string): void =>
  listeners[where].forEach((listener) => listener(ticketId))

/** @returns the unsubscribe function */
export function onTakenDraft(where: Where, listener: Listener): () => void {
  listeners[where].add(listener)
  return () => void listeners[where].delete(listener)
}
