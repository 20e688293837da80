import { asciiDomain, lowerAscii } from '../ascii.ts'
import { isAligned } from './authentication.ts'
import { isReadInOneWay, lastOf } from './signed-body.ts'

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

/** How often each is there: a header can have very many lines. */
function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/**
 * Of which header fields nobody could have changed or added a line after the mail was signed: those that all signatures of the
 * author's domain cover, each of their lines. Which signature the host found valid is not known, so that all count. One of a part of
 * the text covers nothing, since anybody could go on with it.
 * @param from - the domain of the author
 */
export function coveredBy(headers: readonly Header[], from: string): (name: string) => boolean {
  const found = headers.filter(({ key }) => key === 'dkim-signature')
  const signatures = found.slice(0, MAX_SIGNATURES).map(({ value }) => tagsOf(value))
  const own = signatures.filter((tags) => !tags || isOf(asciiDomain(tags.get('d') ?? ''), from))
  if (own.length === 0 || found.length > MAX_SIGNATURES) return () => false
  const lines = countsOf(headers.map(({ key }) => key))
  const signed = own.map((tags) =>
    countsOf(lowerAscii((!tags?.has('l') && tags?.get('h')) || '').split(':', MAX_PARTS)),
  )
  return (name) => {
    const count = lines.get(name) ?? 0
    return count > 0 && signed.every((names) => (names.get(name) ?? 0) >= count)
  }
}

/** What hosts on the way write, and what says how to read the body, which is looked at apart. */
const isOfHosts =
  /^(?:authentication-results|dkim-signature|received|return-path|mime-version|content-.*|(?:x-)?(?:delivered|envelope|rcpt|original|forwarded)-to|resent-to|apparently-to)$/

/**
 * The header fields of a mail that its signatures alone prove, as far as they cover them: anybody can send it again with others.
 * @param from - the domain of the author
 * @returns undefined when the signatures leave open what the mail is, or how its body is read
 */
export function signedHeaders<T extends Header>(
  headers: readonly T[],
  raw: Uint8Array,
  from: string,
): T[] | undefined {
  const isCovered = coveredBy(headers, from)
  const valuesOf = (name: string) => headers.flatMap(({ key, value }) => (key === name ? [value] : []))
  const isMissing = (name: string) => valuesOf(name).length === 0
  if (!['from', 'message-id'].every(isCovered)) return undefined
  if (!['subject', 'date'].every((name) => isMissing(name) || isCovered(name))) return undefined
  if (!['to', 'cc'].some(isCovered)) return undefined
  const unsigned = (name: string) => (isCovered(name) ? undefined : valuesOf(name))
  const [types, encodings] = [unsigned('content-type'), unsigned('content-transfer-encoding')]
  const dispositions = unsigned('content-disposition')
  const encoding = lastOf(valuesOf('content-transfer-encoding'))
  const isMultipart = valuesOf('content-type').some((value) => /^\s*multipart\//i.test(value))
  if (!isReadInOneWay(raw, { types, encodings, encoding, dispositions }, isMultipart)) return undefined
  const covered = new Set(headers.map(({ key }) => key).filter(isCovered))
  return headers.filter(({ key }) => covered.has(key) || isOfHosts.test(key))
}
