import canonicalize from 'canonicalize'

/** Why a registry is refused. `unsupported`: this browser has no Ed25519. */
export type RefusalReason = 'unsigned' | 'forged' | 'expired' | 'older' | 'unsupported'

const SENTENCES: Record<RefusalReason, string> = {
  unsigned: 'The list of its parts is not signed.',
  forged: 'The signature of the list of its parts is not valid.',
  expired: 'The list of its parts has expired, or the clock of this device is wrong.',
  older: 'The list of its parts is older than the one that this browser has seen.',
  unsupported: 'This browser cannot verify the list of its parts. Use a current browser.',
}

/** A registry that must not be used. Its message is for people. */
export class RefusedRegistry extends Error {
  constructor(
    readonly reason: RefusalReason,
    options?: ErrorOptions,
  ) {
    super(SENTENCES[reason], options)
    this.name = 'RefusedRegistry'
  }
}

/** The bytes that a signature covers: all of a registry but the signature, in the canonical form of RFC 8785. */
export function signedBytes(registry: object): Uint8Array<ArrayBuffer> {
  const text = canonicalize({ ...registry, signature: undefined })
  if (text === undefined) throw new TypeError('A registry is a JSON object')
  return new TextEncoder().encode(text)
}

export interface Trust {
  /** Ed25519 public keys (32 bytes, base64); any of them may have signed. */
  keys: string[]
  now: number
  /** The highest serial that this browser has seen. */
  lastSerial: number
}

/**
 * Checks the signature of `/portal.json`, as read and before anything else looks at it.
 * @returns its serial, to be remembered
 * @throws RefusedRegistry
 */
export async function verifyRegistry(registry: unknown, { keys, now, lastSerial }: Trust): Promise<number> {
  if (typeof registry !== 'object' || registry === null) throw new RefusedRegistry('forged')
  const { signature, serial, expires }: Record<string, unknown> = { ...registry }
  if (signature === undefined) throw new RefusedRegistry('unsigned')
  if (typeof signature !== 'string' || !(await isSigned(registry, signature, keys)))
    throw new RefusedRegistry('forged')
  if (typeof serial !== 'number' || !Number.isSafeInteger(serial)) throw new RefusedRegistry('forged')
  // a missing or unreadable date has expired
  if (!(typeof expires === 'string' && now < Date.parse(expires))) throw new RefusedRegistry('expired')
  if (serial < lastSerial) throw new RefusedRegistry('older')
  return serial
}

async function isSigned(registry: object, signature: string, keys: string[]): Promise<boolean> {
  const bytes = fromBase64(signature)
  if (!bytes) return false
  const message = signedBytes(registry)
  for (const key of keys) {
    if (await crypto.subtle.verify('Ed25519', await importKey(key), bytes, message)) return true
  }
  return false
}

async function importKey(key: string): Promise<CryptoKey> {
  const bytes = fromBase64(key)
  if (bytes?.length !== 32) throw new Error('HELPDESK_REGISTRY_KEY is not an Ed25519 public key')
  try {
    return await crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify'])
  } catch (cause) {
    throw new RefusedRegistry('unsupported', { cause })
  }
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}
