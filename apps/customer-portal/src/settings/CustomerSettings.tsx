import { AccountSettings } from '@helpdesk/auth'
import { PageHeader } from '@helpdesk/ui'

/** `/settings`. */
export function CustomerSettings() {
  return (
    <>
      <PageHeader heading="Settings" subtitle="Your account, notifications and display" />
      <AccountSettings />
    </>
  )
}
