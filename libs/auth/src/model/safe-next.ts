// Any origin will do: it is only compared with itself.
const BASE = 'https://self.invalid'

/**
 * Makes the `next` of a callback link safe to navigate to: only a path of this very origin gets through.
 * Links are sent by mail and can be written by anyone, so everything else becomes the start page.
 * @param next the raw query value, or `null`.
 * @returns a path with query and hash that starts with exactly one slash; `/` when `next` is not acceptable.
 */
export function safeNext(next: string | null | undefined): string {
  // Browsers read a backslash as a slash and drop tabs and line breaks; neither belongs into a path.
  // eslint-disable-next-line no-control-regex -- control characters are what is refused
  if (!next || !next.startsWith('/') || /[\\\u0000-\u001f\u007f]/.test(next)) return '/'
  let url: URL
  try {
    url = new URL(next, BASE)
  } catch {
    return '/'
  }
  // "/.//evil.example" is a path for the parser, and another host for whoever reads the result again.
  if (url.origin !== BASE || url.username !== '' || url.pathname.startsWith('//')) return '/'
  if (url.pathname === '/auth/callback') return '/'
  return url.pathname + url.search + url.hash
}
