import { deferred, quietly } from '@helpdesk/ui/components/deferred'
import * as texts from '../model/texts'

const settings = deferred(
  async () => (await import('./AccountSettings')).AccountSettings,
  <div role="status" aria-label={texts.loadingSettings} style={{ minHeight: '80dvh' }} />,
)

/** Account settings of every role, loaded on the first visit. */
export const AccountSettings = settings.Screen
/** Preloads the code of the settings. */
export const preloadAccountSettings = quietly(settings.preload)
