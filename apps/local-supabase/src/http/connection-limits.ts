import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createGuard } from '../guard'
import { busiest, ConnectionsByAddress } from '../limits/connections-by-address'
import { openFilesLimit } from '../limits/open-files'
import type { Log } from '../log/log'

export interface ConnectionLimits {
  /** Connections at once, without those that were upgraded. */
  all: number
  /** Of one address without a request: behind a proxy all clients have the proxy's. */
  idle: number
  /** Milliseconds until the first byte of a connection. */
  firstByteMs: number
  /** Milliseconds until the first request of a connection has all its headers. */
  headersMs: number
  /** Milliseconds after the end of an upgraded connection in which its client must end it too. */
  closeMs: number
}

/** A quarter of what may be open at most: sockets of Realtime, files and the database need the rest. */
export async function standardLimits(): Promise<ConnectionLimits> {
  const all = Math.min(4_000, Math.floor((await openFilesLimit()) / 4))
  return { all, idle: 500, firstByteMs: 5_000, headersMs: 20_000, closeMs: 5_000 }
}

/** Milliseconds between two looks at connections that wait, and how many one of them closes: thousands take 0.3 s. */
const SWEEP_MS = 250
const SWEEP_MOST = 250

interface Connection {
  address: string
  /** Since when it has no request. */
  idleSince: number
  /** Requests without a complete answer. */
  requests: number
}

/** Milliseconds in which a request follows that was not sent at once. */
const FRESH_MS = 1_000

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Makes room for new connections, so that nobody uses up the descriptors of the process. Beyond `idle` the longest idle one
 * of the same address is closed. When all are taken, one of the address with the most gives way: an idle one, else one whose
 * request is still arriving. A request that has arrived is always answered.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, log: Log): void {
  const guard = createGuard({ name: 'http', log })
  const open = new Map<Socket, Connection>()
  const idle = new ConnectionsByAddress()
  const arriving = new ConnectionsByAddress()
  /** Those that may have sent nothing, and those that have sent a part of their first request; oldest first. */
  const silent = new Map<Socket, Connection>()
  const begun = new Map<Socket, Connection>()

  function forget(socket: Socket): void {
    const connection = open.get(socket)
    if (!connection) return
    open.delete(socket)
    silent.delete(socket)
    begun.delete(socket)
    idle.delete(connection.address, socket)
    arriving.delete(connection.address, socket)
  }
  function close(socket: Socket | undefined): boolean {
    if (!socket) return false
    forget(socket)
    socket.destroy()
    return true
  }
  function makeRoom(): boolean {
    const address = busiest(idle, arriving)
    if (address === undefined) return false
    const [resting, slow] = [idle.oldest(address), arriving.oldest(address)]
    const { idleSince = 0 } = (resting && open.get(resting)) ?? {}
    const isFresh = Date.now() - idleSince < FRESH_MS
    return close(isFresh ? (slow ?? resting) : (resting ?? slow))
  }
  function rest(socket: Socket, connection: Connection): void {
    const { address } = connection
    connection.idleSince = Date.now()
    idle.add(address, socket)
    if (idle.count(address) > limits.idle) close(idle.oldest(address))
  }

  const onConnection = guard((socket: Socket) => {
    if (open.size >= limits.all && !makeRoom()) return socket.destroy()
    const connection = { address: socket.remoteAddress ?? '', idleSince: Date.now(), requests: 0 }
    open.set(socket, connection)
    silent.set(socket, connection)
    const onClose = guard(() => forget(socket))
    socket.once('close', onClose)
    rest(socket, connection)
  })
  const onRequest = guard((request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const connection = open.get(socket)
    if (!connection) return
    const { address } = connection
    connection.requests += 1
    silent.delete(socket)
    begun.delete(socket)
    idle.delete(address, socket)
    if (hasBody(request)) {
      arriving.add(address, socket)
      const onEnd = guard(() => arriving.delete(address, socket))
      request.once('end', onEnd)
    }
    const onDone = guard(() => {
      connection.requests -= 1
      if (connection.requests > 0) return
      arriving.delete(address, socket)
      if (open.has(socket)) rest(socket, connection)
    })
    response.once('close', onDone)
  })
  const onUpgrade = guard(({ socket }: IncomingMessage) => {
    // It counts for those who take it over.
    forget(socket)
    const destroy = guard(() => socket.destroy())
    const onFinish = guard(() => {
      const timer = setTimeout(destroy, limits.closeMs).unref()
      const onClosed = guard(() => clearTimeout(timer))
      socket.once('close', onClosed)
    })
    socket.once('finish', onFinish)
  })
  const sweep = guard(() => {
    const now = Date.now()
    let left = SWEEP_MOST
    for (const [socket, connection] of silent) {
      if (left === 0 || now - connection.idleSince < limits.firstByteMs) break
      silent.delete(socket)
      if (socket.bytesRead > 0) begun.set(socket, connection)
      else if (close(socket)) left -= 1
    }
    for (const [socket, { idleSince }] of begun) {
      if (left === 0 || now - idleSince < limits.headersMs) break
      if (close(socket)) left -= 1
    }
  })

  server.on('connection', onConnection)
  server.on('request', onRequest)
  server.on('upgrade', onUpgrade)
  const timer = setInterval(sweep, SWEEP_MS)
  timer.unref()
  const onServerClose = guard(() => clearInterval(timer))
  server.once('close', onServerClose)
}
