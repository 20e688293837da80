import { describe, expect, it } from 'vitest'
import {
  findMacros,
  inFolder,
  macroFolders,
  mostUsed,
  fromMacroForm,
  insertAt,
  macroFormDefaults,
  macroFormSchema,
  toMacroForm,
  type Macro,
} from './macros'

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

it.each([
  ['Refund started', { folder: '', title: 'Refund started' }],
  ['Billing / Refund started', { folder: 'Billing', title: 'Refund started' }],
  ['Billing / Refunds / Started', { folder: 'Billing / Refunds', title: 'Started' }],
  ['Yes/No', { folder: '', title: 'Yes/No' }],
  ['/ Odd', { folder: '', title: '/ Odd' }],
  ['Odd / ', { folder: '', title: 'Odd / ' }],
])('inFolder takes the folder from %j', (name, expected) => expect(inFolder(name)).toEqual(expected))

it('macroFolders lists macros without a folder first, then the folders by name', () => {
  const list = ['Shipping / Late', 'Billing / Refund', 'Hello', 'Billing / Invoice'].map((name) =>
    macro({ id: name, name }),
  )
  expect(macroFolders(list).map(({ folder, macros }) => [folder, macros.map(({ id }) => id)])).toEqual([
    ['', ['Hello']],
    ['Billing', ['Billing / Refund', 'Billing / Invoice']],
    ['Shipping', ['Shipping / Late']],
  ])
})

it('mostUsed lists at most five, without those that were never used', () => {
  const list = [3, 0, 9, 1, 4, 7, 2].map((uses) =>
    macro({ id: String(uses), macro_uses: uses ? [{ uses }] : [] }),
  )
  expect(mostUsed(list).map(({ id }) => id)).toEqual(['9', '7', '4', '3', '2'])
  expect(mostUsed([macro()])).toEqual([])
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
