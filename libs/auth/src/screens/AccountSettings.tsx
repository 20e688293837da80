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
      <SettingsSection title="Profile" text="How other people see you.">
        <NameForm />
      </SettingsSection>
      <SettingsSection title="Password" text="Changing it signs you out on other devices.">
        <PasswordForm />
      </SettingsSection>
      <SettingsSection title="Appearance" text="Applies to all your devices.">
        <ThemeSetting />
        <TimeFormatSetting />
      </SettingsSection>
      <SettingsSection
        title="Notification choices"
        text="Choose what to be notified about, in the app and by email."
      >
        <NotificationSettings />
      </SettingsSection>
      <SettingsSection title="Sessions" text="Where you are signed in.">
        <SessionsList />
      </SettingsSection>
    </>
  )
}
