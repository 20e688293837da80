import { clipped } from './cell-styles'
import { HIT_LINE, ROW_HEIGHTS } from './table-layout'

const { cards: CARD_HEIGHT, split: SPLIT_HEIGHT } = ROW_HEIGHTS.comfortable

/** The size of a target for fingers, laid over the small button that is seen. */
const touchArea = { content: '""', position: 'absolute', inset: '-9px -11px' } as const

/** Rows as cards, for narrow tables. */
export const cardStyles = {
  '&, & tbody': { display: 'block' },
  // Of the column titles only the checkbox that selects all is seen; the order is in the sheet of filters. Phones have no
  // room for it above the first ticket: there the bar of selected tickets offers it, and the keyboard brings it up.
  '& thead, & thead tr': { display: 'block' },
  '& th:not([data-column=choose])': clipped,
  '& th[data-column=choose]': {
    display: 'block',
    position: 'static',
    width: 'auto',
    height: 'auto',
    mx: '-3',
    px: '0',
    borderColor: 'border.muted',
    fontSize: 'sm',
    '& label': { justifyContent: 'start', gap: '3', px: '3.5', minHeight: '11' },
    '& [data-word]': { position: 'static', width: 'auto', height: 'auto', clipPath: 'none' },
    '&:not(:focus-within)': { mdDown: clipped },
  },
  '& tr[data-space]': { display: 'block' },
  '& tr[data-id]': {
    display: 'grid',
    gridTemplateColumns: '2rem max-content max-content minmax(auto, 1fr) max-content max-content',
    gridTemplateRows: '2.75rem 1.5rem 2rem',
    gridTemplateAreas:
      '"choose subject subject subject subject subject" ". customer customer customer created created" ". status priority waiting assignee actions"',
    alignItems: 'center',
    alignContent: 'center',
    // No wider: "less than a minute ago" leaves room for "In Progress" in 360 px.
    columnGap: '1.5',
    height: `${CARD_HEIGHT}px`,
    // The background of a selected card extends beyond its text.
    mx: '-3',
    px: '3',
    borderBottomWidth: '1px',
    borderColor: 'border.muted',
  },
  '&[data-found] tr[data-id]': {
    gridTemplateRows: `calc(2.75rem + ${HIT_LINE}px) 1.5rem 2rem`,
    height: `${CARD_HEIGHT + HIT_LINE}px`,
  },
  '&:not([data-choosable]) tr[data-id]': {
    gridTemplateColumns: '0 max-content max-content minmax(auto, 1fr) max-content max-content',
  },
  '& td': { height: 'auto', p: '0', border: 'none', minWidth: '0' },
  ...Object.fromEntries(
    ['choose', 'status', 'priority', 'subject', 'customer', 'created', 'waiting', 'assignee', 'actions'].map(
      (area) => [`& tr > td[data-column=${area}]`, { gridArea: area }],
    ),
  ),
  '& td[data-column=choose]': { ms: '-3', width: '2.75rem' },
  '& td[data-column=waiting]': { minWidth: 'max-content' },
  '& label': { mx: '0', justifyContent: 'center' },
  // One tag fits.
  '& [data-tag] ~ [data-tag]': { display: 'none' },
  '& td[data-column=customer]': { color: 'fg.muted', fontSize: 'sm' },
  '& td[data-column=customer] [data-avatar]': { width: '5', height: '5' },
  // "less than a minute ago" leaves room for "In Progress" and the waiting time in 360 px.
  '& td[data-column=created]': { fontSize: 'xs', textAlign: 'end' },
  '& td[data-column=created] [data-text]': { whiteSpace: 'nowrap' },
  '& [data-age]': { justifyContent: 'flex-end' },
  '& td:is([data-column=assignee], [data-column=actions])': { overflow: 'visible' },
  '& td[data-column=assignee]': { maxWidth: '7rem' },
  // The ticket and the bulk bar offer it too.
  '& td[data-column=assignee] [data-button=icon]': { display: 'none' },
  '& td[data-column=assignee] [data-avatar]': { width: '5', height: '5' },
  '& :is([data-column=priority], [data-column=actions]) [data-word]': clipped,
  '& [data-button]': { position: 'relative', _before: touchArea },
  '& [data-button=""]': { px: '1', mx: '-1' },
} as const

/** Beside an open ticket: subject, last message, and a line of marks; the commands are over the end of that line. */
export const splitStyles = {
  '& th[data-column=choose] label': { minHeight: '8' },
  '& tr[data-id]': {
    position: 'relative',
    gridTemplateColumns: '2rem max-content max-content minmax(0, 1fr) max-content max-content',
    gridTemplateRows: 'max-content 1.375rem',
    gridTemplateAreas:
      '"choose subject subject subject subject subject" "choose status priority customer created assignee"',
    height: `${SPLIT_HEIGHT}px`,
  },
  '&[data-found] tr[data-id]': {
    gridTemplateRows: 'max-content 1.375rem',
    height: `${SPLIT_HEIGHT + HIT_LINE}px`,
  },
  '& td[data-column=choose]': { alignSelf: 'start' },
  '& :is([data-column=status], [data-column=assignee]) [data-word], & td[data-column=assignee] [data-text]':
    clipped,
  '& tr > td[data-column=waiting]': { gridArea: 'created' },
  '& td[data-column=customer] [data-avatar]': { display: 'none' },
  '& :is(td[data-column=assignee] [data-button=outline], td[data-column=actions] [data-button])': {
    position: 'absolute',
    insetInlineEnd: '2.5rem',
    bottom: '0.5',
    height: '6',
    bg: 'bg.panel',
  },
  // No column of its own, which would take a gap from the subject.
  '& tr > td[data-column=actions]': { gridArea: 'assignee', width: '0', minWidth: '0' },
  '& td[data-column=actions] [data-button]': { insetInlineEnd: '2', mx: '0' },
} as const
