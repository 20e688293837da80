import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { classicScript } from './classic-script.mjs'
import { moduleFromSource } from './virtual-module.mjs'

const RENDERER = fileURLToPath(new URL('render-previews.mjs', import.meta.url))
/** The class names of emotion, which are long and never the same as the app's. */
const CLASS = /preview-[\da-z]+/g

/**
 * Renders the previews of a remote's screens from their components, each into one classic script: a template and what
 * fills it. The page's head runs it beside the remote's own files, so it must not wait for any of them.
 *
 * @param {string} folder - of the app
 * @param {import('./define-remote-config.d.mts').RemoteConfig} config
 */
export function previews(folder, { screens, mounts }) {
  const previewed = Object.entries(screens).flatMap(([path, { preview, module, reads = [] }]) => {
    if (!preview) return []
    const mount = mounts.find((each) => path === each.path || path.startsWith(`${each.path}/`))
    return [{ path, ...preview, module, read: reads[0]?.rpc, role: mount?.roles[0] }]
  })
  /** @type {Map<string, string>} File by path of the screen. */
  const files = new Map()
  /** @type {import('vite').Plugin} */
  const plugin = {
    name: 'helpdesk-previews',
    apply: 'build',
    async generateBundle() {
      const templates = await renderTemplates(folder, previewed)
      for (const [n, { path, rows, component }] of previewed.entries()) {
        const source = await classicScript(folder, 'preview-script.ts', {
          plugins: [moduleFromSource(join(folder, 'preview-script.ts'), scriptOf(rows, templates[n]))],
          // as in the remote's own build
          rolldownOptions: { treeshake: { propertyReadSideEffects: false } },
        })
        const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
        const fileName = `assets/preview-${component}-${hash}.js`
        this.emitFile({ type: 'asset', fileName, source })
        files.set(path, fileName)
      }
    },
  }
  return { plugin, /** @param {string} path */ fileOf: (path) => files.get(path) }
}

/**
 * @param {string} rows - module
 * @param {unknown} template
 */
function scriptOf(rows, template) {
  /** @type {string[]} */
  const classes = []
  const json = JSON.stringify(template).replace(CLASS, (name) => {
    if (!classes.includes(name)) classes.push(name)
    return `p${classes.indexOf(name)}`
  })
  return `import { definePreview } from '@helpdesk/remote-contract/preview'
import { fill } from '@helpdesk/remote-contract/preview/fill'
import { formats } from '${rows}'
definePreview((answer, main) => fill(${json}, formats, answer, main))`
}

/**
 * @param {string} folder
 * @param {{ path: string, module: string, component: string, rows: string, read?: string, role?: string }[]} screens
 * @returns {Promise<unknown[]>}
 */
async function renderTemplates(folder, screens) {
  if (screens.length === 0) return []
  const imports = screens.map(
    ({ module, component, rows }, n) =>
      `import { ${component} as Screen${n} } from '${module}'\nimport * as rows${n} from '${rows}'`,
  )
  const calls = screens.map(
    ({ path, read, role }, n) => `await renderTemplate({
  sample: rows${n}.sample,
  formats: rows${n}.formats,
  render: (answer, container) =>
    renderScreen({ Screen: Screen${n}, answer, ...${JSON.stringify({ path, read, role })} }, container),
})`,
  )
  const entry = `import { renderTemplate } from '@helpdesk/remote-contract/preview/render'
import { renderScreen } from '@helpdesk/tickets/preview/render-screen'
${imports.join('\n')}
export const templates = [${calls.join(', ')}]`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [RENDERER, JSON.stringify({ folder, entry })],
    { cwd: folder, maxBuffer: 2 ** 26 },
  )
  return JSON.parse(stdout)
}
