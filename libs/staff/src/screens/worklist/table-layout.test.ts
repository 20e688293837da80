import { expect, it } from 'vitest'
import { layoutFor, rowHeight } from './table-layout'

it.each([
  [0, false, 'wide'],
  [1_000, false, 'wide'],
  [999, false, 'narrow'],
  [680, false, 'narrow'],
  [679, false, 'cards'],
  [679, true, 'split'],
] as const)('lays out a table of %i px (split: %s) as %s', (width, isSplit, layout) =>
  expect(layoutFor(width, isSplit)).toBe(layout),
)

it.each([
  ['wide', false, 'compact', 32],
  ['wide', true, 'compact', 32],
  ['narrow', true, 'compact', 32],
  ['wide', false, 'comfortable', 56],
  ['wide', true, 'comfortable', 56],
  ['narrow', true, 'comfortable', 74],
  ['cards', true, 'comfortable', 134],
  ['cards', true, 'compact', 84],
  ['split', false, 'comfortable', 76],
  ['split', false, 'compact', 52],
] as const)('gives a row of the layout %s (found: %s, %s) %i px', (layout, found, density, height) =>
  expect(rowHeight(layout, found, density)).toBe(height),
)
