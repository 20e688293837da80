import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { createGuard } from '../guard'

/** Requests of one connection at once. No client of today sends the next one before it has the answer to the last. */
const MOST = 8

/**
 * Closes a connection that sends many requests without waiting for answers: one packet has thousands of them, which are
 * all started before any other connection is served.
 */
export function limitPipelining(listener: RequestListener, most = MOST): RequestListener {
  const guard = createGuard({ name: 'http' })
  const running = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    // Those that came in the same packet.
    if (socket.destroyed) return
    const count = (running.get(socket) ?? 0) + 1
    if (count > most) return void socket.destroy()
    running.set(socket, count)
    response.once(
      'close',
      guard(() => running.set(socket, (running.get(socket) ?? 1) - 1)),
    )
    return listener(request, response)
  }
}
