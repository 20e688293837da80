import { resolve } from 'node:path'

/** Characters of source below which a file of its own costs more than it saves. */
const SMALL = 4_000
/** Modules that are loaded with the remote. */
const WITH_START = /^\0|virtual:mf|__loadShare__/

/**
 * @typedef {object} Module
 * @property {readonly string[]} imports - ids
 * @property {readonly string[]} dynamicImports - ids
 * @property {number} size - characters
 */

/**
 * Modules of first screens that share a file although other screens, dialogs and panels use only some of them. The
 * bundler makes a file for each combination of users, and a first screen then waits for a dozen files of 200 bytes.
 * A combination with much code keeps its file.
 *
 * @param {ReadonlyMap<string, Module>} modules - by id
 * @param {string} start - id of the module that every screen comes with
 * @param {readonly string[]} firstScreens - ids
 * @returns {Set<string>} ids, with everything that they import and that the start lacks
 */
export function smallParts(modules, start, firstScreens) {
  const loaded = reach(modules, start)
  const isLoaded = (/** @type {string} */ id) => loaded.has(id) || WITH_START.test(id)
  const roots = new Set([...modules.values()].flatMap(({ dynamicImports }) => dynamicImports))
  /** @type {Map<string, string[]>} Roots by the module that they need. */
  const users = new Map()
  for (const root of roots)
    for (const id of reach(modules, root)) if (!isLoaded(id)) users.set(id, [...(users.get(id) ?? []), root])

  /** @type {Map<string, string[]>} */
  const combinations = new Map()
  for (const [id, needing] of users) {
    if (needing.length < 2 || !needing.some((root) => firstScreens.includes(root))) continue
    const key = needing.join()
    combinations.set(key, [...(combinations.get(key) ?? []), id])
  }
  const sizeOf = (/** @type {string[]} */ ids) =>
    ids.reduce((sum, id) => sum + (modules.get(id)?.size ?? 0), 0)
  const small = new Set([...combinations.values()].filter((ids) => sizeOf(ids) < SMALL).flat())

  // a part must not load more than itself
  const isClosed = (/** @type {string} */ id) =>
    modules.get(id)?.imports.every((name) => small.has(name) || isLoaded(name)) ?? true
  for (let open = [...small]; open.length > 0;) {
    open = [...small].filter((id) => !isClosed(id))
    for (const id of open) small.delete(id)
  }
  return small
}

/**
 * A module with everything that it imports statically.
 * @param {ReadonlyMap<string, Module>} modules
 * @param {string} root
 */
function reach(modules, root) {
  const seen = new Set([root])
  for (const id of seen) for (const name of modules.get(id)?.imports ?? []) seen.add(name)
  return seen
}

/**
 * Computes {@link smallParts} of a remote's build. First screens are the listed ones whose first reads are known.
 *
 * @param {string} folder - of the app
 * @param {import('./define-remote-config.d.mts').RemoteConfig} config
 * @returns {{ plugin: import('vite').Plugin, isPart: (id: string) => boolean }}
 */
export function findSmallParts(folder, { screens }) {
  const first = Object.entries(screens)
    .filter(([path, { reads }]) => reads && !/[:<]/.test(path))
    .map(([, { module }]) => resolve(folder, module))
  /** @type {Set<string>} */
  let parts = new Set()
  return {
    isPart: (id) => parts.has(id),
    plugin: {
      name: 'helpdesk-small-parts',
      apply: 'build',
      buildEnd() {
        const modules = new Map(
          [...this.getModuleIds()].map((id) => {
            const info = this.getModuleInfo(id)
            return [
              id,
              {
                imports: info?.importedIds ?? [],
                dynamicImports: info?.dynamicallyImportedIds ?? [],
                size: info?.code?.length ?? 0,
              },
            ]
          }),
        )
        parts = smallParts(modules, resolve(folder, 'src/routes.tsx'), first)
      },
    },
  }
}
