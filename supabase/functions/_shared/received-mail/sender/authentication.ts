import { asciiAddress, asciiDomain, lowerAscii } from '../ascii.ts'
import { HeaderReader, MalformedHeader } from '../mime/structured-header.ts'

/** What the receiving host found about the address in From. */
export type Authentication = 'pass' | 'fail' | 'none' | 'unchecked'

interface Result {
  method: string
  result: string
  properties: ReadonlyMap<string, string>
}

const id = /[^\s;="()\\]+/y
const version = /\d+/y
const keyword = /[\w-]+/y
const propertyName = /[\w-]+(?:\.[\w-]+)*/y
/** More than the grammar's tokens: hosts write base64 and addresses of the network without quotes. */
const bareValue = /[^\s;"()\\]+/y

function word(reader: HeaderReader, pattern: RegExp): string {
  const found = reader.match(pattern)
  if (found === undefined) throw new MalformedHeader('a word is missing')
  return lowerAscii(found)
}

/** A value of a property: strings with and without quotes right behind one another, as in `"a b"@example.com`. */
function readValue(reader: HeaderReader): string {
  let value = ''
  for (;;) {
    const part = reader.quoted() ?? reader.match(bareValue)
    if (part === undefined) return lowerAscii(value)
    value += part
  }
}

function readProperties(reader: HeaderReader): Map<string, string> {
  const properties = new Map<string, string>()
  for (;;) {
    const isApart = reader.skip() !== undefined
    if (reader.isAtEnd || reader.next === ';') return properties
    if (!isApart) throw new MalformedHeader('text follows a value')
    const name = word(reader, propertyName)
    reader.skip()
    reader.expect('=')
    reader.skip()
    if (properties.has(name)) throw new MalformedHeader(`${name} is there twice`)
    properties.set(name, readValue(reader))
  }
}

/** Thrown for a version of the header or of a method whose meaning nobody knows yet. */
class UnknownVersion extends Error {}

function checkVersion(found: string | undefined): void {
  if (found !== undefined && found !== '1') throw new UnknownVersion()
}

/** `method[/version]=result`, and properties. */
function readResult(reader: HeaderReader, method: string): Result {
  if (reader.take('/')) {
    reader.skip()
    checkVersion(word(reader, version))
    reader.skip()
  }
  reader.expect('=')
  reader.skip()
  const result = word(reader, keyword)
  return { method, result, properties: readProperties(reader) }
}

/** The name of the host that wrote the header; undefined when no name begins it. */
function readHost(reader: HeaderReader): string | undefined {
  reader.skip()
  const host = reader.quoted() ?? reader.match(id)
  reader.skip()
  return reader.next === '=' || host === undefined ? undefined : lowerAscii(host)
}

/** `none`, or results; either may end with a semicolon, as some hosts write it. */
function readResults(reader: HeaderReader): Result[] {
  checkVersion(reader.match(version))
  const results: Result[] = []
  let isNone = false
  for (reader.skip(); !reader.isAtEnd; reader.skip()) {
    reader.expect(';')
    reader.skip()
    if (reader.isAtEnd) break
    if (isNone) throw new MalformedHeader('none is not alone')
    const method = word(reader, keyword)
    reader.skip()
    isNone = method === 'none' && (reader.isAtEnd || reader.next === ';')
    if (!isNone) results.push(readResult(reader, method))
    else if (results.length > 0) throw new MalformedHeader('none is not alone')
  }
  if (!isNone && results.length === 0) throw new MalformedHeader('a result is missing')
  return results
}

export const domainOf = (address: string) => asciiDomain(address.slice(address.lastIndexOf('@') + 1))

/** A domain speaks for itself and what is below it, a bare suffix such as `com` for nothing below. A host below its author's
 * domain may be somebody else's: without the policy of that domain, which only DMARC knows, it speaks for itself alone. */
export function isAligned(domain: string, from: string): boolean {
  return domain !== '' && (domain === from || (domain.includes('.') && from.endsWith(`.${domain}`)))
}

/** Whether the host found that the envelope is the author's domain's. */
const isSentBy = (results: readonly Result[], from: string) =>
  results.some(
    ({ method, result, properties }) =>
      method === 'spf' &&
      result === 'pass' &&
      isAligned(domainOf(properties.get('smtp.mailfrom') ?? ''), from),
  )

/** The verdict of one header: DMARC decides; without it, an aligned DKIM or SPF. */
function judge(results: readonly Result[], from: string): Authentication {
  const of = (method: string) => results.filter((result) => result.method === method)
  const [dmarc, another] = of('dmarc')
  // A host judges once. What else says so came in with the mail.
  if (another || dmarc?.result === 'fail' || dmarc?.result === 'permerror') return 'fail'
  if (dmarc?.result === 'pass') {
    const judged = asciiDomain(dmarc.properties.get('header.from') ?? '')
    if (judged !== '' && judged === from) return 'pass'
    // The host read another author than we do. Above the domain: some hosts name the one that has the policy.
    if (judged !== '' && !from.endsWith(`.${judged}`)) return 'fail'
  }
  const dkim = of('dkim').some(
    ({ result, properties }) =>
      result === 'pass' &&
      isAligned(
        asciiDomain(properties.get('header.d') ?? '') || domainOf(properties.get('header.i') ?? ''),
        from,
      ),
  )
  if (dkim || isSentBy(results, from)) return 'pass'
  // A forwarder breaks SPF, a mailing list breaks DKIM: both together speak against the sender.
  const failed = (method: string) => of(method).some(({ result }) => result === 'fail')
  return failed('spf') && !of('dkim').some(({ result }) => result === 'pass') ? 'fail' : 'none'
}

export interface Findings {
  authentication: Authentication
  /** The host found that the mail came from where the domain in From sends its mails: nobody else sent it again. */
  isSentByDomain?: boolean | undefined
  /** The host looked at the signatures and found none of the author's domain genuine: those in the mail say nothing. */
  isUnsigned?: boolean | undefined
}

/** @returns undefined for a header of another host; one that cannot be read as far as its host may be ours, and fails */
function readHeader(
  value: string,
  host: string,
  from: string,
): { results: Result[]; verdict: Authentication } | undefined {
  try {
    const reader = new HeaderReader(value)
    if (readHost(reader) !== host) return undefined
    const results = readResults(reader)
    return { results, verdict: judge(results, from) }
  } catch (error) {
    if (error instanceof UnknownVersion) return { results: [], verdict: 'none' }
    if (error instanceof MalformedHeader) return { results: [], verdict: 'fail' }
    throw error
  }
}

/** Mailboxes in envelopes may have a mark against forged reports in front of their name. */
const returnMark = /^(?:ms)?prvs1?=[^=@]{1,40}=/i

/**
 * Whether a mailbox of the author's domain that is not the author's own sent the mail: a list, a group, or the forwarding of a user
 * of the same provider, which pass on what anybody may have written. Of a domain alone that is not known.
 */
export function isPassedOn(envelope: string, author: string): boolean {
  const sender = envelope.trim().replace(/^<(.*)>$/, '$1')
  return (
    sender.lastIndexOf('@') > 0 &&
    isAligned(domainOf(sender), domainOf(author)) &&
    asciiAddress(sender.replace(returnMark, '')) !== asciiAddress(author)
  )
}

const isValidSignature = ({ method, result, properties }: Result, from: string) => {
  if (method !== 'dkim' || result !== 'pass') return false
  const domain = asciiDomain(properties.get('header.d') ?? '') || domainOf(properties.get('header.i') ?? '')
  // DMARC knows whether one below the author's domain is theirs.
  return domain === '' || isAligned(domain, from) || domain.endsWith(`.${from}`)
}

/**
 * Reads `Authentication-Results` of the configured receiving host by the grammar of RFC 8601; one that does not follow it
 * counts as failed, one of an unknown version as none. Only the topmost one counts, whatever it says: hosts write on top, so
 * anything below may be the sender's own, and is heeded only where it speaks against them. Where the envelope is another mailbox
 * of the author's domain, only a signature proves the author.
 * @param headers - lower-case name and value, in the order of the mail
 * @param host - its authserv-id; without it nothing is believed
 * @param sender - the envelope's, as far as it is known
 */
export function readAuthentication(
  headers: readonly { key: string; value: string }[],
  from: string,
  host: string | undefined,
  sender = '',
): Findings {
  if (!host) return { authentication: 'unchecked' }
  const domain = domainOf(from)
  if (domain === '') return { authentication: 'none' }
  const own = headers
    .filter(({ key }) => key === 'authentication-results')
    .slice(0, 20)
    .flatMap(({ value }) => readHeader(value, lowerAscii(host), domain) ?? [])
  const [topmost] = own
  if (topmost?.verdict !== 'pass') return { authentication: topmost?.verdict ?? 'none' }
  const results = own.flatMap((header) => header.results)
  const signatures = results.filter(({ method }) => method === 'dkim')
  const isSigned = signatures.some((result) => isValidSignature(result, domain))
  const envelopes = [
    ...results.flatMap(({ method, properties }) =>
      method === 'spf' ? [properties.get('smtp.mailfrom') ?? ''] : [],
    ),
    headers.find(({ key }) => key === 'return-path')?.value ?? '',
    sender,
  ]
  const isByAnother = envelopes.some((envelope) => isPassedOn(envelope, from))
  if (isByAnother && !isSigned) return { authentication: 'none' }
  return {
    authentication: 'pass',
    isSentByDomain: isSentBy(topmost.results, domain) && !isByAnother,
    isUnsigned: signatures.length > 0 && !isSigned,
  }
}
