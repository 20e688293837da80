import type { Page } from '@playwright/test'

/** Sets the clock of the page's device ahead of the server's by so many milliseconds, or behind it. */
export const setClockAhead = (page: Page, ms: number): Promise<unknown> =>
  page.addInitScript((ahead) => {
    const now = Date.now
    globalThis.Date = new Proxy(Date, {
      construct: (target, args: [number]) =>
        new target(...(args.length > 0 ? args : ([now() + ahead] as [number]))),
      get: (target, key) => (key === 'now' ? () => now() + ahead : Reflect.get(target, key)),
    })
  }, ms)
