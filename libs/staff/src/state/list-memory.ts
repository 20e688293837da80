/** The list that somebody came from, for the way back to it and on to its next ticket. */
export interface ListMemory {
  userId: string
  /** Its address, filters included. */
  href: string
  /** The loaded tickets in their order; an empty one stands for tickets that are not at hand. */
  ids: readonly string[]
}

let memory: ListMemory | null = null
let left: string | null = null

/** Called by the list on the screen whenever its rows or its address change. */
export function rememberList(list: ListMemory): void {
  memory = list
}

/** The list last seen by this person; null after none. */
export const lastList = (userId: string | undefined): ListMemory | null =>
  memory?.userId === userId ? memory : null

/** Called by the page of a ticket: the list finds its cursor there when it is next shown. */
export function leaveAt(ticketId: string): void {
  left = ticketId
}

/** The ticket that was open last, told once. */
export function takeLeft(): string | null {
  const id = left
  left = null
  return id
}

/** The ticket `by` places further in the list; undefined at its ends, or for a ticket that is not in it. */
export function neighbour(ids: readonly string[], id: string, by: number): string | undefined {
  const at = ids.indexOf(id)
  return at < 0 ? undefined : ids[at + by] || undefined
}
