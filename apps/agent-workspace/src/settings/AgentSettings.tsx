import { AccountSettings } from '@helpdesk/auth'
import { LinkButton, PageHeader } from '@helpdesk/ui'

/** `/dashboard/agent/settings`. */
export function AgentSettings() {
  return (
    <>
      <PageHeader
        heading="Settings"
        subtitle="Your account, and how the workspace looks and reaches you"
        actions={<LinkButton to="/dashboard/agent/macros">Macros</LinkButton>}
      />
      <AccountSettings />
    </>
  )
}
