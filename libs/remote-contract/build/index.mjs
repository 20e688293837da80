// Plain JavaScript: Node reads it as it stands when Vite loads an app's configuration.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { federation } from '@module-federation/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * Packages of which the page holds one instance: the shell provides them, remotes are built without them.
 * Chakra, the router and date-fns are left out on purpose, a shared package loses its tree shaking.
 */
export const SHARED = /** @type {const} */ ([
  'react',
  'react/jsx-runtime',
  'jotai',
  '@helpdesk/ui',
  '@helpdesk/ui/router',
  '@helpdesk/auth',
  '@helpdesk/tickets',
  '@helpdesk/ui/query',
  '@helpdesk/supabase',
])

/** What most remotes use of it: the clients and the cache they have from `@helpdesk/tickets`. */
const USUAL = SHARED.filter((key) => key !== '@helpdesk/ui/query' && key !== '@helpdesk/supabase')

const HOST = '127.0.0.1'

/** Port of the embedded backend; the development servers have the four after it. */
const BACKEND_PORT = Number(process.env['PORT']?.trim() || 4200)

/** Ports of the development servers. */
export const DEV_PORTS = {
  shell: BACKEND_PORT + 1,
  'customer-portal': BACKEND_PORT + 2,
  'agent-workspace': BACKEND_PORT + 3,
  'admin-console': BACKEND_PORT + 4,
}

/** pdf.js has its worker as an address (`?url`), which the pre-bundler cannot load. */
const DEV_DEPS = {
  exclude: ['pdfjs-dist', 'pdfjs-dist/legacy/build/pdf.mjs', 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'],
}

/**
 * The Vite configuration of a remote: one exposed module (`./routes`), everything shared taken from the shell.
 * `HELPDESK_STANDALONE=1` makes the development server run the app alone: without the federation plugin, on a page
 * of its own that loads `standalone/main.tsx`.
 *
 * @param {'customer-portal' | 'agent-workspace' | 'admin-console'} name
 * @param {string} root - file URL of the app's vite.config.ts
 * @param {readonly string[]} shared - what this app imports of SHARED; an unused one would be downloaded for nothing
 */
export function remoteConfig(name, root, shared = USUAL) {
  const port = DEV_PORTS[name]
  const origin = `http://${HOST}:${port}`
  return defineConfig(({ command }) =>
    command === 'serve' && process.env['HELPDESK_STANDALONE'] === '1'
      ? standaloneConfig(name, port)
      : {
          base: command === 'build' ? './' : `${origin}/`,
          plugins: [
            react(),
            namedShares(shared, fileURLToPath(new URL('.', root))),
            federation({
              name: name.replaceAll('-', '_'),
              filename: 'remoteEntry.js',
              manifest: true,
              dts: false,
              // a remote loads no remotes itself and is found without a manifest
              disableRemote: true,
              disableSnapshot: true,
              dev: { remoteHmr: true },
              exposes: { './routes': './src/routes.tsx' },
              shared: Object.fromEntries(
                shared.map((key) => [key, shareOptions(key, root, command === 'build')]),
              ),
              experiments: { externalRuntime: true },
            }),
          ],
          optimizeDeps: DEV_DEPS,
          server: { host: HOST, port, strictPort: true, origin, cors: true },
          build: {
            target: 'es2022',
            modulePreload: { polyfill: false },
            reportCompressedSize: false,
            // a built remote is its entry and nothing else
            rolldownOptions: { input: './src/routes.tsx' },
          },
        },
  )
}

/**
 * The federation plugin collects which exports of a shared package the build uses, and takes 10 ms without news for
 * the end of the graph. On a busy machine modules come later than that, and what they import is then missing from the
 * build. So the exposed module, which is read first, names what the app and the libraries bundled with it import.
 *
 * @param {readonly string[]} shared
 * @param {string} app - the app's folder
 * @returns {import('vite').Plugin}
 */
function namedShares(shared, app) {
  return {
    name: 'helpdesk-named-shares',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/src\/routes\.tsx$/.test(id)) return null
      const used = importedNames([app, ...bundledLibraries(app, shared)].map((folder) => join(folder, 'src')))
      const imports = shared.flatMap((key, share) => {
        const names = key === 'react/jsx-runtime' ? ['jsx', 'jsxs', 'Fragment'] : [...(used.get(key) ?? [])]
        const list = names.map((name, index) => `${name} as share${share}_${index}`)
        return list.length > 0 ? [`import { ${list.join(', ')} } from '${key}';`] : []
      })
      return { code: `${imports.join('')}${code}`, map: null }
    },
  }
}

/**
 * Workspace packages that an app bundles instead of taking them from the page.
 *
 * @param {string} app
 * @param {readonly string[]} shared
 * @returns {string[]} their folders
 */
function bundledLibraries(app, shared) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'))
  const require = createRequire(join(app, 'package.json'))
  return Object.keys(dependencies)
    .filter((name) => name.startsWith('@helpdesk/') && name !== '@helpdesk/remote-contract')
    .filter((name) => !shared.includes(name))
    .map((name) => dirname(dirname(require.resolve(name))))
}

/**
 * @param {readonly string[]} folders
 * @returns {Map<string, Set<string>>} what the sources in the folders import by name, for each package
 */
function importedNames(folders) {
  /** @type {Map<string, Set<string>>} */
  const used = new Map()
  const statement = /(?:import|export)\s+(?!type\b)(?:[\w$]+\s*,\s*)?\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => join(folder, file)),
  )
  for (const file of files) {
    for (const [, list = '', source = ''] of readFileSync(file, 'utf8').matchAll(statement)) {
      const names = list.split(',').map((part) => part.trim().split(/\s+as\s+/)[0] ?? '')
      const values = names.filter((name) => name && !name.startsWith('type '))
      used.set(source, new Set([...(used.get(source) ?? []), ...values]))
    }
  }
  return used
}

const STANDALONE_ENTRY = 'standalone/main.tsx'

/**
 * @param {string} name
 * @param {number} port
 * @returns {import('vite').UserConfig}
 */
function standaloneConfig(name, port) {
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" /><title>${name}</title>
    <link rel="icon" href="data:," /></head>
    <body><div id="root"></div><script type="module" src="/${STANDALONE_ENTRY}"></script></body></html>`
  return {
    appType: 'custom',
    // apart from what the federated server prepared
    cacheDir: 'node_modules/.vite-standalone',
    plugins: [
      react(),
      {
        name: 'helpdesk-standalone-page',
        configureServer: (server) => () => {
          server.middlewares.use((request, response, next) => {
            if (!request.headers.accept?.includes('text/html')) return next()
            server
              .transformIndexHtml(request.url ?? '/', page)
              .then((html) => response.setHeader('content-type', 'text/html').end(html), next)
          })
        },
      },
    ],
    optimizeDeps: { entries: [STANDALONE_ENTRY] },
    server: { host: HOST, port, strictPort: true, proxy },
  }
}

/**
 * @param {string} key
 * @param {string} root
 * @param {boolean} build
 */
function shareOptions(key, root, build) {
  const version = installedVersion(key, root)
  return {
    singleton: true,
    strictVersion: true,
    version,
    requiredVersion: `^${version}`,
    ...(build && { import: /** @type {const} */ (false), suppressMissingImportWarning: true }),
  }
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
      // not in this folder: look further up, as Node does
    }
  }
  throw new Error(`${name} is not installed: run npm ci`)
}

/** Where the embedded backend answers the development servers. */
export const BACKEND = `http://${HOST}:${BACKEND_PORT}`
const backendPaths = ['/auth/v1', '/rest', '/storage', '/functions', '/healthz', '/portal.json', '/remotes']
const proxy = {
  ...Object.fromEntries(backendPaths.map((path) => [path, BACKEND])),
  // These answer under the backend's own name only. Foreign names that lead here Vite refuses by itself.
  '/mail': { target: BACKEND, changeOrigin: true },
  '/oauth': { target: BACKEND, changeOrigin: true },
  '/realtime': { target: BACKEND, ws: true },
}

/** The shell's development server: the backend's paths are passed on to the embedded backend. */
export const shellServer = {
  port: DEV_PORTS.shell,
  strictPort: true,
  host: HOST,
  cors: true,
  proxy,
}
