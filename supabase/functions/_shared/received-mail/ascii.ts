/**
 * Lower case of A to Z alone. `toLowerCase()` also makes a `k` of the Kelvin sign, so that another mailbox would be taken for
 * the one of mark@example.com.
 */
export const lowerAscii = (text: string): string =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text)

/** Characters that separate the labels of a domain (RFC 3490, 3.1), besides the dot. */
const foreignDots = /[\u3002\uff0e\uff61]/u

/**
 * True when a character outside ASCII is the same as one within to some readers: the Kelvin sign, a long s, a dotted capital
 * I, full-width letters, `@` and dots. Programs differ in which mailbox they take such an address for.
 */
export const hasAsciiDoubles = (text: string): boolean =>
  !isAscii(text) &&
  (foreignDots.test(text) ||
    [...text].some((sign) => !isAscii(sign) && /[\0-\x7f]/.test(sign.normalize('NFKC').toLowerCase())))

/** An address as addresses are compared: one domain has a form in its script and one in DNS. */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1
  return lowerAscii(address.slice(0, at)) + (asciiDomain(address.slice(at)) || address.slice(at))
}

/** The form of a domain in DNS (RFC 5891), `xn--bcher-kva.example` of `bücher.example`; empty for what is no domain. */
export function asciiDomain(domain: string): string {
  const plain = lowerAscii(domain).replace(/\.$/, '')
  if (isAscii(plain)) return plain
  // Characters that end the host of a URL, or escape others.
  if (/[\s/?#%@:[\]\\]/.test(plain)) return ''
  try {
    return new URL(`http://${plain}/`).hostname.replace(/\.$/, '')
  } catch {
    return ''
  }
}
