import { describe, expect, it } from 'vitest'
import { DEFAULT_COLUMNS, movedColumn, readColumns, sized, toggled, type ChosenColumns } from './list-columns'

const ids = (columns: ChosenColumns | undefined) => columns?.map(({ id }) => id)

describe('readColumns', () => {
  it('reads columns with and without a width', () => {
    const columns = [{ id: 'subject' }, { id: 'created', width: 100 }]
    expect(readColumns(columns)).toEqual(columns)
  })
  it('gives a column with an impossible width its usual one', () =>
    expect(readColumns([{ id: 'subject' }, { id: 'created', width: 5_000 }])).toEqual([
      { id: 'subject' },
      { id: 'created' },
    ]))
  it.each([
    ['nothing', undefined],
    ['no list', { id: 'subject' }],
    ['a list without the subject', [{ id: 'status' }]],
    ['an unknown column', [{ id: 'subject' }, { id: 'secret' }]],
    ['a column twice', [{ id: 'subject' }, { id: 'subject' }]],
  ])('does not read %s', (_, value) => expect(readColumns(value)).toBeUndefined())
})

it('hides a column and shows it again at its usual place', () => {
  const without = toggled(DEFAULT_COLUMNS, 'priority')
  expect(ids(without)).not.toContain('priority')
  expect(toggled(without, 'priority')).toEqual(DEFAULT_COLUMNS)
  expect(ids(toggled([{ id: 'subject' }, { id: 'status' }], 'customer'))).toEqual([
    'subject',
    'status',
    'customer',
  ])
  expect(ids(toggled([{ id: 'subject' }], 'status'))).toEqual(['status', 'subject'])
})

it('never hides the subject', () => expect(toggled(DEFAULT_COLUMNS, 'subject')).toBe(DEFAULT_COLUMNS))

it('moves a column and keeps its width', () => {
  const columns: ChosenColumns = [{ id: 'status', width: 90 }, { id: 'priority' }, { id: 'subject' }]
  expect(movedColumn(columns, 'status', 1)).toEqual([
    { id: 'priority' },
    { id: 'status', width: 90 },
    { id: 'subject' },
  ])
  expect(movedColumn(columns, 'status', -1)).toEqual(columns)
})

it.each([
  [120.4, 120],
  [3, 40],
  [900, 480],
])('gives a column a width of %d px: %d', (width, expected) =>
  expect(sized([{ id: 'subject' }, { id: 'customer' }], 'customer', width)[1]).toEqual({
    id: 'customer',
    width: expected,
  }),
)

it('gives a column its usual width again', () =>
  expect(sized([{ id: 'customer', width: 90 }], 'customer', undefined)).toEqual([{ id: 'customer' }]))
