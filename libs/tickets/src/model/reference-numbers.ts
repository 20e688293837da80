/** As many as the server answers at once. */
const MOST = 100
/** Of more occurrences the rest is not looked at. */
const MOST_FOUND = 10_000

const number = /#([1-9]\d{0,14})(?!\d)/g

/** Whether a text may name a ticket by its number. */
export const hasNumber = (text: string): boolean => /#[1-9]/.test(text)

/**
 * The numbers by which texts may name tickets, each once, the lowest first: also those in code or addresses, which become no
 * links.
 * @param texts - the most important first: of very many numbers, those of the last texts are left out
 */
export function numbersIn(texts: readonly string[]): number[] {
  const numbers = new Set<number>()
  let left = MOST_FOUND
  for (const text of texts)
    for (const [, digits] of text.matchAll(number)) {
      if (numbers.size === MOST || left === 0) break
      left -= 1
      numbers.add(Number(digits))
    }
  return [...numbers].sort((a, b) => a - b)
}
