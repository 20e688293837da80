import { MAX_INVITES } from './invites'
import * as texts from './invite-texts'

/** The database enforces the same rule: one @ with a dot after it, and no spaces. */
const addressPattern = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/
const MAX_LENGTH = 254

/** Whether a text looks like an e-mail address. */
export const isAddress = (text: string): boolean => addressPattern.test(text) && text.length <= MAX_LENGTH

/**
 * Splits a pasted text at line breaks, commas, semicolons and spaces. `Ada <ada@example.com>`, as mail programs copy
 * it, yields the address. Invalid parts stay in the list, so that they can be reported.
 * @returns in lower case, in order, without duplicates
 */
export function addressesOf(text: string): string[] {
  const found = text
    // A quoted name may contain a comma.
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

/** Why a pasted text cannot be sent; null when it can. */
export function addressesProblem(text: string): string | null {
  const addresses = addressesOf(text)
  const [first] = addresses
  if (first === undefined || (addresses.length === 1 && !isAddress(first))) return texts.addressInvalid
  return addresses.length > MAX_INVITES ? texts.tooManyAddresses(MAX_INVITES, addresses.length) : null
}
