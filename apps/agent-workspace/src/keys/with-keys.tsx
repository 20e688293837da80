import { LazyStaffTools } from '@helpdesk/staff/keys/lazy'
import type { ComponentType } from 'react'
import { useTakeNext } from '../queue/use-take-next'

function AgentTools() {
  const { take } = useTakeNext()
  return <LazyStaffTools onTakeNext={() => void take()} />
}

/** Adds shortcuts, the command palette and saved views to a page. */
export function withKeys(Page: ComponentType) {
  return function PageWithKeys() {
    return (
      <>
        <Page />
        <AgentTools />
      </>
    )
  }
}
