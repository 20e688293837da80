import { personalStorage, prunePersonalFiles } from '@helpdesk/auth'
import { z } from '@helpdesk/supabase'
import { outboxKey, unsentAt } from '../outbox/outbox-store'
import { whenAllRecorded } from './message-files'
import { hasPending } from './upload-ledger'

/** Longer than a record needs to reach the other tabs. */
const WAIT_MS = 1_000

const MESSAGE = /^helpdesk-draft:([^:]+):([^:]+):outbox:([^:]+)(?::(\d+))?$/
const formSchema = z.object({ fileCount: z.number() })

/** Whether a draft, an unsent comment or a file that waits for its upload names the files of a key. */
function isRecorded(key: string): boolean {
  const [, userId, ticketId, requestId, index] = MESSAGE.exec(key) ?? []
  if (userId && ticketId && requestId) {
    const isUnsent = unsentAt(outboxKey(userId, ticketId)).some((each) => each.requestId === requestId)
    return isUnsent || hasPending({ userId, ticketId, requestId, index: Number(index) })
  }
  if (personalStorage.read(`${key}:files`) !== null) return true
  return (z.safeParse(formSchema, personalStorage.readJson(key)).data?.fileCount ?? 0) > 0
}

/**
 * Removes files of a user that a page left on this device without a record, because it ended between the two. Twice the
 * record has to be missing, and no tab may be about to write it.
 */
export async function pruneFiles(userId: string): Promise<void> {
  const left = new Set<string>()
  await prunePersonalFiles(userId, (key) => {
    if (!isRecorded(key)) left.add(key)
    return true
  })
  if (left.size === 0) return
  await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  await whenAllRecorded(userId, () => prunePersonalFiles(userId, (key) => !left.has(key) || isRecorded(key)))
}
