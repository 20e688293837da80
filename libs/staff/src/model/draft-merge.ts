/** A draft on this device. Blank counts as none. */
interface DraftHere {
  /** The text in the box. */
  text: string
  /** Texts this device has exchanged with the server: saved, being saved, or read. */
  exchanged: readonly string[]
}

/**
 * Which side changed since the last exchange: `same` neither · `mine` this device, so its text is saved · `theirs` another
 * device · `both`, so the newer text wins.
 */
type DraftVerdict = 'same' | 'mine' | 'theirs' | 'both'

const blankToEmpty = (text: string): string => (text.trim() ? text : '')

/** Decides which side changed, by comparing texts: clocks of two devices may differ. */
export function mergeDraft(here: DraftHere, server: string): DraftVerdict {
  const exchanged = here.exchanged.length === 0 ? [''] : here.exchanged.map(blankToEmpty)
  if (blankToEmpty(here.text) === blankToEmpty(server)) return 'same'
  if (exchanged.includes(blankToEmpty(server))) return 'mine'
  return exchanged.includes(blankToEmpty(here.text)) ? 'theirs' : 'both'
}
