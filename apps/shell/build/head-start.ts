import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chunkGraph, classicScript } from '@helpdesk/remote-contract/build'
import type { Plugin } from 'vite'
import { WORKSPACE_KEY } from './static-login.ts'

/** A script of the entry in Vite's page. */
const ENTRY_TAG = /<script type="module" crossorigin src="(.+?)"><\/script>/g

/**
 * Puts the script of src/start/head.ts into the page's head, with the names of the files that every signed-in screen
 * needs, and the skeleton of a signed-in screen into its body. The content security policy carries the script's hash.
 * The page only preloads the app's entry; a file of a few bytes, src/start/begin.ts, starts it once that script is
 * ready, and at once where a policy blocks it.
 * @param signedIn modules whose chunks, with their static imports, these are
 * @param refresh the same for the files that refresh a session
 */
export function headStartPlugin(signedIn: readonly RegExp[], refresh: readonly RegExp[]): Plugin {
  let root = ''
  let begin = ''
  return {
    name: 'helpdesk-head-start',
    apply: 'build',
    configResolved: (config) => void (root = config.root),
    generateBundle: {
      // before Vite writes the page
      order: 'pre',
      async handler(_, bundle) {
        const [start] = chunkGraph(bundle, () => []).filesOf(join(root, 'src/main.tsx'), [])
        const define = { __START_FILE__: JSON.stringify(`/${start}`) }
        const source = await classicScript(root, 'src/start/begin.ts', { define })
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
        begin = `assets/begin-${hash}.js`
        this.emitFile({ type: 'asset', fileName: begin, source })
      },
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const graph = chunkGraph(bundle, () => [])
        const filesOf = (tests: readonly RegExp[]) => {
          const modules = [...graph.modules].filter((id) => tests.some((test) => test.test(id)))
          const files = new Set(modules.flatMap((id) => graph.filesOf(id, [])))
          // the page names the others itself
          return [...files]
            .filter((file) => file.endsWith('.js') && !html.includes(`"/${file}"`))
            .map((file) => `/${file}`)
        }
        const shell = filesOf(signedIn)
        const later = filesOf(refresh).filter((file) => !shell.includes(file))
        const [start] = graph.filesOf(join(root, 'src/main.tsx'), [])
        if (!html.includes(`src="/${start}"`)) throw new Error('The page does not load the entry')
        const script = await classicScript(root, 'src/start/head.ts', {
          define: {
            __SHELL_FILES__: JSON.stringify(shell),
            __REFRESH_FILES__: JSON.stringify(later),
            __WORKSPACE_KEY__: JSON.stringify(WORKSPACE_KEY),
          },
        })
        const [style, skeleton] = await Promise.all(
          ['skeleton.css', 'skeleton.html'].map((name) => readFile(join(root, 'src/start', name), 'utf8')),
        )
        return html
          .replace(ENTRY_TAG, '<link rel="modulepreload" crossorigin href="$1">')
          .replace('<!-- begin -->', `<script defer src="/${begin}"></script>`)
          .replace('<!-- head-start -->', () => `<script>${script}</script><style>${style}</style>`)
          .replace('<!-- skeleton -->', () => skeleton ?? '')
      },
    },
  }
}
