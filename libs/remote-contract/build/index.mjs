// JavaScript, because Node loads this file unbundled with an app's Vite configuration.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { federation } from '@module-federation/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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

const HOST = '127.0.0.1'

/** Port of the embedded backend; the development servers use the next four. */
const BACKEND_PORT = Number(process.env['PORT']?.trim() || 4200)

/** Ports of the development servers. */
export const DEV_PORTS = {
  shell: BACKEND_PORT + 1,
  'customer-portal': BACKEND_PORT + 2,
  'agent-workspace': BACKEND_PORT + 3,
  'admin-console': BACKEND_PORT + 4,
}

/** pdf.js imports its worker by URL (`?url`), which the pre-bundler cannot load. */
const DEV_DEPS = {
  exclude: ['pdfjs-dist', 'pdfjs-dist/legacy/build/pdf.mjs', 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'],
}

/**
 * The Vite configuration of a remote: one exposed module (`./routes`), shared modules come from the shell.
 * `HELPDESK_STANDALONE=1` makes the development server run the app alone: without the federation plugin, on a
 * separate page that loads `standalone/main.tsx`.
 *
 * @param {'customer-portal' | 'agent-workspace' | 'admin-console'} name
 * @param {string} root - file URL of the app's vite.config.ts
 */
export function remoteConfig(name, root) {
  const port = DEV_PORTS[name]
  const origin = `http://${HOST}:${port}`
  return defineConfig(({ command }) =>
    command === 'serve' && process.env['HELPDESK_STANDALONE'] === '1'
      ? standaloneConfig(name, port)
      : {
          base: command === 'build' ? './' : `${origin}/`,
          plugins: [
            react(),
            importSharedNamespaces(),
            federation({
              name: name.replaceAll('-', '_'),
              filename: 'remoteEntry.js',
              manifest: true,
              dts: false,
              // remotes load no remotes and need no manifest
              disableRemote: true,
              disableSnapshot: true,
              dev: { remoteHmr: true },
              exposes: { './routes': './src/routes.tsx' },
              shared: Object.fromEntries(
                SHARED.map((key) => [key, shareOptions(key, root, command === 'build')]),
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
            // no index.html
            rolldownOptions: {
              input: './src/routes.tsx',
              // drops the unused imports of importSharedNamespaces()
              treeshake: { propertyReadSideEffects: false },
              output: {
                codeSplitting: { groups: [{ name: 'routes', test: /__loadShare__|src\/routes\.tsx$/ }] },
              },
            },
          },
        },
  )
}

/**
 * The federation plugin builds a shared module with only those exports that it has seen imported, and closes its list
 * after 10 ms without a new module: on a busy machine exports are then missing at run time. It has no option for
 * either, but keeps all exports of a module that is imported as a namespace. So the exposed module, which is read
 * before the list can close, imports each shared module as a namespace.
 *
 * @returns {import('vite').Plugin}
 */
function importSharedNamespaces() {
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
    // not shared with the federated server
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
      // look further up, as Node does
    }
  }
  throw new Error(`${name} is not installed: run npm ci`)
}

/** Address of the embedded backend. */
export const BACKEND = `http://${HOST}:${BACKEND_PORT}`
const backendPaths = ['/auth/v1', '/rest', '/storage', '/functions', '/healthz', '/portal.json', '/remotes']
const proxy = {
  ...Object.fromEntries(backendPaths.map((path) => [path, BACKEND])),
  // These paths accept only the backend's own host name; Vite rejects foreign host names.
  '/mail': { target: BACKEND, changeOrigin: true },
  '/oauth': { target: BACKEND, changeOrigin: true },
  '/realtime': { target: BACKEND, ws: true },
}

/** The shell's development server, with a proxy to the embedded backend. */
export const shellServer = {
  port: DEV_PORTS.shell,
  strictPort: true,
  host: HOST,
  cors: true,
  proxy,
}
