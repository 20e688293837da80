import type { Density } from '@helpdesk/ui'

/**
 * `wide` has words in every column, `narrow` only the icons of status and priority, `cards` no columns, `split` lower
 * cards beside an open ticket.
 */
export type TableLayout = 'wide' | 'narrow' | 'cards' | 'split'

/** Widths of the table in pixels below which the next layout is used. */
const NARROW_BELOW = 1_000
const CARDS_BELOW = 680

/** The layout for a width in pixels; 0 is unknown. @param isSplit a ticket is open beside the list */
export const layoutFor = (width: number, isSplit = false): TableLayout =>
  isSplit
    ? 'split'
    : width === 0 || width >= NARROW_BELOW
      ? 'wide'
      : width >= CARDS_BELOW
        ? 'narrow'
        : 'cards'

/** Fixed heights in pixels, so that a list's height is known before its rows are rendered. */
export const ROW_HEIGHTS = {
  comfortable: { row: 56, cards: 116, split: 76 },
  compact: { row: 32, cards: 84, split: 52 },
} as const
/** The second line of a search hit, where one line is too narrow. Compact rows have one line at most. */
export const HIT_LINE = 18

/** The height of each row in pixels. @param found rows are found tickets */
export const rowHeight = (layout: TableLayout, found: boolean, density: Density): number =>
  ROW_HEIGHTS[density][layout === 'cards' || layout === 'split' ? layout : 'row'] +
  (found && layout !== 'wide' && density === 'comfortable' ? HIT_LINE : 0)
