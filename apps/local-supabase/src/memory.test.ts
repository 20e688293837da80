import { startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { heapAfterCollection, inspected } from './test-support/heap'
import { createMixedRequests } from './test-support/mixed-requests'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ env: inspected })
})
afterAll(() => stack?.stop())

it('keeps nothing of requests and sockets that are over', async () => {
  const send = await createMixedRequests(stack)
  await send(300, 30)
  const before = await heapAfterCollection(stack)
  await send(800, 60)
  const grown = (await heapAfterCollection(stack)) - before
  // A request that is kept takes 15 to 25 kB: more than 12 MB.
  expect(grown).toBeLessThan(5_000_000)
}, 120_000)
