import { ErrorState } from '@helpdesk/ui/components/ErrorState'
import { VisuallyHidden } from '@helpdesk/ui/components/VisuallyHidden'
import { page } from '../app/missing-chunk'
import * as texts from './texts'

/**
 * Stands in for code that takes too long. Retry reloads the page: within one page the browser answers a second import of
 * the same address with the first, hanging request.
 */
export function StillLoading() {
  return (
    <>
      <VisuallyHidden as="h1">{texts.stillLoading}</VisuallyHidden>
      <ErrorState title={texts.partLoading} text={texts.partLoadingText} onRetry={() => page.reload()} />
    </>
  )
}
