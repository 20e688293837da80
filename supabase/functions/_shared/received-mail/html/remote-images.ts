import { toBase64 } from '../../base64.ts'
import { isBoundedPicture } from '../../picture-bounds.ts'
import { readAtMost } from '../../read-at-most.ts'

/** Limits of one mail; more pictures stay blocked. */
const MAX_IMAGES = 20
const MAX_BYTES = 1024 * 1024
const MAX_REDIRECTS = 3
const TIMEOUT_MS = 8_000

const privateName = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa|test|invalid|onion)$/

/**
 * The address of a picture that may be requested: https at its usual port, and a public name instead of a number. A service
 * inside the network has no certificate for the name that a mail chose, so that a name which leads there gets no answer.
 */
export function publicUrl(source: string, base?: URL): URL | undefined {
  const url = URL.canParse(source, base?.href) ? new URL(source, base?.href) : undefined
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
    return undefined
  const name = url.hostname.replace(/\.$/, '')
  // The parser has turned every way to write an IPv4 address into four numbers.
  const isNumber = name.startsWith('[') || /^[\d.]+$/.test(name)
  return isNumber || !name.includes('.') || privateName.test(name) ? undefined : url
}

const startsWith = (bytes: Uint8Array, ...signature: number[]) =>
  signature.every((byte, index) => bytes[index] === byte)

/** The type by the first bytes; undefined for anything but a picture. */
function imageType(bytes: Uint8Array): string | undefined {
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47)) return 'image/png'
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (startsWith(bytes, 0x47, 0x49, 0x46, 0x38)) return 'image/gif'
  const isWebp =
    startsWith(bytes, 0x52, 0x49, 0x46, 0x46) && startsWith(bytes.subarray(8), 0x57, 0x45, 0x42, 0x50)
  return isWebp ? 'image/webp' : undefined
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

async function loadImage(source: string, fetch: Fetch, signal: AbortSignal): Promise<string | undefined> {
  let url = publicUrl(source)
  for (let hop = 0; url && hop <= MAX_REDIRECTS; hop += 1) {
    const headers = { accept: 'image/png, image/jpeg, image/gif, image/webp' }
    const response = await fetch(url.href, { redirect: 'manual', headers, signal })
    const location = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel()
      url = publicUrl(location, url)
      continue
    }
    const bytes = response.ok ? await readAtMost(response.body, MAX_BYTES) : undefined
    if (!bytes) await response.body?.cancel().catch(() => undefined)
    const type = bytes && imageType(bytes)
    return bytes && type && isBoundedPicture(bytes) ? `data:${type};base64,${toBase64(bytes)}` : undefined
  }
  return undefined
}

/**
 * Loads the remote pictures of a mail, so that the browser of the reader requests nothing. Those that cannot be loaded, or
 * that are no pictures, are left out.
 * @param sources - as `remoteSources` of `html.ts` lists them
 * @returns data URL of each, by its source
 */
export async function loadRemoteImages(
  sources: readonly string[],
  fetch: Fetch = globalThis.fetch,
  timeout = TIMEOUT_MS,
): Promise<Map<string, string>> {
  const signal = AbortSignal.timeout(timeout)
  const loaded = await Promise.all(
    sources.slice(0, MAX_IMAGES).map(async (source) => {
      // A server that does not answer costs its own picture alone.
      const image = await loadImage(source, fetch, signal).catch(() => undefined)
      return [source, image] as const
    }),
  )
  return new Map(loaded.flatMap(([source, image]) => (image ? [[source, image] as const] : [])))
}
