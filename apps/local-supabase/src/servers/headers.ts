import type { IncomingMessage } from 'node:http'

/** Headers of one connection, not of the message (RFC 9110, 7.6.1). */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
])
/** Set by the gateway itself. */
const isSetHere = (name: string) => /^x-forwarded-|^forwarded$|^x-real-ip$|^host$|^authorization$/.test(name)

function isOfConnection(name: string, connection: string): boolean {
  return (
    ofConnection.has(name) ||
    connection
      .toLowerCase()
      .split(',')
      .some((part) => part.trim() === name)
  )
}

/** The headers of a request that pass the gateway. */
export function passedHeaders(headers: Iterable<[string, string]>): Record<string, string> {
  const sent = Object.fromEntries(headers)
  const { connection = '' } = sent
  return Object.fromEntries(
    Object.entries(sent).filter(([name]) => !isOfConnection(name, connection) && !isSetHere(name)),
  )
}

/** Where a request came from, for links in answers and for limits by address. */
export function forwardedHeaders(address: string, origin: string, prefix: string, path: string) {
  const { protocol, host, port } = new URL(origin)
  return {
    'x-forwarded-for': address,
    'x-real-ip': address,
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-forwarded-host': host,
    'x-forwarded-port': port,
    'x-forwarded-prefix': prefix,
    'x-forwarded-path': path,
  }
}

/** The headers of an answer, without the server's CORS: the gateway has its own. */
export function answeredHeaders({ rawHeaders, headers }: IncomingMessage): Headers {
  const passed = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase()
    if (isOfConnection(name, headers.connection ?? '') || name.startsWith('access-control-')) continue
    passed.append(name, rawHeaders[at + 1] ?? '')
  }
  return passed
}
