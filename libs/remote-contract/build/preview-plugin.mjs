import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import { build } from 'vite'

/**
 * Builds the previews of a remote's screens, each into one classic script: the page's head runs it beside the remote's
 * own files, so it must not wait for any of them.
 *
 * @param {string} folder - of the app
 * @param {import('./define-remote-config.d.mts').RemoteConfig['screens']} screens
 */
export function previews(folder, screens) {
  const modules = new Set(Object.values(screens).flatMap(({ preview }) => preview ?? []))
  /** @type {Map<string, string>} File by module. */
  const files = new Map()
  /** @type {import('vite').Plugin} */
  const plugin = {
    name: 'helpdesk-previews',
    apply: 'build',
    async generateBundle() {
      for (const module of modules) {
        const source = await buildPreview(folder, module)
        const name = basename(module).replace(/\.ts$/, '')
        const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
        const fileName = `assets/${name}-${hash}.js`
        this.emitFile({ type: 'asset', fileName, source })
        files.set(module, fileName)
      }
    },
  }
  return { plugin, /** @param {string} [module] */ fileOf: (module) => module && files.get(module) }
}

/**
 * @param {string} folder
 * @param {string} module
 */
async function buildPreview(folder, module) {
  const result = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: join(folder, module), formats: ['iife'], name: 'preview' },
      // as in the remote's own build
      rolldownOptions: { treeshake: { propertyReadSideEffects: false } },
    },
  })
  const [output] = [result].flat()
  if (!output || !('output' in output)) throw new Error(`${module} was not bundled`)
  return output.output[0].code.trim()
}
