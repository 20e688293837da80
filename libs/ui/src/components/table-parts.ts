import { chakra } from '@chakra-ui/react'

const narrow = '@media (max-width: 47.99rem)'

export const Scroll = chakra('div', { base: { overflowX: 'auto', width: 'full' } })

/** The table's dress; on a narrow screen each row becomes a stack of labelled cells. */
export const Table = chakra('table', {
  base: {
    width: 'full',
    fontSize: 'md',
    textAlign: 'start',
    borderCollapse: 'collapse',
    '& th': {
      height: '8',
      px: '3',
      textAlign: 'start',
      fontSize: 'sm',
      fontWeight: 'medium',
      color: 'fg.muted',
      whiteSpace: 'nowrap',
      borderBottomWidth: '1px',
    },
    '& td': { height: '10', px: '3', py: '1.5', borderBottomWidth: '1px', borderColor: 'border.muted' },
    '& tr[data-opens]': { cursor: 'pointer', transition: 'background-color 80ms' },
    '& tr[data-opens]:hover': { bg: 'bg.subtle' },
    '& tr:focus-visible': { outlineOffset: '-2px', borderRadius: 'sm' },
    '& td[data-primary]': { fontWeight: 'medium', minWidth: '12rem', overflowWrap: 'anywhere' },
    [narrow]: {
      '&, & tbody, & td': { display: 'block' },
      '& thead': {
        position: 'absolute',
        width: '1px',
        height: '1px',
        overflow: 'hidden',
        clipPath: 'inset(50%)',
      },
      '& tr': {
        display: 'flex',
        flexDirection: 'column',
        py: '3',
        px: '1',
        borderBottomWidth: '1px',
        gap: '1',
      },
      '& td': {
        display: 'flex',
        alignItems: 'center',
        gap: '3',
        height: 'auto',
        minHeight: '6',
        p: '0',
        border: 'none',
        minWidth: '0',
      },
      '& td[data-label]::before': {
        content: 'attr(data-label)',
        flex: '0 0 6.5rem',
        fontSize: 'sm',
        color: 'fg.muted',
      },
      '& td[data-primary]': { order: '-1', display: 'block' },
      '& td[data-primary]::before': { display: 'none' },
    },
  },
})
