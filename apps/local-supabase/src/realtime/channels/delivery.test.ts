import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import type { SharedFrame } from '../frames'
import { createTopics } from './topics'

const text = (bytes: number) => ({ isJson: true, bytes: Buffer.from(JSON.stringify('a'.repeat(bytes - 2))) })

function joined(topics: ReturnType<typeof createTopics>, amount: number) {
  const order: string[] = []
  const members = Array.from({ length: amount }, (_, n) => ({
    topic: 'realtime:a',
    version: '2.0.0' as const,
    joinRef: '1',
    receives: () => true,
    deliver: (_extension: string, frame: SharedFrame) =>
      void order.push(`${n}:${frame.bytes.length > 1_000}`),
  }))
  for (const member of members) topics.join('public:a', member)
  return { order, members }
}

it('delivers a large message to many in slices, between which others are served', async () => {
  const topics = createTopics()
  const { order } = joined(topics, 60)
  topics.broadcast('public:a', 'x', text(3_000_000))
  expect(order).toHaveLength(0)
  await nextTurn()
  expect(order.length).toBeLessThan(3)
  await vi.waitFor(() => expect(order).toHaveLength(60))
})

it('keeps the order of a topic’s messages', async () => {
  const topics = createTopics()
  const { order } = joined(topics, 3)
  topics.broadcast('public:a', 'x', text(1_000_000))
  topics.broadcast('public:a', 'x', text(10))
  await vi.waitFor(() => expect(order).toHaveLength(6))
  expect(order).toEqual(['0:true', '1:true', '2:true', '0:false', '1:false', '2:false'])
  topics.broadcast('public:a', 'x', text(10))
  expect(order).toHaveLength(9)
})

it('delivers nothing to a member that left meanwhile', async () => {
  const topics = createTopics()
  const { order, members } = joined(topics, 4)
  topics.broadcast('public:a', 'x', text(1_000_000))
  for (const member of members.slice(1)) topics.leave('public:a', member)
  await vi.waitFor(() => expect(order).toEqual(['0:true']))
  await nextTurn()
  expect(order).toEqual(['0:true'])
})
