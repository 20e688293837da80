import { MacrosScreen } from '@helpdesk/staff/screens/macros/MacrosScreen'
import { SettingsNav } from './SettingsNav'

/** `/admin/settings/macros`: the macros that staff share, and one's own. */
export function MacroSettings() {
  return <MacrosScreen nav={<SettingsNav />} />
}
