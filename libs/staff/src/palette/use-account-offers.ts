import { setAvailability, updatePreferences, useAuth } from '@helpdesk/auth'
import { failureText } from '@helpdesk/tickets/model/errors'
import { accountCommandsAtom, colorModeAtom, toast, type ColorMode } from '@helpdesk/ui'
import { useAtomValue, useSetAtom } from 'jotai'
import type { Offer } from './commands'
import { paletteOffer } from './offer'
import * as texts from './texts'

const themes: [ColorMode, string][] = [
  ['light', texts.lightTheme],
  ['dark', texts.darkTheme],
  ['system', texts.systemTheme],
]

const offer = paletteOffer.bind(null, 'Anywhere')

/** Commands of the user's own account. They have no shortcuts and are loaded with the palette. */
export function useAccountOffers(): Offer[] {
  const isAway = Boolean(useAuth().profile?.away_since)
  const account = useAtomValue(accountCommandsAtom)
  const setMode = useSetAtom(colorModeAtom)
  const switchAvailability = () =>
    void setAvailability(!isAway).catch((error: unknown) =>
      toast({ type: 'error', title: texts.availabilityFailed, description: failureText(error) }),
    )
  const setTheme = (theme: ColorMode) => {
    setMode(theme)
    // This browser already shows the theme, so a failure is not reported.
    void updatePreferences({ theme }).catch(() => undefined)
  }
  return [
    offer('availability', isAway ? texts.becomeAvailable : texts.becomeAway, switchAvailability),
    ...themes.map(([theme, title]) => offer(`theme-${theme}`, title, () => setTheme(theme))),
    ...(account ? [offer('sign-out', texts.signOut, account.signOut)] : []),
  ]
}
