import { colorModeAtom } from '@helpdesk/ui/color-mode/color-mode'
import { timeFormatAtom } from '@helpdesk/ui/components/time-format'
import { getDefaultStore } from 'jotai'
import type { Preferences } from '../model/preferences'
import { subscribeAuthState } from './auth-state'

/**
 * From now on theme and clock are those of whoever is signed in, also when another device changes them. A person who
 * chose no theme keeps this browser's.
 */
export function followPreferences(): void {
  const store = getDefaultStore()
  let applied: Preferences | undefined
  subscribeAuthState(({ profile }) => {
    const preferences = profile?.preferences
    if (preferences === applied) return
    applied = preferences
    store.set(timeFormatAtom, preferences?.time_format ?? 'auto')
    if (preferences?.theme && preferences.theme !== store.get(colorModeAtom))
      store.set(colorModeAtom, preferences.theme)
  })
}
