import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { createAccounts } from './accounts'
import { Intake } from './intake'
import { createAverage, createMessageShares, realtimeLimits } from '../limits'
import { RealtimeSocket } from './socket'
import { createTopics } from '../channels/topics'

class FakeWebSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  readonly send = vi.fn()
  readonly close = vi.fn()
  readonly terminate = vi.fn(() => {
    this.readyState = 3
    this.emit('close')
  })
}

it('ends a socket whose client leaves too much unread, and its channels', async () => {
  const ws = new FakeWebSocket()
  const topics = createTopics()
  const none = () => Promise.resolve(new Set<never>())
  new RealtimeSocket(
    {
      ws: ws as unknown as WebSocket,
      stream: new PassThrough(),
      address: '127.0.0.1',
      version: '2.0.0',
      anonymous: { role: 'anon', raw: { role: 'anon' } },
    },
    {
      keys: { jwtSecret: 'x', publishable: 'x', secret: 'x' },
      topics,
      authorizer: { readable: none, writable: none },
      limits: { ...realtimeLimits, unreadBytes: 1_000 },
      messages: createAverage(100),
      withinShare: createMessageShares(100),
      intake: new Intake(realtimeLimits),
      accounts: createAccounts(realtimeLimits),
      publicChannels: true,
      losses: () => 0,
      log: () => undefined,
    },
  )
  const content = { isJson: true, bytes: Buffer.from('{}') }
  ws.emit('message', Buffer.from(JSON.stringify(['1', '1', 'realtime:a', 'phx_join', { config: {} }])), false)
  await vi.waitFor(() => expect(ws.send).toHaveBeenCalledOnce())
  ws.bufferedAmount = 1_000
  topics.broadcast('public:a', 'x', content)
  expect(ws.send).toHaveBeenCalledTimes(2)
  ws.bufferedAmount = 1_001
  topics.broadcast('public:a', 'x', content)
  expect(ws.terminate).toHaveBeenCalledOnce()
  expect(ws.send).toHaveBeenCalledTimes(2)
  expect(topics.size()).toBe(0)
})
