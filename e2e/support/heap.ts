import type { CDPSession, Page } from '@playwright/test'

export interface Heap {
  /** Bytes of the JavaScript heap after garbage collection. */
  bytes: () => Promise<number>
}

/** Measures the heap of a tab. */
export async function heapOf(page: Page): Promise<Heap> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  await cdp.send('HeapProfiler.enable')
  const metric = async (wanted: string) =>
    (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === wanted)?.value ??
    Number.NaN
  return {
    bytes: async () => {
      // A query of objects also frees what an ordinary collection keeps, such as compiled code.
      const objectGroup = 'bytes'
      const plain = await cdp.send('Runtime.evaluate', { expression: 'Object.prototype', objectGroup })
      await cdp.send('Runtime.queryObjects', { prototypeObjectId: plain.result.objectId ?? '', objectGroup })
      await cdp.send('Runtime.releaseObjectGroup', { objectGroup })
      await cdp.send('HeapProfiler.collectGarbage')
      return metric('JSHeapUsedSize')
    },
  }
}

/** Scrolls to the end until the list has loaded that many rows. */
export const pageTo = (page: Page, rows: number): Promise<void> =>
  page.evaluate(async (wanted) => {
    const loaded = () =>
      Number(
        /(\d+)\+? tickets/.exec(
          document.querySelector('nav[aria-label="Pagination"]')?.textContent ?? '',
        )?.[1] ?? 0,
      )
    while (loaded() < wanted) {
      scrollTo(0, document.documentElement.scrollHeight)
      // A frame for the scroll listeners.
      await new Promise((next) => requestAnimationFrame(() => setTimeout(next, 30)))
    }
  }, rows)
