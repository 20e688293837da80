import { clipped } from './cell-styles'
import { ROW_HEIGHTS } from './table-layout'

const { row, cards, split } = ROW_HEIGHTS.compact
const oneLine = { display: 'block', whiteSpace: 'nowrap', flex: '1 1 0', minWidth: '0' } as const

/** One line a row: the last message follows the subject where there is room. */
export const compactStyles = {
  '& th': { height: '7' },
  '& th label': { minHeight: '6' },
  '&:is([data-layout=wide], [data-layout=narrow])': {
    '& tr[data-id] td, &[data-found] tr[data-id] td': { height: `${row}px` },
    '& [data-lines]': { display: 'flex', alignItems: 'baseline', gap: '3' },
    '& [data-line]:not([data-preview])': { flex: '0 1 auto' },
    '& [data-preview]': { flex: '1 1 0', minHeight: '0', overflow: 'hidden' },
    '& [data-found-line]': oneLine,
    '& td label': { minHeight: '7' },
    '& td[data-column=created] [data-text]': { fontSize: 'xs' },
    '& [data-avatar]': { width: '5', height: '5' },
    '& td [data-button]': { height: '6' },
  },
  '&[data-layout=cards] tr[data-id], &[data-layout=cards][data-found] tr[data-id]': {
    gridTemplateRows: '1.5rem 1.25rem 2rem',
    height: `${cards}px`,
  },
  '&[data-layout=split] tr[data-id], &[data-layout=split][data-found] tr[data-id]': { height: `${split}px` },
  '&:is([data-layout=cards], [data-layout=split]) :is([data-preview], [data-found-line])': clipped,
} as const
