import { Box, chakra, formatDate, RouterLink, Skeleton } from '@helpdesk/ui'
import { useNavigate } from '@helpdesk/ui/router'
import type { MouseEvent } from 'react'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { preloadTicketDetail } from '@helpdesk/tickets/screens/detail/preload'
import { PriorityBadge } from '@helpdesk/tickets/screens/badges/PriorityBadge'
import { StatusBadge } from '@helpdesk/tickets/screens/badges/StatusBadge'

export interface TicketTableProps {
  /** undefined while the first page is on its way. */
  tickets: readonly TicketSummary[] | undefined
  /** Rows of the filter before are still shown. */
  stale?: boolean
}

/** Tickets in rows: Subject, Status, Priority, Created, Last Updated. A row opens its ticket. */
export function TicketTable({ tickets, stale = false }: TicketTableProps) {
  return (
    <Table
      aria-busy={stale || !tickets || undefined}
      opacity={stale ? 0.6 : 1}
      onPointerEnter={preloadTicketDetail}
      onFocus={preloadTicketDetail}
    >
      <thead>
        <tr>
          <Head width="auto">Subject</Head>
          <Head width="7.5rem">Status</Head>
          <Head width="7rem" wide>
            Priority
          </Head>
          <Head width="7.5rem" wide>
            Created
          </Head>
          <Head width="7.5rem" wide>
            Last Updated
          </Head>
        </tr>
      </thead>
      <tbody>
        {tickets ? tickets.map((ticket) => <TicketRow key={ticket.id} ticket={ticket} />) : <PendingRows />}
      </tbody>
    </Table>
  )
}

function TicketRow({ ticket }: { ticket: TicketSummary }) {
  const navigate = useNavigate()
  const path = `/tickets/${ticket.id}`

  // The link in the first cell is what keyboards and screen readers use; the row is a larger target for a mouse.
  function onClick(event: MouseEvent) {
    const selecting = (getSelection()?.toString() ?? '') !== ''
    if (event.defaultPrevented || selecting) return
    if (event.target instanceof Element && event.target.closest('a, button')) return
    void navigate(path)
  }

  return (
    <Row onClick={onClick}>
      <Cell>
        <Box lineClamp={{ base: 2, md: 1 }} overflowWrap="anywhere" title={ticket.subject}>
          <RouterLink to={path} variant="plain">
            {ticket.subject}
          </RouterLink>
        </Box>
        {/* What has no room for a column of its own stands under those that have. */}
        <Box display={{ base: 'block', md: 'none' }} color="fg.muted" fontSize="sm" whiteSpace="nowrap">
          <div>Created {formatDate(ticket.created_at)}</div>
          <div>Updated {formatDate(ticket.updated_at)}</div>
        </Box>
      </Cell>
      <Cell>
        <StatusBadge status={ticket.status} />
        <Box display={{ base: 'flex', md: 'none' }} marginTop="1.5" paddingInlineStart="1.5" fontSize="sm">
          <PriorityBadge priority={ticket.priority} variant="plain" />
        </Box>
      </Cell>
      <Cell wide>
        <PriorityBadge priority={ticket.priority} variant="plain" />
      </Cell>
      <Cell wide quiet>
        {formatDate(ticket.created_at)}
      </Cell>
      <Cell wide quiet>
        {formatDate(ticket.updated_at)}
      </Cell>
    </Row>
  )
}

const PendingRows = () =>
  Array.from({ length: 8 }, (_, index) => (
    <tr key={index} aria-hidden>
      <Cell>
        <Skeleton width={`${70 - ((index * 17) % 40)}%`} />
      </Cell>
      <Cell>
        <Skeleton height="5" width="20" />
      </Cell>
      <Cell wide>
        <Skeleton width="16" />
      </Cell>
      <Cell wide>
        <Skeleton width="20" />
      </Cell>
      <Cell wide>
        <Skeleton width="20" />
      </Cell>
    </tr>
  ))

const onlyWide = { true: { display: { base: 'none', md: 'table-cell' } }, false: {} }
const Table = chakra('table', {
  base: { width: 'full', tableLayout: 'fixed', borderCollapse: 'collapse', fontSize: 'md' },
})
const Head = chakra('th', {
  base: {
    textAlign: 'start',
    fontSize: 'sm',
    fontWeight: 'medium',
    color: 'fg.muted',
    paddingInline: '2',
    height: '8',
    whiteSpace: 'nowrap',
    borderBottomWidth: '1px',
    borderColor: 'border',
    _first: { paddingInlineStart: '0' },
  },
  variants: { wide: onlyWide },
})
const Row = chakra('tr', { base: { cursor: 'pointer', _hover: { background: 'bg.subtle' } } })
const Cell = chakra('td', {
  base: {
    paddingInline: '2',
    paddingBlock: '2',
    // The same for a row and for its skeleton.
    height: { base: '20', md: '10' },
    borderBottomWidth: '1px',
    borderColor: 'border.muted',
    _first: { paddingInlineStart: '0' },
  },
  variants: {
    wide: onlyWide,
    quiet: { true: { color: 'fg.muted', whiteSpace: 'nowrap' }, false: {} },
  },
})
