import { join } from 'node:path'
import { listen } from './http/listen'
import { json } from './http/respond'
import type { Log } from './log/log'
import { root, type Settings } from './settings'
import { createStatic } from './static/handler'
import { createPortal } from './static/portal-config'
import { version } from './version'

/** Serves the built apps for a hosted project, without database, services or data folder. */
export async function serveHosted(
  { port, staticApps, trustsProxy }: Settings,
  hosted: NonNullable<Settings['hosted']>,
  log: Log,
) {
  const appsDir = join(root, 'apps')
  const portal = createPortal(hosted, appsDir)
  const server = await listen(port, { log, trustsProxy })
  const files = staticApps ? createStatic({ appsDir, portal }) : undefined
  server.serve(async (request) => {
    const url = new URL(request.url)
    if (url.pathname === '/healthz') return json({ status: 'ok', version })
    // The project's own parts are watched by its platform.
    if (url.pathname === '/readyz') return json({ status: 'ok', checks: {} })
    if (url.pathname === '/portal.json' && !files) return json(await portal())
    return (
      (await files?.(request, url)) ??
      json({ code: 404, message: `Not found: the backend is ${hosted.url}` }, 404)
    )
  })
  return { origin: `http://127.0.0.1:${port}`, stop: () => server.close() }
}
