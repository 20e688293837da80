import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy before a portal that answers the first request for some files with a wrong page, to be cached for a year.
 * Unlike a route of Playwright it leaves the browser's cache on.
 */
export async function startCachingProxy(
  portal: string,
  wrong: RegExp,
): Promise<{ url: string; stop: () => void }> {
  const answered = new Set<string>()
  const server: Server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/'
    if (wrong.test(path) && !answered.has(path)) {
      answered.add(path)
      outgoing.writeHead(200, {
        'content-type': 'text/html',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      return void outgoing.end('<!doctype html><title>Please sign in to this network</title>')
    }
    const { method, headers } = incoming
    const forwarded = request(new URL(path, portal), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, stop }
}
