import { colorModeAtom } from '@helpdesk/ui/color-mode/color-mode'
import { densityAtom } from '@helpdesk/ui/components/density'
import { timeFormatAtom } from '@helpdesk/ui/components/time-format'
import { getDefaultStore } from 'jotai'
import type { Preferences } from '../model/preferences'
import { subscribeAuthState } from './auth-state'

/**
 * Applies the signed-in user's theme, time format and density, now and after every change. Without a theme in the
 * profile, that of the browser is kept.
 */
export function followPreferences(): void {
  const store = getDefaultStore()
  let applied: Preferences | undefined
  subscribeAuthState(({ profile }) => {
    const preferences = profile?.preferences
    if (preferences === applied) return
    applied = preferences
    store.set(timeFormatAtom, preferences?.time_format ?? 'auto')
    store.set(densityAtom, preferences?.density ?? 'comfortable')
    if (preferences?.theme && preferences.theme !== store.get(colorModeAtom))
      store.set(colorModeAtom, preferences.theme)
  })
}
