/** Longest pause between two keys of a sequence, in milliseconds. */
export const SEQUENCE_MS = 1_500

/** The pressed part of a sequence such as `g a`, and when. */
export interface Pending {
  keys: readonly string[]
  at: number
}
export const NOTHING_PENDING: Pending = { keys: [], at: 0 }

export interface Step {
  pending: Pending
  /** The complete sequence, spelled as in the list of commands; null while there is none. */
  keys: string | null
}

/**
 * Adds a key press.
 * @param bindings all sequences bound now, such as `j` and `g a`
 * @param now in milliseconds
 * @returns what is pending then, and the sequence that is complete. The key after a beginning that fits no sequence does
 * nothing: a slip after `g` must not be taken for a command of its own.
 */
export function step(pending: Pending, press: string, bindings: Iterable<string>, now: number): Step {
  const fresh = now - pending.at <= SEQUENCE_MS ? pending.keys : []
  const keys = [...fresh, press].join(' ')
  let begins = false
  for (const binding of bindings) {
    if (binding === keys) return { pending: NOTHING_PENDING, keys }
    if (binding.startsWith(`${keys} `)) begins = true
  }
  return { pending: begins ? { keys: [...fresh, press], at: now } : NOTHING_PENDING, keys: null }
}
