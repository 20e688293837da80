import { hasDeparted } from '@helpdesk/auth'
import * as z from 'zod/mini'
import { forgetDraftFiles } from './draft-files'

/** Keys under which this browser keeps words of a person: `{kind}:{user id}:{place}`. */
const OWN = /^helpdesk-(?:draft|draft-sync|outbox):([^:]+):/
/** The assistant's conversations by user id, under the name of specification 2.15. */
const CHAT = 'admin-store'
const chats = z.object({ version: z.literal(1), histories: z.record(z.string(), z.unknown()) })
/** How many files belong to a reply whose text the server keeps: a number, for the note that they are gone. */
const FILES_OF_REPLY = /:reply:[^:]+:files$/

/** Whether a text may be written under this key: not for a person who has signed out, in whatever tab. */
export const mayKeep = (key: string): boolean => !hasDeparted(OWN.exec(key)?.[1])

/**
 * Removes the unsent words and files of a person from this browser: at sign-out, whoever comes next. What staff wrote
 * under a ticket is on the server and comes back with them.
 */
export async function forgetWords(userId: string): Promise<void> {
  forget((owner, key) => owner === userId && !FILES_OF_REPLY.test(key))
  await forgetDraftFiles(userId)
}

/** Removes what others have left whose session ended by itself, once somebody else has signed in. */
export async function forgetWordsOfOthers(userId: string): Promise<void> {
  const others = new Set<string>()
  forget((owner) => {
    if (owner !== userId) others.add(owner)
    return owner !== userId
  })
  await Promise.all([...others].map(forgetDraftFiles))
}

function forget(isGone: (owner: string, key: string) => boolean): void {
  try {
    for (const [key, value] of Object.entries(localStorage)) {
      const owner = OWN.exec(key)?.[1]
      if (owner !== undefined ? isGone(owner, key) : key === CHAT) {
        const left = key === CHAT ? chatsWithout(value, isGone) : null
        if (left === null) localStorage.removeItem(key)
        else localStorage.setItem(key, left)
      }
    }
  } catch {
    // A browser that keeps its storage closed has kept nothing in it.
  }
}

/** The conversations of the others; null when none is left, or when it cannot be told whose they are. */
function chatsWithout(stored: string, isGone: (owner: string, key: string) => boolean): string | null {
  const { data } = z.safeParse(chats, parsed(stored))
  const left = Object.entries(data?.histories ?? {}).filter(([owner]) => !isGone(owner, CHAT))
  return left.length > 0 ? JSON.stringify({ version: 1, histories: Object.fromEntries(left) }) : null
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
