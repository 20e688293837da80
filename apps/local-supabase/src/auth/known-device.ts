import { createHmac, randomBytes } from 'node:crypto'
import { timingSafeEquals } from '../http/caller'
import { clientAddress } from '../http/connection'
import type { AuthContext } from './context'

const COOKIE = 'helpdesk_device'
const YEAR_SECONDS = 365 * 24 * 3600
/** Accounts per browser; beyond, the least recently used one is dropped. */
const MAX_MARKERS = 5
const MAX_ADDRESSES = 20_000

/**
 * The source of a sign-in attempt. A device that signed in to the account before has its own limit, which nobody else
 * can use up (OWASP: "device cookies").
 */
export interface RequestSource {
  /** Key of its limit. */
  key: string
  /** Whether this device or address signed in to the account before. */
  known: boolean
}

/** A device's marker for one account is `<number>.<proof>`. */
function proofOf(ctx: AuthContext, email: string, number: string): string {
  const key = createHmac('sha256', ctx.gateway.keys.jwtSecret).update('device marker').digest()
  return createHmac('sha256', key).update(`${number} ${email}`).digest('base64url')
}

function readMarkers(request: Request): string[] {
  // Pages of another origin, or of another port of this machine, must not use up this device's limit.
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return []
  const cookies = request.headers.get('cookie') ?? ''
  const value = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.~-]+)`).exec(cookies)?.[1]
  return value ? value.split('~').slice(0, MAX_MARKERS) : []
}

function findMarker(ctx: AuthContext, request: Request, email: string): string | undefined {
  return readMarkers(request).find((marker) => {
    const [number = '', proof = ''] = marker.split('.')
    return number !== '' && timingSafeEquals(proof, proofOf(ctx, email, number))
  })
}

const addressCache = new WeakMap<AuthContext, Set<string>>()
function knownAddresses(ctx: AuthContext): Set<string> {
  const known = addressCache.get(ctx) ?? new Set<string>()
  addressCache.set(ctx, known)
  return known
}

export const addressOrProcess = (request: Request) => clientAddress(request) ?? 'this process'

/** Whether the account has a session from this address, or has had one since the start. */
async function isKnownAddress(ctx: AuthContext, email: string, address: string): Promise<boolean> {
  if (knownAddresses(ctx).has(`${email} ${address}`)) return true
  const rows = await ctx.gateway.sql<{ ip: string }[]>`
    select distinct host(s.ip::inet) as ip from auth.sessions s join auth.users u on u.id = s.user_id
    where u.email = ${email} and s.ip is not null limit 100`
  return rows.some(({ ip }) => ip === address)
}

/** The source by the device's marker, else by its address. */
export function deviceSource(ctx: AuthContext, request: Request, email: string): RequestSource {
  const marker = findMarker(ctx, request, email)
  return marker === undefined
    ? { key: `${email} from ${addressOrProcess(request)}`, known: false }
    : { key: `${email} on ${marker.split('.')[0]}`, known: true }
}

/** Who takes turns with others in comparing passwords: a device that signed in to the account before, else an address. */
export function passwordSource(ctx: AuthContext, request: Request, email: string): string {
  const { key, known } = deviceSource(ctx, request, email)
  return known ? key : addressOrProcess(request)
}

/** {@link deviceSource}, also known by its address. */
export async function requestSource(
  ctx: AuthContext,
  request: Request,
  email: string,
): Promise<RequestSource> {
  const device = deviceSource(ctx, request, email)
  if (device.known) return device
  return { ...device, known: await isKnownAddress(ctx, email, addressOrProcess(request)) }
}

/**
 * Records a sign-in.
 * @returns headers that mark the device. The marker grants no access: it only separates limits.
 */
export function rememberDevice(ctx: AuthContext, request: Request, email: string): Record<string, string> {
  const addresses = knownAddresses(ctx)
  const entry = `${email} ${addressOrProcess(request)}`
  addresses.delete(entry)
  addresses.add(entry)
  for (const oldest of addresses) {
    if (addresses.size <= MAX_ADDRESSES) break
    addresses.delete(oldest)
  }
  const number = randomBytes(12).toString('base64url')
  const marker = findMarker(ctx, request, email) ?? `${number}.${proofOf(ctx, email, number)}`
  const others = readMarkers(request).filter((other) => other !== marker)
  const value = [marker, ...others].slice(0, MAX_MARKERS).join('~')
  return {
    'set-cookie': `${COOKIE}=${value}; Path=/auth/v1; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Strict`,
  }
}
