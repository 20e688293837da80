import { deferred } from '@helpdesk/ui'
import type { ComponentType } from 'react'
import { useTakeNext } from '../queue/use-take-next'
import { PLACES, VIEWS_PATH } from '@helpdesk/staff/keys/places'
import type { WorkspaceKeysProps } from '@helpdesk/staff/keys/WorkspaceKeys'

// Loaded after the first paint.
const { Screen: WorkspaceKeys } = deferred<WorkspaceKeysProps>(
  async () => (await import('@helpdesk/staff/keys/WorkspaceKeys')).WorkspaceKeys,
  null,
)

function AgentKeys() {
  const { take } = useTakeNext()
  return (
    <WorkspaceKeys
      places={PLACES}
      listPath="/tickets/assigned"
      viewsPath={VIEWS_PATH}
      onTakeNext={() => void take()}
    />
  )
}

/** Adds shortcuts and the command palette to a page. */
export function withKeys(Page: ComponentType) {
  return function PageWithKeys() {
    return (
      <>
        <Page />
        <AgentKeys />
      </>
    )
  }
}
