import { atom, getDefaultStore } from 'jotai'
import * as z from 'zod/mini'

/** A comment that its author has sent and the server has not confirmed. */
export interface UnsentComment {
  /** Stays the same for every try, so that the server knows a repeated one for what it is. */
  requestId: string
  content: string
  /** By this device's clock. */
  createdAt: string
  state: 'sending' | 'failed'
  /** Go along once the comment is there. Only as long as the page lives: a browser keeps no files. */
  files: readonly File[]
}

const storedSchema = z.array(z.object({ requestId: z.string(), content: z.string(), createdAt: z.string() }))

/** The unsent comments of one person on one ticket, by the key of their place. */
export const outboxAtom = atom<Readonly<Record<string, readonly UnsentComment[]>>>({})

export const outboxKey = (userId: string, ticketId: string): string => `helpdesk-outbox:${userId}:${ticketId}`

function read(key: string): UnsentComment[] {
  try {
    const stored = z.safeParse(storedSchema, JSON.parse(globalThis.localStorage?.getItem(key) ?? '[]'))
    // Whether the last try arrived is not known any more; a retry finds out without writing twice.
    return stored.success ? stored.data.map((each) => ({ ...each, state: 'failed', files: [] })) : []
  } catch {
    return []
  }
}

function write(key: string, unsent: readonly UnsentComment[]): void {
  try {
    const kept = unsent.map(({ requestId, content, createdAt }) => ({ requestId, content, createdAt }))
    if (kept.length) globalThis.localStorage?.setItem(key, JSON.stringify(kept))
    else globalThis.localStorage?.removeItem(key)
  } catch {
    // Storage may be full or closed to us; the comment then lives as long as the page.
  }
}

/** What is unsent at a place; after a reload, what this device still knows of it. */
export const unsentAt = (key: string): readonly UnsentComment[] =>
  getDefaultStore().get(outboxAtom)[key] ?? read(key)

/** Changes what is unsent at a place, on the screen and on this device at once. */
export function changeUnsent(
  key: string,
  change: (unsent: readonly UnsentComment[]) => readonly UnsentComment[],
): void {
  const next = change(unsentAt(key))
  write(key, next)
  getDefaultStore().set(outboxAtom, (all) => ({ ...all, [key]: next }))
}
