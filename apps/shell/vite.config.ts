import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { installedVersion, shellServer, SHARED } from '@helpdesk/remote-contract/build'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { colorModePlugin } from './build/color-mode.ts'
import { devPortalPlugin } from './build/dev-portal.ts'
import { directImportsPlugin } from './build/direct-imports.ts'
import { leanAuthPlugin } from './build/lean-auth.ts'
import { leanPackagesPlugin } from './build/lean-packages.ts'
import { staticLoginPlugin } from './build/static-login.ts'

const versions = Object.fromEntries(SHARED.map((name) => [name, installedVersion(name, import.meta.url)]))

const router = dirname(createRequire(import.meta.url).resolve('react-router/package.json'))
const productionRouter = [
  { find: /^react-router$/, replacement: `${router}/dist/production/index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${router}/dist/production/dom-export.mjs` },
]

const PORTAL =
  /AppLayout\.tsx$|remotes\/federation\.ts$|libs\/(ui|tickets)\/src\/index\.ts$|ui\/src\/router\.ts$|postgrest-js\/dist\/index/

export default defineConfig(({ command }) => ({
  plugins: [
    directImportsPlugin(),
    leanAuthPlugin(),
    leanPackagesPlugin(),
    react(),
    colorModePlugin(),
    staticLoginPlugin(),
    devPortalPlugin(),
  ],
  // by itself Vite takes the router's development build, warnings and all
  ...(command === 'build' && { resolve: { alias: productionRouter } }),
  define: {
    __SHARED_VERSIONS__: JSON.stringify(versions),
    // entries are addressed directly: the federation runtime needs no manifest snapshots
    FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
  },
  server: shellServer,
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What is needed together comes in one file, with all that it imports: each further file costs a place in the
        // queue and compresses on its own. The names are those of scripts/bytes.mjs.
        codeSplitting: {
          groups: [
            // the login page, and what a sign-in page needs besides
            {
              name: 'start',
              test: /apps\/shell\/src\/main\.tsx$|ui\/src\/components\/LinkButton/,
              priority: 3,
            },
            // the commands, with the first touch of a form
            { name: 'auth', test: /libs\/auth\/src\/index\.ts$/, priority: 2 },
            // around and under every signed-in screen
            { name: 'portal', test: PORTAL, priority: 1 },
          ],
        },
      },
    },
  },
}))
