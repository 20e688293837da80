import { useRole } from '@helpdesk/auth'
import { HStack, Skeleton, Stack, VisuallyHidden } from '@helpdesk/ui'
import type { ReactNode } from 'react'
import type { TicketSummary } from '../../model/rows'
import { TicketHeader } from './TicketHeader'
import { TicketSheet } from './TicketSheet'
import * as texts from '../texts'

/**
 * The skeleton of a ticket, with its header when a list has shown it; the status text is for screen readers.
 * @param row - the ticket's row in a list
 * @param above - shown above the header
 */
export function TicketDetailPending({ row, above }: { row?: TicketSummary | undefined; above?: ReactNode }) {
  // Customers see the progress next to the ticket, staff see the management panel there.
  const beside = useRole() === 'customer'
  return (
    <>
      <VisuallyHidden role="status">{texts.loadingTicket}</VisuallyHidden>
      <TicketSheet
        beside={beside}
        busy
        head={
          row ? (
            <>
              {above}
              <TicketHeader
                ticket={row}
                requester={beside ? null : { name: row.requester_name ?? '', email: row.requester_email }}
              />
            </>
          ) : (
            <Stack gap="2" aria-hidden>
              <Skeleton height="7" width="min(100%, 24rem)" />
              <Skeleton height="5" width="min(100%, 18rem)" />
              <HStack gap="2">
                <Skeleton height="6" width="16" />
                <Skeleton height="6" width="20" />
              </HStack>
            </Stack>
          )
        }
        side={<Skeleton height={{ base: '16', lg: beside ? '28' : '16' }} borderRadius="lg" aria-hidden />}
      >
        <Stack gap="2" aria-hidden>
          <Skeleton />
          <Skeleton />
          <Skeleton width="64" />
        </Stack>
        <Stack gap="4" aria-hidden>
          <Skeleton height="5" width="28" />
          <Skeleton height="14" />
          <Skeleton height="14" />
        </Stack>
      </TicketSheet>
    </>
  )
}
