import { Box, Skeleton, VisuallyHidden } from '@helpdesk/ui'
import * as texts from './texts'

/** The skeleton of a preview; its text is for screen readers. */
export function PreviewLoading() {
  return (
    <Box padding="4" height="full">
      <VisuallyHidden role="status">{texts.loadingPreview}</VisuallyHidden>
      <Skeleton height="full" minHeight="40" />
    </Box>
  )
}
