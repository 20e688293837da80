import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { installedVersion, shellServer, SHARED } from '@helpdesk/remote-contract/build'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { colorModePlugin } from './build/color-mode.ts'
import { devPortalPlugin } from './build/dev-portal.ts'
import { staticLoginPlugin } from './build/static-login.ts'

const versions = Object.fromEntries(SHARED.map((name) => [name, installedVersion(name, import.meta.url)]))

const router = dirname(createRequire(import.meta.url).resolve('react-router/package.json'))
const productionRouter = [
  { find: /^react-router$/, replacement: `${router}/dist/production/index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${router}/dist/production/dom-export.mjs` },
]

const PORTAL =
  /AppLayout\.tsx$|remotes\/federation\.ts$|libs\/ui\/src\/index\.ts$|ui\/src\/router\.ts$|postgrest-js\/dist\/index/

export default defineConfig(({ command }) => ({
  plugins: [react(), colorModePlugin(), staticLoginPlugin(), devPortalPlugin()],
  // react-router's `exports` name its development build only
  ...(command === 'build' && { resolve: { alias: productionRouter } }),
  define: {
    __SHARED_VERSIONS__: JSON.stringify(versions),
    // remotes are loaded by their entries: the federation runtime needs no manifest snapshots
    FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
  },
  server: shellServer,
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // One file for what is needed together, with its imports: more files mean more requests and compress worse.
        // scripts/bytes.mjs uses these names.
        codeSplitting: {
          groups: [
            // the login page, and what the other sign-in pages need
            {
              name: 'start',
              test: /apps\/shell\/src\/main\.tsx$|ui\/src\/components\/LinkButton/,
              priority: 3,
            },
            // the auth commands, loaded with the first focus of a form
            { name: 'auth', test: /libs\/auth\/src\/index\.ts$/, priority: 2 },
            // the layout and shared libraries of every signed-in screen
            { name: 'portal', test: PORTAL, priority: 1 },
          ],
        },
      },
    },
  },
}))
