// Plain JavaScript: Node reads it as it stands when Vite loads an app's configuration.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { federation } from '@module-federation/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { remotePlugin } from './remote-plugin.mjs'

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

/** Ports of the development servers. */
export const DEV_PORTS = {
  shell: 4201,
  'customer-portal': 4202,
  'agent-workspace': 4203,
  'admin-console': 4204,
}

/**
 * The Vite configuration of a remote: one exposed module (`./routes`), everything shared taken from the shell.
 * The development server leaves that to the federation plugin, which knows how to reload modules across servers. `HELPDESK_STANDALONE=1` makes the development server run the app alone,
 * on a page of its own that loads `standalone/main.tsx`.
 *
 * @param {'customer-portal' | 'agent-workspace' | 'admin-console'} name
 * @param {string} root - file URL of the app's vite.config.ts
 * @param {readonly string[]} shared - what this app imports of SHARED
 */
export function remoteConfig(name, root, shared = USUAL) {
  const port = DEV_PORTS[name]
  const wanted = Object.fromEntries(shared.map((key) => [key, installedVersion(key, root)]))
  return defineConfig(({ command }) => {
    if (command === 'build')
      return { base: './', plugins: [remotePlugin(wanted, fileURLToPath(new URL('.', root))), react()] }
    return process.env['HELPDESK_STANDALONE'] === '1'
      ? standaloneConfig(name, port)
      : federatedConfig(name, port, wanted)
  })
}

/**
 * @param {string} name
 * @param {number} port
 * @param {Readonly<Record<string, string>>} wanted
 * @returns {import('vite').UserConfig}
 */
function federatedConfig(name, port, wanted) {
  const origin = `http://${HOST}:${port}`
  return {
    base: `${origin}/`,
    plugins: [
      react(),
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
          Object.entries(wanted).map(([key, version]) => [
            key,
            { singleton: true, strictVersion: true, version, requiredVersion: `^${version}` },
          ]),
        ),
        experiments: { externalRuntime: true },
      }),
    ],
    server: { host: HOST, port, strictPort: true, origin, cors: true },
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
export const BACKEND = `http://${HOST}:${process.env['PORT']?.trim() || 4200}`
const backendPaths = [
  '/auth/v1',
  '/rest',
  '/storage',
  '/functions',
  '/mail',
  '/oauth',
  '/healthz',
  '/portal.json',
  '/remotes',
]
const proxy = {
  ...Object.fromEntries(backendPaths.map((path) => [path, BACKEND])),
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
