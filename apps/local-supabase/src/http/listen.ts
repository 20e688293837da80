import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createAdaptorServer, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import { exitCodes, StartError } from '../start-error'
import { setConnection } from './connection'
import { json } from './respond'

export interface HttpServer {
  /** From now on requests go here; before, they get 503. */
  serve(fetch: (request: Request) => Promise<Response>): void
  close(): Promise<void>
}

/** Milliseconds after which a connection whose reader takes nothing is closed. */
const idleWriteTimeout = 60_000

function isServer(server: object): server is Server {
  return 'closeAllConnections' in server
}

/** Takes the port at once (so that a taken one is told before anything else starts). 127.0.0.1 only. */
export async function listen(port: number): Promise<HttpServer> {
  let current = async (_request: Request): Promise<Response> =>
    json({ status: 'starting' }, 503, { 'retry-after': '1' })
  const server = createAdaptorServer({
    fetch: (request: Request, { incoming, outgoing }: HttpBindings | Http2Bindings) => {
      setConnection(request, {
        address: incoming.socket.remoteAddress,
        isHttp10: incoming.httpVersion === '1.0',
        close: () => void outgoing.destroy(),
      })
      return current(request)
    },
  })
  // Small responses lie in the socket's buffer; large ones are watched by `createSlowReaderGuard`.
  if (isServer(server))
    server.setTimeout(
      idleWriteTimeout,
      (socket: Socket) => void (socket.writableLength > 0 && socket.destroy()),
    )
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        reject(
          new StartError(
            `Port ${port} is taken by another program. Choose another one: PORT=${port + 10} npm start`,
            exitCodes.portTaken,
          ),
        )
      } else reject(new StartError(`Cannot listen on 127.0.0.1:${port}: ${error.message}`))
    })
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    serve: (fetch) => void (current = fetch),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // Requests under way get a moment to finish; idle and hanging connections do not keep us.
      if (isServer(server)) {
        server.closeIdleConnections()
        setTimeout(() => server.closeAllConnections(), 1_500).unref()
      }
      await closed
    },
  }
}
