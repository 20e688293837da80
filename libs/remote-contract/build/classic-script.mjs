import { join } from 'node:path'
import { build } from 'vite'

/**
 * Bundles a module with all its imports into one classic script, for the page's head.
 *
 * @param {string} folder - of the app
 * @param {string} module - its path there
 * @param {import('vite').BuildOptions} [options]
 * @param {Record<string, string>} [define] - constants: source by name
 * @returns {Promise<string>} the script
 */
export async function classicScript(folder, module, options = {}, define = {}) {
  const result = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    define,
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: join(folder, module), formats: ['iife'], name: 'script' },
      ...options,
    },
  })
  const [output] = [result].flat()
  if (!output || !('output' in output)) throw new Error(`${module} was not bundled`)
  return output.output[0].code.trim()
}
