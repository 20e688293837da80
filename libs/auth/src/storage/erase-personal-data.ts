import { localStore } from '@helpdesk/ui/storage/browser-storage'
import * as z from 'zod/mini'
import { erasePersonalFiles, erasePersonalFilesOfOthers } from './personal-files'
import { ownerOf } from './personal-storage'

/** The assistant's conversations of all users of this browser, under the name of specification 2.15. */
const CHAT_HISTORY_KEY = 'admin-store'
const chatHistorySchema = z.object({ version: z.literal(1), histories: z.record(z.string(), z.unknown()) })

/** File counts of replies that the server stores: after the next sign-in the reply reports that its files are gone. */
const REPLY_FILE_COUNT = /:reply:[^:]+:files$/

/**
 * Removes a user's unsent texts and files from this browser at sign-out. Replies of staff are stored on the server.
 * Never rejects.
 */
export async function erasePersonalData(userId: string): Promise<void> {
  eraseKeys((owner, key) => owner === userId && !REPLY_FILE_COUNT.test(key))
  await erasePersonalFiles(userId)
}

/** Removes the data of users whose session ended without a sign-out, once another user signs in. Never rejects. */
export async function erasePersonalDataOfOthers(userId: string): Promise<void> {
  eraseKeys((owner) => owner !== userId)
  await erasePersonalFilesOfOthers(userId)
}

function eraseKeys(isErased: (owner: string, key: string) => boolean): void {
  for (const key of localStore.keys()) {
    const owner = ownerOf(key)
    if (owner !== undefined && isErased(owner, key)) localStore.write(key, null)
  }
  if (localStore.read(CHAT_HISTORY_KEY) !== null)
    localStore.write(
      CHAT_HISTORY_KEY,
      chatHistoryWithout((owner) => isErased(owner, CHAT_HISTORY_KEY)),
    )
}

/** The remaining conversations; null when none remain, or when their owners are unknown. */
function chatHistoryWithout(isErased: (owner: string) => boolean): string | null {
  const { data } = z.safeParse(chatHistorySchema, localStore.readJson(CHAT_HISTORY_KEY))
  const remaining = Object.entries(data?.histories ?? {}).filter(([owner]) => !isErased(owner))
  return remaining.length > 0
    ? JSON.stringify({ version: 1, histories: Object.fromEntries(remaining) })
    : null
}
