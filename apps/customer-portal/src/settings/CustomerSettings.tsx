import { AccountSettings } from '@helpdesk/auth'
import { PageHeader } from '@helpdesk/ui'
import * as texts from './texts'

/** `/settings`. */
export function CustomerSettings() {
  return (
    <>
      <PageHeader heading={texts.settings} subtitle={texts.subtitle} />
      <AccountSettings />
    </>
  )
}
