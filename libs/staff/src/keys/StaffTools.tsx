import { useTicketChanges } from '@helpdesk/tickets/live/follow-ticket-changes'
import { useActor } from '../state/use-actor'
import { SidebarViews } from '../views/SidebarViews'
import { listPathOf, placesOf, VIEWS_PATH } from './places'
import { WorkspaceKeys } from './WorkspaceKeys'

export interface StaffToolsProps {
  /** Takes the next ticket of the queue and opens it. */
  onTakeNext?: () => void
}

/**
 * What every page of staff has beside its content: shortcuts, command palette, saved views in the sidebar, and the
 * changes of others.
 */
export function StaffTools({ onTakeNext }: StaffToolsProps) {
  const role = useActor()?.role
  useTicketChanges()
  return (
    <>
      <WorkspaceKeys
        places={placesOf(role)}
        listPath={listPathOf(role)}
        viewsPath={VIEWS_PATH}
        onTakeNext={onTakeNext}
      />
      <SidebarViews />
    </>
  )
}
