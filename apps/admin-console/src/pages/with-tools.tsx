import { LazyStaffTools } from '@helpdesk/staff/keys/lazy'
import type { ComponentType } from 'react'

/** Adds shortcuts, the command palette and saved views to a page. */
export function withTools(Page: ComponentType) {
  return function PageWithTools() {
    return (
      <>
        <Page />
        <LazyStaffTools />
      </>
    )
  }
}
