import type { Server, Socket } from 'node:net'
import { createGuard } from '../guard'
import { busiest, ConnectionsByAddress } from '../limits/connections-by-address'
import type { Log } from '../log/log'

export interface ConnectionLimits {
  /** Connections at once. */
  all: number
  /** Of one address. */
  each: number
  /** Milliseconds of one connection, however many mails it brings. */
  duration: number
}

export const standardLimits: ConnectionLimits = { all: 50, each: 20, duration: 10 * 60_000 }

/** 4xx: the sender keeps its mail, and tries again. */
const closing = '421 4.3.2 Too many or too long connections, try again later\r\n'
/** Milliseconds until a client that does not read the answer is cut off. */
const CLOSE_MS = 1_000

/**
 * Makes room for new connections: beyond a limit the oldest one is closed, of the same address or of that with the most, and
 * each one after some time. Slow clients would otherwise use up all, because every byte of theirs restarts a time-out.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, log: Log): void {
  const guard = createGuard({ name: 'mail', log })
  const open = new Map<Socket, string>()
  const byAddress = new ConnectionsByAddress()

  function forget(socket: Socket): void {
    byAddress.delete(open.get(socket) ?? '', socket)
    open.delete(socket)
  }
  function close(socket: Socket): void {
    forget(socket)
    socket.write(closing)
    socket.destroySoon()
    const cutOff = guard(() => socket.destroy())
    setTimeout(cutOff, CLOSE_MS).unref()
  }
  function closeOldest(address = ''): void {
    const oldest = byAddress.oldest(address)
    if (oldest) close(oldest)
  }

  const onConnection = guard((socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    open.set(socket, address)
    byAddress.add(address, socket)
    const end = guard(() => close(socket))
    const timer = setTimeout(end, limits.duration)
    const onClose = guard(() => {
      clearTimeout(timer)
      forget(socket)
    })
    socket.once('close', onClose)
    if (byAddress.count(address) > limits.each) closeOldest(address)
    else if (open.size > limits.all) closeOldest(busiest(byAddress))
  })
  server.on('connection', onConnection)
}
