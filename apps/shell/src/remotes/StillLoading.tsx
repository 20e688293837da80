import { ErrorState } from '@helpdesk/ui/components/ErrorState'
import { VisuallyHidden } from '@helpdesk/ui/components/VisuallyHidden'
import { page } from '../app/missing-chunk'

/**
 * Stands in for code that takes too long. Retry reloads the page: within one page the browser answers a second import of
 * the same address with the first, hanging request.
 */
export function StillLoading() {
  return (
    <>
      <VisuallyHidden as="h1">Still loading</VisuallyHidden>
      <ErrorState
        title="This part of the portal is still loading"
        text="This is taking longer than usual. You can keep using the rest of the portal."
        onRetry={() => page.reload()}
      />
    </>
  )
}
