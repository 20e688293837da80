const HELPER = /^\0vite\/preload-helper\.js$/

/**
 * Compares the files of each dynamic import with the hashes of `portal.json` before they run: replaces Vite's helper,
 * which only starts to load them, by a call of the shell. A shell of an earlier version compares the files of screens
 * only.
 *
 * @returns {import('vite').Plugin}
 */
export function verifiedImports() {
  return {
    name: 'helpdesk-verified-imports',
    enforce: 'pre',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          // Vite lists nothing for a file that imports no other
          resolveDependencies: (file, files) => [...new Set([file, ...files])],
        },
      },
    }),
    load: {
      filter: { id: HELPER },
      handler: () => `export async function __vitePreload(load, files, importer) {
  if (files?.length) await globalThis.helpdeskVerify?.(files.map((file) => new URL(file, importer).href))
  return load()
}`,
    },
  }
}
