import { BACKEND, DEV_PORTS } from '@helpdesk/remote-contract/build'
import type { Plugin } from 'vite'
import * as z from 'zod/mini'
import { folderOf, RELEASED_PATH, releasedRemotes, serveReleased } from './released-remotes.ts'

const { shell, ...remotePorts } = DEV_PORTS
const portalSchema = z.object({
  supabase: z.object({ url: z.string(), publishableKey: z.string() }),
  remotes: z.record(z.string(), z.unknown()),
})
const manifestSchema = z.looseObject({ name: z.string() })

/**
 * Serves `/portal.json` in development with HELPDESK_REMOTES_DEV=<remote>,…: the backend behind this server's origin,
 * these remotes once their development servers run, and the others from their last release in HELPDESK_RELEASES, the
 * address of a `portal.json` or a release folder. Those that it does not list, and all without it, come from their last
 * build, as the backend has them.
 */
export function devPortalPlugin(): Plugin {
  return {
    name: 'helpdesk-dev-portal',
    apply: 'serve',
    configureServer(server) {
      const releases = process.env['HELPDESK_RELEASES']?.trim()
      const folder = releases ? folderOf(releases) : null
      if (folder) server.middlewares.use(RELEASED_PATH, serveReleased(folder))
      server.middlewares.use('/portal.json', (request, response, next) => {
        const names = process.env['HELPDESK_REMOTES_DEV']
        if (!names) return next()
        const origin = `http://${request.headers.host ?? `127.0.0.1:${shell}`}`
        devPortal(origin, names.split(','), releases).then(
          (portal) => response.setHeader('content-type', 'application/json').end(JSON.stringify(portal)),
          next,
        )
      })
    },
  }
}

async function devPortal(origin: string, names: string[], releases: string | undefined) {
  const { supabase, remotes } = z.parse(portalSchema, await (await fetch(`${BACKEND}/portal.json`)).json())
  const released = releases ? await releasedRemotes(releases) : {}
  const others = Object.entries({ ...remotes, ...released }).filter(([name]) => !names.includes(name))
  const started = await Promise.all(names.flatMap((name) => remotePorts[name] ?? []).map(devRemote))
  return {
    // a hosted project keeps its address
    supabase: { ...supabase, url: supabase.url === BACKEND ? origin : supabase.url },
    remotes: Object.fromEntries([...others, ...started.flat()]),
  }
}

/** The manifest of a development server; none when it does not run. */
async function devRemote(port: number) {
  const base = `http://127.0.0.1:${port}/`
  const response = await fetch(`${base}remote.json`).catch(() => null)
  if (!response?.ok) return []
  const manifest = z.parse(manifestSchema, await response.json())
  return [[manifest.name, { ...manifest, base }] as const]
}
