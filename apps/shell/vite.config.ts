import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { installedVersion, shellManifestPlugin, shellServer, SHARED } from '@helpdesk/remote-contract/build'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { registryKeys } from './build/registry-keys.ts'
import { colorModePlugin } from './build/color-mode.ts'
import { headStartPlugin } from './build/head-start.ts'
import { devPortalPlugin } from './build/dev-portal.ts'
import { staticLoginPlugin } from './build/static-login.ts'

const versions = Object.fromEntries(SHARED.map((name) => [name, installedVersion(name, import.meta.url)]))

const router = dirname(createRequire(import.meta.url).resolve('react-router/package.json'))
const productionRouter = [
  { find: /^react-router$/, replacement: `${router}/dist/production/index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${router}/dist/production/dom-export.mjs` },
]

const AUTH_JS = /@supabase\/auth-js\/dist/
const PORTAL = /app\/signed-in\.ts$|postgrest-js\/dist\/index/

export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    colorModePlugin(),
    staticLoginPlugin(),
    headStartPlugin([/auth\/src\/index\.ts$/, PORTAL], [AUTH_JS]),
    devPortalPlugin(),
    shellManifestPlugin(import.meta.url),
  ],
  // react-router exports only its development build
  ...(command === 'build' && { resolve: { alias: productionRouter } }),
  define: {
    __SHARED_VERSIONS__: JSON.stringify(versions),
    __REGISTRY_KEYS__: JSON.stringify(registryKeys(process.env['HELPDESK_REGISTRY_KEY'])),
    // remotes are loaded by entry, without manifest snapshots
    FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
  },
  server: shellServer,
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // a texts.ts that several chunks use would be a chunk of its own
      optimization: { inlineConst: { mode: 'all', pass: 1 } },
      output: {
        // One file for modules that are needed together: more files mean more requests and compress worse.
        // scripts/bytes.mjs uses these names.
        codeSplitting: {
          groups: [
            // the login page, and components of the other sign-in pages
            {
              name: 'start',
              test: /apps\/shell\/src\/main\.tsx$|ui\/src\/(components\/LinkButton|command\/second-click)|rolldown\/runtime|\0rolldown/,
              priority: 3,
            },
            // loaded when a form is first focused, a session needs a refresh, or after the first screen
            { name: 'auth-js', test: AUTH_JS, priority: 4 },
            // the auth commands, loaded when a form is first focused
            { name: 'auth', test: /libs\/auth\/src\/index\.ts$/, priority: 2 },
            // the layout and shared libraries of every signed-in screen
            { name: 'portal', test: PORTAL, priority: 1 },
          ],
        },
      },
    },
  },
}))
