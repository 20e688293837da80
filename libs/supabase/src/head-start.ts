/** Requests that the page's head script began before the app was loaded, and what they were made for. */
export interface HeadStart {
  /** The answer of `/portal.json`, until the app takes it; clone it before reading. */
  portal?: Promise<Response>
  /** Resolves when the app's code may run without delaying the first reads and the preview. */
  ready?: Promise<unknown>
  /** The access token of {@link reads}; empty for a visitor. */
  token: string
  /** Answers by address; null without an answer. */
  reads: Record<string, Promise<Response | null>>
}

declare global {
  var __helpdeskStart: HeadStart | undefined
}

/** Milliseconds after the page's start when an answer that nobody took is too old to show. */
const FRESH_MS = 15_000
/** Milliseconds to wait for an answer that was not taken yet: a second request may be answered where one hangs. */
const PATIENCE_MS = 5_000

/**
 * Takes the answer of a read that the head script began. Each answer is given once, and only to the user and token
 * that it was read for.
 * @param bearer the current access token
 * @param signal of the caller
 * @returns undefined when there is none, when it failed or takes too long: the caller then asks itself
 * @throws the reason of the signal
 */
export async function takeFirstRead(
  address: string,
  bearer: string | null,
  signal?: AbortSignal | null,
): Promise<Response | undefined> {
  const start = globalThis.__helpdeskStart
  const read = start?.reads[address]
  if (!start || !read) return undefined
  delete start.reads[address]
  if (start.token !== bearer || performance.now() > FRESH_MS) return undefined
  const answer = await inTime(read, signal)
  return answer?.ok ? answer : undefined
}

function inTime(read: Promise<Response | null>, signal?: AbortSignal | null): Promise<Response | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), PATIENCE_MS)
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    void read.then((answer) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      resolve(answer)
    })
  })
}

/** Whether answers of the head script wait to be taken: the page is showing its first screen. */
export function isFirstScreen(): boolean {
  return Object.keys(globalThis.__helpdeskStart?.reads ?? {}).length > 0 && performance.now() < FRESH_MS
}
