import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { isFound } from '@helpdesk/tickets/model/found-tickets'
import { FoundLine, Subject } from '@helpdesk/tickets/screens/found/lazy'
import { PriorityBadge } from '@helpdesk/tickets/screens/badges/PriorityBadge'
import { StatusBadge } from '@helpdesk/tickets/screens/badges/StatusBadge'
import { usePrefetchPressed } from '@helpdesk/tickets/prefetch/prefetch-ticket'
import { preloadTicketDetail } from '@helpdesk/tickets/screens/detail/preload'
import { useFirstRows } from '@helpdesk/tickets/screens/use-first-rows'
import { useLoadMore } from '@helpdesk/tickets/screens/use-load-more'
import { Box, formatDate, RouterLink, Skeleton, DataTable, type DataColumn } from '@helpdesk/ui'
import { useNavigate } from '@helpdesk/ui/router'
import type { ReactNode } from 'react'
import * as texts from './texts'

interface TicketTableProps {
  /** undefined while the first page loads. */
  tickets: readonly TicketSummary[] | undefined
  /** The rows belong to the previous filter. */
  stale?: boolean
  /** Ids of tickets that no longer match the filter and will leave the list. */
  leaving?: readonly string[]
  /** Called when the last row comes near the viewport; absent while nothing is to be loaded. */
  onNearEnd?: (() => void) | undefined
}

const pathOf = ({ id }: Pick<TicketSummary, 'id'>) => `/tickets/${id}`

const Muted = ({ children }: { children: ReactNode }) => (
  <Box as="span" color="fg.muted" whiteSpace="nowrap">
    {children}
  </Box>
)

const columns: DataColumn<TicketSummary>[] = [
  {
    heading: texts.subject,
    width: 'auto',
    skeleton: (index) => <Skeleton width={`${70 - ((index * 17) % 40)}%`} />,
    cell: (ticket) => (
      <>
        {/* Two lines may end before the hit. */}
        <Box
          lineClamp={{ base: isFound(ticket) ? 4 : 2, md: 1 }}
          overflowWrap="anywhere"
          title={ticket.subject}
        >
          {ticket.number && <Muted>#{ticket.number} </Muted>}
          <RouterLink to={pathOf(ticket)} variant="plain">
            <bdi>
              <Subject ticket={ticket} />
            </bdi>
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
          <div>{texts.createdAt(formatDate(ticket.created_at))}</div>
          <div>{texts.updatedAt(formatDate(ticket.updated_at))}</div>
        </Box>
      </>
    ),
  },
  {
    heading: texts.status,
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
    heading: texts.priority,
    width: '7rem',
    wideOnly: true,
    skeleton: () => <Skeleton width="16" />,
    cell: ({ priority }) => <PriorityBadge priority={priority} variant="plain" />,
  },
  {
    heading: texts.created,
    width: '7.5rem',
    wideOnly: true,
    skeleton: () => <Skeleton width="20" />,
    cell: ({ created_at }) => <Muted>{formatDate(created_at)}</Muted>,
  },
  {
    heading: texts.updated,
    width: '7.5rem',
    wideOnly: true,
    skeleton: () => <Skeleton width="20" />,
    cell: ({ updated_at }) => <Muted>{formatDate(updated_at)}</Muted>,
  },
]

/** The table of the customer's tickets. A row opens its ticket. */
export function TicketTable({ tickets, stale, leaving = [], onNearEnd }: TicketTableProps) {
  const navigate = useNavigate()
  const prefetchPressed = usePrefetchPressed()
  const count = tickets?.length ?? 0
  const shown = useFirstRows(count)
  // The end of the first rows is near at once; that of all rows is what counts.
  const end = useLoadMore(onNearEnd !== undefined && shown === count, count, () => onNearEnd?.())
  const faded = leaving.map((id) => `& tr:has(a[href="${pathOf({ id })}"])`).join(', ')
  return (
    <Box onPointerDown={prefetchPressed} css={faded ? { [faded]: { opacity: 0.5 } } : undefined}>
      <DataTable
        narrow="fewer-columns"
        columns={columns}
        rows={tickets?.slice(0, shown)}
        rowKey={({ id }) => id}
        stale={stale}
        pendingRows={8}
        onRowClick={(ticket) => void navigate(pathOf(ticket))}
        onPointerEnter={preloadTicketDetail}
        onFocus={preloadTicketDetail}
      />
      <div ref={end} />
    </Box>
  )
}
