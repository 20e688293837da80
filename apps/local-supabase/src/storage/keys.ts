import { invalidKey } from './errors'

/** The characters hosted Storage accepts in a key, without `?`, which cannot be reached through a URL. */
const allowed = /^[\w/!\-.*'() &$@=;:+,]+$/

export function isKey(key: string): boolean {
  const climbs = key.split('/').some((part) => part === '' || part === '.' || part === '..')
  return key.length <= 1024 && !climbs && allowed.test(key)
}

/**
 * Checks an object's key. Bytes never live under their key (they live under a version id), yet keys that could
 * climb are refused all the same: policies read folder names out of them.
 * @throws StorageError `InvalidKey`
 */
export function checkKey(key: string): string {
  if (!isKey(key)) throw invalidKey(key.slice(0, 200))
  return key
}

/** Decodes one path below `/storage/v1`, segment by segment, so that an encoded slash stays inside its key. */
export function decodePath(pathname: string): string[] {
  return pathname.split('/').map((part) => {
    try {
      return decodeURIComponent(part)
    } catch {
      throw invalidKey(part.slice(0, 200))
    }
  })
}
