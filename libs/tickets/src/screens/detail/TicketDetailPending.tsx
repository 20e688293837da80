import { useRole } from '@helpdesk/auth'
import { Box, HStack, Skeleton, Stack, VisuallyHidden } from '@helpdesk/ui'
import { TicketSheet } from './TicketSheet'
import * as texts from '../texts'

/** The skeleton of a ticket; its text is for screen readers. */
export function TicketDetailPending() {
  // Customers see the progress next to the ticket, staff see the management panel there.
  const beside = useRole() === 'customer'
  return (
    <>
      <VisuallyHidden role="status">{texts.loadingTicket}</VisuallyHidden>
      <Box aria-hidden>
        <TicketSheet
          beside={beside}
          head={
            <Stack gap="2">
              <Skeleton height="7" width="min(100%, 24rem)" />
              <Skeleton height="5" width="min(100%, 18rem)" />
              <HStack gap="2">
                <Skeleton height="6" width="16" />
                <Skeleton height="6" width="20" />
              </HStack>
            </Stack>
          }
          side={<Skeleton height={{ base: '16', lg: beside ? '28' : '16' }} borderRadius="lg" />}
        >
          <Stack gap="2">
            <Skeleton />
            <Skeleton />
            <Skeleton width="64" />
          </Stack>
          <Stack gap="4">
            <Skeleton height="5" width="28" />
            <Skeleton height="14" />
            <Skeleton height="14" />
          </Stack>
        </TicketSheet>
      </Box>
    </>
  )
}
