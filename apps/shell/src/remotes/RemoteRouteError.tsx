import { ErrorState, VisuallyHidden } from '@helpdesk/ui'
import { useRouteError } from '@helpdesk/ui/router'
import { RouteError } from '../app/RouteError'

/** Browsers word it differently; each says which module could not be fetched or imported. */
const MISSING_CHUNK = /dynamically imported module|module script failed|error loading dynamically/i

/** A screen of a remote that broke, inside the layout. One whose code did not arrive is worth another try. */
export function RemoteRouteError() {
  const error = useRouteError()
  if (!(error instanceof Error && MISSING_CHUNK.test(error.message))) return <RouteError />
  return (
    <>
      <VisuallyHidden as="h1">Not available at the moment</VisuallyHidden>
      <ErrorState
        title="This part of the portal could not be loaded"
        text="The rest of the portal keeps working. Try again in a moment."
        onRetry={() => location.reload()}
      />
    </>
  )
}
