import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLive } from './realtime'

/** Answers joins at once; others of its messages have no answer here. */
class FakeSocket {
  static readonly all: FakeSocket[] = []
  readyState = 0
  binaryType = ''
  onopen?: () => void
  onclose?: (event: object) => void
  onmessage?: (event: { data: string }) => void
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
