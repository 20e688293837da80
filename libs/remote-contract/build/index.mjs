// Plain JavaScript: Node reads it as it stands when Vite loads an app's configuration.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
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
])

/** Ports of the development servers. */
export const DEV_PORTS = {
  shell: 4201,
  'customer-portal': 4202,
  'agent-workspace': 4203,
  'admin-console': 4204,
}

/**
 * The Vite configuration of a remote: one exposed module (`./routes`), everything shared taken from the shell.
 * `HELPDESK_STANDALONE=1` leaves the federation plugin out, so that the app can be worked on alone.
 *
 * @param {'customer-portal' | 'agent-workspace' | 'admin-console'} name
 * @param {string} root - file URL of the app's vite.config.ts
 * @param {readonly string[]} shared - what this app imports of SHARED; an unused one would be downloaded for nothing
 */
export function remoteConfig(name, root, shared = SHARED) {
  const port = DEV_PORTS[name]
  const alone = process.env['HELPDESK_STANDALONE'] === '1'
  return defineConfig(({ command }) => ({
    base: command === 'build' ? './' : `http://localhost:${port}/`,
    plugins: [
      react(),
      ...(alone
        ? []
        : federation({
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
          })),
    ],
    server: { port, strictPort: true, origin: `http://localhost:${port}`, cors: true },
    build: {
      target: 'es2022',
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // the page of index.html is for work on the app alone: a built remote is its entry and nothing else
      ...(!alone && { rolldownOptions: { input: './src/routes.tsx' } }),
    },
  }))
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

const BACKEND = 'http://127.0.0.1:4200'
const backendPaths = [
  '/auth/v1',
  '/rest',
  '/storage',
  '/functions',
  '/mail',
  '/oauth',
  '/healthz',
  '/portal.json',
]

/** The shell's development server: the backend's paths are passed on to the embedded backend. */
export const shellServer = {
  port: DEV_PORTS.shell,
  strictPort: true,
  host: '127.0.0.1',
  cors: true,
  proxy: {
    ...Object.fromEntries(backendPaths.map((path) => [path, BACKEND])),
    '/realtime': { target: BACKEND, ws: true },
  },
}
