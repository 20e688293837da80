import type { Page } from '@playwright/test'

/** Counts the calls of the page to the backend from now on; code, pictures and the session's own calls apart. */
export function backendCalls(page: Page): { paths: () => string[]; reset: () => void } {
  let paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(rest|storage|functions)\/v1\//.test(pathname) && request.method() !== 'OPTIONS')
      paths.push(`${request.method()} ${pathname}`)
  })
  return { paths: () => [...paths], reset: () => void (paths = []) }
}

/** Sum of the layout shifts of the page since it was opened. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if ('value' in entry && !('hadRecentInput' in entry && entry.hadRecentInput))
              sum += Number(entry.value)
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 300)
      }),
  )
