import { describe, expect, it } from 'vitest'
import { asHistory, chatInputSchema, storable, type ChatMessage } from './assistant'
import { readHistory, writeHistory } from './chat-history'

const message = (content: string, overrides: Partial<ChatMessage> = {}): ChatMessage => ({
  role: 'user',
  content,
  timestamp: '2026-01-05T10:00:00.000Z',
  ...overrides,
})

describe('stored chat history', () => {
  it('is restored for each user separately', () => {
    const first = writeHistory(null, 'amy', [
      message('a'),
      message('b', { role: 'assistant', stopped: true }),
    ])
    const both = writeHistory(first, 'bo', [message('c')])
    expect(readHistory(both, 'amy')).toEqual([
      message('a'),
      message('b', { role: 'assistant', stopped: true }),
    ])
    expect(readHistory(both, 'bo')).toEqual([message('c')])
    expect(readHistory(both, 'eve')).toEqual([])
  })

  it('is removed when the conversation is cleared', () => {
    expect(writeHistory(writeHistory(null, 'amy', [message('a')]), 'amy', [])).not.toContain('amy')
  })

  it.each([null, '', '{', '[]', '{"version":2,"histories":{}}', '{"version":1,"histories":{"amy":7}}'])(
    'is empty when %s is stored',
    (stored) => expect(readHistory(stored, 'amy')).toEqual([]),
  )

  it('keeps messages of 1 to 10,000 characters, and the newest hundred', () => {
    const stored = (content: string) =>
      JSON.stringify({ version: 1, histories: { amy: [message(content), message('good')] } })
    expect(readHistory(stored(''), 'amy')).toHaveLength(1)
    expect(readHistory(stored('x'), 'amy')).toHaveLength(2)
    expect(readHistory(stored('x'.repeat(10_000)), 'amy')).toHaveLength(2)
    expect(readHistory(stored('x'.repeat(10_001)), 'amy')).toHaveLength(1)
    expect(storable(message('x'.repeat(10_001))).content).toHaveLength(10_000)
    const many = Array.from({ length: 130 }, (_, index) => message(`m${index}`))
    const kept = readHistory(writeHistory(null, 'amy', many), 'amy')
    expect(kept).toHaveLength(100)
    expect(kept.at(-1)?.content).toBe('m129')
  })

  it.each(['never', '', '2026-13-45'])('drops a message with the time %j', (timestamp) => {
    const stored = writeHistory(null, 'amy', [message('a', { timestamp }), message('b')])
    expect(readHistory(stored, 'amy')).toEqual([message('b')])
  })

  it('sends only role, content and timestamp', () => {
    expect(asHistory([message('a', { proposals: [], stopped: true })])).toEqual([message('a')])
  })
})

describe('chatInputSchema', () => {
  it.each([
    ['', false],
    [' \n', false],
    ['x', true],
    ['x'.repeat(1000), true],
    [` ${'x'.repeat(1000)} `, true],
    ['x'.repeat(1001), false],
  ])('checks the trimmed length (%#)', (text, good) => {
    expect(chatInputSchema.safeParse({ message: text }).success).toBe(good)
  })
})
