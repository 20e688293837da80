import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { classicScript } from './classic-script.mjs'

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
        const source = await classicScript(folder, module, {
          // as in the remote's own build
          rolldownOptions: { treeshake: { propertyReadSideEffects: false } },
        })
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
