import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLive } from './realtime'

/** Answers joins at once; others of its messages have no answer here. */
class FakeSocket {
  static readonly all: FakeSocket[] = []
  readyState = 0
  binaryType = ''
  onopen?: () => void
  onclose?: (event: object) => void
  onmessage?: (event: { data: string | ArrayBuffer }) => void
  onerror?: (event: object) => void

  constructor() {
    FakeSocket.all.push(this)
    setTimeout(() => {
      this.readyState = 1
      this.onopen?.()
    })
  }
  send(data: string): void {
    const [joinRef, ref, topic, event] = JSON.parse(data) as string[]
    if (event !== 'phx_join') return
    const reply = { status: 'ok', response: { postgres_changes: [] } }
    setTimeout(() => this.onmessage?.({ data: JSON.stringify([joinRef, ref, topic, 'phx_reply', reply]) }))
  }
  close(): void {
    this.readyState = 3
    this.onclose?.({ code: 1006 })
  }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  FakeSocket.all.length = 0
  vi.useRealTimers()
})

it('asks for what may have been missed at every join, and tells when the hints are lost', async () => {
  const live = createLive({
    url: 'http://backend.test',
    publishableKey: 'sb_publishable_test',
    accessToken: async () => 'token',
    transport: FakeSocket as never,
  })
  const [onHint, onLost] = [vi.fn(), vi.fn()]
  const topics = live.followTopics(onHint, onLost)
  topics.set(['desk'])
  await pass(100)
  expect(topics.isLive()).toBe(true)
  expect(onHint).toHaveBeenCalledTimes(1)
  expect(onLost).not.toHaveBeenCalled()

  FakeSocket.all.at(-1)?.close()
  await pass(0)
  expect(topics.isLive()).toBe(false)
  expect(onLost).toHaveBeenCalled()

  await pass(10_000)
  expect(topics.isLive()).toBe(true)
  expect(onHint).toHaveBeenCalledTimes(2)
  topics.stop()
})

/** A broadcast as the server passes it on. */
function binaryBroadcast(event: string, json: string): ArrayBuffer {
  const texts = ['realtime:desk', event, ''].map((text) => Buffer.from(text))
  const header = Buffer.from([4, ...texts.map(({ length }) => length), 1])
  return Uint8Array.from(Buffer.concat([header, ...texts, Buffer.from(json)])).buffer
}

it('skips a message that cannot be read, and goes on', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  const live = createLive({
    url: 'http://backend.test',
    publishableKey: 'sb_publishable_test',
    accessToken: async () => 'token',
    transport: FakeSocket as never,
  })
  const onEvent = vi.fn()
  const room = live.joinRoom('desk', { onEvent })
  await pass(100)
  const socket = FakeSocket.all.at(-1)
  const broken = [
    binaryBroadcast('typing', '{"ids":'),
    new ArrayBuffer(0),
    '[',
    JSON.stringify([null, null, 'realtime:desk', 'broadcast', null]),
  ]
  for (const data of broken) expect(() => socket?.onmessage?.({ data })).not.toThrow()
  expect(warn).toHaveBeenCalledTimes(broken.length)
  socket?.onmessage?.({ data: binaryBroadcast('typing', '{"ids":[]}') })
  expect(onEvent.mock.calls).toEqual([['typing', { ids: [] }]])
  room.leave()
  warn.mockRestore()
})
