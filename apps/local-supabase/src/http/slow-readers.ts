import { createGuard } from '../guard'
import { HttpError } from './http-error'

interface SlowReaderLimits {
  /** Milliseconds of the longest pause. */
  pause: number
  /** Average bytes per second after the first pause. */
  rate: number
  /** Unread bytes of one caller, beyond which the next request is refused. */
  each: number
  /** Unread bytes of all callers, beyond which the oldest response of the caller with the most bytes is closed. */
  all: number
}

const megabyte = 1024 * 1024
const standard: SlowReaderLimits = { pause: 30_000, rate: 8 * 1024, each: 32 * megabyte, all: 256 * megabyte }
const guard = createGuard({ name: 'slow readers' })
/** Fits into the socket's buffer. */
const chunkSize = 64 * 1024

interface OpenResponse {
  key: string
  bytes: number
  close(): void
}

export interface SlowReaderGuard {
  /** Throws 429 while the caller has too many unread bytes. */
  checkBacklog(key: string): void
  /**
   * Streams a response in chunks at the pace of its reader.
   * @param closeConnection called for a slow reader
   */
  stream(response: Response, key: string, closeConnection: () => void): Response
  /** Number of unfinished responses. */
  openCount(): number
}

/** Bounds the memory of unread responses. */
export function createSlowReaderGuard(
  limits: Partial<SlowReaderLimits> = {},
  now: () => number = Date.now,
): SlowReaderGuard {
  const { pause, rate, each, all } = { ...standard, ...limits }
  /** Oldest first. */
  const open = new Set<OpenResponse>()
  const bytesOf = (responses: Iterable<OpenResponse>) =>
    [...responses].reduce((sum, { bytes }) => sum + bytes, 0)

  /** Closes responses of the caller with the most unread bytes, oldest first. */
  function evict(): void {
    while (bytesOf(open) > all) {
      const waiting = [...open].filter(({ bytes }) => bytes > 0)
      const left = new Map<string, number>()
      for (const { key, bytes } of waiting) left.set(key, (left.get(key) ?? 0) + bytes)
      const [most] = [...left].reduce((heaviest, each) => (each[1] > heaviest[1] ? each : heaviest))
      waiting.find(({ key }) => key === most)?.close()
    }
  }

  function chunked(
    body: ReadableStream<Uint8Array>,
    key: string,
    closeConnection: () => void,
  ): ReadableStream<Uint8Array> {
    const source = body.getReader()
    let rest: Uint8Array = new Uint8Array()
    let taken = 0
    let waited = 0
    let since = 0
    let timer: NodeJS.Timeout | undefined
    const entry: OpenResponse = {
      key,
      bytes: 0,
      close() {
        close()
        void source.cancel().catch(() => {})
        closeConnection()
      },
    }
    open.add(entry)
    function close(): void {
      clearTimeout(timer)
      open.delete(entry)
      rest = new Uint8Array()
    }

    /** Counts the reader's time only, not the source's. */
    function resume(): void {
      clearTimeout(timer)
      if (since > 0) waited += now() - since
      if (waited > pause + (taken / rate) * 1000) entry.close()
    }

    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          resume()
          if (rest.byteLength === 0) {
            const next = await source.read().catch((error: unknown) => {
              close()
              throw error
            })
            if (next.done) {
              close()
              controller.close()
              return
            }
            rest = next.value
            entry.bytes = rest.byteLength
            evict()
          }
          const piece = rest.subarray(0, chunkSize)
          rest = rest.subarray(chunkSize)
          entry.bytes = rest.byteLength
          taken += piece.byteLength
          controller.enqueue(piece)
          since = now()
          timer = setTimeout(guard(entry.close), pause)
          timer.unref()
        },
        async cancel(reason) {
          close()
          await source.cancel(reason)
        },
      },
      { highWaterMark: 0 },
    )
  }

  return {
    checkBacklog(key) {
      if (bytesOf([...open].filter((response) => response.key === key)) <= each) return
      throw new HttpError(429, 'unread_responses', 'Earlier responses have not been read yet', {
        'retry-after': '5',
      })
    },
    stream(response, key, closeConnection) {
      const length = response.headers.get('content-length')
      if (!response.body || (length !== null && Number(length) <= chunkSize)) return response
      return new Response(chunked(response.body, key, closeConnection), response)
    },
    openCount: () => open.size,
  }
}
