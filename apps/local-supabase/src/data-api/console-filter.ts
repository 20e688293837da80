import { AsyncLocalStorage } from 'node:async_hooks'

const inside = new AsyncLocalStorage<true>()
let patched = false

/** Hides the stack that lite prints for every refused statement: refusals are normal responses. */
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
