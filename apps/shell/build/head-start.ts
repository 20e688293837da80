import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chunkGraph } from '@helpdesk/remote-contract/build'
import { build, type Plugin } from 'vite'
import { SESSION_KEY, WORKSPACE_KEY } from './static-login.ts'

/**
 * Puts the script of src/start/head.ts into the page's head, with the names of the files that every signed-in screen
 * needs, and the skeleton of a signed-in screen into its body. The content security policy carries the script's hash.
 * @param signedIn modules whose chunks, with their static imports, these are
 */
export function headStartPlugin(signedIn: readonly RegExp[]): Plugin {
  let root = ''
  return {
    name: 'helpdesk-head-start',
    apply: 'build',
    configResolved: (config) => void (root = config.root),
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const graph = chunkGraph(bundle, () => [])
        const modules = [...graph.modules].filter((id) => signedIn.some((test) => test.test(id)))
        const files = new Set(modules.flatMap((id) => graph.filesOf(id, [])))
        // the page names the others itself
        const named = [...files]
          .filter((file) => file.endsWith('.js') && !html.includes(`"/${file}"`))
          .map((file) => `/${file}`)
        const script = await bundleHead(root, named)
        const [style, skeleton] = await Promise.all(
          ['skeleton.css', 'skeleton.html'].map((name) => readFile(join(root, 'src/start', name), 'utf8')),
        )
        return html
          .replace('<!-- head-start -->', () => `<script>${script}</script><style>${style}</style>`)
          .replace('<!-- skeleton -->', () => skeleton ?? '')
      },
    },
  }
}

/** src/start/head.ts as a classic script. */
async function bundleHead(root: string, files: readonly string[]): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    define: {
      __SHELL_FILES__: JSON.stringify(files),
      __SESSION_KEY__: JSON.stringify(SESSION_KEY),
      __WORKSPACE_KEY__: JSON.stringify(WORKSPACE_KEY),
    },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: join(root, 'src/start/head.ts'), formats: ['iife'], name: 'headStart' },
    },
  })
  const [output] = [result].flat()
  if (!output || !('output' in output)) throw new Error('src/start/head.ts was not bundled')
  return output.output[0].code.trim()
}
