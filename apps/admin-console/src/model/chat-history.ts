import { z } from '@helpdesk/supabase'
import { CHAT_LIMITS, chatMessageSchema, storable, type ChatMessage } from './assistant'

/** Specification, section 2.15: the localStorage key of the history. */
export const CHAT_STORE = 'admin-store'

// Messages are parsed one by one, so that an invalid one does not invalidate the others.
const storeSchema = z.object({ version: z.literal(1), histories: z.record(z.string(), z.array(z.unknown())) })

function histories(stored: string | null): Record<string, unknown[]> {
  try {
    const parsed = z.safeParse(storeSchema, JSON.parse(stored ?? 'null'))
    return parsed.success ? parsed.data.histories : {}
  } catch {
    return {}
  }
}

/** A user's stored messages, oldest first, without invalid ones. */
export const readHistory = (stored: string | null, userId: string): ChatMessage[] =>
  (histories(stored)[userId] ?? []).flatMap((value) => {
    const parsed = z.safeParse(chatMessageSchema, value)
    return parsed.success ? [parsed.data] : []
  })

/** The text to store: this user's newest 100 messages, and those of other users unchanged. */
export function writeHistory(
  stored: string | null,
  userId: string,
  messages: readonly ChatMessage[],
): string {
  const all = histories(stored)
  delete all[userId]
  const mine = messages.slice(-CHAT_LIMITS.messages).map(storable)
  if (mine.length > 0) all[userId] = mine
  return JSON.stringify({ version: 1, histories: all })
}
