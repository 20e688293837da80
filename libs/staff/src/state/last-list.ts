import { oncePerPage } from '@helpdesk/ui'

/** The last list on screen, which ticket pages return to and continue in. */
export interface LastList {
  userId: string
  /** Its URL with filters. */
  href: string
  /** Ids of the loaded tickets in order. */
  ids: readonly string[]
  /** Its name. */
  label: string
  /** It has more tickets than are loaded. */
  hasMore: boolean
}

/** Of the page: an admin opens tickets of the agents' lists in the admins' remote. */
const memory = oncePerPage<{ last: LastList | null; left: string | null }>('last-list@1', () => ({
  last: null,
  left: null,
}))

/** Called whenever the rows or the URL of the list on screen change. */
export function setLastList(list: LastList): void {
  memory.last = list
}

/** The last list of this user. */
export const lastListOf = (userId: string | undefined): LastList | null =>
  memory.last?.userId === userId ? memory.last : null

/** Called by ticket pages. The list places its cursor on this ticket when it is shown again. */
export function setLeftTicket(ticketId: string): void {
  memory.left = ticketId
}

/** Returns the ticket that was open last and clears it. */
export function takeLeftTicket(): string | null {
  const id = memory.left
  memory.left = null
  return id
}

/** The id `by` rows after `id`; undefined beyond the ends, or when the list does not contain `id`. */
export function neighbour(ids: readonly string[], id: string, by: number): string | undefined {
  const at = ids.indexOf(id)
  return at < 0 ? undefined : ids[at + by]
}

/** The place of a ticket in a list: `3 of 32`; undefined when it is not there. */
export function positionIn(
  { ids, hasMore }: Pick<LastList, 'ids' | 'hasMore'>,
  id: string,
): string | undefined {
  const at = ids.indexOf(id)
  return at < 0 ? undefined : `${at + 1} of ${ids.length}${hasMore ? '+' : ''}`
}
