import react from '@vitejs/plugin-react'
import { HOST } from './remotes.mjs'
import { proxy } from './shell-server.mjs'

const ENTRY = 'standalone/main.tsx'

/**
 * A remote alone: without the federation plugin, on a page of its own that loads `standalone/main.tsx`.
 * @param {string} name
 * @param {number} port
 * @returns {import('vite').UserConfig}
 */
export function standaloneConfig(name, port) {
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" /><title>${name}</title>
    <link rel="icon" href="data:," /></head>
    <body><div id="root"></div><script type="module" src="/${ENTRY}"></script></body></html>`
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
    optimizeDeps: { entries: [ENTRY] },
    server: { host: HOST, port, strictPort: true, proxy },
  }
}
