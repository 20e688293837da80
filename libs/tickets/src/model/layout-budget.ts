/** Characters that browsers shape or reorder: some 40 µs each in the worst texts, so at most a second for a page. */
const BUDGET = 20_000

/** Marks, letters of scripts that join, stack or run from the right, and controls of direction. */
const shaped =
  /[\p{M}\u0590-\u109f\u1700-\u18af\u1900-\u1cff\u200d-\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{11fff}\u{1e800}-\u{1efff}]/gu

interface Message {
  id: string
  text: string
}

/**
 * The ids of messages whose layout a page leaves until they come near the screen, because all of them at once would hold it up:
 * those with much shaped text, such as stacked marks or changes of direction, behind the first of them.
 * @param messages the most important first
 */
export function beyondLayoutBudget(messages: readonly Message[]): ReadonlySet<string> {
  let left = BUDGET
  const beyond = messages.filter(({ text }) => {
    const cost = text.match(shaped)?.length ?? 0
    if (cost > left) return true
    left -= cost
    return false
  })
  return new Set(beyond.map(({ id }) => id))
}

/** Roughly the lines of a text in the column of messages. */
export const estimateLines = (text: string): number =>
  text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / 90)), 0)
