/** What the receiving host found about the address in From. */
export type Authentication = 'pass' | 'fail' | 'none' | 'unchecked'

interface Result {
  method: string
  result: string
  properties: Record<string, string>
}

/** Removes comments in parentheses, which may nest. */
function withoutComments(value: string): string {
  let depth = 0
  let text = ''
  for (const sign of value) {
    if (sign === '(') depth += 1
    else if (sign === ')' && depth > 0) depth -= 1
    else if (depth === 0) text += sign
  }
  return text
}

function parseResults(value: string): { host: string; results: Result[] } {
  const [head = '', ...parts] = withoutComments(value.slice(0, 20_000)).split(';')
  const results = parts.slice(0, 50).flatMap((part) => {
    const words = part.trim().split(/\s+/)
    const [method = '', result = ''] = (words[0] ?? '').toLowerCase().split('=')
    if (!method || !result) return []
    const properties = words.slice(1).flatMap((word) => {
      const at = word.indexOf('=')
      return at > 0 ? [[word.slice(0, at).toLowerCase(), word.slice(at + 1).replace(/"/g, '').toLowerCase()]] : []
    })
    return [{ method: method.split('/')[0] ?? '', result, properties: Object.fromEntries(properties) }]
  })
  return { host: (head.trim().split(/\s+/)[0] ?? '').toLowerCase(), results }
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Relaxed alignment: one domain is the other or above it. Never a bare suffix such as `com`. */
function isAligned(domain: string, from: string): boolean {
  if (!domain.includes('.')) return domain !== '' && domain === from
  return domain === from || from.endsWith(`.${domain}`) || domain.endsWith(`.${from}`)
}

/** The verdict of one header: DMARC decides; without it, an aligned DKIM or SPF. */
function judge(results: readonly Result[], from: string): Authentication {
  const of = (method: string) => results.filter((result) => result.method === method)
  const dmarc = of('dmarc')[0]?.result
  if (dmarc === 'pass' && isAligned(of('dmarc')[0]?.properties['header.from'] ?? from, from)) return 'pass'
  if (dmarc === 'fail' || dmarc === 'permerror') return 'fail'
  const dkim = of('dkim').some(
    ({ result, properties }) =>
      result === 'pass' &&
      isAligned(properties['header.d'] ?? domainOf(properties['header.i'] ?? ''), from),
  )
  const spf = of('spf').some(
    ({ result, properties }) =>
      result === 'pass' && isAligned(domainOf(properties['smtp.mailfrom'] ?? ''), from),
  )
  if (dkim || spf) return 'pass'
  // A forwarder breaks SPF, a mailing list breaks DKIM: both together speak against the sender.
  const failed = (method: string) => of(method).some(({ result }) => result === 'fail')
  return failed('spf') && !of('dkim').some(({ result }) => result === 'pass') ? 'fail' : 'none'
}

/**
 * Reads `Authentication-Results` of the configured receiving host, as RFC 8601 describes. Only the topmost one counts:
 * hosts write on top, so anything below may be the sender's own.
 * @param headers - lower-case name and value, in the order of the mail
 * @param host - its authserv-id; without it nothing is believed
 */
export function readAuthentication(
  headers: readonly { key: string; value: string }[],
  from: string,
  host: string | undefined,
): Authentication {
  if (!host) return 'unchecked'
  const found = headers
    .filter(({ key }) => key === 'authentication-results')
    .slice(0, 20)
    .map(({ value }) => parseResults(value))
    .find((result) => result.host === host.toLowerCase())
  return found ? judge(found.results, domainOf(from)) : 'none'
}
