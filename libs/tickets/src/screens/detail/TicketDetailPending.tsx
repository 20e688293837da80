import { HStack, Skeleton, Stack, VisuallyHidden } from '@helpdesk/ui'

/** The shape of a ticket while it is on its way; the words are for screen readers. */
export function TicketDetailPending() {
  return (
    <>
      <VisuallyHidden role="status">Loading ticket details...</VisuallyHidden>
      <Stack gap="6" maxWidth="48rem" aria-hidden>
        <Stack gap="2">
          <Skeleton height="7" width="min(100%, 24rem)" />
          <Skeleton height="5" width="min(100%, 18rem)" />
          <HStack gap="2">
            <Skeleton height="6" width="16" />
            <Skeleton height="6" width="20" />
          </HStack>
        </Stack>
        <Skeleton height="16" borderRadius="lg" />
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
      </Stack>
    </>
  )
}
