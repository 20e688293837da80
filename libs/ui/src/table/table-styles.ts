import { chakra } from '../components/layout'

const WIDE = '@media (width >= 64rem)'
const NARROW = '@media (width < 64rem)'
const ROW_LINE = { borderBottomWidth: '1px', borderColor: 'border.muted' } as const
/** Headings and cells of the two full-width layouts. */
const FULL_WIDTH = {
  tableLayout: 'fixed',
  fontSize: 'md',
  '& thead th': { height: '8', px: '2', fontSize: 'sm', borderBottomWidth: '1px' },
  '& th:first-child, & td:first-child': { paddingInlineStart: '0' },
} as const

export const Table = chakra('table', {
  base: {
    width: 'full',
    borderCollapse: 'collapse',
    '& th, & td': { textAlign: 'start' },
    '& thead th': { color: 'fg.muted', fontWeight: 'medium' },
    '& thead button': {
      font: 'inherit',
      cursor: 'pointer',
      minHeight: '6',
      '@media (pointer: coarse)': { minHeight: '11', minWidth: '11' },
      _hover: { color: 'fg' },
    },
    '& [data-numeric]': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
    '& tr[data-clickable]': { cursor: 'pointer', _hover: { background: 'bg.subtle' } },
  },
  variants: {
    narrow: {
      cards: {
        ...FULL_WIDTH,
        '& td, & td > div': { minWidth: '0' },
        '& tbody th, & td': { overflowWrap: 'anywhere', verticalAlign: 'top' },
        [WIDE]: { '& tbody th, & td': { px: '2', py: '2.5', ...ROW_LINE } },
        [NARROW]: {
          '&, & tbody': { display: 'block' },
          '& thead': {
            position: 'absolute',
            width: '1px',
            height: '1px',
            overflow: 'hidden',
            clipPath: 'inset(50%)',
          },
          '& tr': { display: 'grid', gap: '1.5', py: '3', ...ROW_LINE },
          '& td': { display: 'grid', gridTemplateColumns: '7.5rem minmax(0, 1fr)', columnGap: '2', p: '0' },
          '& td:first-child': { gridTemplateColumns: 'minmax(0, 1fr)' },
          '& tbody th': { fontWeight: 'medium' },
          // under each other with the other values of the card
          '& [data-numeric]': { textAlign: 'start' },
        },
      },
      'fewer-columns': {
        ...FULL_WIDTH,
        '& thead th': { ...FULL_WIDTH['& thead th'], whiteSpace: 'nowrap' },
        // rows and placeholders have the same height
        '& td': { px: '2', py: '2', height: { base: '20', md: '10' }, ...ROW_LINE },
        '& [data-wide-only]': { display: { base: 'none', md: 'table-cell' } },
      },
      scroll: {
        fontSize: 'sm',
        '& th, & td': {
          py: '1.5',
          pe: '4',
          fontWeight: 'normal',
          overflowWrap: 'anywhere',
          ...ROW_LINE,
        },
        '& thead th': { position: 'sticky', top: '0', bg: 'bg.panel', overflowWrap: 'normal' },
        '& th[scope="row"]': { minWidth: '7rem', overflowWrap: 'break-word' },
        '& tbody tr:last-of-type > *': { borderBottomWidth: '0' },
      },
    },
  },
})

export const ScrollRegion = chakra('div', {
  base: { maxHeight: '18rem', overflow: 'auto', borderRadius: 'sm' },
})
export const CardLabel = chakra('span', {
  base: { color: 'fg.muted', fontSize: 'sm', [WIDE]: { display: 'none' } },
})
