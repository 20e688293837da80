import { MacrosScreen } from '@helpdesk/tickets'
import { SettingsNav } from './SettingsNav'

/** `/admin/settings/macros`: the macros that staff share, and one's own. */
export function MacroSettings() {
  return <MacrosScreen nav={<SettingsNav />} />
}
