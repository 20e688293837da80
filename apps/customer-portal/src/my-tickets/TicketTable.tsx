import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { PriorityBadge } from '@helpdesk/tickets/screens/badges/PriorityBadge'
import { StatusBadge } from '@helpdesk/tickets/screens/badges/StatusBadge'
import { preloadTicketDetail } from '@helpdesk/tickets/screens/detail/preload'
import { Box, formatDate, RouterLink, Skeleton, DataTable, type DataColumn } from '@helpdesk/ui'
import { useNavigate } from '@helpdesk/ui/router'

interface TicketTableProps {
  /** undefined while the first page loads. */
  tickets: readonly TicketSummary[] | undefined
  /** The rows belong to the previous filter. */
  stale?: boolean
}

const pathOf = ({ id }: TicketSummary) => `/tickets/${id}`

const Day = ({ value }: { value: string }) => (
  <Box as="span" color="fg.muted" whiteSpace="nowrap">
    {formatDate(value)}
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
          <RouterLink to={pathOf(ticket)} variant="plain">
            {ticket.subject}
          </RouterLink>
        </Box>
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
    cell: ({ created_at }) => <Day value={created_at} />,
  },
  {
    heading: 'Last Updated',
    width: '7.5rem',
    wideOnly: true,
    skeleton: () => <Skeleton width="20" />,
    cell: ({ updated_at }) => <Day value={updated_at} />,
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
