import type { Role } from '@helpdesk/auth/model/roles'
import { ColorModeSwitch } from '@helpdesk/ui/color-mode/ColorModeSwitch'
import type { ColorMode } from '@helpdesk/ui/color-mode/color-mode'
import { Button } from '@helpdesk/ui/components/Button'
import { chakra } from '@helpdesk/ui/components/layout'
import { useState } from 'react'
import { signOutAndReload } from '../app/sign-out'
import { auth } from '../app/session'

/** The user's email and role, the colour mode switch and the sign-out button. */
export function UserMenu({ email, role }: { email: string; role: Role | null }) {
  const [signingOut, setSigningOut] = useState(false)

  async function onSignOut() {
    setSigningOut(true)
    await signOutAndReload()
  }

  return (
    <Row>
      <Person>
        <Email title={email}>{email}</Email>
        <RoleName>{role ?? 'customer'}</RoleName>
      </Person>
      <Actions>
        <ColorModeSwitch onChange={(theme) => void saveTheme(theme)} />
        <Button size="sm" loading={signingOut} onClick={() => void onSignOut()}>
          Sign Out
        </Button>
      </Actions>
    </Row>
  )
}

/** Saves the theme for other devices. This browser already shows it, so a failure is not reported. */
const saveTheme = (theme: ColorMode) =>
  auth()
    .then(({ updatePreferences }) => updatePreferences({ theme }))
    .catch(() => undefined)

// on a phone the email has a separate line
const Row = chakra('div', {
  base: {
    gridArea: 'user',
    display: { base: 'contents', md: 'flex' },
    alignItems: 'center',
    gap: '2',
    minWidth: '0',
  },
})
const Actions = chakra('div', {
  base: { gridArea: 'user', display: 'flex', alignItems: 'center', gap: '2' },
})
const Person = chakra('div', {
  base: {
    gridArea: 'person',
    display: { base: 'flex', md: 'block' },
    alignItems: 'baseline',
    justifyContent: 'space-between',
    columnGap: '3',
    textAlign: 'end',
    minWidth: '0',
    lineHeight: '1.2',
    fontSize: 'sm',
  },
})
const Email = chakra('div', {
  base: {
    maxWidth: { md: '14rem' },
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
})
const RoleName = chakra('div', {
  base: { fontSize: 'xs', color: 'fg.muted', textTransform: 'capitalize' },
})
