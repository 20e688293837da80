import { AVATAR_COLORS, chakra } from '@helpdesk/ui'
import { TICKET_PRIORITIES } from '@helpdesk/tickets/model/priorities'
import { TICKET_STATUSES } from '@helpdesk/tickets/model/statuses'
import { cardStyles, splitStyles } from './card-styles'
import { cellStyles, clipped } from './cell-styles'
import { compactStyles } from './compact-styles'
import { HIT_LINE, ROW_HEIGHTS } from './table-layout'

const colors = Object.fromEntries([
  ...TICKET_STATUSES.map((status) => [
    `& [data-mark="status-${status}"] svg`,
    { color: `status.${status}.fg` },
  ]),
  ...TICKET_PRIORITIES.map((priority) => [
    `& [data-mark="priority-${priority}"] svg`,
    { color: `priority.${priority}.fg` },
  ]),
  ...AVATAR_COLORS.map((color) => [
    `& [data-avatar=${color}]`,
    { bg: `avatar.${color}.bg`, color: `avatar.${color}.fg` },
  ]),
])

/** Fixed widths, so that nothing moves when data arrives; the subject takes the rest. */
const widths = (columns: Record<string, string>) =>
  Object.fromEntries(Object.entries(columns).map(([id, width]) => [`& th[data-column=${id}]`, { width }]))

/** The worklist's table with all its styles: styled cells would cost ten times as much per row. */
export const StyledTable = chakra('table', {
  base: {
    width: 'full',
    tableLayout: 'fixed',
    borderCollapse: 'separate',
    borderSpacing: '0',
    fontSize: 'md',
    textAlign: 'start',
    '& th': {
      position: 'sticky',
      top: 'var(--app-header, 0px)',
      zIndex: '1',
      height: '9',
      px: '2',
      bg: 'bg',
      textAlign: 'start',
      fontSize: 'xs',
      fontWeight: 'medium',
      color: 'fg.muted',
      whiteSpace: 'nowrap',
      borderBottomWidth: '1px',
    },
    '& th button': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '1',
      height: '7',
      mx: '-1.5',
      px: '1.5',
      borderRadius: 'sm',
      fontWeight: 'medium',
      cursor: 'pointer',
      _hover: { bg: 'bg.muted', color: 'fg' },
    },
    // The edge of a column, seen under the pointer and with the focus.
    '& [data-size]': {
      position: 'absolute',
      insetBlock: '1.5',
      insetInlineEnd: '0',
      width: '2',
      cursor: 'col-resize',
      touchAction: 'none',
      borderInlineEndWidth: '2px',
      borderColor: 'transparent',
      '&:is(:hover, :focus-visible)': { borderColor: 'accent' },
    },
    '& th:hover [data-size]:not(:hover)': { borderColor: 'border' },
    // Below the height of the row, which the label would stretch by its border.
    '& th label': { minHeight: '8' },
    '& th[data-column=choose] [data-word]': clipped,
    '& th[aria-sort] button': { color: 'fg' },
    '& :is(td, th)[data-column=actions] [data-word]': clipped,
    '& td': {
      height: `${ROW_HEIGHTS.comfortable.row}px`,
      px: '2',
      py: '0',
      overflow: 'hidden',
      whiteSpace: 'nowrap',
      borderBottomWidth: '1px',
      borderColor: 'border.muted',
    },
    '& tr[data-space], & tr[data-space] td': { height: 'auto', p: '0', border: 'none' },
    // Room for the table's header at the top and the bulk bar at the bottom.
    '& tbody tr': { scrollMarginBlock: '2.5rem 6rem' },
    '& tr[data-id]': { cursor: 'pointer' },
    '& tr[data-id]:hover': { bg: 'bg.subtle' },
    '& tr[data-current], & tr[data-current]:hover': { bg: 'bg.muted' },
    '& tr[data-chosen], & tr[data-chosen]:hover': { bg: 'accent.subtle' },
    '& tr[data-leaving]': { opacity: '0.5' },
    '& tr:focus-visible': { outlineOffset: '-2px', borderRadius: 'sm' },
    ...cellStyles,
    ...colors,
    ...widths({
      choose: '2.25rem',
      status: '6.75rem',
      priority: '5.5rem',
      customer: '9rem',
      created: '8rem',
      waiting: '4.75rem',
      assignee: '8rem',
      actions: '2.25rem',
    }),
    '&[data-layout=narrow]': {
      ...widths({
        status: '2rem',
        priority: '2rem',
        customer: '8rem',
        created: '7rem',
        waiting: '4.5rem',
        assignee: '7.5rem',
        actions: '2.25rem',
      }),
      '& :is([data-column=status], [data-column=priority]) [data-word]': clipped,
      '& td[data-column=created] [data-text]': { fontSize: 'sm' },
      '&[data-found] tr[data-id] td': { height: `${ROW_HEIGHTS.comfortable.row + HIT_LINE}px` },
    },
    // A column of its own says it.
    '&:has(th[data-column=waiting]) [data-age] > [data-wait]': { display: 'none' },
    '&:is([data-layout=cards], [data-layout=split])': cardStyles,
    '&[data-layout=split]': splitStyles,
    '&:not([data-layout=wide]) [data-found-line]': {
      display: '-webkit-box',
      WebkitLineClamp: '2',
      WebkitBoxOrient: 'vertical',
      whiteSpace: 'normal',
      overflowWrap: 'anywhere',
    },
    '[data-density=compact] &': compactStyles,
  },
})
