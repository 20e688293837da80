import { asciiDomain, lowerAscii } from '../ascii.ts'
import { isAligned } from './authentication.ts'

interface Header {
  key: string
  value: string
}

const MAX_SIGNATURES = 20
/** Signatures with more tags or names than this are none of a mail program. */
const MAX_PARTS = 200

/** `tag=value` pairs; undefined for a list in which one is there twice, since readers differ in which one they take. */
function tagsOf(signature: string): Map<string, string> | undefined {
  const tags = new Map<string, string>()
  for (const part of signature.split(';').slice(0, MAX_PARTS)) {
    const at = part.indexOf('=')
    const name = part.slice(0, Math.max(at, 0)).trim()
    if (name === '') continue
    if (tags.has(name)) return undefined
    tags.set(name, part.slice(at + 1).replace(/\s+/g, ''))
  }
  return tags
}

const isOf = (domain: string, from: string) => isAligned(domain, from) || domain.endsWith(`.${from}`)

/**
 * Which of To and Cc nobody could have changed after the mail was signed: those that all signatures of the author's domain cover,
 * each of their lines. Which signature the host found valid is not known, so that all count. One of a part of the text covers
 * nothing, since anybody could go on with it.
 * @param from - the domain of the author
 */
export function signedAddressees(headers: readonly Header[], from: string): ('to' | 'cc')[] {
  const found = headers.filter(({ key }) => key === 'dkim-signature')
  if (found.length > MAX_SIGNATURES) return []
  const signatures = found.map(({ value }) => tagsOf(value))
  const own = signatures.filter((tags) => !tags || isOf(asciiDomain(tags.get('d') ?? ''), from))
  if (own.length === 0) return []
  return (['to', 'cc'] as const).filter((name) => {
    const lines = headers.filter(({ key }) => key === name).length
    const covered = (tags: Map<string, string> | undefined) =>
      lowerAscii((!tags?.has('l') && tags?.get('h')) || '')
        .split(':', MAX_PARTS)
        .filter((signed) => signed === name).length
    return lines > 0 && own.every((tags) => covered(tags) >= lines)
  })
}
