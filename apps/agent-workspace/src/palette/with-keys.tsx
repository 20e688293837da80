import { WorkspaceKeys } from '@helpdesk/tickets'
import type { ComponentType } from 'react'
import { useTakeNext } from '../queue/use-take-next'
import { PLACES, VIEWS_PATH } from './places'

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

/** A page of the agents' with its shortcuts and the command palette; they come after the page. */
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
