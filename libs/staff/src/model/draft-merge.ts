/** What this device knows of a draft. Blank and missing are the same. */
export interface DraftHere {
  /** What stands in the box. */
  text: string
  /** What this device has exchanged with the server: saved, sent without an answer yet, or taken from there. */
  exchanged: readonly string[]
}

/**
 * Which text counts when the server's draft is met:
 * `same` nothing to do · `mine` this device is ahead, the server gets its text · `theirs` only another device
 * has changed it · `both` each side has words that the other has not seen: the newer one wins.
 */
export type DraftVerdict = 'same' | 'mine' | 'theirs' | 'both'

const kept = (text: string): string => (text.trim() ? text : '')

/** Compares with what was last exchanged, not by clocks: those of two devices do not agree. */
export function mergeDraft(here: DraftHere, server: string): DraftVerdict {
  const exchanged = here.exchanged.length === 0 ? [''] : here.exchanged.map(kept)
  if (kept(here.text) === kept(server)) return 'same'
  if (exchanged.includes(kept(server))) return 'mine'
  return exchanged.includes(kept(here.text)) ? 'theirs' : 'both'
}
