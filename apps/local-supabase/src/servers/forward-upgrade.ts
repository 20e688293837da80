import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { createGuard, type Guard } from '../guard'
import { timingSafeEquals } from '../http/caller'
import { targetUrl } from '../http/target-url'
import { mintToken } from '../http/tokens'
import type { Keys, Role } from '../http/types'
import { openRequest } from './forward'
import { forwardedHeaders, passedHeaders } from './headers'
import { targetOf } from './target'
import type { Log } from '../log/log'

interface UpgradeOptions {
  server: string
  keys: Keys
  origin: string
  log: Log
}

/** A socket outlives short tokens, and its channels have tokens of their own. */
const TOKEN_SECONDS = 24 * 60 * 60

function end(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** The answer's first lines as they came. */
function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode ?? 502} ${statusMessage ?? ''}`]
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** Connects websockets of `/realtime/v1` with a real Realtime. */
export function createForwardUpgrade({ server, keys, origin, log }: UpgradeOptions) {
  const open = new Set<Duplex>()

  async function tokenOf(apikey: string): Promise<string | undefined> {
    if (!apikey.startsWith('sb_')) return apikey || undefined
    const mint = (role: Role) => mintToken({ role, exp: Math.floor(Date.now() / 1000) + TOKEN_SECONDS }, keys)
    if (timingSafeEquals(apikey, keys.secret)) return mint('service_role')
    return timingSafeEquals(apikey, keys.publishable) ? mint('anon') : undefined
  }

  const guardOf = (socket: Duplex) =>
    createGuard({ name: '/realtime/v1', log, close: () => void socket.destroy() })

  /** Passes on what either side sends, until one of them ends. */
  function join(socket: Duplex, upstream: Duplex, guard: Guard): void {
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      const endOther = guard(() => void other.destroy())
      one.on('error', endOther)
      one.on('close', endOther)
      one.pipe(other)
    }
    // It may have gone while the server answered.
    if (socket.destroyed) upstream.destroy()
    open.add(socket)
    socket.on(
      'close',
      guard(() => open.delete(socket)),
    )
  }

  async function connect(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): Promise<void> {
    const apikey = await tokenOf(url.searchParams.get('apikey') ?? '')
    if (!apikey) return end(socket, '401 Unauthorized')
    url.searchParams.set('apikey', apikey)
    const target = targetOf({ realtime: server }, url)
    if (!target) return end(socket, '404 Not Found')
    const sent = openRequest(target, 'GET', {
      ...passedHeaders(
        Object.entries(request.headersDistinct).map(([name, values]) => [name, values?.join(', ') ?? '']),
      ),
      ...forwardedHeaders(request.socket.remoteAddress ?? '', origin, target.prefix, url.pathname),
      connection: 'Upgrade',
      upgrade: 'websocket',
    })
    const guard = guardOf(socket)
    sent.on(
      'error',
      guard((error: Error) => {
        // The client went first.
        if (socket.destroyed) return
        log(`/realtime/v1: ${target.server.origin} did not answer: ${String(error)}`, { level: 'error' })
        end(socket, '502 Bad Gateway')
      }),
    )
    sent.on(
      'response',
      guard((answer: IncomingMessage) => {
        answer.resume()
        end(socket, `${answer.statusCode} ${answer.statusMessage}`)
      }),
    )
    sent.on(
      'upgrade',
      guard((answer: IncomingMessage, upstream: Duplex, first: Buffer) => {
        join(socket, upstream, guard)
        socket.write(headOf(answer))
        if (first.length > 0) socket.write(first)
        if (head.length > 0) upstream.write(head)
      }),
    )
    socket.on(
      'close',
      guard(() => sent.destroy()),
    )
    sent.end()
  }

  return {
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
      const url = targetUrl(request, origin)
      if (!url?.pathname.startsWith('/realtime/v1/')) return false
      guardOf(socket)(connect)(request, socket, head, url)
      return true
    },
    async close() {
      for (const socket of open) socket.destroy()
    },
  }
}
