import { createHmac, randomBytes } from 'node:crypto'
import { clientAddress } from '../http/connection'
import { timingSafeEquals } from '../http/caller'
import { networkOf } from '../limits/network'
import type { AuthContext } from './context'

const COOKIE = 'helpdesk_device'
const YEAR_SECONDS = 365 * 24 * 3600
/** People who share a browser; beyond, the one who signed in least recently is forgotten. */
const MAX_MARKERS = 5
const MAX_ADDRESSES = 20_000

/**
 * Where a request comes from, as guesses at one account are counted. A device that signed in to the account before has
 * a count of its own, which nobody else can spend (OWASP: "device cookies").
 */
export interface RequestSource {
  /** The key of its count. */
  key: string
  /** Whether this device or address signed in to the account before. */
  known: boolean
}

/** The marker of one account on one device: a number, and the proof that it was given out for that account. */
function proofOf(ctx: AuthContext, email: string, number: string): string {
  const key = createHmac('sha256', ctx.gateway.keys.jwtSecret).update('device marker').digest()
  return createHmac('sha256', key).update(`${number} ${email}`).digest('base64url')
}

function markersOf(request: Request): string[] {
  // A page of another origin must not spend this device's count, nor one on another port of this machine.
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return []
  const cookies = request.headers.get('cookie') ?? ''
  const value = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.~-]+)`).exec(cookies)?.[1]
  return value ? value.split('~').slice(0, MAX_MARKERS) : []
}

function markerFor(ctx: AuthContext, request: Request, email: string): string | undefined {
  return markersOf(request).find((marker) => {
    const [number = '', proof = ''] = marker.split('.')
    return number !== '' && timingSafeEquals(proof, proofOf(ctx, email, number))
  })
}

const remembered = new WeakMap<AuthContext, Set<string>>()
function addressesOf(ctx: AuthContext): Set<string> {
  const known = remembered.get(ctx) ?? new Set<string>()
  remembered.set(ctx, known)
  return known
}

const networkOfRequest = (request: Request) => networkOf(clientAddress(request) ?? 'this process')

/** Whether somebody signed in to the account from there: a session that lives, or one since the start. */
async function isKnownAddress(ctx: AuthContext, email: string, network: string): Promise<boolean> {
  if (addressesOf(ctx).has(`${email} ${network}`)) return true
  const rows = await ctx.gateway.sql<{ ip: string }[]>`
    select distinct host(s.ip::inet) as ip from auth.sessions s join auth.users u on u.id = s.user_id
    where u.email = ${email} and s.ip is not null limit 100`
  return rows.some(({ ip }) => networkOf(ip) === network)
}

/** The device's own key when it is known by its marker; else the address's. */
export function deviceSource(ctx: AuthContext, request: Request, email: string): RequestSource {
  const marker = markerFor(ctx, request, email)
  return marker === undefined
    ? { key: `${email} from ${networkOfRequest(request)}`, known: false }
    : { key: `${email} on ${marker.split('.')[0]}`, known: true }
}

/** {@link deviceSource}, also known by the address. */
export async function requestSource(
  ctx: AuthContext,
  request: Request,
  email: string,
): Promise<RequestSource> {
  const device = deviceSource(ctx, request, email)
  if (device.known) return device
  return { ...device, known: await isKnownAddress(ctx, email, networkOfRequest(request)) }
}

/**
 * Notes that the account was signed in to from there.
 * @returns headers that mark the device. The marker lets nobody in: it only keeps strangers' failures apart.
 */
export function rememberDevice(ctx: AuthContext, request: Request, email: string): Record<string, string> {
  const addresses = addressesOf(ctx)
  const entry = `${email} ${networkOfRequest(request)}`
  addresses.delete(entry)
  addresses.add(entry)
  for (const oldest of addresses) {
    if (addresses.size <= MAX_ADDRESSES) break
    addresses.delete(oldest)
  }
  const own = markerFor(ctx, request, email)
  const number = randomBytes(12).toString('base64url')
  const marker = own ?? `${number}.${proofOf(ctx, email, number)}`
  const others = markersOf(request).filter((other) => other !== marker)
  const value = [marker, ...others].slice(0, MAX_MARKERS).join('~')
  return {
    'set-cookie': `${COOKIE}=${value}; Path=/auth/v1; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Strict`,
  }
}
