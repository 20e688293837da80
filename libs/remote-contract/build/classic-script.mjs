import { join } from 'node:path'
import { build } from 'vite'

/**
 * Bundles a module with all its imports into one classic script, for the page's head.
 *
 * @param {string} folder - of the app
 * @param {string} module - its path there
 * @param {Pick<import('vite').UserConfig, 'define' | 'plugins'> & Pick<import('vite').BuildOptions, 'rolldownOptions'>} options
 * @returns {Promise<string>} the script
 */
export async function classicScript(folder, module, { define, plugins, rolldownOptions }) {
  const result = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    define,
    plugins,
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: join(folder, module), formats: ['iife'], name: 'script' },
      rolldownOptions,
    },
  })
  const [output] = [result].flat()
  if (!output || !('output' in output)) throw new Error(`${module} was not bundled`)
  return output.output[0].code.trim()
}
