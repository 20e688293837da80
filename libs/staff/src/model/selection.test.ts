import { describe, expect, it } from 'vitest'
import {
  clearChosen,
  moveCursor,
  NOTHING_SELECTED,
  SELECTION_MAX,
  toggleAll,
  toggleRange,
  toggleRow,
  type Selection,
} from './selection'

const order = ['a', 'b', 'c', 'd', 'e']
const chosen = (selection: Selection) => [...selection.chosen].sort().join('')
const choose = (...ids: string[]) => ids.reduce(toggleRow, NOTHING_SELECTED)

describe('selecting rows', () => {
  it('selects and deselects', () => {
    expect(chosen(choose('b', 'd'))).toBe('bd')
    expect(chosen(choose('b', 'd', 'b'))).toBe('d')
    expect(NOTHING_SELECTED.chosen.size).toBe(0)
  })

  it('applies the state of the anchor to a range, in both directions', () => {
    expect(chosen(toggleRange(choose('b'), order, 'd'))).toBe('bcd')
    expect(chosen(toggleRange(choose('d'), order, 'a'))).toBe('abcd')
    const some = toggleRange(choose('a'), order, 'e')
    expect(chosen(toggleRange(toggleRow(some, 'b'), order, 'd'))).toBe('ae')
  })

  it('keeps the anchor for the next range', () => {
    const first = toggleRange(choose('b'), order, 'c')
    expect(chosen(toggleRange(first, order, 'e'))).toBe('bcde')
  })

  it('toggles only the row when the anchor is not in this list', () => {
    expect(chosen(toggleRange(NOTHING_SELECTED, order, 'c'))).toBe('c')
    expect(chosen(toggleRange(choose('gone'), order, 'c'))).toBe('cgone')
    expect(chosen(toggleRange(choose('c'), order, 'c'))).toBe('')
  })

  it('selects no more than the limit', () => {
    const many = Array.from({ length: SELECTION_MAX + 1 }, (_, n) => `row ${n}`)
    expect(toggleAll(NOTHING_SELECTED, many).chosen.size).toBe(SELECTION_MAX)
    expect(toggleRow(toggleAll(NOTHING_SELECTED, many), 'one more').chosen.size).toBe(SELECTION_MAX)
  })

  it('deselects all with the header checkbox', () => {
    expect(chosen(toggleAll(NOTHING_SELECTED, order))).toBe('abcde')
    expect(chosen(toggleAll(choose('a'), order))).toBe('')
    expect(clearChosen(choose('a'))).toMatchObject({ anchor: null, cursor: 'a' })
  })
})

describe('moving by keyboard', () => {
  it('enters at the nearer end and stays in the list', () => {
    expect(moveCursor(NOTHING_SELECTED, order, 1).cursor).toBe('a')
    expect(moveCursor(NOTHING_SELECTED, order, -1).cursor).toBe('e')
    expect(moveCursor({ ...NOTHING_SELECTED, cursor: 'e' }, order, 1).cursor).toBe('e')
    expect(moveCursor({ ...NOTHING_SELECTED, cursor: 'b' }, order, -9).cursor).toBe('a')
    expect(moveCursor(NOTHING_SELECTED, [], 1)).toBe(NOTHING_SELECTED)
    expect(moveCursor({ ...NOTHING_SELECTED, cursor: 'gone' }, order, 1).cursor).toBe('a')
  })

  it('selects with Shift, and deselects on the way back', () => {
    const start = { ...NOTHING_SELECTED, cursor: 'b' }
    const down = moveCursor(moveCursor(start, order, 1, true), order, 1, true)
    expect([chosen(down), down.cursor]).toEqual(['bcd', 'd'])
    const back = moveCursor(down, order, -1, true)
    expect([chosen(back), back.cursor]).toEqual(['bc', 'c'])
    expect(chosen(moveCursor(moveCursor(back, order, -1, true), order, -1, true))).toBe('ab')
  })

  it('keeps earlier selected rows', () => {
    expect(chosen(moveCursor({ ...choose('e', 'a') }, order, 1, true))).toBe('abe')
  })
})
