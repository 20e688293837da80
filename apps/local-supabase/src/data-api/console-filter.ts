import { AsyncLocalStorage } from 'node:async_hooks'

const inside = new AsyncLocalStorage<true>()
let patched = false

/** lite prints every refused statement with its stack. Refusals are normal answers: silence them, and only them. */
export function withoutConsoleErrors<T>(work: () => T): T {
  if (!patched) {
    patched = true
    const print = console.error
    console.error = (...parts: unknown[]) => {
      if (!inside.getStore()) print(...parts)
    }
  }
  return inside.run(true, work)
}
