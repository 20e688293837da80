import { deferred, quietly } from '@helpdesk/ui/components/deferred'

const settings = deferred(
  async () => (await import('./AccountSettings')).AccountSettings,
  <div role="status" aria-label="Loading settings…" style={{ minHeight: '80dvh' }} />,
)

/** What a person can change about themselves, whatever their role; the code comes with the first visit. */
export const AccountSettings = settings.Screen
/** Fetches the code of the settings ahead. */
export const preloadAccountSettings = quietly(settings.preload)
