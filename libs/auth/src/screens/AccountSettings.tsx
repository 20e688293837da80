import { NameForm } from './NameForm'
import { NotificationSettings } from './NotificationSettings'
import { PasswordForm } from './PasswordForm'
import { SessionsList } from './SessionsList'
import { SettingsSection } from './SettingsSection'
import { ThemeSetting } from './ThemeSetting'
import { TimeFormatSetting } from './TimeFormatSetting'

/** Account settings of every role. */
export function AccountSettings() {
  return (
    <>
      <SettingsSection title="Profile" text="The name under which others see you.">
        <NameForm />
      </SettingsSection>
      <SettingsSection title="Password" text="Other devices are signed out when it changes.">
        <PasswordForm />
      </SettingsSection>
      <SettingsSection title="Appearance" text="Saved with your account, for all your devices.">
        <ThemeSetting />
        <TimeFormatSetting />
      </SettingsSection>
      <SettingsSection title="Email notifications" text="What we write to you about.">
        <NotificationSettings />
      </SettingsSection>
      <SettingsSection title="Sessions" text="Where you are signed in.">
        <SessionsList />
      </SettingsSection>
    </>
  )
}
