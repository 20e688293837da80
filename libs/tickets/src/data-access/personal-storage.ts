import { hasDeparted } from '@helpdesk/auth'
import { forgetDraftFiles } from './draft-files'

/** Keys under which this browser keeps words of a person: `{kind}:{user id}:{place}`. */
const OWN = /^helpdesk-(?:draft|draft-sync|outbox):([^:]+):/
/** The assistant's conversations, under the name of specification 2.15. They are of one person at a time. */
const CHAT = 'admin-store'
/** How many files belong to a reply whose text the server keeps: a number, for the note that they are gone. */
const FILES_OF_REPLY = /:reply:[^:]+:files$/

/** Whether a text may be written under this key: not for a person who has signed out, in whatever tab. */
export const mayKeep = (key: string): boolean => !hasDeparted(OWN.exec(key)?.[1])

/**
 * Removes the unsent words and files of a person from this browser: at sign-out, whoever comes next. What staff wrote
 * under a ticket is on the server and comes back with them.
 */
export async function forgetWords(userId: string): Promise<void> {
  forget((key) => key === CHAT || (OWN.exec(key)?.[1] === userId && !FILES_OF_REPLY.test(key)))
  await forgetDraftFiles(userId)
}

/** Removes what others have left whose session ended by itself, once somebody else has signed in. */
export async function forgetWordsOfOthers(userId: string): Promise<void> {
  const others = new Set<string>()
  forget((key, value) => {
    const owner = OWN.exec(key)?.[1]
    if (owner !== undefined && owner !== userId) others.add(owner)
    return key === CHAT ? !value.includes(userId) : owner !== undefined && owner !== userId
  })
  await Promise.all([...others].map(forgetDraftFiles))
}

function forget(isGone: (key: string, value: string) => boolean): void {
  try {
    for (const [key, value] of Object.entries(localStorage))
      if (isGone(key, value)) localStorage.removeItem(key)
  } catch {
    // A browser that keeps its storage closed has kept nothing in it.
  }
}
