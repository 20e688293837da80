/** `wide` has words in every column, `compact` only the icons of status and priority, `cards` no columns. */
export type TableLayout = 'wide' | 'compact' | 'cards'

/** Widths of the table in pixels below which the next layout is used. */
const COMPACT_BELOW = 1_000
const CARDS_BELOW = 680

/** The layout for a width in pixels; 0 is unknown. */
export const layoutFor = (width: number): TableLayout =>
  width === 0 || width >= COMPACT_BELOW ? 'wide' : width >= CARDS_BELOW ? 'compact' : 'cards'

/** Fixed heights in pixels, so that a list's height is known before its rows are rendered. */
export const ROW_HEIGHT = 56
export const CARD_HEIGHT = 116
/** The second line of a search hit, where one line is too narrow. */
export const HIT_LINE = 18

/** The height of each row in pixels. @param found rows are found tickets */
export const rowHeight = (layout: TableLayout, found: boolean): number =>
  (layout === 'cards' ? CARD_HEIGHT : ROW_HEIGHT) + (found && layout !== 'wide' ? HIT_LINE : 0)
