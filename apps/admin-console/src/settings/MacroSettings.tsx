import { MacrosScreen } from '@helpdesk/staff/screens/macros/MacrosScreen'
import { SettingsNav } from './SettingsNav'

/** `/admin/settings/macros`: shared macros and the admin's own. */
export function MacroSettings() {
  return <MacrosScreen nav={<SettingsNav />} />
}
