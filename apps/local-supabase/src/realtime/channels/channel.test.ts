import { expect, it, vi } from 'vitest'
import type { Allowed, Extension } from './authorize'
import { Channel } from './channel'
import { createAverage, createMessageShares, realtimeLimits } from '../limits'
import { createTopics } from './topics'

const all: Allowed = new Set<Extension>(['broadcast', 'presence'])

function newChannel(readable: () => Promise<Allowed>, self = false) {
  const topics = createTopics()
  const relay = vi.spyOn(topics, 'relay')
  const messages = createAverage(100)
  const calls = { send: vi.fn(), reconnect: vi.fn(), giveBack: vi.fn(), onEnd: vi.fn(), log: vi.fn() }
  const channel = new Channel({
    frame: { joinRef: '1', ref: '1', topic: 'realtime:a', event: 'phx_join', payload: {} },
    config: { private: true, broadcast: { self } },
    claims: { role: 'authenticated', sub: 'someone', raw: { role: 'authenticated' } },
    readable: all,
    version: '2.0.0',
    topics,
    authorizer: { readable, writable: readable },
    limits: { ...realtimeLimits, unreadBytes: 100_000 },
    messages,
    withinShare: createMessageShares(100),
    ...calls,
  })
  const broadcast = (bytes: number) =>
    topics.broadcast('private:a', 'x', {
      isJson: true,
      bytes: Buffer.from(JSON.stringify('a'.repeat(bytes))),
    })
  return { channel, topics, messages, broadcasts: () => relay.mock.calls.length, broadcast, ...calls }
}

it('passes on what arrived while the policies were asked again', async () => {
  const { channel, broadcast, send } = newChannel(() => Promise.resolve(all))
  const checked = channel.recheck()
  broadcast(10)
  expect(send).not.toHaveBeenCalled()
  await checked
  expect(send).toHaveBeenCalledOnce()
})

it.each([
  ['large', 4, 40_000],
  ['small', 500, 1],
])('has its client connect again when too many %s messages wait for the policies', (_name, amount, bytes) => {
  const { channel, topics, broadcast, reconnect, send } = newChannel(() => new Promise(() => undefined))
  void channel.recheck()
  for (let n = 0; n < amount; n += 1) broadcast(bytes)
  expect(reconnect).toHaveBeenCalledOnce()
  expect(topics.size()).toBe(0)
  expect(send).not.toHaveBeenCalled()
})

it('gives its place back once, however it ends', async () => {
  const { channel, giveBack } = newChannel(() => Promise.resolve(new Set<Extension>()))
  await channel.recheck()
  channel.leave()
  expect(giveBack).toHaveBeenCalledOnce()
})

const frame = { joinRef: '1', ref: '2', topic: 'realtime:a', event: 'broadcast', payload: {} }

it.each([
  ['', false, 1_500],
  [' that come back to it', true, 750],
])(
  'passes on no more than an account’s share of all messages%s, so that it ends nobody’s channel',
  async (_name, self, amount) => {
    const { channel, messages, broadcasts, onEnd } = newChannel(() => Promise.resolve(all), self)
    for (let n = 0; n < 5_000; n += 1) await channel.receive(frame)
    expect(broadcasts()).toBe(amount)
    for (let n = 0; n < 12; n += 1) messages.tick()
    expect(messages.isExceeded()).toBe(false)
    expect(onEnd).not.toHaveBeenCalled()
  },
)

it('gets messages of the database however many clients sent, and ends by those of a client', async () => {
  const { topics, messages, broadcast, send, onEnd } = newChannel(() => Promise.resolve(all))
  const announce = () =>
    topics.announce('private:a', 'x', { isJson: true, bytes: Buffer.from('{}') }, 'some-id')
  for (let n = 0; n < 10_000; n += 1) messages.add()
  messages.tick()
  for (let n = 0; n < 3; n += 1) announce()
  expect(send).toHaveBeenCalledTimes(3)
  expect(onEnd).not.toHaveBeenCalled()
  broadcast(10)
  expect(onEnd).toHaveBeenCalledOnce()
})
