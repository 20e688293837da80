import { PageHeader, Stack } from '@helpdesk/ui'
import { ProfileForm } from './ProfileForm'
import { ThemeSetting } from './ThemeSetting'

/** `/settings`: what a person can change about themselves. */
export function CustomerSettings() {
  return (
    <>
      <PageHeader heading="Settings" subtitle="Your name and how the portal looks" />
      <Stack gap="8" maxWidth="28rem">
        <ProfileForm />
        <ThemeSetting />
      </Stack>
    </>
  )
}
