const encoder = new TextEncoder()
const hexOf = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Compares in constant time. */
export function isEqual(one: string, other: string): boolean {
  const [a, b] = [encoder.encode(one), encoder.encode(other)]
  let different = a.length ^ b.length
  a.forEach((byte, index) => (different |= byte ^ (b[index] ?? 0)))
  return different === 0
}

async function hmac(secret: string, text: string): Promise<string> {
  const usages: KeyUsage[] = ['sign']
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, usages)
  return hexOf(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
}

/** Seconds by which the clocks may differ. */
const TOLERANCE = 300

const textToSign = async (time: number, nonce: string, envelope: string, body: Uint8Array) =>
  `${time}.${nonce}.${envelope}.${hexOf(await crypto.subtle.digest('SHA-256', new Uint8Array(body)))}`

/**
 * The header `x-mail-signature`: `t=<seconds>,n=<nonce>,v1=<hex>`, an HMAC-SHA256 of `t.n.<x-mail-envelope>.<SHA-256 of the
 * body in hex>`.
 */
export async function signMail(
  secret: string,
  envelope: string,
  body: Uint8Array,
  now = Date.now(),
): Promise<string> {
  const time = Math.floor(now / 1000)
  const nonce = crypto.randomUUID()
  return `t=${time},n=${nonce},v1=${await hmac(secret, await textToSign(time, nonce, envelope, body))}`
}

/** @returns what makes the signature unique, to be used once; undefined for a wrong or old one */
export async function checkSignature(
  header: string,
  secret: string,
  envelope: string,
  body: Uint8Array,
  now = Date.now(),
): Promise<string | undefined> {
  const parts = /^t=(\d{1,12}),n=([\w-]{1,64}),v1=([0-9a-f]{64})$/.exec(header)
  if (!parts) return undefined
  const [, time = '', nonce = '', signature = ''] = parts
  const expected = await hmac(secret, await textToSign(Number(time), nonce, envelope, body))
  if (!isEqual(expected, signature) || Math.abs(now / 1000 - Number(time)) > TOLERANCE) return undefined
  return signature
}

/** Mailgun signs timestamp and token of each request with its own key. */
export async function checkMailgun(
  fields: { timestamp: string; token: string; signature: string },
  key: string,
  now = Date.now(),
): Promise<string | undefined> {
  const { timestamp, token, signature } = fields
  if (!/^\d{1,12}$/.test(timestamp) || !/^\w{1,100}$/.test(token)) return undefined
  const expected = await hmac(key, timestamp + token)
  if (!isEqual(expected, signature) || Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE) return undefined
  return signature
}

/** Whether the password of HTTP Basic is the secret: the way of Postmark and SNS, whose requests have no key of ours. */
export function hasBasicSecret(authorization: string | null, secret: string): boolean {
  const encoded = /^basic\s+([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1]
  if (!encoded) return false
  let pair: string
  try {
    pair = atob(encoded)
  } catch {
    return false
  }
  return isEqual(pair.slice(pair.indexOf(':') + 1), secret)
}
