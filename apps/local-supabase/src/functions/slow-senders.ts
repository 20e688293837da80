/** Longer than a flood needs to show that it is one, shorter than anybody waits for an answer. */
const REMEMBERED_MS = 10 * 60_000
/** A sender may invent a name for each mail. */
const MAX_REMEMBERED = 1_000

/** Remembers for some minutes whose texts took too long. */
export function createSlowSenders() {
  /** Until when, the oldest first. */
  const senders = new Map<string, number>()
  return {
    add(sender: string | undefined): void {
      if (sender === undefined) return
      senders.delete(sender)
      senders.set(sender, Date.now() + REMEMBERED_MS)
      const [oldest] = senders.keys()
      if (oldest !== undefined && senders.size > MAX_REMEMBERED) senders.delete(oldest)
    },
    has: (sender: string | undefined): boolean =>
      sender !== undefined && (senders.get(sender) ?? 0) > Date.now(),
  }
}
