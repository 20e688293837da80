// JavaScript, because Node loads this file unbundled with an app's Vite configuration.
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { federation } from '@module-federation/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { manifestPlugin } from './manifest-plugin.mjs'
import { previews } from './preview-plugin.mjs'
import { DEV_PORTS, HOST } from './remotes.mjs'
import { importSharedNamespaces, shareOptions } from './shared.mjs'
import { findSmallParts } from './small-parts.mjs'
import { standaloneConfig } from './standalone.mjs'
import { verifiedImports } from './verified-imports.mjs'

export { chunkGraph } from './chunk-graph.mjs'
export { classicScript } from './classic-script.mjs'
export { BACKEND, DEV_PORTS, remoteNames } from './remotes.mjs'
export { installedVersion, SHARED } from './shared.mjs'
export { shellManifestPlugin } from './shell-manifest.mjs'
export { shellServer } from './shell-server.mjs'

/** Only a worker imports pdf.js, which the pre-bundler does not look at: found later, it would load the page again. */
const DEV_DEPS = {
  exclude: ['pdfjs-dist', 'pdfjs-dist/legacy/build/pdf.mjs', 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'],
}

/**
 * The Vite configuration of a remote: one exposed module (`./routes`), shared modules come from the shell.
 * `HELPDESK_STANDALONE=1` makes the development server run the app alone.
 *
 * @param {string} root - file URL of the app's vite.config.ts
 * @param {import('./define-remote-config.d.mts').RemoteConfig} config
 */
export function remoteConfig(root, config) {
  const folder = dirname(fileURLToPath(root))
  const name = basename(folder)
  const port = DEV_PORTS[name]
  const origin = `http://${HOST}:${port}`
  const { plugin: smallParts, isPart } = findSmallParts(folder, config)
  const { plugin: previewScripts, fileOf } = previews(folder, config)
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
              shared: shareOptions(root, command === 'build'),
              experiments: { externalRuntime: true },
            }),
            previewScripts,
            manifestPlugin(folder, name, config, fileOf),
            verifiedImports(),
            smallParts,
          ],
          optimizeDeps: DEV_DEPS,
          server: { host: HOST, port, strictPort: true, origin, cors: true },
          worker: { format: 'es' },
          build: {
            target: 'es2022',
            reportCompressedSize: false,
            // no index.html
            rolldownOptions: {
              input: './src/routes.tsx',
              // drops the unused imports of importSharedNamespaces()
              treeshake: { propertyReadSideEffects: false },
              // a texts.ts that several chunks use would be a chunk of its own
              optimization: { inlineConst: { mode: 'all', pass: 1 } },
              output: {
                codeSplitting: {
                  groups: [
                    { name: 'routes', test: /__loadShare__|src\/routes\.tsx$/, priority: 2 },
                    // the federation's helpers, in one file instead of five
                    {
                      name: 'federation',
                      test: /rolldown\/runtime|\0rolldown|@module-federation\/|localSharedImportMap|external-runtime/,
                      priority: 1,
                    },
                    // small modules of first screens that others use too, see there
                    { name: 'parts', test: isPart },
                  ],
                },
              },
            },
          },
        },
  )
}
