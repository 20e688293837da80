/** Modules that the federation plugin generates: what they import dynamically is loaded with the remote. */
const GENERATED = /^\0?virtual:mf/

/**
 * Files of a remote's routes, by the bundle's import graph.
 *
 * @param {Record<string, { type: string, fileName: string }>} bundle
 * @param {(id: string) => readonly string[]} dynamicImportsOf - modules that a module imports dynamically
 */
export function chunkGraph(bundle, dynamicImportsOf) {
  /** @type {any[]} */
  const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  /** @type {Map<string, string>} */
  const fileOf = new Map(
    chunks.flatMap((chunk) => chunk.moduleIds.map((/** @type {string} */ id) => [id, chunk.fileName])),
  )

  /**
   * The files with everything that they import, in order of discovery.
   * @param {string[]} roots
   * @param {boolean} generated - follow the dynamic imports of generated modules too
   */
  function closure(roots, generated) {
    const seen = new Set(roots)
    for (const file of seen) {
      const chunk = byFile.get(file)
      for (const name of chunk?.imports ?? []) seen.add(name)
      for (const name of chunk?.viteMetadata?.importedCss ?? []) seen.add(name)
      if (!generated) continue
      for (const id of chunk?.moduleIds ?? [])
        for (const target of GENERATED.test(id) ? dynamicImportsOf(id) : []) {
          const name = fileOf.get(target)
          if (name) seen.add(name)
        }
    }
    return [...seen]
  }

  return {
    /** Ids of the modules in the bundle. */
    modules: new Set(fileOf.keys()),
    /** @param {string} entry */
    startFiles: (entry) => closure([entry], true),
    /**
     * @param {string} module - id
     * @param {readonly string[]} start
     */
    filesOf(module, start) {
      const file = fileOf.get(module)
      if (!file) throw new Error(`remote.config.ts: ${module} is not in the build`)
      return closure([file], false).filter((name) => !start.includes(name))
    },
  }
}
