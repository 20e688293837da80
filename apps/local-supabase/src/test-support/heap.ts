import { once } from 'node:events'
import type { Stack } from '@helpdesk/testing/stack'
import WebSocket from 'ws'

/** Environment of a stack whose heap is measured. */
export const inspected = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

/** Bytes of the heap of the services' process after a forced collection. The stack was started with `inspected`. */
export async function heapAfterCollection(stack: Pick<Stack, 'output'>): Promise<number> {
  const [address = ''] = /ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/.exec(stack.output()) ?? []
  const socket = new WebSocket(address)
  await once(socket, 'open')
  let id = 0
  async function call(method: string): Promise<unknown> {
    socket.send(JSON.stringify({ id: ++id, method }))
    for (;;) {
      const [data]: unknown[] = await once(socket, 'message')
      const answer: { id?: number; result?: unknown } = JSON.parse(String(data))
      if (answer.id === id) return answer.result
    }
  }
  try {
    // A second collection takes what finalizers released.
    for (let n = 0; n < 2; n += 1) await call('HeapProfiler.collectGarbage')
    const usage = await call('Runtime.getHeapUsage')
    return typeof usage === 'object' && usage !== null ? Number(Reflect.get(usage, 'usedSize')) : NaN
  } finally {
    socket.close()
  }
}
