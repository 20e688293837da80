const values = new Map<string, unknown>()

/**
 * A value that exists once on the page. Every remote bundles its own copy of the ticket and staff libraries, and an
 * admin uses two remotes: a module's own atom or map would exist once in each.
 * @param key - names the value and ends with the version of its type, as in `undo@1`: remotes of different age share a
 * page, so raise the version with the type, and they share nothing
 * @param create - called by the first copy only
 */
export function oncePerPage<T>(key: string, create: () => T): T {
  if (!values.has(key)) values.set(key, create())
  // the key names the type
  return values.get(key) as T
}
