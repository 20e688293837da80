import { Box, Skeleton, VisuallyHidden } from '@helpdesk/ui'

/** The skeleton of a preview; its text is for screen readers. */
export function PreviewLoading() {
  return (
    <Box padding="4" height="full">
      <VisuallyHidden role="status">Loading preview...</VisuallyHidden>
      <Skeleton height="full" minHeight="40" />
    </Box>
  )
}
