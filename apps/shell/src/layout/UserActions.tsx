import { ColorModeSwitch } from '@helpdesk/ui/color-mode/ColorModeSwitch'
import type { ColorMode } from '@helpdesk/ui/color-mode/color-mode'
import { Button } from '@helpdesk/ui/components/Button'
import { accountCommandsAtom } from '@helpdesk/ui/frame/frame'
import { useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { signOutAndReload } from '../app/sign-out'
import { auth } from '../app/session'
import * as texts from './texts'

/** The theme switch; saves the theme for the user's other devices. */
export const ThemeSwitch = () => <ColorModeSwitch onChange={(theme) => void saveTheme(theme)} />

export function SignOutButton() {
  const [signingOut, setSigningOut] = useState(false)
  async function onSignOut() {
    setSigningOut(true)
    if (!(await signOutAndReload())) setSigningOut(false)
  }
  const offer = useSetAtom(accountCommandsAtom)
  const signOut = useEffectEvent(() => void onSignOut())
  useEffect(() => {
    offer({ signOut: () => signOut() })
    return () => offer(null)
  }, [offer])
  return (
    <Button size="sm" loading={signingOut} onClick={() => void onSignOut()}>
      {texts.signOut}
    </Button>
  )
}

/** This browser already shows the theme, so a failure is not reported. */
const saveTheme = (theme: ColorMode) =>
  auth()
    .then(({ updatePreferences }) => updatePreferences({ theme }))
    .catch(() => undefined)
