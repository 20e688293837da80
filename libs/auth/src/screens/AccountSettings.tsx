import { addErrorTexts } from '@helpdesk/ui/components/error-text'
import { refusalTexts } from '../model/refusal-texts'
import { ComposerSetting } from './ComposerSetting'
import { NameForm } from './NameForm'
import { NotificationSettings } from './NotificationSettings'
import { PasswordForm } from './PasswordForm'
import { SessionsList } from './SessionsList'
import { SettingsSection } from './SettingsSection'
import { ThemeSetting } from './ThemeSetting'
import { TimeFormatSetting } from './TimeFormatSetting'
import * as texts from './texts'

addErrorTexts(refusalTexts)

/** Account settings of every role. */
export function AccountSettings() {
  return (
    <>
      <SettingsSection title={texts.profile} text={texts.profileText}>
        <NameForm />
      </SettingsSection>
      <SettingsSection title={texts.password} text={texts.passwordText}>
        <PasswordForm />
      </SettingsSection>
      <SettingsSection title={texts.appearance} text={texts.appearanceText}>
        <ThemeSetting />
        <TimeFormatSetting />
        <ComposerSetting />
      </SettingsSection>
      <SettingsSection title={texts.notificationChoices} text={texts.notificationChoicesText}>
        <NotificationSettings />
      </SettingsSection>
      <SettingsSection title={texts.sessions} text={texts.sessionsText}>
        <SessionsList />
      </SettingsSection>
    </>
  )
}
