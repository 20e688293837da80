/** Longest pause between two keys of a sequence, in milliseconds. */
export const SEQUENCE_MS = 1_500

/** The pressed part of a sequence such as `g a`, and the time of its last key. */
export interface Pending {
  keys: readonly string[]
  at: number
}
export const NOTHING_PENDING: Pending = { keys: [], at: 0 }

export interface Step {
  pending: Pending
  /** The completed sequence, spelled as in the list of commands, or null. */
  keys: string | null
}

/**
 * Adds a key press. A key that does not continue the pending sequence does nothing, so that a slip after `g` does not run
 * a command of its own.
 * @param bindings all bound sequences, such as `j` and `g a`
 * @param now in milliseconds
 * @returns the new pending part and the completed sequence
 */
export function step(pending: Pending, press: string, bindings: Iterable<string>, now: number): Step {
  const fresh = now - pending.at <= SEQUENCE_MS ? pending.keys : []
  const keys = [...fresh, press].join(' ')
  let isPrefix = false
  for (const binding of bindings) {
    if (binding === keys) return { pending: NOTHING_PENDING, keys }
    if (binding.startsWith(`${keys} `)) isPrefix = true
  }
  return { pending: isPrefix ? { keys: [...fresh, press], at: now } : NOTHING_PENDING, keys: null }
}
