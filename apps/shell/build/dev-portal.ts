import { BACKEND, DEV_PORTS } from '@helpdesk/remote-contract/build'
import type { Plugin } from 'vite'
import * as z from 'zod/mini'

const { shell, ...remotePorts } = DEV_PORTS
const portalSchema = z.object({ supabase: z.object({ url: z.string(), publishableKey: z.string() }) })

/**
 * Serves `/portal.json` in development with HELPDESK_REMOTES_DEV=1: the backend behind this server's origin, and the
 * addresses of the remotes' development servers.
 */
export function devPortalPlugin(): Plugin {
  return {
    name: 'helpdesk-dev-portal',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use('/portal.json', (request, response, next) => {
        if (process.env['HELPDESK_REMOTES_DEV'] !== '1') return next()
        devPortal(`http://${request.headers.host ?? `127.0.0.1:${shell}`}`).then(
          (portal) => response.setHeader('content-type', 'application/json').end(JSON.stringify(portal)),
          next,
        )
      })
    },
  }
}

async function devPortal(origin: string) {
  const { supabase } = z.parse(portalSchema, await (await fetch(`${BACKEND}/portal.json`)).json())
  return {
    // a hosted project keeps its address
    supabase: { ...supabase, url: supabase.url === BACKEND ? origin : supabase.url },
    remotes: Object.fromEntries(
      Object.entries(remotePorts).map(([name, port]) => [
        name,
        { entry: `http://127.0.0.1:${port}/remoteEntry.js`, version: 'dev' },
      ]),
    ),
  }
}
