import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { SESSION_KEY } from './static-login.ts'

const REMEMBERED_KEY = 'helpdesk-start'
const WORKSPACE_KEY = 'helpdesk-workspace'

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
        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
        const files = new Set<string>()
        const add = (file: string) => {
          if (files.has(file)) return
          files.add(file)
          chunks.find(({ fileName }) => fileName === file)?.imports.forEach(add)
        }
        for (const chunk of chunks)
          if (Object.keys(chunk.modules).some((id) => signedIn.some((test) => test.test(id))))
            add(chunk.fileName)
        // the page names the others itself
        const named = [...files].filter((file) => !html.includes(`"/${file}"`)).map((file) => `/${file}`)
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
      __REMEMBERED_KEY__: JSON.stringify(REMEMBERED_KEY),
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
