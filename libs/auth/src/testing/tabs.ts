import { vi } from 'vitest'

const opened: { close(): Promise<void> }[] = []

/**
 * Loads the library afresh, as another tab of the same browser would: own state and own auth client, but the same
 * localStorage and BroadcastChannel.
 */
export async function openTab(url: string, publishableKey = 'sb_publishable_test') {
  vi.resetModules()
  const supabase = await import('@helpdesk/supabase')
  const auth = await import('../index')
  // not in the index: only the screens behind a mail's link need them
  const { verifyLink } = await import('../commands/verify-link')
  const { resendConfirmation } = await import('../commands/resend-confirmation')
  supabase.configureSupabase({ url, publishableKey })
  const tab = {
    ...auth,
    verifyLink,
    resendConfirmation,
    supabase,
    state: auth.getAuthState,
    async close() {
      await supabase.authClient().dispose()
    },
  }
  opened.push(tab)
  return tab
}

/** Closes every tab and forgets the browser's storage. */
export async function closeTabs(): Promise<void> {
  for (const tab of opened.splice(0)) await tab.close()
  localStorage.clear()
  sessionStorage.clear()
}
