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

it('keeps nothing of statements that failed', async () => {
  const headers = { apikey: stack.secretKey, authorization: `Bearer ${stack.secretKey}` }
  const fail = async () => {
    const response = await fetch(`${stack.url}/rest/v1/tickets?select=${'unknown'.repeat(1_700)}`, {
      headers,
    })
    expect(response.status).toBe(400)
    await response.arrayBuffer()
  }
  for (let n = 0; n < 50; n += 1) await fail()
  const before = await heapAfterCollection(stack)
  for (let n = 0; n < 400; n += 1) await fail()
  // Each statement has 12 kB.
  expect((await heapAfterCollection(stack)) - before).toBeLessThan(2_500_000)
}, 120_000)
