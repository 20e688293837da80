import { vi } from 'vitest'

const opened: { close(): Promise<void> }[] = []

/**
 * Loads the library again, like another tab of the browser: with separate state and auth client, but the same
 * localStorage and BroadcastChannel.
 */
export async function openTab(url: string, publishableKey = 'sb_publishable_test') {
  vi.resetModules()
  const supabase = await import('@helpdesk/supabase')
  const auth = await import('../index')
  // not exported by the index, because only the screens of mail links use them
  const { verifyLink } = await import('../api/verify-link')
  const { resendConfirmation } = await import('../api/resend-confirmation')
  supabase.configureSupabase({ url, publishableKey })
  const tab = {
    ...auth,
    verifyLink,
    resendConfirmation,
    supabase,
    state: auth.getAuthState,
    async close() {
      await (await supabase.authClient()).dispose()
    },
  }
  opened.push(tab)
  return tab
}

/** Closes all tabs and clears the browser's storage. */
export async function closeTabs(): Promise<void> {
  for (const tab of opened.splice(0)) await tab.close()
  localStorage.clear()
  sessionStorage.clear()
}
