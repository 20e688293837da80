import type { RequestOptions } from 'node:https'
import { serverNames, type ServerName, type Servers } from './settings'

export interface Target {
  name: ServerName
  /** `/auth/v1` */
  prefix: string
  /** Of the server, with its query. */
  path: string
  server: URL
}

/** Which server serves a path of the gateway; undefined for one that this process serves. */
export function targetOf(servers: Servers, { pathname, search }: URL): Target | undefined {
  const name = serverNames.find((each) => pathname === `/${each}/v1` || pathname.startsWith(`/${each}/v1/`))
  const address = name && servers[name]
  if (!name || !address) return undefined
  const prefix = `/${name}/v1`
  const server = new URL(address)
  const base = server.pathname.replace(/(?<!\/)\/+$/, '')
  const rest = pathname.slice(prefix.length) || '/'
  return { name, prefix, path: `${socketBase(name, base, rest)}${rest}${search}`, server }
}

/** Realtime serves its socket below /socket; an address with a path names the place itself. */
const socketBase = (name: ServerName, base: string, rest: string) =>
  name === 'realtime' && base === '' && rest === '/websocket' ? '/socket' : base

/** Realtime finds its tenant by the host's name; systems do not resolve all names below localhost (RFC 6761). */
export function connectionTo({ hostname, port, protocol }: URL): RequestOptions {
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const host = isLocal ? '127.0.0.1' : hostname.replace(/^\[|\]$/g, '')
  return { host, port: port || (protocol === 'https:' ? 443 : 80), servername: isLocal ? undefined : host }
}
