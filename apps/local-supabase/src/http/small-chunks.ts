import type { RequestListener } from 'node:http'

/** Chunks of a body that may have any size, and bytes that the average chunk of a longer body needs. */
const FREE = 1_000
const LEAST = 64

const refusal = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/**
 * Closes a connection whose body comes in tiny chunks, also while a refused body is drained: limits count bytes, but each
 * chunk takes a turn through the streams, and a packet has thousands of one byte. Slow lines do not send such bodies.
 */
export function limitSmallChunks(listener: RequestListener): RequestListener {
  return (request, response) => {
    let count = 0
    let bytes = 0
    // The parser calls it for each chunk, before any stream, reader or parser of a body.
    request.push = function push(chunk: Buffer | null, encoding) {
      if (chunk !== null) {
        if (this.destroyed) return false
        count += 1
        bytes += chunk.length
        if (count > FREE && bytes < count * LEAST) {
          const { socket } = this
          if (!response.headersSent && response.socket === socket) socket.write(refusal)
          this.destroy()
          return false
        }
      }
      return Object.getPrototypeOf(this).push.call(this, chunk, encoding)
    }
    return listener(request, response)
  }
}
