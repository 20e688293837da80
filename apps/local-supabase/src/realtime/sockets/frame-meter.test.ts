import { expect, it } from 'vitest'
import { FrameMeter } from './frame-meter'

const PING = 9
const TEXT = 1
const CONTINUATION = 0

/** A masked frame, as clients send them. */
function frame(opcode: number, payload: Buffer, fin = true): Buffer {
  const { length } = payload
  const lengthBytes = Buffer.alloc(length < 126 ? 0 : length < 65_536 ? 2 : 8)
  if (lengthBytes.length === 2) lengthBytes.writeUInt16BE(length)
  if (lengthBytes.length === 8) lengthBytes.writeBigUInt64BE(BigInt(length))
  const short = lengthBytes.length === 0 ? length : lengthBytes.length === 2 ? 126 : 127
  const start = Buffer.from([(fin ? 0x80 : 0) | opcode, 0x80 | short])
  return Buffer.concat([start, lengthBytes, Buffer.alloc(4, 7), payload])
}

const bytes = (length: number) => Buffer.alloc(length, 'x')

it.each([0, 1, 125, 126, 65_535, 65_536, 200_000])('knows where a message of %i bytes ends', (length) => {
  const message = frame(TEXT, bytes(length))
  for (const size of [1, 7, 1_000, 65_536]) {
    const meter = new FrameMeter()
    let least = 0
    for (let at = 0; at < message.length; at += size) {
      if (at > 14) least = Math.min(least, meter.held - at)
      meter.add(message.subarray(at, at + size))
    }
    expect(least).toBe(0)
    expect([meter.held, meter.messageBytes, meter.frames]).toEqual([0, 0, 1])
  }
})

it('counts whole parts of the connection, because a fragment keeps the part in which it arrived', () => {
  const meter = new FrameMeter()
  const pings = Buffer.concat(Array.from({ length: 400 }, () => frame(PING, bytes(100))))
  const part = Buffer.concat([frame(TEXT, bytes(1), false), pings])
  meter.add(part)
  meter.add(Buffer.concat([frame(CONTINUATION, bytes(1), false), pings]))
  expect(meter.held).toBeGreaterThan(2 * pings.length)
  expect(meter.messageBytes).toBe(2)
  expect(meter.frames).toBe(802)
  meter.add(frame(CONTINUATION, bytes(1)))
  expect(meter.held).toBe(0)
})

it('counts the memory of many small parts', () => {
  const meter = new FrameMeter()
  const message = frame(TEXT, bytes(1_000))
  for (const byte of message.subarray(0, -1)) meter.add(Buffer.from([byte]))
  expect(meter.held).toBeGreaterThan(200_000)
})

it('knows the bytes and the age of a message once it has begun', () => {
  let now = 0
  const meter = new FrameMeter(() => now)
  now = 1_000
  const message = frame(TEXT, bytes(100_000))
  meter.add(message.subarray(0, 20))
  now = 5_000
  expect([meter.messageBytes, meter.age]).toEqual([100_000, 4_000])
  meter.restart()
  expect(meter.age).toBe(0)
  meter.add(message.subarray(20))
  now = 9_000
  expect([meter.messageBytes, meter.age]).toEqual([0, 0])
})

it('is never confused by how frames are cut', () => {
  let seed = 1
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const frames: Buffer[] = []
  for (let n = 0; n < 300; n += 1) {
    const fragments = 1 + random(4)
    for (let at = 0; at < fragments; at += 1) {
      frames.push(
        frame(
          at === 0 ? TEXT : CONTINUATION,
          bytes(random(3) ? random(130) : random(70_000)),
          at === fragments - 1,
        ),
      )
      if (random(3) === 0) frames.push(frame(PING, bytes(random(126))))
    }
  }
  const all = Buffer.concat([...frames, frame(TEXT, bytes(1))])
  const meter = new FrameMeter()
  for (let at = 0; at < all.length;) {
    const size = random(5) === 0 ? 1 + random(3) : 1 + random(65_536)
    meter.add(all.subarray(at, at + size))
    at += size
  }
  expect(meter.frames).toBe(frames.length + 1)
  expect(meter.held).toBe(0)
})
