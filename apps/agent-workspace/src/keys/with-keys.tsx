import { LazyStaffTools } from '@helpdesk/staff/keys/lazy'
import { memo, type ComponentType } from 'react'
import { useTakeNext } from '../queue/use-take-next'

function AgentTools() {
  const { take } = useTakeNext()
  return <LazyStaffTools onTakeNext={() => void take()} />
}

/** Adds shortcuts, the command palette and saved views to a page. */
export function withKeys(Page: ComponentType) {
  // The router renders its routes again at each step of a page change.
  const Screen = memo(Page)
  return function PageWithKeys() {
    return (
      <>
        <Screen />
        <AgentTools />
      </>
    )
  }
}
