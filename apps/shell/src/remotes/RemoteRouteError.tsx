import { useRouteError } from '@helpdesk/ui/router'
import { isMissingChunk } from '../app/missing-chunk'
import { MissingChunkScreen } from '../app/MissingChunkScreen'
import { RouteError } from '../app/RouteError'

/** Error screen of a remote's page, inside the layout. Missing code is fixed by a reload. */
export function RemoteRouteError() {
  return isMissingChunk(useRouteError()) ? <MissingChunkScreen /> : <RouteError />
}
