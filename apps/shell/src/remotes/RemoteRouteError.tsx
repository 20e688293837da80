import { useRouteError } from '@helpdesk/ui/router'
import { isMissingChunk } from '../app/outdated'
import { Outdated } from '../app/ReloadScreen'
import { RouteError } from '../app/RouteError'

/** A screen of a remote that broke, inside the layout. One whose code did not arrive is cured by a reload. */
export function RemoteRouteError() {
  return isMissingChunk(useRouteError()) ? <Outdated /> : <RouteError />
}
