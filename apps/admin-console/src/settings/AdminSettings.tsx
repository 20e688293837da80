import { AccountSettings } from '@helpdesk/auth'
import { PageHeader } from '@helpdesk/ui'
import { SettingsNav } from './SettingsNav'
import * as texts from './texts'

/** `/admin/settings`. */
export function AdminSettings() {
  return (
    <>
      <PageHeader heading={texts.settings} subtitle={texts.accountSubtitle} />
      <SettingsNav />
      <AccountSettings />
    </>
  )
}
