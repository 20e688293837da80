import { BACKEND, DEV_PORTS, HOST } from './remotes.mjs'

const backendPaths = ['/auth/v1', '/rest', '/storage', '/functions', '/healthz', '/portal.json', '/remotes']

/** The embedded backend, behind a development server's origin. */
export const proxy = {
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
