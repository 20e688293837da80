import { z } from '@helpdesk/supabase'
import { CHAT_LIMITS, chatMessageSchema, storable, type ChatMessage } from './assistant'

/** Specification, section 2.15: the name that the history is kept under. */
export const CHAT_STORE = 'admin-store'

// Message by message: one that is damaged does not cost the others.
const storeSchema = z.object({ version: z.literal(1), histories: z.record(z.string(), z.array(z.unknown())) })

function histories(stored: string | null): Record<string, unknown[]> {
  try {
    const parsed = z.safeParse(storeSchema, JSON.parse(stored ?? 'null'))
    return parsed.success ? parsed.data.histories : {}
  } catch {
    return {}
  }
}

/** One person's messages out of what the browser kept, oldest first. Whatever is damaged or foreign is left out. */
export const readHistory = (stored: string | null, userId: string): ChatMessage[] =>
  (histories(stored)[userId] ?? []).flatMap((value) => {
    const parsed = z.safeParse(chatMessageSchema, value)
    return parsed.success ? [parsed.data] : []
  })

/** What the browser is to keep: this person's newest 100 messages, and those of others as they were. */
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
