import { describe, expect, it } from 'vitest'
import {
  fillPlaceholders,
  findMacros,
  fromMacroForm,
  insertAt,
  macroFormDefaults,
  macroFormSchema,
  toMacroForm,
  unknownPlaceholders,
  type Macro,
} from './macros'

const values = {
  'customer.name': 'Casey',
  'ticket.number': '#42',
  'ticket.id': '#42',
  'agent.name': 'Avery',
}
const macro = (overrides: Partial<Macro> = {}): Macro => ({
  id: 'm1',
  owner_id: 'a1',
  is_shared: false,
  name: 'Greeting',
  body: 'Hello {{customer.name}}',
  set_status: null,
  set_priority: null,
  add_tags: null,
  created_at: '2026-01-05T10:00:00Z',
  updated_at: '2026-01-05T10:00:00Z',
  ...overrides,
})

describe('fillPlaceholders', () => {
  it('fills every occurrence of all placeholders, with or without spaces', () => {
    expect(
      fillPlaceholders('{{customer.name}}, {{ ticket.number }}: {{agent.name}} {{customer.name}}', values),
    ).toEqual({ text: 'Casey, #42: Avery Casey', left: [] })
  })
  it('keeps unknown placeholders and lists each once', () => {
    const body = 'Dear {{customer.nmae}}, {{customer.nmae}} {{toString}} {{}} {single}'
    expect(fillPlaceholders(body, values)).toEqual({
      text: body,
      left: ['{{customer.nmae}}', '{{toString}}'],
    })
  })
  it('keeps placeholders without a value', () => {
    const filled = fillPlaceholders('Hi {{customer.name}}', { ...values, 'customer.name': null })
    expect(filled).toEqual({ text: 'Hi {{customer.name}}', left: ['{{customer.name}}'] })
  })
  it('does not fill placeholders inside a value', () => {
    const filled = fillPlaceholders('Hi {{customer.name}}', {
      ...values,
      'customer.name': '{{agent.name}} $&',
    })
    expect(filled).toEqual({ text: 'Hi {{agent.name}} $&', left: [] })
  })
  it('lists unknown placeholders without a ticket', () => {
    expect(unknownPlaceholders('{{ticket.number}} {{ticket.id}} {{ticket.nr}} {{ ticket.nr }}')).toEqual([
      '{{ticket.nr}}',
      '{{ ticket.nr }}',
    ])
  })
})

it.each([
  ['', 0, 0, { text: 'new', cursor: 3 }],
  ['ab', 1, 1, { text: 'anewb', cursor: 4 }],
  ['abc', 1, 3, { text: 'anew', cursor: 4 }],
])('inserts into %j from %d to %d', (text, start, end, expected) => {
  expect(insertAt(text, { selectionStart: start, selectionEnd: end }, 'new')).toEqual(expected)
})

it('findMacros matches every word and lists matches by name first', () => {
  const list = [
    macro({ id: '1', name: 'Closing', body: 'refund done' }),
    macro({ id: '2', name: 'Refund', body: 'x' }),
    macro({ id: '3', name: 'Other', body: 'y' }),
  ]
  const ids = (query: string) => findMacros(list, query).map(({ id }) => id)
  expect(ids('REFUND')).toEqual(['2', '1'])
  expect(ids('refund clos')).toEqual(['1'])
  expect(ids('  ')).toEqual(['1', '2', '3'])
  expect(ids('nothing')).toEqual([])
})

describe('macro form', () => {
  const errors = (input: object) => {
    const parsed = macroFormSchema.safeParse({ ...macroFormDefaults, name: 'n', body: 'b', ...input })
    return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => [path[0], message])
  }
  it.each([
    [{}, []],
    [{ name: ' ' }, [['name', 'Name is required']]],
    [{ name: 'n'.repeat(80), body: 'b'.repeat(5000) }, []],
    [{ name: 'n'.repeat(81) }, [['name', 'Name must not exceed 80 characters']]],
    [{ body: ' ' }, [['body', 'Text is required, unless the macro sets something']]],
    [{ body: '', set_status: 'solved' }, []],
    [{ body: 'b'.repeat(5001) }, [['body', 'Text must not exceed 5000 characters']]],
    [{ add_tags: 'x'.repeat(41) }, [['add_tags', 'A tag must not exceed 40 characters']]],
  ])('validates %j', (input, expected) => expect(errors(input)).toEqual(expected))

  it('converts to columns and back', () => {
    const stored = macro({
      set_status: 'pending',
      set_priority: 'high',
      add_tags: ['a', 'b'],
      is_shared: true,
    })
    const form = toMacroForm(stored)
    expect(form.add_tags).toBe('a, b')
    const { name, body, is_shared, set_status, set_priority, add_tags } = stored
    expect(fromMacroForm(form)).toEqual({ name, body, is_shared, set_status, set_priority, add_tags })
    expect(fromMacroForm({ ...macroFormDefaults, set_status: 'x', set_priority: '' })).toMatchObject({
      set_status: null,
      set_priority: null,
      add_tags: [],
    })
  })
})
