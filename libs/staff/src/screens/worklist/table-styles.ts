import { chakra } from '@helpdesk/ui'
import { TICKET_PRIORITIES } from '@helpdesk/tickets/model/priorities'
import { TICKET_STATUSES } from '@helpdesk/tickets/model/statuses'

/** Fixed heights in pixels, so that a list's height is known before its rows are rendered. */
const ROW_HEIGHT = 44
const CARD_HEIGHT = 136
/** Room for the line that shows the hit of a found ticket; on cards it takes two lines. */
const FOUND_LINE = 22
const FOUND_CARD_LINES = 38

/** The height of each row in pixels. @param found rows are found tickets */
export const rowHeight = (cards: boolean, found: boolean): number =>
  cards ? CARD_HEIGHT + (found ? FOUND_CARD_LINES : 0) : ROW_HEIGHT + (found ? FOUND_LINE : 0)

/** Below this width, in pixels, rows become cards. */
export const CARDS_BELOW = 940

const badgeColors = Object.fromEntries([
  ...TICKET_STATUSES.map((status) => [
    `& [data-mark="status-${status}"]`,
    { color: `status.${status}.fg`, bg: `status.${status}.bg` },
  ]),
  ...TICKET_PRIORITIES.map((priority) => [
    `& [data-mark="priority-${priority}"] svg`,
    { color: `priority.${priority}.fg` },
  ]),
])

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
      fontSize: 'sm',
      fontWeight: 'medium',
      color: 'fg.muted',
      whiteSpace: 'nowrap',
      borderBottomWidth: '1px',
    },
    '& td': {
      height: `${ROW_HEIGHT}px`,
      px: '2',
      py: '0',
      overflow: 'hidden',
      whiteSpace: 'nowrap',
      borderBottomWidth: '1px',
      borderColor: 'border.muted',
    },
    '& tr[data-space], & tr[data-space] td': { height: 'auto', p: '0', border: 'none' },
    // Room for the table's header at the top and the bulk bar at the bottom.
    '& tbody tr': { scrollMarginBlock: '1rem 6rem' },
    '& tr[data-id]': { cursor: 'pointer' },
    '& tr[data-id]:hover': { bg: 'bg.subtle' },
    '& tr[data-chosen], & tr[data-chosen]:hover': { bg: 'accent.subtle' },
    '& tr:focus-visible': { outlineOffset: '-2px', borderRadius: 'sm' },
    '& [data-text]': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' },
    '& [data-column=subject]': { fontWeight: 'medium' },
    '& [data-column=created], & [data-quiet]': { color: 'fg.muted' },
    '& [data-number]': {
      me: '2',
      color: 'fg.muted',
      fontWeight: 'normal',
      fontVariantNumeric: 'tabular-nums',
    },
    // "less than a minute ago" needs two lines.
    '& [data-column=created] [data-text]': { whiteSpace: 'normal', lineHeight: '1.15' },
    '& input[type=checkbox]': {
      display: 'block',
      width: '4',
      height: '4',
      accentColor: 'var(--hd-colors-accent-solid)',
      cursor: 'pointer',
    },
    '& [data-mark]': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '1.5',
      height: '1.375rem',
      px: '2',
      borderRadius: 'sm',
      fontSize: 'xs',
      fontWeight: 'medium',
      textTransform: 'capitalize',
    },
    '& [data-plain]': { px: '0' },
    '& [data-button]': {
      display: 'inline-flex',
      alignItems: 'center',
      height: '7',
      px: '2',
      mx: '-2',
      borderRadius: 'md',
      fontSize: 'sm',
      fontWeight: 'medium',
      color: 'accent.fg',
      cursor: 'pointer',
      _hover: { bg: 'bg.muted' },
    },
    '& [data-button=outline]': { mx: '0', borderWidth: '1px', borderColor: 'border.emphasized/45' },
    '& [data-button=icon]': { px: '1.5', mx: '0', color: 'fg.muted', flexShrink: '0' },
    '& [data-pair]': { display: 'flex', alignItems: 'center', gap: '1', '& > [data-text]': { flex: '1' } },
    ...badgeColors,
    '& [data-found-line]': {
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      color: 'fg.muted',
      fontSize: 'sm',
      fontWeight: 'normal',
    },
    '&[data-found]:not([data-cards])': {
      '& tr[data-id] td': { height: `${ROW_HEIGHT + FOUND_LINE}px` },
      '& tr[data-hit] td': { paddingBottom: `${FOUND_LINE}px` },
      // The line extends below the columns after the subject.
      '& td[data-column=subject]': { position: 'relative', overflow: 'visible' },
      '& [data-found-line]': {
        position: 'absolute',
        insetInlineStart: '2',
        bottom: '2',
        width: 'calc(100% + var(--after-subject) - 1rem)',
        whiteSpace: 'nowrap',
      },
    },
    '&[data-cards]': {
      '&, & tbody': { display: 'block' },
      '& thead': {
        position: 'absolute',
        width: '1px',
        height: '1px',
        overflow: 'hidden',
        clipPath: 'inset(50%)',
      },
      '& tr[data-id]': {
        display: 'grid',
        gridTemplateColumns: '2rem max-content minmax(5rem, 1fr) minmax(5.25rem, auto)',
        gridTemplateRows: '1.75rem 1.75rem 1.5rem 2rem',
        gridTemplateAreas:
          '"choose subject subject subject" ". status priority created" ". customer customer customer" ". assignee assignee actions"',
        alignItems: 'center',
        columnGap: '2',
        height: `${CARD_HEIGHT}px`,
        // The background of a selected card extends beyond its text.
        mx: '-2',
        px: '2',
        alignContent: 'center',
        borderBottomWidth: '1px',
        borderColor: 'border.muted',
      },
      '&[data-found] tr[data-id]': {
        gridTemplateRows: `calc(1.75rem + ${FOUND_CARD_LINES}px) 1.75rem 1.5rem 2rem`,
        height: `${CARD_HEIGHT + FOUND_CARD_LINES}px`,
        '& td[data-column=choose]': { alignSelf: 'start', pt: '1.5' },
      },
      '& [data-found-line]': {
        display: '-webkit-box',
        WebkitLineClamp: '2',
        WebkitBoxOrient: 'vertical',
        whiteSpace: 'normal',
        overflowWrap: 'anywhere',
        lineHeight: '19px',
      },
      '&:not([data-choosable]) tr[data-id]': {
        gridTemplateColumns: '0 max-content minmax(5rem, 1fr) minmax(5.25rem, auto)',
      },
      '& tr[data-space]': { display: 'block' },
      '& td': { height: 'auto', p: '0', border: 'none', minWidth: '0' },
      ...Object.fromEntries(
        ['choose', 'status', 'priority', 'subject', 'customer', 'created', 'assignee', 'actions'].map(
          (area) => [`& td[data-column=${area}]`, { gridArea: area }],
        ),
      ),
      '& td[data-column=customer]': { gridArea: 'customer', color: 'fg.muted', fontSize: 'sm' },
      '& td[data-column=created]': { gridArea: 'created', fontSize: 'sm', textAlign: 'end' },
      '& td[data-column=actions]': { gridArea: 'actions', textAlign: 'end' },
    },
  },
})
