import { createServer, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import { createGuard, guarded } from '../guard'
import { exitCodes, StartError } from '../start-error'
import { setConnection } from './connection'
import { limitConnections, standardLimits, type ConnectionLimits } from './connection-limits'
import { logged, type LoggedOptions } from './logged'
import { limitPipelining } from './pipelining'
import { json } from './respond'
import { limitSmallChunks } from './small-chunks'

/** Takes over the connection of an upgrade request; false for a path that it does not serve. */
type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean

export interface HttpServer {
  /** Sets the handlers; requests before get 503. */
  serve(fetch: (request: Request) => Promise<Response>, upgrade?: Upgrade): void
  close(): Promise<void>
}

/** Milliseconds until a connection with unread data is closed. */
const idleWriteTimeout = 60_000

/**
 * Milliseconds in which all headers of a request must arrive, and between two looks at that, which close all late ones at
 * once. First requests have less time, and `limitConnections` closes them in portions.
 */
const headersTimeout = 30_000
const connectionsCheckingInterval = 5_000

/** Listens on 127.0.0.1 before the services start, so that a taken port fails first. */
export async function listen(
  port: number,
  logging: LoggedOptions,
  limits: Partial<ConnectionLimits> = {},
): Promise<HttpServer> {
  let current = async (_request: Request): Promise<Response> =>
    json({ status: 'starting' }, 503, { 'retry-after': '1' })
  const fetch = logged((request) => current(request), logging)
  const answer = getRequestListener(
    (request: Request, { incoming, outgoing }: HttpBindings | Http2Bindings) => {
      setConnection(request, {
        address: incoming.socket.remoteAddress,
        isHttp10: incoming.httpVersion === '1.0',
        close: () => void outgoing.destroy(),
        hasBrokenOff: () => incoming.destroyed && !incoming.complete,
      })
      return fetch(request)
    },
  )
  const listener = limitPipelining(limitSmallChunks((request, response) => void answer(request, response)))
  const server = createServer({ headersTimeout, connectionsCheckingInterval }, listener)
  let upgrade: Upgrade = () => false
  const { log } = logging
  limitConnections(server, { ...(await standardLimits()), ...limits }, log)
  const guard = createGuard({ name: 'http', log })
  const onUpgrade = guard((request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const close = () => void socket.destroy()
    // A connection that breaks off before its answer.
    socket.on('error', guard(close))
    createGuard({ name: 'http', log, close })(() => {
      if (!upgrade(request, socket, head)) socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
    })()
  })
  server.on('upgrade', onUpgrade)
  // For small responses in the socket's buffer; `createSlowReaderGuard` covers large ones.
  server.setTimeout(
    idleWriteTimeout,
    guard((socket: Socket) => socket.writableLength > 0 && socket.destroy()),
  )
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE')
        throw new StartError(`Cannot listen on 127.0.0.1:${port}: ${error.message}`)
      const hint = `Choose another one: PORT=${port + 10} npm start`
      throw new StartError(`Port ${port} is taken by another program. ${hint}`, exitCodes.portTaken)
    }
    server.once('error', guarded(refuse, reject))
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    serve: (answer, onUpgrade = () => false) => void ([current, upgrade] = [answer, onUpgrade]),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // Active requests get a moment to finish; idle and hanging connections are closed.
      server.closeIdleConnections()
      const closeAll = guard(() => server.closeAllConnections())
      setTimeout(closeAll, 1_500).unref()
      await closed
    },
  }
}
