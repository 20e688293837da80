import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { isFound } from '@helpdesk/tickets/model/found-tickets'
import { FoundLine, Subject } from '@helpdesk/tickets/screens/found/lazy'
import { PriorityBadge } from '@helpdesk/tickets/screens/badges/PriorityBadge'
import { StatusBadge } from '@helpdesk/tickets/screens/badges/StatusBadge'
import { preloadTicketDetail } from '@helpdesk/tickets/screens/detail/preload'
import { Box, formatDate, RouterLink, Skeleton, DataTable, type DataColumn } from '@helpdesk/ui'
import { useNavigate } from '@helpdesk/ui/router'
import type { ReactNode } from 'react'

interface TicketTableProps {
  /** undefined while the first page loads. */
  tickets: readonly TicketSummary[] | undefined
  /** The rows belong to the previous filter. */
  stale?: boolean
}

const pathOf = ({ id }: TicketSummary) => `/tickets/${id}`

const Muted = ({ children }: { children: ReactNode }) => (
  <Box as="span" color="fg.muted" whiteSpace="nowrap">
    {children}
  </Box>
)

const columns: DataColumn<TicketSummary>[] = [
  {
    heading: 'Subject',
    width: 'auto',
    skeleton: (index) => <Skeleton width={`${70 - ((index * 17) % 40)}%`} />,
    cell: (ticket) => (
      <>
        <Box lineClamp={{ base: 2, md: 1 }} overflowWrap="anywhere" title={ticket.subject}>
          {ticket.number && <Muted>#{ticket.number} </Muted>}
          <RouterLink to={pathOf(ticket)} variant="plain">
            <Subject ticket={ticket} />
          </RouterLink>
        </Box>
        {isFound(ticket) && (
          <Box
            color="fg.muted"
            fontSize="sm"
            overflowWrap="anywhere"
            css={{ '& [data-found-line]': { lineClamp: { base: 3, md: 1 } } }}
          >
            <FoundLine ticket={ticket} />
          </Box>
        )}
        {/* The values of columns that narrow screens hide. */}
        <Box display={{ base: 'block', md: 'none' }} color="fg.muted" fontSize="sm" whiteSpace="nowrap">
          <div>Created {formatDate(ticket.created_at)}</div>
          <div>Updated {formatDate(ticket.updated_at)}</div>
        </Box>
      </>
    ),
  },
  {
    heading: 'Status',
    width: '7.5rem',
    skeleton: () => <Skeleton height="5" width="20" />,
    cell: ({ status, priority }) => (
      <>
        <StatusBadge status={status} />
        <Box display={{ base: 'flex', md: 'none' }} marginTop="1.5" paddingInlineStart="1.5" fontSize="sm">
          <PriorityBadge priority={priority} variant="plain" />
        </Box>
      </>
    ),
  },
  {
    heading: 'Priority',
    width: '7rem',
    wideOnly: true,
    skeleton: () => <Skeleton width="16" />,
    cell: ({ priority }) => <PriorityBadge priority={priority} variant="plain" />,
  },
  {
    heading: 'Created',
    width: '7.5rem',
    wideOnly: true,
    skeleton: () => <Skeleton width="20" />,
    cell: ({ created_at }) => <Muted>{formatDate(created_at)}</Muted>,
  },
  {
    heading: 'Last Updated',
    width: '7.5rem',
    wideOnly: true,
    skeleton: () => <Skeleton width="20" />,
    cell: ({ updated_at }) => <Muted>{formatDate(updated_at)}</Muted>,
  },
]

/** The table of the customer's tickets. A row opens its ticket. */
export function TicketTable({ tickets, stale }: TicketTableProps) {
  const navigate = useNavigate()
  return (
    <DataTable
      narrow="fewer-columns"
      columns={columns}
      rows={tickets}
      rowKey={({ id }) => id}
      stale={stale}
      pendingRows={8}
      onRowClick={(ticket) => void navigate(pathOf(ticket))}
      onPointerEnter={preloadTicketDetail}
      onFocus={preloadTicketDetail}
    />
  )
}
