import { invalidKey } from './errors'

/** Characters of keys on hosted Storage, except `?`, which a URL cannot address. */
const allowed = /^[\w/!\-.*'() &$@=;:+,]+$/

export function isKey(key: string): boolean {
  const climbs = key.split('/').some((part) => part === '' || part === '.' || part === '..')
  return key.length <= 1024 && !climbs && allowed.test(key)
}

/**
 * Checks an object's key. Files are named by version, but policies read folder names from keys, so `..` is refused.
 * @throws StorageError `InvalidKey`
 */
export function checkKey(key: string): string {
  if (!isKey(key)) throw invalidKey(key.slice(0, 200))
  return key
}

/** Decodes a path by segments, so that an encoded slash remains part of its key. */
export function decodePath(pathname: string): string[] {
  return pathname.split('/').map((part) => {
    try {
      return decodeURIComponent(part)
    } catch {
      throw invalidKey(part.slice(0, 200))
    }
  })
}
