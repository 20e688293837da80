import { chakra } from '@helpdesk/ui'
import { useAtomValue } from 'jotai'
import { Suspense, type ComponentType, type ReactNode } from 'react'
import { currentTicketAtom } from '../../state/split-view'
import { useSplitView } from './use-split-view'

interface SplitPageProps {
  /** The ticket's screen. */
  Ticket: ComponentType<{ ticketId: string }>
  /** The page of the list. */
  children: ReactNode
}

/** A page with a list and, in split view, the ticket of its cursor to the right. The page scrolls the list. */
export function SplitPage({ Ticket, children }: SplitPageProps) {
  const isSplit = useSplitView()
  const ticketId = useAtomValue(currentTicketAtom)
  return (
    <Columns data-split={isSplit || undefined}>
      <div>{children}</div>
      {isSplit && (
        <Pane aria-label="Ticket">
          {ticketId && (
            <Suspense>
              <Ticket ticketId={ticketId} />
            </Suspense>
          )}
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
    px: '5',
    py: '5',
    borderInlineStartWidth: '1px',
    borderColor: 'border',
    '@container (max-width: 50rem)': { '& [data-ticket-grid]': { gridTemplateColumns: 'minmax(0, 1fr)' } },
  },
})
