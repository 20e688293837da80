/** Letters that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
/** What comes later says nothing about how a text begins. */
const FIRST = 1000

/**
 * The direction of a text by its first letter, as `dir="auto"` finds it. For elements around others with a direction of
 * their own, which `auto` does not look into.
 * @returns undefined without a letter
 */
export function textDirection(text: string): 'ltr' | 'rtl' | undefined {
  const letter = /\p{L}/u.exec(text.slice(0, FIRST))?.[0]
  if (!letter) return undefined
  return RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr'
}

/**
 * A name or a value inside a sentence of ours: with letters from right to left, it stands between isolating characters, so
 * that numbers and marks beside it stay where they belong.
 */
export const isolate = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text)
