import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { installedVersion, shellServer, SHARED } from '@helpdesk/remote-contract/build'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { colorModePlugin } from './build/color-mode.ts'
import { devPortalPlugin } from './build/dev-portal.ts'
import { directImportsPlugin } from './build/direct-imports.ts'
import { staticLoginPlugin } from './build/static-login.ts'

const versions = Object.fromEntries(SHARED.map((name) => [name, installedVersion(name, import.meta.url)]))

const router = dirname(createRequire(import.meta.url).resolve('react-router/package.json'))
const productionRouter = [
  { find: /^react-router$/, replacement: `${router}/dist/production/index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${router}/dist/production/dom-export.mjs` },
]

export default defineConfig(({ command }) => ({
  plugins: [directImportsPlugin(), react(), colorModePlugin(), staticLoginPlugin(), devPortalPlugin()],
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
        // the first page in one file: each further one costs a place in the queue, and compresses on its own
        codeSplitting: { groups: [{ name: 'start', test: /apps\/shell\/src\/main\.tsx$/ }] },
      },
    },
  },
}))
