import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { startDeadline } from './deadline.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Waits for a signal to abort while forcing garbage collection. @returns the name of its reason, or `never` */
const endOf = (signal: AbortSignal) =>
  new Promise<string>((resolve) => {
    const sweep = setInterval(collect, 5)
    const late = setTimeout(() => end('never'), 3_000)
    const end = (how: string) => {
      clearInterval(sweep)
      clearTimeout(late)
      resolve(how)
    }
    signal.addEventListener('abort', () => end((signal.reason as Error).name), { once: true })
  })

const request = (signal?: AbortSignal) => new Request('http://127.0.0.1/', { signal: signal ?? null })

describe('startDeadline', () => {
  it('aborts despite garbage collection', async () => {
    expect(await endOf(startDeadline(100, request()).signal)).toBe('TimeoutError')
  })

  it('aborts with the request and on stop', async () => {
    const caller = new AbortController()
    const end = endOf(startDeadline(60_000, request(caller.signal)).signal)
    setTimeout(() => caller.abort(), 100)
    expect(await end).toBe('AbortError')
    const { signal, stop } = startDeadline(60_000, request())
    stop()
    expect((signal.reason as Error).name).toBe('AbortError')
    expect(startDeadline(60_000, request(AbortSignal.abort())).signal.aborted).toBe(true)
  })

  it('does not abort after clear', async () => {
    const { signal, clear } = startDeadline(20, request())
    clear()
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(signal.aborted).toBe(false)
  })
})
