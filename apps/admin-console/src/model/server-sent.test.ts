import { describe, expect, it } from 'vitest'
import { serverSentReader } from './server-sent'

const whole = ': padding\n\nevent: delta\ndata: {"text":"a\\n\\nb"}\n\nevent: done\r\ndata: {}\r\n\r\n'

describe('serverSentReader', () => {
  it.each([1, 2, 3, 7, 1000])('finds the same events in pieces of %i characters', (size) => {
    const read = serverSentReader()
    const events = (whole.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []).flatMap(read)
    expect(events).toEqual([
      { event: 'delta', data: '{"text":"a\\n\\nb"}' },
      { event: 'done', data: '{}' },
    ])
  })
  it('waits until an event is complete', () => {
    const read = serverSentReader()
    expect(read('event: done\ndata: x')).toEqual([])
    expect(read('\n\n')).toEqual([{ event: 'done', data: 'x' }])
  })
  it('joins lines of data', () => {
    expect(serverSentReader()('data: a\ndata: b\n\n')).toEqual([{ event: 'message', data: 'a\nb' }])
  })
})
