/** Aborts work at a time limit, with its request, or on demand. */
export interface Deadline {
  /** Aborted with a TimeoutError, with the request's reason, or with an AbortError. */
  signal: AbortSignal
  stop: () => void
  /** Clears the timer once the work is done. */
  clear: () => void
}

/**
 * Not `AbortSignal.any([AbortSignal.timeout(…), …])`: Node 20 garbage-collects these signals while they are awaited, and
 * the work never ends.
 *
 * @param time - milliseconds
 */
export function startDeadline(time: number, request: Request): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(
    () => controller.abort(new DOMException('Time limit exceeded', 'TimeoutError')),
    time,
  )
  // The listener keeps the request alive, which Node 20 would collect too.
  const abort = () => controller.abort(request.signal.reason)
  if (request.signal.aborted) abort()
  else request.signal.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    stop: () => controller.abort(),
    clear: () => {
      clearTimeout(timer)
      request.signal.removeEventListener('abort', abort)
    },
  }
}
