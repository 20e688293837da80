import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * Modules with one instance on the page: the shell provides them, remotes are built without them. Not Chakra, the
 * router or date-fns: a shared package loses its tree shaking.
 */
export const SHARED = /** @type {const} */ ([
  'react',
  'react/jsx-runtime',
  'jotai',
  '@helpdesk/ui',
  '@helpdesk/ui/router',
  '@helpdesk/auth',
  '@helpdesk/ui/query',
  '@helpdesk/supabase',
])

/**
 * The federation plugin's options for the shared modules of a remote.
 * @param {string} root - file URL of a file in the app's folder
 * @param {boolean} build
 */
export function shareOptions(root, build) {
  return Object.fromEntries(
    SHARED.map((key) => {
      const version = installedVersion(key, root)
      const options = {
        singleton: true,
        strictVersion: true,
        version,
        requiredVersion: `^${version}`,
        ...(build && { import: /** @type {const} */ (false), suppressMissingImportWarning: true }),
      }
      return [key, options]
    }),
  )
}

/**
 * Version of the package that a shared key belongs to, as installed for the app at `root`.
 * @param {string} key
 * @param {string} root - file URL of a file in the app's folder
 */
export function installedVersion(key, root) {
  const [first = key, second] = key.split('/')
  const name = first.startsWith('@') ? `${first}/${second}` : first
  for (const path of createRequire(root).resolve.paths(name) ?? []) {
    try {
      const { version } = JSON.parse(readFileSync(`${path}/${name}/package.json`, 'utf8'))
      if (version) return String(version)
    } catch {
      // look further up, as Node does
    }
  }
  throw new Error(`${name} is not installed: run npm ci`)
}

/**
 * The federation plugin builds a shared module with only those exports that it has seen imported, and closes its list
 * after 10 ms without a new module: on a busy machine exports are then missing at run time. It has no option for
 * either, but keeps all exports of a module that is imported as a namespace. So the exposed module, which is read
 * before the list can close, imports each shared module as a namespace.
 *
 * @returns {import('vite').Plugin}
 */
export function importSharedNamespaces() {
  const imports = SHARED.map((key, index) => `import * as shared${index} from '${key}';`).join('')
  return {
    name: 'helpdesk-shared-namespaces',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/routes\.tsx$/ },
      handler: (code) => ({ code: imports + code, map: null }),
    },
  }
}
