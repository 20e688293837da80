// any origin works, because it is only compared with itself
const BASE = 'https://self.invalid'

/**
 * Makes the `next` of a callback link safe to navigate to. Anyone can write such a link, so anything but a path of this
 * origin becomes the start page.
 * @param next the raw query value
 * @returns a path with query and hash that starts with exactly one slash
 */
export function safeNext(next: string | null | undefined): string {
  // browsers treat a backslash as a slash and drop tabs and line breaks
  // eslint-disable-next-line no-control-regex -- rejects control characters
  if (!next || !next.startsWith('/') || /[\\\u0000-\u001f\u007f]/.test(next)) return '/'
  let url: URL
  try {
    url = new URL(next, BASE)
  } catch {
    return '/'
  }
  // "/.//evil.example" parses to a path that is another host when parsed again
  if (url.origin !== BASE || url.username !== '' || url.pathname.startsWith('//')) return '/'
  if (url.pathname === '/auth/callback') return '/'
  return url.pathname + url.search + url.hash
}
