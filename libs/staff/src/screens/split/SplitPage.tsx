import { chakra } from '@helpdesk/ui'
import type { ComponentType, ReactNode } from 'react'
import { SplitTickets } from './SplitTickets'
import { useSplitView } from './use-split-view'
import * as texts from './texts'

interface SplitPageProps {
  /** The ticket's screen. */
  Ticket: ComponentType<{ ticketId: string }>
  /** The page of the list. */
  children: ReactNode
}

/** A page with a list and, in split view, the ticket of its cursor to the right. The page scrolls the list. */
export function SplitPage({ Ticket, children }: SplitPageProps) {
  const isSplit = useSplitView()
  return (
    <Columns data-split={isSplit || undefined}>
      <div>{children}</div>
      {isSplit && (
        <Pane aria-label={texts.ticket}>
          <SplitTickets Ticket={Ticket} />
        </Pane>
      )}
    </Columns>
  )
}

const Columns = chakra('div', {
  base: {
    '& > div': { minWidth: '0' },
    '&[data-split]': {
      display: 'grid',
      gridTemplateColumns: { base: '19rem minmax(0, 1fr)', xl: '24rem minmax(0, 1fr)' },
      columnGap: '4',
    },
  },
})
const Pane = chakra('section', {
  base: {
    containerType: 'inline-size',
    position: 'sticky',
    top: 'var(--app-header, 0px)',
    alignSelf: 'start',
    // Covers the margins of the page.
    my: '-6',
    me: '-6',
    height: 'calc(100dvh - var(--app-header, 0px))',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    '--page-padding': '1.25rem',
    // Not of the pane itself: sticky parts would keep this distance to its edges.
    '& > *': { p: 'var(--page-padding)' },
    borderInlineStartWidth: '1px',
    borderColor: 'border',
    '@container (max-width: 50rem)': { '& [data-ticket-grid]': { gridTemplateColumns: 'minmax(0, 1fr)' } },
  },
})
