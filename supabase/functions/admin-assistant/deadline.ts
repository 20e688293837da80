/** Work that ends with its time, with the request that asked for it, or when somebody stops it. */
export interface Deadline {
  /** Aborted with a TimeoutError, with the request's reason, or with an AbortError. */
  signal: AbortSignal
  stop: () => void
  /** Clears the timer once the work is done. */
  clear: () => void
}

/**
 * Not `AbortSignal.any([AbortSignal.timeout(…), …])`: Node 20 collects what these two make while somebody waits for
 * it, and the work then never ends.
 *
 * @param time - milliseconds
 */
export function startDeadline(time: number, request: Request): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(
    () => controller.abort(new DOMException('The time is over', 'TimeoutError')),
    time,
  )
  // Keeps a reference to the request, which Node would collect as well.
  const leave = () => controller.abort(request.signal.reason)
  if (request.signal.aborted) leave()
  else request.signal.addEventListener('abort', leave, { once: true })
  return {
    signal: controller.signal,
    stop: () => controller.abort(),
    clear: () => {
      clearTimeout(timer)
      request.signal.removeEventListener('abort', leave)
    },
  }
}
