import { describe, expect, it } from 'vitest'
import { hasComment, noteSchema, ticketFormDefaults, ticketFormSchema } from './forms'

const valid = { subject: 'Printer', description: 'It prints only blank pages.', priority: 'high' }

function messages(values: unknown): string[] {
  const result = ticketFormSchema.safeParse(values)
  return result.success ? [] : result.error.issues.map((issue) => issue.message)
}

describe('ticketFormSchema', () => {
  it('accepts a valid ticket and trims it', () => {
    expect(ticketFormSchema.parse({ ...valid, subject: '  Printer ' })).toEqual(valid)
  })

  it.each([
    ['empty subject', { subject: '' }, ['Subject is required']],
    ['blank subject', { subject: '   ' }, ['Subject is required']],
    ['subject of 1', { subject: 'x' }, []],
    ['subject of 255', { subject: 'x'.repeat(255) }, []],
    ['subject of 256', { subject: 'x'.repeat(256) }, ['Subject must be less than 255 characters']],
    ['description of 9', { description: 'x'.repeat(9) }, ['Description must be at least 10 characters']],
    [
      'description of 9 and blanks',
      { description: `${'x'.repeat(9)}   ` },
      ['Description must be at least 10 characters'],
    ],
    ['description of 10', { description: 'x'.repeat(10) }, []],
    ['description of 2000', { description: 'x'.repeat(2000) }, []],
    [
      'description of 2001',
      { description: 'x'.repeat(2001) },
      ['Description must be less than 2000 characters'],
    ],
  ])('validates: %s', (_name, overrides, expected) => {
    expect(messages({ ...valid, ...overrides })).toEqual(expected)
  })

  it('accepts only the five priorities', () => {
    for (const priority of ['urgent', 'high', 'medium', 'normal', 'low']) {
      expect(messages({ ...valid, priority })).toEqual([])
    }
    expect(messages({ ...valid, priority: 'critical' })).toHaveLength(1)
  })

  it('defaults to priority normal', () => {
    expect(ticketFormDefaults).toEqual({ subject: '', description: '', priority: 'normal' })
  })
})

describe('noteSchema', () => {
  it.each(['', '  \n '])('refuses %j', (content) => {
    const result = noteSchema.safeParse({ content })
    expect(result.error?.issues[0]?.message).toBe('Note content is required')
  })
  it('trims the content', () => expect(noteSchema.parse({ content: ' a ' })).toEqual({ content: 'a' }))
})

describe('hasComment', () => {
  it.each([
    ['', false],
    [' \n\t', false],
    ['a', true],
    [' a ', true],
  ])('%j → %s', (text, expected) => expect(hasComment(text)).toBe(expected))
})
