import { DEV_PORTS } from '@helpdesk/remote-contract/build'
import type { Plugin } from 'vite'
import * as z from 'zod/mini'

const BACKEND = 'http://127.0.0.1:4200/portal.json'
const REMOTES = ['customer-portal', 'agent-workspace', 'admin-console'] as const
const portalSchema = z.object({ supabase: z.object({ publishableKey: z.string() }) })

/**
 * `/portal.json` of the development server: the backend's key behind this server's own origin, and with
 * HELPDESK_REMOTES_DEV=1 the addresses of the remotes' development servers.
 */
export function devPortalPlugin(): Plugin {
  return {
    name: 'helpdesk-dev-portal',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use('/portal.json', (request, response, next) => {
        if (process.env['HELPDESK_REMOTES_DEV'] !== '1') return next()
        devPortal(`http://${request.headers.host ?? `localhost:${DEV_PORTS.shell}`}`).then(
          (portal) => response.setHeader('content-type', 'application/json').end(JSON.stringify(portal)),
          next,
        )
      })
    },
  }
}

async function devPortal(origin: string) {
  const { supabase } = z.parse(portalSchema, await (await fetch(BACKEND)).json())
  return {
    supabase: { url: origin, publishableKey: supabase.publishableKey },
    remotes: Object.fromEntries(
      REMOTES.map((name) => [
        name,
        { entry: `http://localhost:${DEV_PORTS[name]}/remoteEntry.js`, version: 'dev' },
      ]),
    ),
  }
}
