import type { CDPSession, Page } from '@playwright/test'

export interface Heap {
  /** Bytes of the JavaScript heap after garbage collection. */
  bytes: () => Promise<number>
  /** Number of reachable objects that have all of these properties. */
  count: (...properties: string[]) => Promise<number>
}

/** Measures the heap of a tab. */
export async function heapOf(page: Page): Promise<Heap> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  await cdp.send('HeapProfiler.enable')
  const metric = async (wanted: string) =>
    (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === wanted)?.value ??
    Number.NaN
  /** The objects of a tab, found after a collection that also frees what an ordinary one keeps, such as compiled code. */
  const queryObjects = async (group: string) => {
    const plain = await cdp.send('Runtime.evaluate', { expression: 'Object.prototype', objectGroup: group })
    const { objects } = await cdp.send('Runtime.queryObjects', {
      prototypeObjectId: plain.result.objectId ?? '',
      objectGroup: group,
    })
    return objects.objectId ?? ''
  }
  const release = (group: string) => cdp.send('Runtime.releaseObjectGroup', { objectGroup: group })
  return {
    bytes: async () => {
      await queryObjects('bytes')
      await release('bytes')
      await cdp.send('HeapProfiler.collectGarbage')
      return metric('JSHeapUsedSize')
    },
    count: async (...properties) => {
      const group = 'heap'
      const answer = await cdp.send('Runtime.callFunctionOn', {
        objectId: await queryObjects(group),
        functionDeclaration: `function (...names) {
          return this.filter((each) => names.every((name) => Object.hasOwn(each, name))).length
        }`,
        arguments: properties.map((value) => ({ value })),
        returnByValue: true,
      })
      await release(group)
      return Number(answer.result.value)
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
