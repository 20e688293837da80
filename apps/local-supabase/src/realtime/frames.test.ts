import { describe, expect, it } from 'vitest'
import { BinaryBroadcast, decodeFrame, encodeBroadcast, encodeFrame } from './frames'

const text = (value: unknown) => Buffer.from(JSON.stringify(value))

describe('frames of clients', () => {
  it('are arrays in version 2 and objects in version 1', () => {
    const frame = { joinRef: '1', ref: '2', topic: 'realtime:a', event: 'phx_join', payload: { config: {} } }
    expect(decodeFrame(text(['1', '2', 'realtime:a', 'phx_join', { config: {} }]), false)).toEqual(frame)
    expect(
      decodeFrame(
        text({ join_ref: '1', ref: '2', topic: 'realtime:a', event: 'phx_join', payload: { config: {} } }),
        false,
      ),
    ).toEqual(frame)
    expect(decodeFrame(text([null, '7', 'phoenix', 'heartbeat', {}]), false)).toMatchObject({
      joinRef: null,
      ref: '7',
    })
  })

  it('are binary for a broadcast, with texts of any language', () => {
    const texts = ['1', '2', 'realtime:é', 'grüße', ''].map((each) => Buffer.from(each))
    const payload = Buffer.from('{"a":1}')
    const frame = Buffer.concat([Buffer.from([3, ...texts.map((each) => each.length), 1]), ...texts, payload])
    expect(decodeFrame(frame, true)).toEqual({
      joinRef: '1',
      ref: '2',
      topic: 'realtime:é',
      event: 'broadcast',
      payload: new BinaryBroadcast('grüße', { isJson: true, bytes: payload }),
    })
  })

  it.each([
    ['no JSON', Buffer.from('{'), false],
    ['a short array', text(['1', '2']), false],
    ['no topic', text({ event: 'phx_join' }), false],
    ['another kind', Buffer.from([9, 0, 0, 0, 0, 0, 0]), true],
    ['a length beyond the end', Buffer.from([3, 9, 0, 0, 0, 0, 0]), true],
    ['nothing', Buffer.alloc(0), true],
  ])('are refused with %s', (_, data, isBinary) => {
    expect(() => decodeFrame(data, isBinary)).toThrow()
  })
})

describe('frames for clients', () => {
  const content = { isJson: true, bytes: Buffer.from('{"ids":["x"]}') }

  it('are binary for a broadcast in version 2', () => {
    const frame = encodeBroadcast('2.0.0', 'realtime:a', 'changed', content, { id: 'm' })
    const header = Buffer.from([4, 10, 7, 10, 1])
    expect(frame).toEqual(Buffer.concat([header, Buffer.from('realtime:achanged{"id":"m"}'), content.bytes]))
  })

  it('are objects in version 1, and text where a name is too long for a binary frame', () => {
    const broadcast = { type: 'broadcast', event: 'changed', payload: { ids: ['x'] } }
    expect(JSON.parse(String(encodeBroadcast('1.0.0', 'realtime:a', 'changed', content)))).toEqual({
      join_ref: null,
      ref: null,
      topic: 'realtime:a',
      event: 'broadcast',
      payload: broadcast,
    })
    const long = `realtime:${'a'.repeat(300)}`
    expect(JSON.parse(String(encodeBroadcast('2.0.0', long, 'changed', content)))).toEqual([
      null,
      null,
      long,
      'broadcast',
      broadcast,
    ])
    expect(
      encodeFrame('2.0.0', { joinRef: '1', ref: '2', topic: 't', event: 'phx_reply', payload: {} }),
    ).toBe('["1","2","t","phx_reply",{}]')
  })
})
