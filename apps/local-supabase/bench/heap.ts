import type { Stack } from '@helpdesk/testing/stack'
import { heapAfterCollection } from '../src/test-support/heap'
import { createMixedRequests } from '../src/test-support/mixed-requests'

/** Megabytes of the heap of the services' process, each after a forced collection. */
export interface HeapReport {
  before: number
  after: number
  requests: number
  sockets: number
  /** Share of `before` by which the heap grew. */
  growth: number
}

/** What may remain, such as filled caches. */
export const HEAP_GROWTH_LIMIT = 0.1

const megabytes = (bytes: number) => Math.round(bytes / 100_000) / 10

/** Measures what requests and sockets leave behind in a stack that was started with `inspected`. */
export async function measureHeap(stack: Stack, requests: number, sockets: number): Promise<HeapReport> {
  const send = await createMixedRequests(stack)
  // Code and caches that the first requests load: over 100,000 requests the heap levels off after about 20,000.
  await send(20_000, 500)
  const before = await heapAfterCollection(stack)
  await send(requests, sockets)
  const after = await heapAfterCollection(stack)
  const growth = Math.round(((after - before) / before) * 1000) / 1000
  return { before: megabytes(before), after: megabytes(after), requests, sockets, growth }
}
