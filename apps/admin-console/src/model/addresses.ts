import { MAX_INVITES } from './invites'

/** The house's rule for an address (the database's, too): one at, a dot behind it, no space. */
const plausible = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const LONGEST = 254

/** Whether a text can be an e-mail address. */
export const isAddress = (text: string): boolean => plausible.test(text) && text.length <= LONGEST

/**
 * The addresses of a pasted text: one a line, or separated by commas, semicolons or spaces; `Ada <ada@example.com>`, as
 * mail programs copy it, counts as its address. What is no address stays in the list, so that it can be told of.
 * @returns lower case, in the order in which they stand, each once
 */
export function addressesOf(text: string): string[] {
  const found = text
    // a name in quotes may hold a comma
    .replace(/"[^"\n]*"(?=\s*<)/g, '')
    .split(/[\n\r,;]+/)
    .flatMap((part) => {
      const inBrackets = [...part.matchAll(/<([^<>]*)>/g)].map(([, address = '']) => address)
      return inBrackets.length > 0 ? inBrackets : part.split(/\s+/)
    })
    .map((part) =>
      part
        .trim()
        .replace(/^mailto:/i, '')
        .toLowerCase(),
    )
    .filter((part) => part !== '')
  return [...new Set(found)]
}

/** What is wrong with a pasted text before it is sent; null when it can be sent. */
export function addressesProblem(text: string): string | null {
  const addresses = addressesOf(text)
  const [first] = addresses
  if (first === undefined || (addresses.length === 1 && !isAddress(first)))
    return 'Please enter a valid email address'
  return addresses.length > MAX_INVITES
    ? `At most ${MAX_INVITES} addresses can be invited at once; these are ${addresses.length}`
    : null
}
