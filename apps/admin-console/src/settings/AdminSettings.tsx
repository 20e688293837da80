import { AccountSettings } from '@helpdesk/auth'
import { PageHeader } from '@helpdesk/ui'
import { SettingsNav } from './SettingsNav'

/** `/admin/settings`. */
export function AdminSettings() {
  return (
    <>
      <PageHeader heading="Settings" subtitle="Your account, notifications and display" />
      <SettingsNav />
      <AccountSettings />
    </>
  )
}
